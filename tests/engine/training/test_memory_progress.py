"""What is shown of how a mat is memorised: laps, how sure one was, and the order of recall."""

import random
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.karuta.field import End, Row
from engine.training.exercises import laps
from engine.training.exercises.memorising import CONFIDENCES, Half, by_confidence
from engine.training.exercises.question import Laps
from engine.training.memory_progress import (
    confidence,
    lap_times,
    laps_a_run,
    places_by_laps,
    recall_order,
    recall_parts,
)
from engine.training.trial import Exercise, Trial
from tests.engine.training.makers import trial

TENTHS = st.integers(0, 900).map(lambda tenths: tenths / 10)


def marked(number: int, response: str, **fields: object) -> Trial:
    plain: dict[str, Any] = {"exercise": Exercise.MEMORISING, "skill": None, "correct": None}
    return trial(number, set_id=laps.SET_ID, response=response, **(plain | fields))


def recalled(number: int, order: int, right: bool, where: str, seed: str = "a", level: float = 0.0) -> Trial:
    return trial(
        number, 5, exercise=Exercise.MEMORISING, skill=None, seed=seed, level=level, recalled=order, correct=right,
        set_id=f"place_all/{where}",
    )  # fmt: skip


@given(st.lists(TENTHS, max_size=laps.MOST))
def test_laps_are_written_and_read_back(each: list[float]) -> None:
    told = Laps(tuple(each), round(sum(each) + 3.4, 1))
    assert laps.understood(laps.written(told)) == told


@given(st.text(max_size=40))
def test_any_text_is_laps_or_none(text: str) -> None:
    found = laps.understood(text)
    assert found is None or (len(found.laps_s) <= laps.MOST and sum(found.laps_s) <= found.whole_s + 2)


@pytest.mark.parametrize(
    "text", ["1.0 2.0", "/", "5.0 / 1.0", "1.25 / 9.0", "-1.0 / 2.0", "1 / 3601", "² / 2.0", "1e3 / 2e3"]
)
def test_what_is_no_laps_says_nothing(text: str) -> None:
    assert laps.understood(text) is None


def test_too_many_laps_are_none() -> None:
    assert laps.understood(" ".join(["1.0"] * (laps.MOST + 1)) + " / 99.0") is None


def test_lap_times_are_medians_by_the_number_of_the_lap() -> None:
    runs = [
        "40.0 30.0 / 90.0",
        "50.0 20.0 / 90.0",
        "60.0 / 90.0",
        "45.0 25.0 10.0 / 90.0",
        "55.0 / 60.0",
        "/ 30.0",
    ]
    trials = [
        *(marked(number, text) for number, text in enumerate(runs)),
        marked(10, "999.0 / 999.0", interrupted=True),
        marked(11, "what"),
        trial(12, exercise=Exercise.MEMORISING, response="1.0 / 2.0", set_id="card_to_place/own/上/左"),
    ]
    rows = {one.about: (one.value, one.n, one.unit) for one in lap_times(trials)}
    assert rows == {"lap 1": (50_000, 5, "ms"), "lap 2": (None, 3, "ms"), "lap 3": (None, 1, "ms")}
    a_run = laps_a_run(trials)
    assert (a_run.value, a_run.n) == (2, 5)
    assert laps_a_run(trials[:4]).value is None


