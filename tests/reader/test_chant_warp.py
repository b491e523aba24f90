"""The path through the source: complete, forwards, natural at the edges, slow in the middle."""

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reader.chant.hts_engine import CEPSTRUM, TAPS, Parameters
from reader.chant.warp import follow, sample, whole

FRAME = 240
lengths = st.lists(st.tuples(st.integers(5, 60), st.integers(300, 200_000)), min_size=1, max_size=12)


@given(lengths)
def test_the_path_runs_forwards_through_every_sound(sounds: list[tuple[int, int]]) -> None:
    source, output = spans([s for s, _ in sounds]), spans([o for _, o in sounds])
    times = np.arange(output[-1][1] + 1, step=7, dtype=np.float64)
    stretches = [whole(span) for span in source]
    path = follow(stretches, output, times)
    assert path[0] == 0
    assert (np.diff(path) >= 0).all()
    assert np.diff(path).max() <= 7 * max(1 / FRAME, *((s + 1e-9) / o for s, o in sounds)) + 1e-9
    for (low, high), (start, end) in zip(source, output, strict=True):
        assert np.allclose(follow(stretches, output, np.array([start, end], float)), [low, high])


def test_a_long_hold_drifts_only_through_the_steady_middle() -> None:
    path = follow([whole((10, 30))], [(0, 144_000)], np.arange(0, 144_000, FRAME, dtype=np.float64))
    assert np.allclose(path[:7], np.arange(10, 17))  # a third at natural speed
    assert np.allclose(path[-7:], np.arange(23, 30))
    held = path[8:-8]
    assert held.min() >= 17
    assert held.max() <= 23


def test_what_is_drawn_out_is_loud_and_inside() -> None:
    fading = np.concatenate([np.zeros(10), [50.0, 58, 60, 60, 60, 60, 55], np.linspace(50, 0, 13)])
    stretch = whole((10, 30), fading)
    assert stretch.steady_low == 13  # as early as the natural edge allows
    assert stretch.steady_high == 19
    level = whole((10, 30), np.full(30, 60.0))
    assert (level.steady_low, level.steady_high) == (17, 23)


@given(st.integers(5, 80), st.lists(st.floats(-90, 90), min_size=80, max_size=80))
def test_edges_always_keep_their_natural_speed(length: int, levels: list[float]) -> None:
    stretch = whole((0, length), np.array(levels))
    assert 0.14 * length <= stretch.steady_low < stretch.steady_high <= 0.86 * length
    assert round((stretch.steady_high - stretch.steady_low) / length, 6) == 0.3


def test_frames_are_blended_between_their_neighbours() -> None:
    cepstrum = np.outer(np.arange(4), np.ones(CEPSTRUM)).astype(np.float32)
    low_pass = np.outer(10 * np.arange(4), np.ones(TAPS)).astype(np.float32)
    result = sample(Parameters(cepstrum, low_pass), np.array([0.0, 1.25, 3.0, 9.0]))
    assert result.cepstrum[:, 0].tolist() == [0.0, 1.25, 3.0, 3.0]
    assert result.low_pass[:, 0].tolist() == [0.0, 12.5, 30.0, 30.0]
    assert result.cepstrum.dtype == result.low_pass.dtype == np.float32


def spans(parts: list[int]) -> list[tuple[int, int]]:
    edges = np.concatenate([[0], np.cumsum(parts)]).tolist()
    return list(pairwise(edges))
