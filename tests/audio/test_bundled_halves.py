"""The bundled voice in figures: all halves, measured by detectors that know nothing of how they were made."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from reader.cache import ClipCache
from reader.pace import Pace
from reader.verse import Verse
from reader.voices.bundled import BundledVoice
from tests.audio.conftest import MILLISECOND, PARTS, Measured, all_halves, audible_errors, digest, measure

pytestmark = pytest.mark.xdist_group("audio")

OTHER_PACES = ("4-3-1-5", "2-0-0-2", "4-3.5-2-3", "15-9-1-20", "4.001-2.999-1-5.003")


def offenders(halves: list[Measured], figure: str, low: float, high: float) -> list[str]:
    """Name the halves whose figure lies outside the bounds."""
    return [
        f"{half.name}: {getattr(half, figure):.2f}"
        for half in halves
        if not low <= getattr(half, figure) <= high
    ]


def test_all_halves_are_there(halves: list[Measured]) -> None:
    assert len(halves) == 203
    assert len({half.digest for half in halves}) == 203


def test_the_first_sound_is_heard_where_the_plan_says(halves: list[Measured]) -> None:
    assert offenders(halves, "start_error", -2, 2) == []


def test_every_half_lasts_as_long_as_the_pace_says(halves: list[Measured]) -> None:
    assert offenders(halves, "length_error", -10, 10) == []


def test_whichever_half_follows_whichever_the_gap_between_voices_is_heard_within_ten_milliseconds(
    halves: list[Measured],
) -> None:
    starts = [half.start_error for half in halves]
    ends = [half.start_error + half.length_error for half in halves]
    assert max(starts) - min(ends) <= 10
    assert max(ends) - min(starts) <= 10


def test_every_half_is_equally_loud_with_headroom(halves: list[Measured]) -> None:
    assert offenders(halves, "loudness", -23.5, -22.5) == []
    assert offenders(halves, "peak", -60, -1) == []


def test_the_pitch_follows_the_contour(halves: list[Measured]) -> None:
    errors = np.concatenate([half.pitch_errors for half in halves])
    assert len(errors) > 40_000
    assert np.percentile(errors, 95) <= 20
    worst = {half.name: float(np.percentile(half.pitch_errors, 95)) for half in halves}
    assert {name: error for name, error in worst.items() if error > 20} == {}


def test_every_vowel_is_voiced(halves: list[Measured]) -> None:
    periodic = np.concatenate([half.aperiodicity for half in halves]) < 0.3
    assert periodic.mean() > 0.999


def test_marks_cover_the_voice_in_order(halves: list[Measured]) -> None:
    for half in halves:
        if half.clip is None:
            continue
        marks = half.clip.marks
        assert [mark.kana for mark in marks] == list(half.verse.morae)
        assert marks[0].start == marks[0].audible == half.clip.voice_start
        assert marks[-1].end == half.clip.voice_end
        assert [mark.end for mark in marks[:-1]] == [mark.start for mark in marks[1:]]
        assert all(mark.start <= mark.audible <= mark.vowel < mark.end for mark in marks)


def test_consonants_are_audible_where_their_marks_say(halves: list[Measured]) -> None:
    """A whispered consonant is heard from 12 dB under its plateau; noise makes single ones uncertain by some ms."""
    errors = [
        error
        for half in halves
        if half.clip is not None
        for error in audible_errors(half.clip, half.verse, {"k", "t", "s", "sh", "ch", "ts"})
    ]
    assert len(errors) > 60
    assert abs(float(np.median(errors))) <= 2
    assert np.percentile(np.abs(errors), 90) <= 5


def test_around_the_voice_there_is_digital_silence(halves: list[Measured]) -> None:
    for half in halves:
        if half.clip is None:
            continue
        clip = half.clip
        assert not clip.samples[: clip.voice_start].any()
        assert not clip.samples[clip.voice_end :].any()
        assert clip.voice_start <= 10 * MILLISECOND
        assert len(clip.samples) - clip.voice_end <= 10 * MILLISECOND
        assert clip.voice_end - clip.voice_start == half.verse.length
        assert clip.voice_end - clip.hold_start == half.verse.hold


def test_the_hold_is_steady_and_without_clicks(halves: list[Measured]) -> None:
    for half in halves:
        if half.clip is None or not half.verse.hold:
            continue
        held = half.clip.samples[half.clip.hold_start : half.clip.voice_end - 300 * MILLISECOND].astype(
            np.float64
        )
        level = 20 * np.log10(_frame_rms(held, 50 * MILLISECOND))
        assert np.abs(np.diff(level)).max() <= 1.0, half.name
        assert -12 <= level[-1] - level[0] <= -4, half.name  # a fade of 8 dB, and the vowel's own drift
        high = _frame_rms(np.diff(held, n=2), 10 * MILLISECOND)  # a click stands out among the high tones
        assert high.max() <= 3 * np.median(high), half.name


def _frame_rms(samples: np.ndarray, frame: int) -> np.ndarray:
    return np.sqrt(np.mean(samples[: len(samples) // frame * frame].reshape(-1, frame) ** 2, axis=1))


def test_the_hold_keeps_to_the_contour_throughout(halves: list[Measured]) -> None:
    """Measured in the last three seconds alone: the pitch is the contour's, nothing else."""
    for half in halves:
        if half.verse.hold:
            last = half.pitch_errors[-100:]  # 2 of the 3 seconds
            assert last.max() <= 20, half.name


