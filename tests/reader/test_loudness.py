"""Loudness against the recommendation's own cases, and against a filter that runs sample by sample."""

import numpy as np
import pytest
from numpy.typing import NDArray

from reader.loudness import PEAK, SILENCE, TARGET, integrated, normalised

RATE = 48_000


def sine(seconds: float, db: float, hz: float = 997.0) -> NDArray[np.float64]:
    return 10 ** (db / 20) * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE)) / RATE)


@pytest.mark.parametrize(("db", "lufs"), [(0, -3.01), (-20, -23.01), (-40, -43.01), (-60, -63.01)])
def test_a_997_hz_sine_in_one_channel_reads_3_01_below_its_peak(db: float, lufs: float) -> None:
    """ITU-R BS.1770-4: a 0 dBFS 997 Hz sine in one channel is -3.01 LKFS."""
    assert integrated(sine(3, db)) == pytest.approx(lufs, abs=0.02)


def test_quiet_passages_are_gated_out() -> None:
    """EBU Tech 3341 case 3 in one channel: 10 s, 60 s and 10 s at -36, -23 and -36 dBFS read as the middle does."""
    programme = np.concatenate([sine(10, -33), sine(60, -20), sine(10, -33)])
    assert integrated(programme) == pytest.approx(-23.0, abs=0.1)


def test_very_quiet_passages_count_for_nothing_even_where_all_is_quiet() -> None:
    """EBU Tech 3341 case 4: -72 dBFS lies under the absolute gate."""
    programme = np.concatenate([sine(10, -69), sine(10, -33), sine(60, -20), sine(10, -33), sine(10, -69)])
    assert integrated(programme) == pytest.approx(-23.0, abs=0.1)
    assert integrated(sine(5, -75)) == SILENCE
    assert integrated(np.zeros(RATE, np.float32)) == SILENCE


@pytest.mark.parametrize("hz", [25.0, 60.0, 150.0, 400.0, 1500.0, 3000.0, 9000.0, 16_000.0])
def test_every_pitch_is_weighted_as_the_two_filters_do_it_sample_by_sample(hz: float) -> None:
    tone = sine(0.8, -12, hz)
    assert integrated(tone) == pytest.approx(_slow_loudness(tone), abs=0.01)


def test_a_signal_shorter_than_one_block_is_measured_too() -> None:
    assert integrated(sine(0.2, 0)) == pytest.approx(-3.01 - 3.01, abs=0.1)


@pytest.mark.parametrize("db", [-60.0, -23.0, -6.0])
def test_a_normalised_signal_has_the_target_loudness(db: float) -> None:
    assert integrated(normalised(sine(2, db))) == pytest.approx(TARGET, abs=0.01)


def test_a_peak_is_kept_under_the_limit_at_the_cost_of_loudness() -> None:
    clicks = np.zeros(2 * RATE)
    clicks[::4800] = 1.0
    result = normalised(clicks)
    assert 20 * np.log10(np.abs(result).max()) == pytest.approx(PEAK, abs=0.01)
    assert integrated(result) < TARGET


def test_silence_stays_silent() -> None:
    assert not normalised(np.zeros(RATE)).any()


def _slow_loudness(samples: NDArray[np.float64]) -> float:
    """BS.1770 as printed: difference equations, then the mean power of all blocks (the tone is steady)."""
    shelf = (1.53512485958697, -2.69169618940638, 1.19839281085285), (-1.69065929318241, 0.73248077421585)
    high_pass = (1.0, -2.0, 1.0), (-1.99004745483398, 0.99007225036621)
    x = samples.tolist()
    for (b0, b1, b2), (a1, a2) in (shelf, high_pass):
        y, x1, x2, y1, y2 = [], 0.0, 0.0, 0.0, 0.0
        for value in x:
            out = b0 * value + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
            y.append(out)
            x1, x2, y1, y2 = value, x1, out, y1
        x = y
    power = np.array([np.mean(np.square(x[i : i + 19_200])) for i in range(0, len(x) - 19_199, 4800)])
    loud = -0.691 + 10 * np.log10(power)
    kept = power[loud >= -70]
    kept = kept[-0.691 + 10 * np.log10(kept) >= -0.691 + 10 * np.log10(kept.mean()) - 10]
    return float(-0.691 + 10 * np.log10(kept.mean()))
