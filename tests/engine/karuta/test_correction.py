"""An earlier read was different: everything after it is worked out again, or the edit is refused by name."""

from dataclasses import replace

import pytest

from engine.karuta import commands as ask
from engine.karuta.events import Opened
from engine.karuta.field import Layout, Slot
from engine.karuta.match import decide, fold
from engine.karuta.outcome import outcomes
from engine.karuta.player import A, B
from engine.karuta.read import Move, Override, Read, Touch
from engine.karuta.record import replay, to_json, to_record
from engine.karuta.refused import Refused, Why
from engine.karuta.sentences import sentence
from engine.karuta.state import MatchState
from tests.support.records import A_CARDS, B_CARDS
from tests.support.referee import after

DEAD = tuple(range(51, 101))


@pytest.fixture
def state() -> MatchState:
    """30 reads: three own takes of A, the fourth by B of its own, then dead cards, and card 7 of A by A as read 7."""
    layout = (Layout.of({1: Slot.parse("右下1")}), Layout.of({26: Slot.parse("右下1")}))
    match = fold(decide(None, ask.Open(Opened((tuple(A_CARDS), tuple(B_CARDS)), layout=layout))))
    reads = [Read(card, took=A) for card in (1, 2, 3)] + [Read(26, took=B)]
    reads += [Read(card) for card in DEAD[:3]] + [Read(7, took=A)] + [Read(card) for card in DEAD[3:25]]
    assert len(reads) == 30
    return after(match, *map(ask.Settle, reads))


def refused(state: MatchState, command: ask.Command) -> Refused:
    with pytest.raises(Refused) as error:
        decide(state, command)
    return error.value


def test_counts_after_all_later_reads_follow_a_correction(state: MatchState) -> None:
    """From "A took own card" to "B took it and sent one": A one more, B one less, at every later read."""
    corrected = after(state, ask.Correct(7, Read(7, took=B, sent=(30,))))
    assert corrected.counts == (state.counts[A] + 1, state.counts[B] - 1)
    for before, now in zip(outcomes(state)[7:], outcomes(corrected)[7:], strict=True):
        assert now.counts == (before.counts[A] + 1, before.counts[B] - 1)
    assert outcomes(corrected)[:7] == outcomes(state)[:7]
    assert corrected.held[A] >> 30 & 1
    assert corrected.taken[B] >> 7 & 1


def test_a_card_taken_at_an_earlier_read_is_refused_naming_it(state: MatchState) -> None:
    error = refused(state, ask.Correct(7, Read(26, took=A)))
    assert (error.code, error.place) == (Why.ALREADY_TAKEN, "card")
    assert error.params == {"card": 26, "read": 3, "took": "B"}
    assert sentence(error) == "card 26 was taken already by B, at reads[3]"


def test_a_card_read_later_is_refused_naming_the_later_read(state: MatchState) -> None:
    error = refused(state, ask.Correct(1, Read(7, took=A)))
    assert (error.code, error.params) == (Why.COLLIDES, {"read": 7})
    assert error.cause is not None
    assert error.cause.code is Why.ALREADY_TAKEN
    assert (
        sentence(error) == "then reads[7] could not have happened: card 7 was taken already by A, at reads[1]"
    )


def test_later_settlements_follow_a_card_that_changed_sides(state: MatchState) -> None:
    """Card 30 goes to A in read 7; what the touches mean when it is read later changes with it."""
    later = Read(30, took=A, touched=(Touch.NONE, Touch.OWN))
    played = after(state, ask.Settle(later))
    assert (outcomes(played)[-1].settlement.fouls, outcomes(played)[-1].owed) == ((0, 0), 1)
    corrected = after(played, ask.Correct(7, Read(7, took=B, sent=(30,))))
    assert outcomes(corrected)[-1].settlement.fouls == (0, 1)
    assert [str(label) for label in outcomes(corrected)[-1].settlement.labels] == ["semi_dabu:B"]


