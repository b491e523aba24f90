"""A match as it is played: called, settled, sent, placed, and the next."""

import pytest

from engine.karuta import commands as ask
from engine.karuta import events as ev
from engine.karuta.deal import deal
from engine.karuta.field import Slot
from engine.karuta.match import decide, fold
from engine.karuta.outcome import Flag, outcomes
from engine.karuta.player import A, B
from engine.karuta.read import Move, Read, Touch
from engine.karuta.refused import Refused, Why
from engine.karuta.replay import answer
from engine.karuta.state import Ending, MatchState, PendingSend
from poems.cards import mask, numbers
from poems.chance import Seed
from tests.support.referee import SEED, after, begin, nearly_over


@pytest.fixture
def state() -> MatchState:
    return begin()


def card_of(state: MatchState, player: int, index: int = 0) -> int:
    return numbers(state.held[player])[index]


def dead_card(state: MatchState, index: int = 0) -> int:
    return numbers(state.undealt & state.unread)[index]


def refused(state: MatchState, command: ask.Command) -> Refused:
    with pytest.raises(Refused) as error:
        decide(state, command)
    return error.value


def test_a_deal_gives_each_25_of_the_100_and_can_be_dealt_again() -> None:
    a, b = deal(SEED)
    assert len({*a, *b}) == 50
    assert len(a) == len(b) == 25
    assert set(a + b) <= set(range(1, 101))
    assert deal(SEED) == (a, b)
    assert deal(Seed(bytes(16))) != (a, b)


def test_an_opened_match(state: MatchState) -> None:
    assert state.counts == (25, 25)
    assert state.held == (mask(state.opened.deal[A]), mask(state.opened.deal[B]))
    assert state.undealt.bit_count() == 50
    assert state.unplaced == (0, 0)
    assert (state.result, state.pending, state.called, state.reads) == (None, None, None, ())


def test_settle_send_place_next(state: MatchState) -> None:
    target, own = card_of(state, B), card_of(state, A)
    state = after(state, ask.Call(target))
    assert state.called == target
    state = after(state, ask.Settle(Read(target, took=A)))
    assert state.called is None
    assert state.pending == PendingSend(0, A, 1)
    assert state.counts == (25, 24)
    state = after(state, ask.Send((own,)))
    assert state.pending is None
    assert state.counts == (24, 25)
    assert state.unplaced == (0, 1 << own)
    slot = Slot.parse("浮右1")
    state = after(state, ask.Lay((Move(B, own, slot),)))
    assert state.layout[B].slot_of(own) == slot
    assert state.unplaced == (0, 0)
    state = after(state, ask.Call(dead_card(state)))
    assert state.reads[0].sent == (own,)
    assert state.reads[0].moved == (Move(B, own, slot),)


def test_cards_are_sent_one_by_one_with_their_slots(state: MatchState) -> None:
    dead = dead_card(state)
    first, second = numbers(state.held[A])[:2]
    state = after(state, ask.Settle(Read(dead, touched=(Touch.NONE, Touch.BOTH))))
    state = after(state, ask.Send((second,), (Slot.parse("左上9"),)))
    assert state.pending == PendingSend(0, A, 1)
    state = after(state, ask.Send((first,), (Slot.parse("右上9"),)))
    assert state.pending is None
    assert state.reads[0].sent == (second, first)
    assert state.counts == (23, 27)


def test_a_send_is_open_until_the_next_poem_is_called(state: MatchState) -> None:
    target, own = card_of(state, B), card_of(state, A)
    state = after(state, ask.Settle(Read(target, took=A)), ask.Call(dead_card(state)))
    assert state.pending is None
    error = refused(state, ask.Send((own,)))
    assert (error.code, error.params) == (Why.SEND_LOST, {"read": 0})
    assert outcomes(state)[0].flags == (Flag.FORGOTTEN_SEND,)
    assert answer(state)["flags"] == ["forgotten_send:0"]


def test_a_send_is_open_until_the_next_read_is_settled(state: MatchState) -> None:
    target, own = card_of(state, B), card_of(state, A)
    state = after(state, ask.Settle(Read(target, took=A)), ask.Settle(Read(dead_card(state))))
    assert refused(state, ask.Send((own,))).code is Why.NOTHING_OWED


