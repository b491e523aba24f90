"""Levels: vowels brought together, consonants kept under them, the first sound heard at once."""

import numpy as np
import pytest

from reader.chant.levels import Place, audible, gains

FRAME = 240


def half(vowels: list[float], consonants: list[float]) -> tuple[np.ndarray, list[Place]]:
    """Return levels of morae with 10 frames of consonant and 40 of vowel each, and their places."""
    levels, places = [], []
    for i, (consonant, vowel) in enumerate(zip(consonants, vowels, strict=True)):
        levels += [consonant] * 10 + [vowel] * 40
        places.append(Place(50 * i, 50 * i + 10, 50 * i + 50, voiceless=True))
    return np.array(levels), places


def test_vowels_come_most_of_the_way_to_their_median() -> None:
    levels, places = half([60.0, 50.0, 56.0], [30.0, 30.0, 30.0])
    after = levels + gains(levels, places)
    assert [round(float(after[p.vowel + 20]), 1) for p in places] == [56.8, 54.8, 56.0]


def test_a_very_weak_or_loud_vowel_is_moved_only_so_far() -> None:
    levels, places = half([50.0, 10.0, 50.0, 90.0, 50.0], [20.0] * 5)
    gain = gains(levels, places)
    assert [round(float(gain[p.vowel + 20])) for p in places] == [0, 15, 0, -12, 0]


def test_no_consonant_is_louder_than_four_under_the_vowels() -> None:
    levels, places = half([50.0, 50.0, 50.0], [49.0, 70.0, 30.0])
    after = levels + gains(levels, places)
    assert max(after[p.start + 2 : p.vowel - 2].max() for p in places) <= 46.01
    assert after[places[2].start + 5] == pytest.approx(30, abs=2.1)  # a soft one is left as it is


@pytest.mark.parametrize(("soft", "heard"), [(20.0, 28.0), (30.0, 30.0), (5.0, 20.0)])
def test_a_consonant_too_soft_for_a_hall_is_lifted(soft: float, heard: float) -> None:
    """To 22 dB under the vowels, but by 15 dB at most."""
    levels, places = half([50.0, 50.0, 50.0], [soft] * 3)
    after = levels + gains(levels, places)
    for p in places:
        assert after[p.start + 2 : p.vowel - 3] == pytest.approx(heard, abs=0.1)
        assert after[p.vowel + 10 : p.end - 2] == pytest.approx(50, abs=0.1)


def test_a_sound_is_audible_from_12_db_under_its_plateau() -> None:
    levels = np.array([0.0, 0.0, 0.0, 0.0, 40.0, 40.0, 40.0, 40.0, 60.0, 80.0])
    # between frames 3 and 4 a quarter of the amplitude, -12 dB, is reached a third of the way into the fade;
    # the last two frames rise towards the vowel and do not count
    assert audible(levels, 0, 9 * FRAME) == pytest.approx(3.33 * FRAME, abs=24)
    assert audible(levels, 4 * FRAME, 9 * FRAME) == 4 * FRAME
    assert audible(levels, 5 * FRAME, 5 * FRAME) == 5 * FRAME
