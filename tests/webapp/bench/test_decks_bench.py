"""The benchmark of the deck games measures what it says; how fast this machine is, is not asserted."""

import pytest

from engine.bots.bot import Budget
from engine.games import ENTRIES
from webapp.bench import bots, decks, moves


def test_figures_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "PAIRS", 1)
    monkeypatch.setattr(decks, "SLICE", 0.001)
    monkeypatch.setattr(bots, "MOMENTS", 1)
    figures = {figure.name: figure for figure in decks.run()}
    expected = {
        *ENTRIES,
        *(f"replay {game}" for game in decks.REPLAYED),
        "view napoleon",
        "view hachinin_meri",
    }
    expected |= {"pimc move"} | {f"pimc move {game}" for game in ENTRIES if game != "bozu_mekuri"}
    assert expected <= set(figures)
    assert all(figure.value > 0 and figure.unit and figure.note for figure in figures.values())
    assert "of the turns of a plain loop" in figures["napoleon"].note


def test_every_game_with_anything_to_decide_has_its_moves_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MANY", 3)
    monkeypatch.setattr(bots, "blink", lambda clock: Budget(1))
    figures = moves.run()
    assert [figure.name for figure in figures] == [
        f"pimc move {game}" for game in ENTRIES if game != "bozu_mekuri"
    ]
    assert all(figure.unit == "ms" and "of 3 decisions" in figure.note for figure in figures)