def test_a_send_can_be_given_up(state: MatchState) -> None:
    target, own = card_of(state, B), card_of(state, A)
    state = after(state, ask.Settle(Read(target, took=A)), ask.Forgo())
    assert state.pending is None
    assert refused(state, ask.Send((own,))).code is Why.SEND_LOST
    assert refused(state, ask.Forgo()).code is Why.NOTHING_OWED


def test_only_the_poem_being_read_is_settled(state: MatchState) -> None:
    called, other = dead_card(state, 0), dead_card(state, 1)
    state = after(state, ask.Call(called))
    error = refused(state, ask.Settle(Read(other)))
    assert (error.code, error.params) == (Why.NOT_CALLED, {"card": other, "called": called})
    assert decide(state, ask.Call(called)) == ()
    state = after(state, ask.Withdraw(called), ask.Settle(Read(other)))
    assert state.reads[0].card == other
    assert refused(state, ask.Withdraw(called)).code is Why.NOTHING_CALLED


def test_a_poem_that_nobody_entered_stands_as_taken_by_nobody(state: MatchState) -> None:
    first, second = card_of(state, B), dead_card(state)
    state = after(state, ask.Call(first), ask.Call(second))
    assert state.reads == (Read(first),)
    assert state.assumed == {0}
    assert state.called == second


def test_a_read_can_be_entered_late_with_its_send(state: MatchState) -> None:
    first, second, own = card_of(state, B), dead_card(state), card_of(state, A)
    state = after(state, ask.Call(first), ask.Call(second), ask.Settle(Read(first, took=A)))
    assert state.assumed == frozenset()
    assert state.called == second
    assert state.pending == PendingSend(0, A, 1)
    state = after(state, ask.Send((own,)), ask.Settle(Read(second)))
    assert state.counts == (24, 25)
    assert answer(state)["flags"] == []


def test_entering_late_that_nothing_happened_is_an_entry_too(state: MatchState) -> None:
    first, second = dead_card(state, 0), dead_card(state, 1)
    state = after(state, ask.Call(first), ask.Call(second), ask.Settle(Read(first)))
    assert state.assumed == frozenset()
    assert decide(state, ask.Correct(0, Read(first))) == ()


def test_a_hand_holds_the_reader(state: MatchState) -> None:
    state = after(state, ask.RaiseHand(A))
    assert state.hands == (True, False)
    assert state.holds_reader
    assert decide(state, ask.RaiseHand(A)) == ()
    assert decide(state, ask.LowerHand(B)) == ()
    state = after(state, ask.LowerHand(A))
    assert not state.holds_reader


def test_a_hand_does_not_hold_the_reader_for_a_match_that_is_over(state: MatchState) -> None:
    state = after(nearly_over(state), ask.RaiseHand(B))
    state = after(state, *(ask.Settle(Read(card, took=A)) for card in numbers(state.held[A])))
    assert state.result is not None
    assert state.hands == (False, True)
    assert not state.holds_reader
    assert refused(state, ask.RaiseHand(A)).code is Why.OVER
    assert after(state, ask.LowerHand(B)).hands == (False, False)


def test_cards_are_laid_elsewhere(state: MatchState) -> None:
    first, second = numbers(state.held[A])[:2]
    one, two = state.layout[A].slot_of(first), state.layout[A].slot_of(second)
    assert one is not None
    assert two is not None
    assert refused(state, ask.Lay((Move(A, first, two),))).code is Why.SLOT_TAKEN
    assert decide(state, ask.Lay((Move(A, first, one),))) == ()
    changed = after(state, ask.Lay((Move(A, first, two), Move(A, second, one))))
    assert changed.layout[A].slot_of(first) == two
    assert changed.start_layout == changed.layout  # before the first read it is the layout itself
    assert refused(state, ask.Lay((Move(B, first, two),))).code is Why.MOVED_NOT_HELD


def won_by_a(state: MatchState) -> MatchState:
    return after(state, *(ask.Settle(Read(card, took=A)) for card in state.opened.deal[A]))


def test_the_match_is_over_at_zero(state: MatchState) -> None:
    state = won_by_a(state)
    result = state.result
    assert result is not None
    assert (result.winner, result.ending, result.margin) == (A, Ending.CARDS, 25)
    for command in (
        ask.Settle(Read(dead_card(state))),
        ask.Send((card_of(state, B),)),
        ask.Lay((Move(B, card_of(state, B), Slot.parse("浮左9")),)),
        ask.GiveUp(B, ev.Forfeit.CONCESSION),
    ):
        assert refused(state, command).code is Why.OVER


