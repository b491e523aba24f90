"""The benchmark of tournaments measures what it says; how fast this machine is, is not asserted."""

import pytest

from webapp.bench import draw


def test_figures_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "ENTRANTS", 130)
    figures = draw.run()
    assert [figure.name for figure in figures] == [
        "draw 130 entrants",
        "count the club-mates' meetings",
        "fold the whole bracket",
        "pair 32 for practice",
        "draw one round of 128",
    ]
    assert all(figure.value > 0 and figure.unit and figure.note for figure in figures)
