"""The decision table of §3.3: 112 rows, 20 penalties of the article, symmetry and arithmetic."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine.karuta.player import PLAYERS, Player, Side
from engine.karuta.read import Breach, Facts, Touch
from engine.karuta.rulesets import ARTICLE, OFFICIAL, Ruleset
from engine.karuta.settlement import Settlement, penalty, settle

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data/foul_table.json").read_text())
TOUCHES = {"none": Touch.NONE, "own": Touch.OWN, "opp": Touch.OPP, "both": Touch.BOTH}
SIDES = {"A_side": Side.A, "B_side": Side.B, "dead": Side.DEAD}
ROWS = DATA["table"]
POSSIBLE = [row for row in ROWS if row["taker_validity"] != "impossible"]


def settle_row(row: dict[str, Any], rules: Ruleset = OFFICIAL) -> Settlement:
    facts = Facts(
        took=Player[row["taker"]] if row["taker"] else None,
        touched=(TOUCHES[row["touched_by_A"]], TOUCHES[row["touched_by_B"]]),
        wrong_card=(False, False),
        breaches=(Breach.NONE, Breach.NONE),
        contact_by=(),
    )
    return settle(SIDES[row["read_location"]], facts, rules)


def by_letter(pair: tuple[int, int]) -> dict[str, int]:
    return {"A": pair[0], "B": pair[1]}


def name_of(row: dict[str, Any]) -> str:
    return "-".join(str(row[key]) for key in ("read_location", "touched_by_A", "touched_by_B", "taker"))


def test_the_table_has_112_rows() -> None:
    assert len(ROWS) == 112
    assert len({name_of(row) for row in ROWS}) == 112


@pytest.mark.parametrize("row", POSSIBLE, ids=name_of)
def test_row(row: dict[str, Any]) -> None:
    found = settle_row(row)
    assert by_letter(found.fouls) == row["fouls"]
    assert by_letter(found.credit) == row["take_credit"]
    assert by_letter(found.claims) == row["gross_send"]
    assert found.owed == row["net_cards_sent"]
    direction = f"{found.sender.name}_to_{found.sender.other.name}" if found.sender is not None else None
    assert direction == row["direction"]
    assert [str(label) for label in found.labels] == row["labels"]
    assert found.pushed_across == (row["taker_validity"] == "cross_territory_push_only")


@pytest.mark.parametrize("row", POSSIBLE, ids=name_of)
def test_row_changes_the_counts(row: dict[str, Any]) -> None:
    found = settle_row(row)
    delta = {"A": 0, "B": 0}
    if row["taker"] is not None:
        delta[row["read_location"][0]] -= 1
    assert row["read_card_removed_from"] == (row["read_location"][0] if row["taker"] else None)
    if found.sender is not None:
        delta[found.sender.name] -= found.owed
        delta[found.sender.other.name] += found.owed
    assert delta == row["count_delta"]


@pytest.mark.parametrize("row", [row for row in ROWS if row["taker_validity"] == "impossible"], ids=name_of)
def test_a_taker_who_touched_nothing_touched_the_side_of_the_card(row: dict[str, Any]) -> None:
    side, taker = row["read_location"][0], row["taker"]
    filled = {**row, f"touched_by_{taker}": "own" if side == taker else "opp"}
    assert settle_row(row) == settle_row(filled)


@pytest.mark.parametrize("took", PLAYERS)
@pytest.mark.parametrize("touches", list(product(TOUCHES.values(), repeat=2)))
def test_nobody_takes_a_dead_card(took: Player, touches: tuple[Touch, Touch]) -> None:
    facts = Facts(took, touches, (False, False), (Breach.NONE, Breach.NONE), ())
    with pytest.raises(ValueError, match="dead card"):
        settle(Side.DEAD, facts, OFFICIAL)


@pytest.mark.parametrize(
    "row", DATA["article_ruleset"]["per_player_penalties"], ids=lambda row: str(row)[1:90]
)
def test_article_penalty(row: dict[str, Any]) -> None:
    holds = {"own": Touch.OWN, "opp": Touch.OPP, "dead": Touch.NONE}[row["read_relative_to_player"]]
    touched = TOUCHES[row["touched"]]
    took, wrong = row["player_took_read_card"], row["touched_a_wrong_card"]
    assert penalty(holds, touched, ARTICLE, took=took, wrong_card=wrong) == row["article_penalty_cards"]
    assert penalty(holds, touched, OFFICIAL, took=took, wrong_card=wrong) == row["official_fouls"]
