"""What is shown of the mat: places remembered, and matches beside drills."""

from datetime import UTC, datetime

import pytest

from engine.karuta.field import End, Row
from engine.karuta.player import Side
from engine.training.exercises.memorising import Field, Half, Memorising, Probe
from engine.training.exercises.question import Answered, Response, Verdict
from engine.training.exercises.recording import Circumstances, trial_of
from engine.training.grading import History
from engine.training.layout import realistic, suggested
from engine.training.mat_progress import (
    MAT,
    layout_memory,
    mat,
    match_beside_drill,
    match_cards,
    match_takes,
)
from engine.training.trial import Exercise, Trial
from poems.cards import ALL_CARDS, mask
from poems.chance import Seed
from poems.kimariji import full
from tests.engine.training.makers import DAY, trial

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
FIELD = Field.laid(suggested(), realistic(Seed.numbered(21)), Seed.numbered(21))


def asked(number: int, right: bool, where: str, poem: int = 5) -> Trial:
    return trial(
        number, poem, exercise=Exercise.MEMORISING, skill=None, level=10.0, correct=right, set_id=where
    )


def test_layout_memory_by_minutes_by_half_and_by_events() -> None:
    trials = [
        *(asked(n, n < 6, "card_to_place/own/上/左") for n in range(8)),
        *(asked(n + 8, right=True, where="present/own") for n in range(4)),
        *(
            trial(20 + n, 5, exercise=Exercise.UPDATING, skill=None, level=3.0, correct=n < 4)
            for n in range(8)
        ),
    ]
    rows = {one.about: one.value for one in layout_memory(trials)}
    assert rows == {
        "10 min": 0.75,
        "own": 0.75,
        "opponent": None,
        "0 events": None,
        "1-5 events": 0.5,
        "6-10 events": None,
        "11+ events": None,
    }


def test_the_mat_lies_as_the_player_sees_it() -> None:
    trials = [
        *(asked(n, n < 6, "card_to_place/own/上/左") for n in range(8)),
        *(asked(n + 8, n < 2, "place_to_card/opponent/下/右") for n in range(8)),
        *(asked(n + 16, right=True, where="card_to_place/own") for n in range(8)),
    ]
    corners = mat(trials)
    assert len(corners) == 12
    assert [(one.half, one.row, one.end) for one in corners[:2]] == [
        (Half.OPPONENT, Row.LOWER, End.RIGHT),
        (Half.OPPONENT, Row.LOWER, End.LEFT),
    ]
    told = {(one.half, one.row, one.end): one.figure.value for one in corners if one.figure.n}
    assert told == {(Half.OPPONENT, Row.LOWER, End.RIGHT): 0.25, (Half.OWN, Row.UPPER, End.LEFT): 0.75}


@pytest.mark.parametrize("probe", [Probe.CARD_TO_PLACE, Probe.PLACE_TO_CARD])
def test_a_question_of_a_field_says_where_its_card_lay(probe: Probe) -> None:
    drill = Memorising(FIELD, Seed.numbered(3), probe)
    question = drill.ask(())
    assert question is not None
    answered = Answered(question, Response(None), Verdict.right())
    told = trial_of(answered, "t", NOON, Circumstances("u", DAY), History())
    place = FIELD.place_of(question.poem or 0)
    assert place is not None
    half = Half.OWN if place.owner is Side.A else Half.OPPONENT
    (found,) = [one for one in mat([told]) if one.figure.n]
    assert (found.half, found.row, found.end) == (half, place.slot.row, place.slot.end)
    assert {one for one, _rows, _ends in MAT} == {Half.OWN, Half.OPPONENT}


def test_matches_beside_drills() -> None:
    trials = [
        *(trial(n, 5, exercise=Exercise.MATCH, correct=n < 4) for n in range(8)),
        *(trial(20 + n, 5, exercise=Exercise.FULL_MAT, correct=n < 6) for n in range(8)),
    ]
    match, drill = match_beside_drill(trials)
    assert (match.value, drill.value) == (0.5, 0.75)


def test_takes_in_matches_by_length_and_read() -> None:
    unread = ALL_CARDS & ~mask(range(10, 40))
    trials = [
        trial(n, 87, exercise=Exercise.MATCH, skill=None, unread=unread, correct=n < 6) for n in range(8)
    ]
    rows = {one.about: (one.value, one.n) for one in match_takes(trials)}
    assert rows["1 kana"] == (0.75, 8)
    assert rows["reads 26-50"] == (0.75, 8)
    assert rows["reads 1-25"] == (None, 0)


def test_a_dead_card_is_in_no_take_rate() -> None:
    def read(number: int, where: Half, right: bool, poem: int = 5) -> Trial:
        return trial(number, poem, exercise=Exercise.MATCH, skill=None, set_id=where, correct=right)

    trials = [
        *(read(n, Half.OWN, right=n < 6) for n in range(8)),
        *(read(8 + n, Half.OPPONENT, right=n < 2, poem=7) for n in range(8)),
        *(read(16 + n, Half.AWAY, right=True, poem=9) for n in range(8)),
    ]
    rows = {one.about: (one.value, one.n) for one in match_takes(trials)}
    assert rows["own"] == (0.75, 8)
    assert rows["opponent"] == (0.25, 8)
    assert match_beside_drill(trials)[0].value == 0.5
    assert [(one.about, one.value) for one in match_cards(trials)] == [(full(7), 0.25), (full(5), 0.75)]
