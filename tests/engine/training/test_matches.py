"""Matches on the mat as trials: takes, look-alikes, dead cards, and what a correction changes."""

from datetime import UTC, datetime

from engine.karuta.commands import Correct, Open, Settle, Void
from engine.karuta.events import Opened
from engine.karuta.match import decide, fold
from engine.karuta.player import A, B, Player
from engine.karuta.read import Read, Touch
from engine.karuta.state import MatchState
from engine.training.confusion import matrix
from engine.training.matches import trials_of
from engine.training.pairs import Pair
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.cards import ALL_CARDS, mask
from tests.engine.training.makers import DAY

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


def match(*commands: object) -> MatchState:
    state = fold(decide(None, Open(Opened((tuple(range(1, 26)), tuple(range(26, 51)))))))
    for command in commands:
        state = fold(decide(state, command), state)  # type: ignore[arg-type]
    return state


def told(state: MatchState, player: Player = A) -> list[Trial]:
    return list(trials_of(state, player, match_id="m1", user="u", at=NOON, day=DAY))


def test_each_read_is_a_trial() -> None:
    state = match(
        Settle(Read(5, took=A)),
        Settle(Read(7, took=B)),
        Settle(Read(99)),
        Settle(Read(98, touched=(Touch.OWN, Touch.NONE))),
        Settle(Read(50, touched=(Touch.OWN, Touch.NONE), cards_touched=(mask([15]), 0))),
    )
    trials = told(state)
    assert [one.correct for one in trials] == [True, False, True, False, False]
    assert [one.error_kind for one in trials] == [
        None, ErrorKind.MISSED, None, ErrorKind.KARAFUDA, ErrorKind.LOOK_ALIKE_SOUND,
    ]  # fmt: skip
    assert [one.chosen for one in trials] == [5, None, None, None, 15]
    assert {one.exercise for one in trials} == {Exercise.MATCH}
    assert [one.set_id for one in trials] == ["own", "own", "away", "away", "opponent"]
    assert [one.set_id for one in told(state, B)] == ["opponent", "opponent", "away", "away", "own"]
    assert all(one.rt_ms is None and one.item is None for one in trials)
    assert trials[2].unread == ALL_CARDS & ~mask([5, 7])
    assert [one.correct for one in told(state, B)] == [False, True, True, True, False]


def test_a_mistake_in_a_match_is_a_confusion_three_times_over() -> None:
    wrong = Read(50, touched=(Touch.OWN, Touch.NONE), cards_touched=(mask([15]), 0))
    assert matrix(told(match(Settle(wrong))), DAY).counts[Pair(15, 50)].mixed == 3


def test_a_touch_on_the_way_to_the_card_is_kept() -> None:
    (one,) = told(match(Settle(Read(5, took=A, cards_touched=(mask([5, 7]), 0)))))
    assert (one.correct, one.chosen, one.touched) == (True, 5, (7,))


def test_a_correction_and_a_void_change_the_trials() -> None:
    state = match(Settle(Read(5, took=A)), Settle(Read(7, took=B)), Correct(0, Read(5)), Void(1, "the bell"))
    trials = told(state)
    assert [(one.trial_id, one.correct) for one in trials] == [("m1/0/A", False)]
