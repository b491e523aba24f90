"""The bundled voice's settings: each as exact as the first, and each clearly another voice."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from poems.anthology import poem
from reader.chant.contour import pitch as planned_pitch
from reader.chant.settings import SETTINGS, Setting
from reader.chant.style import DEFAULT
from reader.clip import Clip
from reader.loudness import integrated
from reader.pace import Pace
from reader.verse import Verse
from reader.voices.known import Voices
from tests.audio.conftest import audible_errors
from tests.support.acoustics import cents, formant_scale, heard, pitch, true_peak_db, vowel_spectra

pytestmark = pytest.mark.xdist_group("audio")

MILLISECOND = 48
SETTLED = 25 * MILLISECOND
PACE = Pace.parse("4-2-1-5")
HALVES = (
    Verse.at_pace(17, "kami", PACE),
    Verse.at_pace(87, "kami", PACE),  # む: a nasal, decided by its first mora
    Verse.at_pace(77, "shimo", PACE),  # わ at first, held for two seconds
)
SEMITONES = 3.0
SCALE = 1.08
"""Two settings differ by so much in pitch, or in the place of their resonances."""


@pytest.fixture(scope="module")
def spoken() -> dict[str, list[Clip]]:
    """Every setting's clips of the same halves, made by the name that people choose."""
    voices = Voices()
    return {
        setting.name: [voices.make(setting.name).render(verse) for verse in HALVES] for setting in SETTINGS
    }


def test_the_first_setting_is_the_voice_as_it_always_was() -> None:
    assert (SETTINGS[0].name, SETTINGS[0].style) == ("mei", DEFAULT)
    assert (DEFAULT.contour.base_hz, DEFAULT.contour.drift_cents) == (230.0, 0.0)
    assert (DEFAULT.rhythm.first_line, DEFAULT.rhythm.line_end, DEFAULT.formants) == (1.0, 1.5, 1.0)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_as_exact_as_the_plan(setting: Setting, spoken: dict[str, list[Clip]]) -> None:
    for verse, clip in zip(HALVES, spoken[setting.name], strict=True):
        start, end = heard(clip.samples)
        assert abs(start - clip.voice_start) <= 2 * MILLISECOND
        assert abs(end - start - verse.length) <= 10 * MILLISECOND
        assert clip.voice_end - clip.voice_start == verse.length
        assert clip.voice_end - clip.hold_start == verse.hold
        assert integrated(clip.samples) == pytest.approx(-23, abs=0.5)
        assert true_peak_db(clip.samples) <= -1
        assert [mark.kana for mark in clip.marks] == list(verse.morae)
        assert [mark.end for mark in clip.marks[:-1]] == [mark.start for mark in clip.marks[1:]]
        assert all(mark.start <= mark.audible <= mark.vowel < mark.end for mark in clip.marks)
        assert _pitch_errors(setting, verse, clip) <= 20


def _pitch_errors(setting: Setting, verse: Verse, clip: Clip) -> float:
    """Return the 95th percentile of the errors in cents, in all vowels."""
    track = pitch(clip.samples, hop=960)
    vowel = np.zeros(len(track.times), bool)
    for mark in clip.marks:
        vowel |= (track.times > mark.vowel + SETTLED) & (track.times < mark.end - SETTLED)
    at = track.times - clip.voice_start
    wanted = planned_pitch(setting.style.contour, at, verse.words, verse.hold)
    return float(np.percentile(np.abs(cents(track.hz, wanted))[vowel], 95))


def test_any_two_settings_differ_by_three_semitones_or_by_the_size_of_the_speaker(
    spoken: dict[str, list[Clip]],
) -> None:
    tone = {name: float(np.median(_words_hz(clips))) for name, clips in spoken.items()}
    vowels = {name: _vowels(clips) for name, clips in spoken.items()}
    for one, other in combinations(spoken, 2):
        apart = abs(12 * np.log2(tone[one] / tone[other]))
        scale = formant_scale(vowels[one], vowels[other])
        assert apart >= SEMITONES or max(scale, 1 / scale) >= SCALE, (one, other, apart, scale)