def test_a_later_send_that_is_not_owed_any_more_is_refused_by_name(state: MatchState) -> None:
    played = after(state, ask.Settle(Read(30, took=A)), ask.Send((8,)))
    error = refused(played, ask.Correct(7, Read(7, took=B, sent=(30,))))
    assert sentence(error) == "then reads[30] could not have happened: nobody owes a card here"
    # the later read first, then the earlier one
    first = after(played, ask.Correct(30, Read(30, took=A)))
    assert after(first, ask.Correct(7, Read(7, took=B, sent=(30,)))).counts == (21, 23)


def test_a_later_send_of_a_card_that_is_gone_is_refused_by_name(state: MatchState) -> None:
    played = after(state, ask.Settle(Read(30, took=A)), ask.Send((8,)))
    error = refused(played, ask.Correct(0, Read(8, took=A)))
    assert sentence(error) == "then reads[30] could not have happened: A does not hold card 8"


def test_a_later_move_into_a_slot_that_is_taken_again_is_refused_by_name(state: MatchState) -> None:
    played = after(state, ask.Lay((Move(A, 9, Slot.parse("右下1")),)))
    error = refused(played, ask.Correct(0, Read(99)))
    assert sentence(error) == "then reads[29] could not have happened: 右下1 is taken by card 1"


def test_an_end_that_comes_too_early_is_refused_by_name(state: MatchState) -> None:
    most = [card for card in A_CARDS if card not in (1, 2, 3, 7, 25)]
    played = after(state, *(ask.Settle(Read(card, took=A)) for card in most), ask.Settle(Read(90)))
    assert played.counts[A] == 1
    error = refused(played, ask.Correct(4, Read(25, took=A)))
    assert error.code is Why.COLLIDES
    assert sentence(error).endswith("the match is over, A has won")


def test_a_correction_can_reopen_a_match_and_end_it(state: MatchState) -> None:
    rest = [card for card in A_CARDS if card not in (1, 2, 3, 7)]
    ended = after(state, *(ask.Settle(Read(card, took=A)) for card in rest))
    assert ended.result is not None
    reopened = after(ended, ask.Correct(7, Read(7, took=B, sent=(30,))))
    assert reopened.result is None
    assert reopened.counts == (1, 23)
    assert after(reopened, ask.Correct(7, Read(7, took=A))) == ended


def test_the_poem_being_read_cannot_have_been_read(state: MatchState) -> None:
    called = after(state, ask.Call(90))
    error = refused(called, ask.Correct(5, Read(90)))
    assert (error.code, error.params) == (Why.BEING_READ, {"card": 90})


def test_undoing_a_correction_gives_back_what_was_there(state: MatchState) -> None:
    corrected = after(state, ask.Correct(7, Read(7, took=B, sent=(30,))))
    assert corrected != state
    assert after(corrected, ask.Undo()) == state


def test_a_corrected_read_says_where_its_cards_lie_and_that_stays(state: MatchState) -> None:
    """Its slot is in the layout of every later read, comes and goes with undo, and stands in the file's `moved`."""
    slot = Slot.parse("左上1")
    corrected = after(state, ask.Correct(7, Read(7, took=B, sent=(30,), moved=(Move(A, 30, slot),))))
    assert corrected.layout[A].slot_of(30) == slot
    assert corrected.unplaced[A] >> 30 & 1 == 0
    again = after(corrected, ask.Correct(2, Read(3)), ask.Settle(Read(90)))
    assert again.layout[A].slot_of(30) == slot
    assert after(again, ask.Undo(3)) == state
    assert after(again, ask.Undo(3), ask.Redo(3)) == again
    document = to_json(to_record(again))
    assert isinstance(document["reads"], list)
    assert document["reads"][7] == {"card": 7, "took": "B", "sent": [30], "moved": {"A": {"30": "左上1"}}}
    assert replay(to_record(again)).layout == again.layout


