"""The page of rules says what the engine does: sections that are cited exist, figures are the same, examples run."""

import doctest
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from engine.tournament import desk, draw
from engine.tournament.practice import USUAL
from engine.tournament.promotion import A_POINTS
from engine.tournament.rating import SETTLED, START, STEP
from webapp.tournaments.entry_file import COLUMNS

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "docs/rules/tournaments.md").read_text(encoding="utf-8")


def test_cited_sections_exist() -> None:
    sections = set(re.findall(r"^#+ ([\d.]+\d|\d+)\.? ", RULES, re.MULTILINE))
    cited = set()
    for module in (ROOT / "engine/tournament").glob("*.py"):
        cited |= set(re.findall(r"tournaments\.md §([\d.]*\d)", module.read_text(encoding="utf-8")))
    assert len(cited) > 8
    assert cited <= sections


def test_the_costs_of_practice() -> None:
    told = [
        int(number.replace(",", "")) for number in re.findall(r"^\|[^|]+\| (-?[\d,]+)", RULES, re.MULTILINE)
    ]
    costs = asdict(USUAL)
    unsaid = ("recent_days", "same_club", "cannot_read")
    assert sorted(cost for name, cost in costs.items() if name not in unsaid) == sorted(
        number for number in told if number > 8 or number < 0
    )
    assert f"(up to {USUAL.recent_days})" in RULES


def test_points_and_ratings() -> None:
    assert list(A_POINTS.values()) == [8, 4, 2, 1]
    assert "a title 8" in RULES
    assert f"from {START:.0f}, with steps of at most {STEP:.0f}" in RULES
    assert f"Under {SETTLED} matches" in RULES


def test_the_columns_of_entries() -> None:
    page = (ROOT / "docs/tournaments.md").read_text(encoding="utf-8")
    for column, headings in COLUMNS.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{column}` |"))
        also = row.split("|")[2].split(",")
        assert {heading.strip() for heading in also} <= set(headings)


@pytest.mark.parametrize("module", [desk, draw])
def test_the_examples_run(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.failed == 0
    assert result.attempted > 3
