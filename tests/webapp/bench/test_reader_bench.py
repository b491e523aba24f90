"""The benchmark of the voice measures what it says; how fast this machine is, is not asserted."""

import numpy as np
import pytest

from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from webapp.bench import reader, reader_child

PEERS = ("plain Open JTalk", "espeak-ng")


def test_figures_are_complete_and_the_chant_keeps_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "ROUNDS", 1)
    figures = {figure.name: figure for figure in reader.run()}
    for engine in ("chant", *PEERS):
        for what in (
            "speed",
            "first sound, worst",
            "length, worst",
            "cold start to the first half",
            "memory",
        ):
            assert figures[f"{engine}: {what}"].value > 0
    for peer in PEERS:
        for what in ("speed", "cold start", "memory"):
            assert figures[f"chant to {peer}: {what}"].unit == "×"
    assert {"warm, one lower half", "the same from the cache", "its file", "load the voice"} <= set(figures)
    assert all(figure.value > 0 and figure.unit and figure.note for figure in figures.values())
    assert figures["chant: first sound, worst"].value <= 2
    assert figures["chant: length, worst"].value <= 10
    assert figures["plain Open JTalk: length, worst"].value > 1000
    ratio = figures["chant: speed"].value / figures["plain Open JTalk: speed"].value
    assert figures["chant to plain Open JTalk: speed"].value == pytest.approx(ratio)


def test_an_engine_that_is_not_here_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "ROUNDS", 1)
    assert reader.best("festival") is None


def test_timing_is_told_from_the_samples() -> None:
    verse = Verse(1, "kami", 2 * SAMPLE_RATE)
    sound = np.zeros(3 * SAMPLE_RATE, np.float32)
    sound[SAMPLE_RATE // 10 : 2 * SAMPLE_RATE] = 0.3
    late, longer = reader_child.timing(sound, 0, verse)
    assert late == pytest.approx(100, abs=1)
    assert longer == pytest.approx(-100, abs=1)
    assert reader_child.timing(sound, SAMPLE_RATE // 10, verse)[0] == pytest.approx(0, abs=1)
