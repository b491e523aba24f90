"""A reading in progress: what may happen next, and what comes of it."""

import pytest

from poems.chance import Seed
from reader.order import Order, arrange
from reader.pattern import NAMED, Half
from reader.yomite_commands import (
    Back,
    Began,
    Close,
    Deciding,
    Ended,
    Failed,
    HandDown,
    HandUp,
    Hold,
    Jump,
    Learn,
    Lost,
    Next,
    Over,
    Replay,
    Resume,
    Skip,
    Start,
    Stop,
    Why,
)
from reader.yomite_facts import Finished, HalfBegan, HoldReason, Opened, Stopped
from reader.yomite_state import Phase, evolve, fold
from tests.support.puppet_reader import PuppetReader


def _short(halves: list[Half] | tuple[Half, ...]) -> str:
    return " ".join(f"{half.poem}{half.part[0]}" for half in halves)


def _played(*cards: int, upto: int = 1, joka: int = 0, pattern: str = "competition") -> PuppetReader:
    """Return a reading in which so many calls have been heard."""
    reader = PuppetReader.of(*cards, joka=joka, pattern=pattern)
    for _ in range(upto):
        reader.tell(Next())
        reader.play()
    return reader


def test_a_whole_reading_in_the_competition_order() -> None:
    reader = PuppetReader.of(5, 9, joka=2)
    reader.tell(Start())
    assert _short(reader.play()) == "0k 0s 0s 5k"
    assert reader.state.phase is Phase.PLAY
    reader.tell(Next())
    assert _short(reader.play()) == "5s 9k"
    reader.tell(Next())
    assert _short(reader.play()) == "9s"
    assert reader.state.phase is Phase.DONE
    assert isinstance(reader.log[-1], Finished)
    assert reader.refused(Next()) is Why.DONE


@pytest.mark.parametrize("pattern", ["full", "full-twice", "kami", "shimo"])
def test_a_pattern_that_does_not_lead_over_is_done_at_the_next_tap(pattern: str) -> None:
    reader = _played(5, pattern=pattern)
    assert reader.state.phase is Phase.PLAY
    assert [type(fact) for fact in reader.tell(Next())] == [Finished]


@pytest.mark.parametrize("order", [Order.SHUFFLE, Order.RANDOM, Order.NUMBER])
@pytest.mark.parametrize("joka", [0, 1, 2])
@pytest.mark.parametrize("size", [1, 2, 100])
@pytest.mark.parametrize("pattern", NAMED)
def test_play_pressed_twice_in_every_cell_of_the_grid(
    order: Order, joka: int, size: int, pattern: str
) -> None:
    reader = PuppetReader.of(
        *arrange(range(1, size + 1), order, Seed.numbered(3)), joka=joka, pattern=pattern
    )
    reader.tell(Start())
    first = reader.play()
    assert (first[0] == Half(0, "kami")) is (joka > 0)
    assert first[-1].poem == reader.programme.cards[0]
    reader.tell(Next())
    if reader.state.phase is Phase.SPEAKING:
        assert all(half.poem for half in reader.play())
    else:
        assert (reader.state.phase, size) == (Phase.DONE, 1)


def test_the_poem_shown_is_the_poem_heard() -> None:
    reader = PuppetReader.of(5, 9, joka=1)
    assert reader.state.poem is None
    reader.tell(Start())
    assert reader.state.poem is None, "nobody reads ahead"
    reader.play(halves=2)
    assert reader.state.poem == 0
    reader.play()
    assert reader.state.poem == 5
    reader.tell(Next())
    assert reader.state.poem == 5, "before a sound, the poem that was heard last"
    reader.tell(Began(2, 0))
    assert reader.state.poem == 5, "while the lower half of the card before sounds"
    reader.tell(Ended(2, 0))
    assert reader.state.poem == 5, "in the gap"
    reader.tell(Began(2, 1))
    assert reader.state.poem == 9


