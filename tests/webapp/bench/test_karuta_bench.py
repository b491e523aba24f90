"""The benchmark of the referee's engine measures what it says; how fast this machine is, is not asserted."""

import pytest

from webapp.bench import karuta


def test_figures_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(karuta, "MATCHES", 3)
    monkeypatch.setattr(karuta, "CALIBRATION_TURNS", 1000)
    figures = karuta.run()
    assert [figure.name for figure in figures] == [
        "fold a match's log",
        "fold, against plain Python",
        "undo in a whole match",
        "parse, check and settle a record",
    ]
    assert all(figure.value > 0 and figure.unit and figure.note for figure in figures)