def test_from_the_cache_each_half_is_the_fresh_one_to_the_bit(
    halves: list[Measured], clip_folder: Path
) -> None:
    cache, voice = ClipCache(clip_folder), BundledVoice()
    for half in halves:
        assert cache.has(voice, half.verse), half.name
        assert digest(cache.clip(voice, half.verse)) == half.digest, half.name


def test_rendered_again_it_is_the_same_to_the_bit(halves: list[Measured]) -> None:
    voice = BundledVoice()
    for half in halves[::10]:
        assert digest(voice.render(half.verse)) == half.digest, half.name


AGAIN = """
from reader.voices.bundled import BundledVoice
from tests.audio.conftest import all_halves, digest
voice = BundledVoice()
for verse in all_halves()[5::10]:
    print(digest(voice.render(verse)))
"""


def test_in_another_process_with_another_number_of_threads_too(halves: list[Measured]) -> None:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "7"}
    run = subprocess.run(
        [sys.executable, "-c", AGAIN], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == [half.digest for half in halves[5::10]]


@pytest.mark.parametrize("pace", OTHER_PACES)
def test_at_any_pace_the_same_holds(pace: str) -> None:
    voice = BundledVoice()
    for poem, part in zip((22, 77, 96, 12), PARTS * 2, strict=True):
        verse = Verse.at_pace(poem, part, Pace.parse(pace))
        half = measure(verse, voice.render(verse))
        assert abs(half.start_error) <= 2, half.name
        assert abs(half.length_error) <= 10, half.name
        assert abs(half.loudness + 23) <= 0.5, half.name
        assert half.peak <= -1, half.name
        assert np.percentile(half.pitch_errors, 95) <= 20, half.name


def test_the_kimariji_can_be_placed_in_every_half(halves: list[Measured]) -> None:
    """One mora of a five-second upper half lasts a quarter of a second, and so its end lies where it is expected."""
    from poems.anthology import poem  # noqa: PLC0415

    for half in halves:
        if half.clip is None or half.verse.part == "shimo":
            continue
        length = poem(half.verse.poem).kimariji_length
        end = half.clip.kimariji_end(length) - half.clip.voice_start
        beat = half.clip.marks[0].end - half.clip.marks[0].start
        assert end == half.clip.marks[length - 1].end - half.clip.voice_start
        assert length * beat - 1 <= end <= (length + 1) * beat


def test_there_are_as_many_halves_as_the_reader_can_be_asked_for() -> None:
    assert len(all_halves()) == 2 * 101 + 1
