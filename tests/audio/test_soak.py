"""A long evening in a few seconds: the bench's own soak, shortened, at unlimited speed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reader.cache import ClipCache
from reader.pace import Pace
from reader.samples import SAMPLE_RATE
from webapp.bench.soak import Ear, Memory, Soak, soak

pytestmark = pytest.mark.xdist_group("audio")

QUICK = Pace.parse("2-0-0.5-2")
CARDS = (9, 17, 57, 77, 87, 22)
READING = 6
STEP = 8 * 1024
"""Bytes by which Python's memory may grow from one reading to the next; a hundredth of a clip."""
QUARTER = 4 << 20
"""Bytes by which it may differ between two quarters: a table of the interpreter's own may double in between."""
RESIDENT = 12 << 20
"""Bytes by which the process may: the system gives and takes pages as it likes."""


def evening(folder: Path, seconds: float) -> Soak:
    return soak(seconds, None, folder, cards=CARDS, pace=QUICK, reading=READING)


def growth(found: Soak) -> tuple[int, int]:
    """Return by how many bytes the last quarter's memory is above the first's."""
    first, last = found.quarters[0], found.quarters[-1]
    return last.traced - first.traced, (last.resident or 0) - (first.resident or 0)


def test_a_long_evening_takes_no_more_memory_at_its_end_and_keeps_every_gap(tmp_path: Path) -> None:
    found = evening(tmp_path, 600)
    assert found.read >= 590
    assert found.calls >= 80
    traced, resident = growth(found)
    assert found.step.traced <= STEP
    assert traced <= QUARTER
    assert resident <= RESIDENT
    assert found.worst_gap <= 0.002
    assert found.drift <= 0.002


def test_it_would_notice_what_is_never_let_go_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []
    load = ClipCache.clip

    def leaking(self: ClipCache, voice: Any, verse: Any) -> Any:
        clip = load(self, voice, verse)
        kept.append(clip.samples[:SAMPLE_RATE].copy())
        return clip

    monkeypatch.setattr(ClipCache, "clip", leaking)
    found = evening(tmp_path, 300)
    assert found.step.traced > STEP
    assert growth(found)[0] > QUARTER


def test_it_would_notice_a_gap_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from reader.outputs import feed  # noqa: PLC0415

    put = feed.Feed.put
    monkeypatch.setattr(
        feed.Feed, "put", lambda self, track, pause: put(self, track, pause + (144 if pause else 0))
    )
    found = evening(tmp_path, 150)
    assert found.worst_gap == pytest.approx(0.003, abs=0.001)
    assert found.drift > 0.01


def test_the_ear_hears_every_first_sound_once_across_blocks() -> None:
    sound = np.zeros(3 * SAMPLE_RATE, np.float32)
    for start in (1_000, SAMPLE_RATE + 17, 2 * SAMPLE_RATE + 5_000):
        sound[start : start + 20_000] = 0.1
        sound[start + 5_000 : start + 9_000] = 0.0  # a stop in the middle is no new voice
    ear = Ear()
    for block in np.array_split(sound, 41):
        ear.hear(block)
    assert ear.starts == [1_000, SAMPLE_RATE + 17, 2 * SAMPLE_RATE + 5_000]


def test_a_quarter_is_its_least_and_a_step_the_usual_one() -> None:
    seen = Soak(1, 1, 1, 0, 0, tuple(Memory(traced, 2 * traced) for traced in (9, 5, 7, 6, 8, 9, 99, 100)))
    assert [(quarter.traced, quarter.resident) for quarter in seen.quarters] == [
        (5, 10),
        (6, 12),
        (8, 16),
        (99, 198),
    ]
    assert seen.step == Memory(1, 2)