def test_a_card_counts_as_read_from_its_kimariji_on() -> None:
    reader = PuppetReader.of(5, 9)
    reader.tell(Next())
    reader.tell(Began(1, 0))
    assert reader.state.read == ()
    reader.tell(Deciding(1))
    assert reader.state.read == (0,)
    assert reader.tell(Deciding(1)) == ()


def test_a_card_that_was_heard_to_its_end_has_been_read_whatever_its_marks_said() -> None:
    reader = PuppetReader.of(5, 9)
    reader.tell(Next())
    reader.play(decide_last=False)
    assert reader.state.read == (0,)


# -- learned poems ---------------------------------------------------------------------------------------------------


def test_marking_the_current_poem_as_learned_skips_nobody() -> None:
    """A cursor over a filtered list once jumped over the neighbour of the row that the filter had just removed."""
    reader = _played(5, 9, 12)
    reader.tell(Learn(5))
    reader.tell(Next())
    reader.play()
    assert reader.state.poem == 9
    reader.tell(Next())
    reader.play()
    assert reader.state.poem == 12
    reader.tell(Back())
    assert reader.state.poem == 9
    reader.tell(Next())
    reader.play()
    assert reader.state.poem == 12
    reader.tell(Learn(12))
    reader.tell(Next())
    assert _short(reader.play()) == "12s"
    assert reader.state.phase is Phase.DONE


def test_a_learned_poem_that_is_taken_back_stays_away() -> None:
    reader = _played(5, 9, 12, upto=2)
    reader.tell(Learn(9))
    reader.tell(Back())
    reader.tell(Next())
    assert _short(reader.play()) == "5s 12k"


def test_the_last_poem_learned_in_a_plain_pattern_is_the_end_without_wrap_or_error() -> None:
    reader = _played(5, 9, 12, upto=3, pattern="full")
    reader.tell(Learn(12))
    assert [type(fact) for fact in reader.tell(Next())] == [Finished]
    assert reader.refused(Next()) is Why.DONE


def test_a_poem_learned_ahead_does_not_come_and_is_not_shown_when_going_back() -> None:
    reader = _played(5, 9, 12)
    reader.tell(Learn(9))
    assert reader.tell(Learn(9)) == ()
    reader.tell(Next())
    assert _short(reader.play()) == "5s 12k"
    reader.tell(Learn(5))
    reader.tell(Back())
    assert reader.state.poem is None
    reader.tell(Learn(12))
    assert reader.state.to_come == (), "what was taken back is learned too"
    assert reader.refused(Learn(99)) is Why.NO_SUCH_CARD


# -- taps and hands --------------------------------------------------------------------------------------------------


def test_a_second_tap_within_the_guard_is_refused() -> None:
    reader = PuppetReader.of(5, 9, 12, guard=1.0)
    reader.tell(Next())
    assert reader.refused(Next(), after=0.3) is Why.DOUBLE_TAP
    reader.play()
    reader.tell(Skip())
    assert reader.refused(Skip(), after=0.3) is Why.DOUBLE_TAP
    assert reader.state.to_come == (2,)


def test_next_is_refused_while_the_reader_speaks() -> None:
    reader = PuppetReader.of(5, 9)
    reader.tell(Next())
    assert reader.refused(Next()) is Why.SPEAKING
    assert reader.refused(Start()) is Why.STARTED


def test_next_waits_while_a_hand_is_up_at_any_table() -> None:
    reader = _played(5, 9)
    reader.tell(HandUp("3"))
    reader.tell(HandUp("1"))
    assert reader.tell(HandUp("1")) == ()
    assert reader.refused(Next()) is Why.HAND_UP
    answer = reader.ask(Next())
    assert getattr(answer, "tables", None) == ("1", "3")
    reader.tell(HandDown("3"))
    assert reader.refused(Next()) is Why.HAND_UP
    reader.tell(HandDown("1"))
    assert reader.tell(HandDown("1")) == ()
    reader.tell(Next())


def test_a_hand_does_not_stop_a_reader_who_speaks() -> None:
    """Once the lower half has started there is no stopping (`docs/rules/karuta.md §5`)."""
    reader = PuppetReader.of(5, 9)
    reader.tell(Next())
    reader.tell(HandUp("1"))
    assert reader.state.phase is Phase.SPEAKING
    reader.play()
    assert reader.refused(Next()) is Why.HAND_UP
    assert reader.refused(Replay()) is Why.HAND_UP


