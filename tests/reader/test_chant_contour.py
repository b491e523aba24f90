"""The pitch: numbers worked out by hand, and pulses where that pitch puts them."""

import math

import numpy as np
import pytest

from reader.chant.contour import pitch, pulses
from reader.chant.style import Contour

RATE = 48_000
WORDS, HOLD = 5 * RATE, 3 * RATE
FLAT = Contour(onset_cents=0, arch_cents=0, fall_cents=0, vibrato_cents=0)


def cents_at(contour: Contour, seconds: float, words: int = WORDS, hold: int = HOLD) -> float:
    hz = pitch(contour, np.array([seconds * RATE]), words, hold)[0]
    return 1200 * math.log2(hz / contour.base_hz)


@pytest.mark.parametrize(
    ("seconds", "cents"),
    [
        (0.0, -250.0),  # two and a half semitones under the tone
        (0.1, -250 / math.e + 60 * math.sin(math.pi * 0.02)),
        (2.5, 60.0),  # the top of the arch
        (5.0, 0.0),  # the hold begins on the tone itself
        (8.0, -180.0 + 25 * math.sin(2 * math.pi * 5.5 * 3.0)),
    ],
)
def test_the_default_contour_passes_through_its_corners(seconds: float, cents: float) -> None:
    assert cents_at(Contour(), seconds) == pytest.approx(cents, abs=0.05)


def test_the_hold_swings_only_about_a_slow_fall() -> None:
    times = np.arange(5.0, 8.0, 0.001)
    fall = -180.0 * (times - 5.0) / 3.0
    swing = np.array([cents_at(Contour(), t) for t in times]) - fall
    assert np.abs(swing).max() <= 25.0
    steady = np.array([cents_at(Contour(vibrato_cents=0), t) for t in times]) - fall
    assert np.abs(steady).max() < 1e-6


def test_a_half_without_a_hold_has_neither_fall_nor_vibrato() -> None:
    assert cents_at(Contour(), 5.0, hold=0) == pytest.approx(0, abs=0.05)


def test_before_the_voice_the_pitch_is_that_of_its_start() -> None:
    assert cents_at(Contour(), -1.0) == cents_at(Contour(), 0.0)


def test_pulses_of_a_level_tone_are_evenly_spaced_from_the_first_sample_on() -> None:
    times, periods = pulses(FLAT, WORDS, 0, [(1000, 20_000)])
    assert times[0] == pytest.approx(1000)
    assert np.allclose(np.diff(times), RATE / 230, atol=1e-6)
    assert np.allclose(periods, RATE / 230)
    assert 20_000 - RATE / 230 <= times[-1] < 20_000


def test_every_voiced_stretch_begins_with_a_pulse_and_none_lies_outside() -> None:
    stretches = [(0, 4_321), (9_999, 12_345), (200_000, 384_000)]
    times, _ = pulses(Contour(), WORDS, HOLD, stretches)
    for start, end in stretches:
        inside = times[(times >= start - 0.01) & (times < end)]
        assert inside[0] == pytest.approx(start, abs=0.01)
        assert np.diff(inside).max() < 1.3 * RATE / 230
    assert sum(((times >= start - 0.01) & (times < end)).sum() for start, end in stretches) == len(times)


def test_the_distance_of_pulses_follows_the_contour() -> None:
    times, _ = pulses(Contour(), WORDS, HOLD, [(0, WORDS + HOLD)])
    middle = (times[1:] + times[:-1]) / 2
    measured = RATE / np.diff(times)
    wanted = pitch(Contour(), middle, WORDS, HOLD)
    assert np.abs(1200 * np.log2(measured / wanted)).max() < 0.5


def test_no_voiced_stretch_means_no_pulse() -> None:
    assert [len(part) for part in pulses(Contour(), WORDS, HOLD, [])] == [0, 0]