def test_the_resonances_lie_where_the_setting_puts_them(spoken: dict[str, list[Clip]]) -> None:
    usual = _vowels(spoken["mei"])
    for setting in SETTINGS:
        found = formant_scale(usual, _vowels(spoken[setting.name]))
        assert found == pytest.approx(setting.style.formants, rel=0.03), setting.name


def test_the_melodies_differ(spoken: dict[str, list[Clip]]) -> None:
    """From the first third of an upper half to its last: one tone stays, the other falls."""
    level, falling = (_words_hz(spoken[name][:1]) for name in ("mei-level", "mei-falling"))
    assert abs(float(cents(np.median(level[-40:]), np.median(level[:40])))) < 10
    assert float(cents(np.median(falling[-40:]), np.median(falling[:40]))) < -200


def test_the_tempo_differs_within_the_same_length(spoken: dict[str, list[Clip]]) -> None:
    """The end of ちは decides when a player can move; it comes at other moments though the half is as long."""
    decided = {name: clips[0].kimariji_end(2) / 48_000 for name, clips in spoken.items()}
    assert decided["mei-clear"] < decided["mei-falling"] < decided["mei"] < decided["mei-low"]
    assert decided["mei-low"] - decided["mei-clear"] > 0.15
    beats = {mark.end - mark.start for mark in spoken["mei-level"][0].marks}
    assert max(beats) - min(beats) <= 1


def test_every_setting_can_place_a_kimariji_of_any_length() -> None:
    """One poem decided by each number of morae from one to six; what decides is heard before the mark, not after."""
    quick = Pace.parse("2-0-0.5-2")
    shortest = {
        length: next(n for n in range(1, 101) if poem(n).kimariji_length == length) for length in range(1, 7)
    }
    for setting in SETTINGS[1:]:
        ends = []
        for length, number in shortest.items():
            verse = Verse.at_pace(number, "kami", quick)
            clip = Voices().make(setting.name).render(verse)
            end = clip.kimariji_end(length)
            assert (
                clip.marks[length - 1].vowel < end == clip.marks[length].start <= clip.marks[length].audible
            )
            ends.append(end - clip.voice_start)
        assert ends == sorted(ends), setting.name


def test_consonants_are_audible_where_their_marks_say_in_every_setting(spoken: dict[str, list[Clip]]) -> None:
    for name, clips in spoken.items():
        errors = [
            error
            for verse, clip in zip(HALVES, clips, strict=True)
            for error in audible_errors(clip, verse, {"k", "t", "s", "sh", "ch", "ts"})
        ]
        assert len(errors) >= 8
        assert abs(float(np.median(errors))) <= 2, name
        assert float(np.percentile(np.abs(errors), 80)) <= 5, name


def test_every_tone_lies_where_words_stay_clear() -> None:
    for setting in SETTINGS:
        assert 190 <= setting.style.contour.base_hz <= 280, setting.name


def test_names_and_titles_are_all_different() -> None:
    assert len({setting.name for setting in SETTINGS}) == len({setting.title for setting in SETTINGS}) == 5
    assert len({Voices().make(setting.name).version for setting in SETTINGS}) == 5


def _words_hz(clips: list[Clip]) -> NDArray[np.float64]:
    """Return the pitch over the words, wherever it is heard clearly."""
    tracks = []
    for clip in clips:
        track = pitch(clip.samples[: clip.hold_start], hop=960)
        tracks.append(track.hz[track.aperiodicity < 0.1])
    return np.concatenate(tracks)


def _vowels(clips: list[Clip]) -> NDArray[np.float64]:
    """Return the spectra in the middle of every vowel that is not held."""
    return np.concatenate(
        [vowel_spectra(clip.samples, [(m.vowel + m.end) // 2 for m in clip.marks[:-1]]) for clip in clips]
    )