def test_a_corrected_send_goes_back_with_its_slot(state: MatchState) -> None:
    """Fewer cards, other cards or another sender: what is not sent any more lies where it lay before."""
    layout = (Layout(), Layout.of({30: Slot.parse("右下2"), 31: Slot.parse("右下3")}))
    start = fold(decide(None, ask.Open(Opened((tuple(A_CARDS), tuple(B_CARDS)), layout=layout))))
    both = (Touch.BOTH, Touch.NONE)
    moved = (Move(A, 30, Slot.parse("左上1")), Move(A, 31, Slot.parse("左上2")))
    played = after(
        start, ask.Settle(Read(51, touched=both, sent=(30, 31), moved=moved)), ask.Settle(Read(52))
    )
    fewer = after(
        played, ask.Correct(0, Read(51, touched=(Touch.OWN, Touch.NONE), sent=(30,), moved=moved[:1]))
    )
    assert (fewer.layout[A].slot_of(30), fewer.layout[B].slot_of(31)) == (moved[0].slot, Slot.parse("右下3"))
    other = (Move(B, 5, Slot.parse("左上1")),)
    turned = after(played, ask.Correct(0, Read(51, touched=(Touch.NONE, Touch.OPP), sent=(5,), moved=other)))
    assert turned.layout[B] == layout[B].placed([(5, Slot.parse("左上1"))])
    assert after(turned, ask.Correct(0, played.reads[0])) == played


def test_a_read_that_was_passed_over_is_entered_also_where_nothing_else_changes(state: MatchState) -> None:
    passed = after(state, ask.Call(30), ask.Settle(Read(30, took=A)), ask.Call(90))
    assert passed.lost == {30}
    entered = after(passed, ask.Correct(30, passed.reads[30]))
    assert (entered.lost, entered.reads) == (frozenset(), passed.reads)
    assert decide(entered, ask.Correct(30, entered.reads[30])) == ()


def test_a_read_is_voided_with_its_sends_and_moves(state: MatchState) -> None:
    slot = Slot.parse("左中1")
    played = after(state, ask.Settle(Read(30, took=A)), ask.Send((8,), (slot,)))
    voided = after(played, ask.Void(30, "the reader slipped"))
    assert voided.reads[30] == Read(30, void="the reader slipped")
    assert voided.held == state.held
    assert voided.layout == state.layout
    assert voided.pending is None
    assert after(voided, ask.Settle(Read(30, took=B))).counts == (21, 23)
    assert decide(voided, ask.Void(30, "again")) == ()


def test_moves_after_a_void_read_are_not_lost_in_a_record(state: MatchState) -> None:
    slot = Slot.parse("左中1")
    played = after(state, ask.Settle(Read(30, void="noise")), ask.Lay((Move(A, 9, slot),)))
    assert played.reads[-1] == Read(30, void="noise")
    assert played.reads[-2].moved == (Move(A, 9, slot),)


def test_a_referee_can_rule_on_any_read(state: MatchState) -> None:
    ruling = Override(2, B, "agreed at the table")
    ruled = after(state, ask.Rule(29, ruling))
    assert ruled.reads[29].override == ruling
    assert ruled.pending is not None
    assert (ruled.pending.sender, ruled.pending.count) == (B, 2)
    ruled = after(ruled, ask.Send((30, 31)))
    assert ruled.counts == (state.counts[A] + 2, state.counts[B] - 2)
    assert decide(ruled, ask.Rule(29, ruling)) == ()
    error = refused(ruled, ask.Rule(29, replace(ruling, net=1)))
    assert (error.code, error.place) == (Why.SENT_TOO_MANY, "sent[1]")
    assert refused(ruled, ask.Rule(29, None)).code is Why.NOTHING_OWED
    assert after(state, ask.Rule(29, ruling), ask.Rule(29, None)) == state


def test_a_joint_foul_can_be_ruled_afterwards(state: MatchState) -> None:
    played = after(state, ask.Settle(Read(90, touched=(Touch.OWN, Touch.NONE))))
    ruled = after(played, ask.RuleContact(30, (B,)))
    assert outcomes(ruled)[-1].settlement.fouls == (1, 1)
    assert ruled.pending is None
    assert decide(ruled, ask.RuleContact(30, (B, B))) == ()
    assert after(ruled, ask.RuleContact(30, ())) == played
