"""The program's decision points against labels by eye: a few files here, all with `tools/eye_labels.py compare`."""

from pathlib import Path

import pytest

from poems.anthology import poem
from tests.support.eye_set import RECORDINGS, Case, cases, clips, found

pytestmark = pytest.mark.xdist_group("eye")  # the clips are made once

QUICK = (1, 4, 18, 20, 38)
"""Two of the man, one of a neural voice, a setting of the bundled voice as a recording, the bundled voice itself."""


def labelled_cases() -> list[Case]:
    return [case for case in cases() if case.number in QUICK]


@pytest.fixture(scope="module")
def off(tmp_path_factory: pytest.TempPathFactory) -> dict[int, float]:
    """How far the program's decision point lies from the label, in milliseconds, by number."""
    wanted = labelled_cases()
    made = clips(wanted, tmp_path_factory.mktemp("packs"))
    points = {case.number: found(case, made[case.number]) for case in wanted}
    assert all(point.spread <= 50 for point in points.values())
    return {case.number: points[case.number].at - (case.eye or 0.0) for case in wanted}


@pytest.mark.parametrize("number", QUICK)
def test_a_decision_point_lies_where_the_eye_sees_it(off: dict[int, float], number: int) -> None:
    assert abs(off[number]) <= 50


def test_most_of_them_lie_close(off: dict[int, float]) -> None:
    assert sorted(map(abs, off.values()))[len(off) // 2] <= 15


def test_the_set_is_spread_over_kimariji_and_voices() -> None:
    every = cases()
    assert len(every) == len({(case.speaker, case.poem) for case in every}) == 169
    assert all(case.eye is not None for case in every)
    assert {poem(case.poem).kimariji_length for case in every} == {1, 2, 3, 4, 5, 6}
    assert len({case.speaker for case in every}) >= 5
    assert {case.way for case in every if case.source == "pack"} == {"plain", "hall", "noise", "lossy"}
    stored = {Path(f"{case.speaker}_{case.poem:03d}_1.ogg") for case in every}
    assert {Path(one.name) for one in RECORDINGS.glob("*.ogg")} <= stored


def test_who_labelled_saw_the_same_twice() -> None:
    twice = [
        abs(case.again - case.eye) for case in cases() if case.again is not None and case.eye is not None
    ]
    assert len(twice) == 30
    assert max(twice) <= 10