# -- hold and resume -------------------------------------------------------------------------------------------------


def test_hold_and_resume_at_the_very_place() -> None:
    reader = _played(5, 9)
    reader.tell(Next())
    reader.tell(Began(2, 0))
    reader.tell(Hold())
    assert reader.tell(Hold()) == ()
    assert reader.refused(Next()) is Why.HELD
    reader.tell(Resume())
    assert (reader.state.phase, reader.state.place, reader.state.sounding) == (
        Phase.SPEAKING,
        0,
        Half(5, "shimo"),
    )


def test_resume_from_the_lower_half_before() -> None:
    reader = _played(5, 9, 12, upto=2)
    reader.tell(Next())
    reader.play(halves=1)
    reader.tell(Hold())
    reader.tell(Resume(from_shimo=True))
    assert _short(reader.play()) == "9s 12k"
    assert [reader.programme.cards[place] for place in reader.state.read] == [5, 9, 12]


@pytest.mark.parametrize(
    ("uppers", "lowers", "heard", "again"),
    [
        (None, 2, 0, "0k 0s 0s 5k"),
        (None, 2, 1, "0s 5k"),
        (None, 2, 3, "0s 5k"),
        (2, 2, 0, "0k 0k 0s 0s 5k"),
        (2, 2, 1, "0k 0k 0s 0s 5k"),
        (2, 2, 2, "0s 5k"),
        (2, 0, 1, "0k 0k 5k"),
        (2, 0, 2, "0k 5k"),
        (0, 2, 1, "0s 5k"),
    ],
)
def test_a_broken_opener_starts_again(uppers: int | None, lowers: int, heard: int, again: str) -> None:
    """As long as its upper half sounds, whole; later with its last half, which gives the beat."""
    reader = PuppetReader.of(5, 9, uppers=uppers, joka=lowers)
    reader.tell(Start())
    if heard:
        reader.play(halves=heard)
    reader.tell(Hold())
    reader.tell(Resume(from_shimo=True))
    assert _short(reader.play()) == again


@pytest.mark.parametrize(("uppers", "lowers", "again"), [(1, 0, "0k 5k"), (0, 1, "0s 5k"), (2, 2, "0s 5k")])
def test_an_opener_that_was_heard_does_not_come_twice(uppers: int, lowers: int, again: str) -> None:
    reader = PuppetReader.of(5, 9, uppers=uppers, joka=lowers)
    reader.tell(Start())
    reader.play()
    reader.tell(Back())
    reader.tell(Next())
    assert _short(reader.play()) == again


@pytest.mark.parametrize("pattern", ["full", "CUR2 NEXT1 NEXT2"])
def test_where_there_is_no_opener_none_is_shown(pattern: str) -> None:
    reader = _played(5, 9, pattern=pattern)
    reader.tell(Back())
    reader.tell(Next())
    assert reader.state.poem is None


@pytest.mark.parametrize(
    ("pattern", "closed"),
    [("competition", "5s"), ("beginner", "5s"), ("CUR1 CUR2 NEXT1", "5s"), ("full", ""), ("kami", "")],
)
def test_a_reading_that_is_closed_early_owes_no_lower_half(pattern: str, closed: str) -> None:
    reader = _played(5, 9, 12, pattern=pattern)
    reader.tell(Close())
    assert _short(reader.play() if closed else []) == closed
    assert reader.state.phase is Phase.DONE
    assert reader.state.to_come == (1, 2)


def test_nothing_is_closed_in_the_middle_of_a_call() -> None:
    reader = PuppetReader.of(5, 9)
    reader.tell(Start())
    assert reader.refused(Close()) is Why.SPEAKING


def test_hold_in_the_play_pause_goes_back_to_it() -> None:
    reader = _played(5, 9)
    reader.tell(Hold())
    reader.tell(Resume())
    assert reader.state.phase is Phase.PLAY
    reader.tell(Hold())
    reader.tell(Next())
    assert reader.state.phase is Phase.SPEAKING, (
        "a tap on next is as good as resume where nothing was broken off"
    )


