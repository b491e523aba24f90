"""The 16-bit grid that clips lie on, and the kimari-ji's end."""

import numpy as np

from reader.clip import Clip, MoraMark, on_grid


def test_samples_on_the_grid_are_whole_16_bit_steps_within_range() -> None:
    samples = on_grid(np.array([0, 0.1, -0.1, 1.0, 1.7, -1.0, -1.7, 1e-9], np.float32))
    steps = samples * 32_768
    assert samples.dtype == np.float32
    assert np.array_equal(steps, np.rint(steps))
    assert steps.tolist() == [0, 3277, -3277, 32_767, 32_767, -32_768, -32_768, 0]
    assert np.array_equal(on_grid(samples), samples)


def test_the_kimariji_ends_where_its_last_mora_does() -> None:
    marks = tuple(
        MoraMark(kana, 100 * i, 100 * i + 10, 100 * i + 20, 100 * i + 100)
        for i, kana in enumerate("あきかぜ")
    )
    clip = Clip(np.zeros(500, np.float32), 0, 400, 400, marks)
    assert [clip.kimariji_end(length) for length in (1, 3)] == [100, 300]
