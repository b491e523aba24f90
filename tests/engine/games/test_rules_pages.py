"""The pages of rules name every option of every game with its default and its values, and every game is listed."""

import json
import re
from pathlib import Path

import pytest

from engine.games import ENTRIES, load

DOCS = Path(__file__).parents[3] / "docs"


PAGES = {
    "hachinin_meri": "hachinin_meri",
    "napoleon": "napoleon",
    "oicho_kabu": "oicho_kabu",
    "kyo_kabu": "oicho_kabu",
    "judan": "judan",
    "mekuri": "mekuri",
    "yomi": "yomi",
    "mighty": "mighty",
    "kakeya": "kakeya",
    "kan": "kan",
    "shirinma": "shirinma",
    "mutsu_ichi": "mutsu_ichi",
}
"""The pages whose tables have a row for each option: name, default, other values."""


@pytest.mark.parametrize("game", PAGES)
def test_every_option_is_in_the_table(game: str) -> None:
    page = (DOCS / "rules" / f"{PAGES[game]}.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+ \| [^|]+) \|", page, re.MULTILINE))
    options = load(game).options_type
    usual = options().all()
    assert set(options.values()) <= set(rows)
    for name, values in options.values().items():
        default, others = rows[name].split(" | ")
        assert json.dumps(usual[name]).strip('"') in default.replace('"', "")
        span = f"{min(values.listed)} to {max(values.listed)}" if name == "players" else ""
        for value in values.listed:
            if span and span in others:
                break
            if value != usual[name] and game + name != "hachinin_meriremoved_suit":
                assert json.dumps(value) in others


def test_every_game_is_listed_with_a_page_that_exists() -> None:
    overview = (DOCS / "games.md").read_text(encoding="utf-8")
    for game in ENTRIES:
        assert f"`{game}`" in overview
    for page in re.findall(r"\((rules/\w+\.md)\)", overview):
        assert (DOCS / page).exists()