def test_reports_that_come_late_into_a_hold_still_count() -> None:
    """What was in the loudspeaker's buffer is heard after the hold."""
    reader = PuppetReader.of(5, 9)
    reader.tell(Next())
    reader.tell(Began(1, 0))
    reader.tell(Hold())
    reader.tell(Deciding(1))
    reader.tell(Ended(1, 0))
    reader.tell(Over(1))
    assert reader.state.phase is Phase.HELD
    reader.tell(Resume())
    assert reader.state.phase is Phase.PLAY


def test_what_cannot_be_held_or_resumed_is_refused() -> None:
    reader = PuppetReader.of(5)
    assert reader.refused(Hold()) is Why.NOTHING_TO_HOLD
    assert reader.refused(Resume()) is Why.NOT_HELD


def test_resume_waits_for_hands_too() -> None:
    reader = _played(5, 9)
    reader.tell(Hold())
    reader.tell(HandUp("2"))
    assert reader.refused(Resume()) is Why.HAND_UP


# -- replay, back, skip, jump ----------------------------------------------------------------------------------------


def test_replay_lets_the_last_lower_half_be_heard_again_and_moves_nothing() -> None:
    reader = _played(5, 9, 12, upto=2)
    reader.tell(Replay())
    assert _short(reader.play()) == "5s"
    assert (reader.state.phase, reader.state.poem) == (Phase.PLAY, 9)
    reader.tell(Next())
    assert _short(reader.play()) == "9s 12k"


def test_replay_before_any_lower_half_is_refused() -> None:
    reader = _played(5, 9)
    assert reader.refused(Replay()) is Why.NOTHING_TO_REPLAY


def test_back_takes_the_last_card_back_and_it_comes_next() -> None:
    reader = _played(5, 9, 12, upto=2)
    reader.tell(Back())
    assert reader.state.read == (0,)
    reader.tell(Next())
    assert _short(reader.play()) == "5s 9k"
    reader.tell(Next())
    assert _short(reader.play()) == "9s 12k"


def test_back_breaks_off_a_call_whose_kimariji_was_not_heard() -> None:
    reader = _played(5, 9, 12)
    reader.tell(Next())
    reader.play(halves=1)
    reader.tell(Back())
    assert (reader.state.phase, reader.state.poem, reader.state.to_come) == (Phase.PLAY, 5, (1, 2))
    assert reader.refused(Began(2, 1)) is Why.STALE


def test_back_to_before_the_first_card() -> None:
    reader = _played(5, 9, joka=1)
    reader.tell(Back())
    assert reader.state.phase is Phase.READY
    assert reader.refused(Back()) is Why.NOTHING_BEFORE
    reader.tell(Next())
    assert _short(reader.play()) == "0s 5k", "the opener is not read twice; its lower half leads in"


def test_back_out_of_the_closing_half() -> None:
    reader = _played(5, 9, upto=2)
    reader.tell(Next())
    reader.tell(Back())
    assert (reader.state.phase, reader.state.read, reader.state.to_come) == (Phase.PLAY, (0,), (1,))


def test_skip_leaves_out_the_next_card_and_jump_finds_it_again() -> None:
    reader = _played(5, 9, 12)
    reader.tell(Skip())
    reader.tell(Next())
    assert _short(reader.play()) == "5s 12k"
    assert reader.refused(Skip()) is Why.NOTHING_TO_COME
    reader.tell(Jump(1))
    reader.tell(Next())
    assert _short(reader.play()) == "12s 9k"


def test_skip_breaks_off_a_call_whose_kimariji_was_not_heard() -> None:
    reader = _played(5, 9, 12)
    reader.tell(Next())
    reader.play(halves=1)
    reader.tell(Skip())
    reader.tell(Next())
    assert _short(reader.play()) == "5s 12k"
    assert 1 not in reader.state.read


