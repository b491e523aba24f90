"""What every exercise keeps: the same seed asks the same, a run can be taken up anywhere, the right answer is right."""

from datetime import UTC, datetime

import pytest

from engine.training.exercises.contrast import Contrast, Telling
from engine.training.exercises.fudanagashi import Fudanagashi
from engine.training.exercises.full_mat import FullMat
from engine.training.exercises.kimariji_now import Alarm, Snapshot, Stream, drawn_group
from engine.training.exercises.nakamawake import Nakamawake
from engine.training.exercises.question import Drill, Face, Response, answer
from engine.training.exercises.reaction import Reaction
from engine.training.exercises.recording import Circumstances, trial_of
from engine.training.exercises.sound_to_card import SoundToCard
from engine.training.exercises.tally import tally
from engine.training.grading import Reason, history
from engine.training.sets import ContrastSet, Why
from engine.training.trial import Grade
from poems.cards import mask
from poems.chance import Seed
from tests.engine.training.exercises.runs import perfect, play, silent
from tests.engine.training.makers import DAY

SEED = Seed.numbered(11)
DRILLS: dict[str, Drill] = {
    "fudanagashi": Fudanagashi(tuple(range(1, 21)), SEED),
    "sound": SoundToCard(tuple(range(30, 45)), SEED, ("one", "two")),
    "contrast": Contrast((15, 50), SEED),
    "telling": Telling(ContrastSet((15, 50), Why.VALUE, 1.0), SEED, ("one", "two")),
    "reaction": Reaction((15, 50, 3), SEED),
    "snapshot": Snapshot(SEED),
    "safe": Snapshot(SEED, territory=mask(range(1, 26))),
    "stream": Stream(SEED),
    "alarm": Alarm(drawn_group(SEED), SEED),
    "nakamawake": Nakamawake(SEED),
    "full mat": FullMat.dealt(SEED),
}

every = pytest.mark.parametrize("drill", DRILLS.values(), ids=DRILLS)


@every
def test_the_right_answer_is_right_and_the_run_ends(drill: Drill) -> None:
    done = play(drill, perfect)
    assert 5 < len(done) < 100
    assert all(one.verdict.correct for one in done)
    assert [one.question.number for one in done] == list(range(len(done)))
    found = tally(done)
    assert found.right is not None
    assert (found.right.value, found.n, found.errors) == (1.0, len(done), {})
    with pytest.raises(ValueError, match="over"):
        answer(drill, done, Response(None))


@every
def test_a_run_can_be_taken_up_anywhere(drill: Drill) -> None:
    done = play(drill, perfect)
    again = play(drill, perfect)
    assert again == done
    for at in (0, 3, len(done) - 1):
        assert drill.ask(done[:at]) == done[at].question


@every
def test_no_answer_is_never_right_where_one_was_wanted(drill: Drill) -> None:
    done = play(drill, silent)
    right = [one for one in done if one.verdict.correct]
    # staying still is right for what is no target, and for a dead card
    assert all(one.question.skill is None for one in right)
    assert len(right) < len(done)


@every
def test_every_answer_becomes_a_trial_that_is_graded_where_it_is_about_an_item(drill: Drill) -> None:
    run = Circumstances("u", DAY, SEED.hex, warmup_median_ms=300.0)
    now = datetime(2026, 1, 10, 12, tzinfo=UTC)
    for number, one in enumerate(play(drill, perfect)[:10]):
        trial = trial_of(one, f"t{number}", now, run, history([]))
        assert (trial.exercise, trial.poem, trial.correct) == (one.question.exercise, one.question.poem, True)
        assert trial.options == one.question.options
        graded = (Grade.GOOD, Reason.IN_BETWEEN) if one.question.skill is not None else (None, "")
        assert (trial.auto_grade, trial.grade_reason) == graded
        assert trial.response
        if isinstance(one.question.prompt, Face):
            assert trial.turned is one.question.prompt.turned
