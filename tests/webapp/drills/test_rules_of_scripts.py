"""The rules that a page's scripts know by themselves, so that they need no network, are the engine's."""

import re
from math import ceil
from pathlib import Path

import pytest

from engine.training import sets
from engine.training.exercises import full_mat
from engine.training.exercises.kimariji_now import LONGER_AFTER, LONGER_AT
from engine.training.exercises.memorising import CONFIDENCES
from engine.training.trial import MOST_DELAY_SPREAD_MS, MOST_LABEL_SPREAD_MS
from webapp.drills.forms import MOST
from webapp.drills.views import BATCH

SCRIPTS = Path(__file__).parents[3] / "webapp" / "static" / "js"
MORE_DANGERS = [ceil(full_mat.HARDER_AT * full_mat.HARDER_AFTER), full_mat.HARDER_AFTER]


def constants(script: str, *names: str) -> list[float]:
    """Return the numbers that a script gives these names, one by one or as a list."""
    text = (SCRIPTS / script).read_text("utf-8")
    if len(names) > 1:
        found = re.search(rf"const \[{', '.join(names)}\] = \[([\d., ]+)\];", text)
    else:
        found = re.search(rf"const {names[0]} = ([\d.]+);", text)
    assert found is not None, f"{script} has no {names}"
    return [float(number) for number in found[1].split(",")]


@pytest.mark.parametrize(
    ("script", "names", "rule"),
    [
        ("drills/ear.js", ("SURE",), [MOST_LABEL_SPREAD_MS]),
        ("drills/ear.js", ("STEADY",), [MOST_DELAY_SPREAD_MS]),
        ("reading/calibrate.js", ("STEADY",), [MOST_DELAY_SPREAD_MS]),
        ("drills/cards.js", ("RIGHT", "OF"), [sets.RIGHT, sets.OF]),
        (
            "drills/mat_reads.js",
            ("ENOUGH", "BLOCK"),
            MORE_DANGERS,
        ),
        ("drills/now.js", ("RIGHT", "OF"), [LONGER_AT * LONGER_AFTER, LONGER_AFTER]),
    ],
)
def test_a_script_goes_by_the_engines_numbers(script: str, names: tuple[str, ...], rule: list[float]) -> None:
    assert constants(script, *names) == pytest.approx(rule)


def test_how_sure_one_is_is_asked_in_the_levels_that_are_kept() -> None:
    found = re.search(r"const LEVELS = \[([\d, ]+)\];", (SCRIPTS / "drills/sure.js").read_text("utf-8"))
    assert found is not None
    levels = [int(number) for number in found[1].split(",")]
    assert sorted(levels) == sorted(CONFIDENCES)


def test_what_goes_out_together_is_taken_together() -> None:
    assert 1 <= BATCH <= MOST