def test_jump_changes_what_comes_next_and_keeps_the_rest_in_order() -> None:
    reader = _played(5, 9, 12, 17)
    reader.tell(Jump(3))
    assert reader.state.to_come == (3, 1, 2)
    assert reader.refused(Jump(0)) is Why.ALREADY_READ
    assert reader.refused(Jump(4)) is Why.NO_SUCH_CARD
    assert reader.refused(Jump(-1)) is Why.NO_SUCH_CARD


def test_stop_is_for_good() -> None:
    reader = PuppetReader.of(5, 9)
    reader.tell(Next())
    assert [type(fact) for fact in reader.tell(Stop())] == [Stopped]
    assert reader.refused(Next()) is Why.STOPPED
    assert reader.refused(Over(1)) is Why.STALE
    assert reader.ask(Lost("gone")) == ()


def test_a_set_learned_before_it_starts_is_done_at_once() -> None:
    reader = PuppetReader.of(5)
    reader.tell(Learn(5))
    assert [type(fact) for fact in reader.tell(Start())] == [Finished]


# -- what goes wrong -------------------------------------------------------------------------------------------------


def test_a_lost_loudspeaker_holds_and_resumes_with_the_lower_half_before() -> None:
    """Unplugged in the upper half of poem 40: lower half of 39, then poem 40."""
    reader = PuppetReader.of(*range(1, 101))
    for _ in range(39):
        reader.tell(Next())
        reader.play()
    reader.tell(Next())
    reader.play(halves=1)
    reader.tell(Began(40, 1))
    reader.tell(Lost("the loudspeaker is gone"))
    assert (reader.state.phase, reader.state.held_for) == (Phase.HELD, HoldReason.DEVICE)
    assert reader.state.message == "the loudspeaker is gone"
    reader.tell(Resume())
    assert _short(reader.play()) == "39s 40k"
    assert len(reader.state.read) == 40


def test_a_loss_during_a_hold_forgets_the_exact_place() -> None:
    reader = _played(5, 9)
    reader.tell(Next())
    reader.tell(Began(2, 0))
    reader.tell(Hold())
    reader.tell(Lost("gone"))
    reader.tell(Resume())
    assert _short(reader.play()) == "5s 9k"


def test_a_voice_that_fails_leaves_the_poem_unread() -> None:
    reader = _played(5, 9)
    reader.tell(Next())
    reader.tell(Failed(2, "the voice did not answer within 10 s"))
    assert (reader.state.phase, reader.state.held_for) == (Phase.HELD, HoldReason.VOICE)
    assert reader.state.read == (0,)
    assert reader.state.to_come == (1,)
    reader.tell(Next())
    assert _short(reader.play()) == "5s 9k"


def test_a_voice_that_fails_after_the_kimariji_starts_the_call_again() -> None:
    reader = PuppetReader.of(5, pattern="full")
    reader.tell(Next())
    reader.play(halves=1)
    reader.tell(Failed(1, "no"))
    assert reader.state.read == (0,)
    reader.tell(Resume())
    assert _short(reader.play()) == "5k 5s"


@pytest.mark.parametrize("report", [Began(1, 1), Ended(1, 0), Over(1), Ended(1, 7)], ids=repr)
def test_reports_out_of_step_are_refused(report: Began | Ended | Over) -> None:
    reader = PuppetReader.of(5, 9)
    reader.tell(Next())
    assert reader.refused(report) is Why.OUT_OF_STEP


def test_a_log_starts_with_the_opening_and_has_only_one() -> None:
    reader = PuppetReader.of(5)
    with pytest.raises(ValueError, match="opened"):
        fold([])
    with pytest.raises(ValueError, match="opened it"):
        fold([Stopped(1.0)])
    with pytest.raises(ValueError, match="once"):
        evolve(reader.state, Opened(1.0, reader.programme))


def test_a_late_report_of_a_half_is_logged_with_the_time_it_was_heard() -> None:
    reader = PuppetReader.of(5)
    reader.tell(Next())
    fact = reader.tell(Began(1, 0), after=2.5)[0]
    assert fact == HalfBegan(reader.now, 1, 0, Half(5, "kami"))