def test_undo_reopens_a_match(state: MatchState) -> None:
    ended = won_by_a(state)
    reopened = after(ended, ask.Undo())
    assert reopened.result is None
    assert reopened.counts == (1, 25)
    assert after(reopened, ask.Redo()) == ended


def test_poems_read_after_the_end_were_read_when_the_end_is_undone(state: MatchState) -> None:
    ended = won_by_a(state)
    first, second = dead_card(ended, 0), dead_card(ended, 1)
    heard = after(ended, ask.Call(first), ask.Call(second))
    assert heard == ended
    reopened = after(heard, ask.Undo())
    assert reopened.called == second
    assert reopened.reads[-1] == Read(first)
    assert reopened.assumed == {len(reopened.reads) - 1}


def test_a_match_is_not_over_while_the_last_taker_still_has_to_send(state: MatchState) -> None:
    state = nearly_over(state)
    one, two = numbers(state.held[A])
    state = after(state, ask.Settle(Read(one, took=A)), ask.Settle(Read(two, took=B)))
    assert state.counts == (0, 25)
    assert state.result is None
    sent = after(state, ask.Send((card_of(state, B),)))
    assert sent.result is None
    assert sent.counts == (1, 24)
    forgotten = after(state, ask.Call(dead_card(state)))
    assert forgotten.result is not None
    assert forgotten.result.winner is A
    assert forgotten.called is None
    given_up = after(state, ask.Forgo())
    assert given_up.result == forgotten.result
    error = refused(state, ask.Settle(Read(dead_card(state))))
    assert (error.code, error.params) == (Why.SEND_COMES_FIRST, {"sender": "B"})


def test_a_player_can_give_up(state: MatchState) -> None:
    ended = after(state, ask.Call(dead_card(state)), ask.GiveUp(A, ev.Forfeit.CONCESSION, "hurt a hand"))
    assert ended.result is not None
    assert (ended.result.winner, ended.result.ending, ended.result.margin) == (B, Ending.CONCESSION, None)
    assert answer(ended)["winner"] is None
    back = after(ended, ask.Undo())
    assert back.result is None
    assert back.called == dead_card(state)


def test_the_seed_is_shown_at_the_end(state: MatchState) -> None:
    assert refused(state, ask.RevealSeed(SEED.hex)).code is Why.SEED_TOO_EARLY
    ended = won_by_a(state)
    shown = after(ended, ask.RevealSeed(SEED.hex))
    assert shown.seed == SEED.hex
    assert deal(Seed.from_hex(shown.seed)) == shown.opened.deal
    assert decide(shown, ask.RevealSeed(SEED.hex)) == ()
    for wrong in ("", "0" * 32, SEED.hex.upper()):
        assert refused(ended, ask.RevealSeed(wrong)).code is Why.WRONG_SEED


def test_undo_passes_over_what_the_reader_did(state: MatchState) -> None:
    """The poem that was called stays called: it was read. What nobody settles now was taken by nobody."""
    first, second = card_of(state, A), dead_card(state)
    played = after(
        state, ask.Call(first), ask.Settle(Read(first, took=A)), ask.Call(second), ask.RaiseHand(A)
    )
    undone = after(played, ask.Undo())
    assert undone.called == second
    assert undone.reads == (Read(first),)
    assert undone.assumed == {0}
    assert undone.hands == (True, False)
    assert after(undone, ask.Settle(Read(first, took=A))).held == played.held


def test_what_was_undone_is_final_once_something_new_is_entered(state: MatchState) -> None:
    one, two = card_of(state, A), card_of(state, B)
    state = after(state, ask.Settle(Read(one, took=A)), ask.Undo(), ask.Settle(Read(two, took=B)))
    assert refused(state, ask.Redo()).code is Why.NOTHING_TO_REDO
    assert len(state.log) == 4
    assert refused(state, ask.Undo(2)).params == {"asked": 2, "available": 1}


def test_a_log_begins_with_its_opening_and_has_one(state: MatchState) -> None:
    with pytest.raises(ValueError, match="begins with its opening"):
        fold(())
    with pytest.raises(ValueError, match="begins with its opening"):
        fold((ev.Called(1),))
    with pytest.raises(ValueError, match="opened once"):
        fold((state.opened, state.opened))
