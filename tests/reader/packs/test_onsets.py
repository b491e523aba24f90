"""Where one sound gives way to another, in sounds whose change is known to the sample."""

import numpy as np
import pytest

from reader.clip import Samples
from reader.packs.onsets import STEP, begins, bursts, levels
from reader.verse import Verse
from reader.voices.bundled import BundledVoice

MS = 48
CHANGE = 300
"""Milliseconds at which the sound changes."""


def hum(hertz: float, milliseconds: int) -> Samples:
    """A voice's buzz: harmonics of 200 Hz, the loudest around some hertz."""
    time = np.arange(milliseconds * MS) / 48_000
    parts = np.arange(200.0, 8_000.0, 200.0)
    loud = np.exp(-(((parts - hertz) / 400) ** 2)) + 0.01
    return np.asarray(0.02 * loud @ np.sin(2 * np.pi * parts[:, None] * time), np.float32)


def hiss(milliseconds: int) -> Samples:
    return np.asarray(0.03 * np.random.default_rng(3).standard_normal(milliseconds * MS), np.float32)


def silence(milliseconds: int) -> Samples:
    return np.zeros(milliseconds * MS, np.float32)


def heard(before: Samples, after: Samples) -> Samples:
    """One sound and then the other, in a quiet room."""
    room = 1e-4 * np.random.default_rng(4).standard_normal(len(before) + len(after) + 400 * MS)
    return np.asarray(room + np.concatenate([before, after, silence(400)]), np.float32)


@pytest.mark.parametrize("off", [-18, -7, 0, 7, 18])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (hum(700, CHANGE), hiss(300)),
        (hum(700, CHANGE), hum(2_300, 300)),
        (silence(CHANGE), hum(700, 300)),
        (hiss(CHANGE), hum(500, 300)),
    ],
    ids=["a hiss", "another vowel", "out of silence", "out of a hiss"],
)
def test_a_change_is_found_from_either_side(before: Samples, after: Samples, off: int) -> None:
    found = begins(levels(heard(before, after)), CHANGE + off)
    assert found is not None
    assert abs(found - CHANGE) <= 5


@pytest.mark.parametrize("sound", [hum(700, 600), hiss(600)], ids=["a vowel", "a hiss"])
def test_where_nothing_changes_nothing_is_found(sound: Samples) -> None:
    assert begins(levels(heard(sound, silence(1))), CHANGE) is None


def test_what_lies_at_an_edge_or_beyond_it_is_not_told() -> None:
    seen = levels(heard(hum(700, 100), hiss(100)))
    assert begins(seen, -500) is begins(seen, 0) is begins(seen, len(seen) + 500) is None
    assert STEP * len(seen) >= 600 * MS


def murmur(milliseconds: int) -> Samples:
    """What is heard of a voiced stop while it is closed."""
    time = np.arange(milliseconds * MS) / 48_000
    return np.asarray(0.004 * np.sin(2 * np.pi * 200 * time), np.float32)


@pytest.mark.parametrize("closed", [silence(60), murmur(60)], ids=["k", "g"])
@pytest.mark.parametrize(("start", "vowel"), [(240, 315), (225, 330), (255, 305)])
def test_a_stop_is_heard_when_it_bursts(closed: Samples, start: float, vowel: float) -> None:
    """The closure lies from 240 to 300 ms, then comes a burst of 15 ms and the vowel."""
    after = np.concatenate([closed, hiss(15), hum(1_500, 200)])
    found = bursts(levels(heard(hum(700, 240), after)), start, vowel)
    assert found is not None
    assert abs(found - 300) <= 5


def test_what_never_closes_does_not_burst() -> None:
    seen = levels(heard(hum(700, 300), hum(1_500, 300)))
    assert bursts(seen, 290, 320) is None
    assert bursts(seen, len(seen) + 20, len(seen) + 50) is None


@pytest.mark.parametrize(
    ("card", "place"), [(4, 1), (19, 3), (20, 1), (26, 1), (32, 2), (5, 1), (14, 1), (42, 3), (78, 2)]
)
def test_the_bundled_voice_counts_its_stops_from_their_bursts(card: int, place: int) -> None:
    """Those of ご, が, び, ぐ, が, く, ち, き and じ, by which these poems are told from others."""
    clip = BundledVoice().render(Verse(card, "kami", 216_000))
    mark = clip.marks[place]
    found = bursts(levels(clip.samples), mark.start / STEP, mark.vowel / STEP)
    assert found is not None
    assert abs(found - mark.audible / STEP) <= 12