def test_places_by_laps_are_those_that_were_asked_at_once() -> None:
    def asked(number: int, seed: str, right: bool, level: float = 0.0, probe: str = "card_to_place") -> Trial:
        where = f"{probe}/own/上/左"
        return trial(
            number, exercise=Exercise.MEMORISING, skill=None, seed=seed, level=level, correct=right, set_id=where
        )  # fmt: skip

    trials = [
        marked(0, "40.0 30.0 20.0 / 100.0", seed="a"),
        marked(1, "40.0 30.0 20.0 9.0 / 100.0", seed="b"),
        marked(2, "/ 30.0", seed="c"),
        marked(3, " ".join(["3.0"] * 12) + " / 99.0", seed="d"),
        *(asked(10 + n, "a", right=n < 5) for n in range(6)),
        *(asked(20 + n, "b", right=n < 1) for n in range(4)),
        *(asked(30 + n, "c", right=n < 2) for n in range(8)),
        *(asked(40 + n, "d", right=True) for n in range(7)),
        *(asked(50 + n, "a", right=False, level=10.0) for n in range(9)),
        *(asked(60 + n, "a", right=False, probe="present") for n in range(9)),
        *(asked(70 + n, "before there were laps", right=False) for n in range(9)),
    ]
    rows = [(one.about, one.value, one.n) for one in places_by_laps(trials)]
    assert rows == [("0 laps", 0.25, 8), ("1-2 laps", None, 0), ("3-4 laps", 0.6, 10), ("5+ laps", None, 7)]


def test_sureness_is_held_against_what_was_right() -> None:
    answers: list[tuple[int | None, bool | None]] = [
        *((4, n < 9) for n in range(10)),
        *((1, n < 3) for n in range(8)),
        *((2, True) for _ in range(7)),
        *((None, False) for _ in range(20)),
    ]
    trials = [
        trial(n, exercise=Exercise.MEMORISING, confidence=sure, correct=right)
        for n, (sure, right) in enumerate(answers)
    ]
    trials.append(trial(90, exercise=Exercise.MEMORISING, confidence=4, correct=False, interrupted=True))
    rows = confidence(trials)
    assert [(one.about, one.value, one.n) for one in rows] == [
        ("sure 4", 0.9, 10), ("sure 3", None, 0), ("sure 2", None, 7), ("sure 1", 0.375, 8),
    ]  # fmt: skip
    assert [(sure, one.value, one.n) for sure, one in by_confidence(answers)] == [
        (4, 0.9, 10), (2, 1.0, 7), (1, 0.375, 8),
    ]  # fmt: skip
    assert CONFIDENCES == (4, 3, 2, 1)


def test_the_thirds_of_a_recall_are_those_of_each_run() -> None:
    long = [recalled(n, n + 1, right=n < 20, where="own/上/左") for n in range(30)]
    short = [recalled(50 + n, n + 1, right=True, where="own/下/右", seed="b") for n in range(12)]
    later = [recalled(70 + n, n + 1, right=False, where="own/下/右", seed="b", level=10.0) for n in range(6)]
    plain = [trial(90, 5, exercise=Exercise.MEMORISING, skill=None, correct=False)]
    rows = [(one.about, one.value, one.n) for one in recall_parts([*long, *short, *later, *plain])]
    assert rows == [
        ("recalled 1", pytest.approx(14 / 16), 16),
        ("recalled 2", pytest.approx(14 / 16), 16),
        ("recalled 3", pytest.approx(4 / 16), 16),
    ]


def test_where_on_the_mat_recall_begins() -> None:
    rng = random.Random(4)
    orders = rng.sample(range(1, 51), 50)
    places = ["own/上/左"] * 20 + ["opponent/下/右"] * 23 + ["own/中/右"] * 7
    trials = [recalled(n, orders[n], right=n % 2 == 0, where=places[n]) for n in range(50)]
    corners = {(one.half, one.row, one.end): one.figure for one in recall_order(trials)}
    assert len(corners) == 12
    for (half, row, end), name, count in (
        ((Half.OWN, Row.UPPER, End.LEFT), "own/上/左", 20),
        ((Half.OPPONENT, Row.LOWER, End.RIGHT), "opponent/下/右", 23),
    ):
        found = corners[half, row, end]
        own = [(order - 0.5) / 50 for order, place in zip(orders, places, strict=True) if place == name]
        assert found.n == count
        assert found.value == pytest.approx(median(own))
    assert corners[Half.OWN, Row.MIDDLE, End.RIGHT].value is None
    assert corners[Half.OWN, Row.LOWER, End.LEFT].n == 0
