"""What is found in recordings whose truth is known: the bundled chant, with silence, noise, and other formats."""

from functools import cache

import numpy as np
import pytest

from reader.clip import Clip
from reader.loudness import integrated
from reader.packs.cutting import cut
from reader.packs.hold import hold_start
from reader.packs.listening import heard
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices.bundled import BundledVoice
from tests.support.packs import Way, recorded
from tests.support.recordings import decode

POEMS = (2, 16, 36, 44, 48, 68, 71, 96)
"""Beginnings of all kinds: は な た あ み け い お し こ ひ ひ ゆ あ は ふ."""
WAYS = (
    Way("ogg", 22_050, 1, -9.0, -60.0),
    Way("ogg", 44_100, 2, 3.0, -60.0),
    Way("mp3", 44_100, 2, 0.0, -60.0),
    Way("wav", 22_050, 1, -6.0, -60.0),
    Way("flac", 48_000, 2, -3.0, -60.0),
)


@cache
def chanted(poem: int, part: str) -> Clip:
    # short halves: what is asked of is their edges
    length, hold = (144_000, 0) if part == "kami" else (168_000, 48_000)
    return BundledVoice().render(Verse(poem, part, length, hold))  # type: ignore[arg-type]


def test_voices_are_found_within_twelve_milliseconds() -> None:
    """The gate of pack import: 95 of 100 beginnings within 12 ms, none more than 20 ms off."""
    luck = np.random.default_rng(11)
    starts, ends, holds = [], [], []
    for place, (poem, part) in enumerate((poem, part) for poem in POEMS for part in ("kami", "shimo")):
        for way in (WAYS[place % len(WAYS)], WAYS[(place + 2) % len(WAYS)]):
            file = recorded(chanted(poem, part), way, luck)
            sound = decode(file.content).samples
            found = heard(sound)
            assert found is not None
            starts.append(abs(found.on - file.on) / 48)
            ends.append(abs(found.off - file.off) / 48)
            if part == "shimo":
                holds.append(abs(hold_start(sound, found.on, found.off) - file.vowel) / 48)
    assert np.percentile(starts, 95) <= 12
    assert max(starts) <= 20
    assert np.percentile(ends, 95) <= 25
    assert np.median(holds) <= 30


@pytest.mark.parametrize("sound", [np.zeros(0), np.zeros(100), np.zeros(96_000), np.full(96_000, 1e-5)])
def test_silence_holds_no_voice(sound: np.ndarray) -> None:
    assert heard(sound.astype(np.float32)) is None


def test_a_click_and_a_breath_before_the_voice_are_no_voice() -> None:
    luck = np.random.default_rng(3)
    file = recorded(chanted(16, "kami"), Way(noise=-75.0), luck, lead=2.0, tail=0.5)
    sound = decode(file.content).samples.copy()
    sound[9_600:9_620] = 0.4  # somebody touches the table
    breath = 0.004 * luck.standard_normal(9_600).astype(np.float32)
    sound[file.on - 19_200 : file.on - 9_600] += breath * np.hanning(9_600).astype(np.float32)
    found = heard(sound)
    assert found is not None
    assert abs(found.on - file.on) < 20 * 48


def test_a_whole_poem_is_cut_at_its_silence() -> None:
    luck = np.random.default_rng(5)
    upper, lower = chanted(16, "kami"), chanted(16, "shimo")
    pause = np.zeros(SAMPLE_RATE, np.float32)
    whole = np.concatenate([pause, upper.samples, pause, lower.samples, pause])
    whole += 10 ** (-65 / 20) * luck.standard_normal(len(whole)).astype(np.float32)
    found = cut(whole, 16)
    assert found is not None
    assert found.sure
    first = SAMPLE_RATE + upper.voice_start
    second = 2 * SAMPLE_RATE + len(upper.samples) + lower.voice_start
    assert abs(found.kami[0] - first) < 20 * 48
    assert abs(found.shimo[0] - second) < 20 * 48
    assert abs(found.kami[1] - (first + 144_000)) < 30 * 48
    assert abs(found.shimo[1] - (second + 168_000)) < 30 * 48


def test_a_whole_poem_without_a_silence_is_cut_by_guess_and_says_so() -> None:
    clip = chanted(16, "kami")
    found = cut(clip.samples, 16)
    assert found is not None
    assert found.kami[1] <= found.shimo[0]
    assert not found.sure or found.shimo[0] - found.kami[1] >= 150 * 48


def test_levels_are_brought_to_the_same() -> None:
    luck = np.random.default_rng(9)
    for gain in (-20.0, 0.0):
        file = recorded(chanted(36, "kami"), Way("ogg", 44_100, 2, gain, -80.0), luck)
        found = decode(file.content)
        levelled, half = found.levelled, found.halves[0]
        assert abs(integrated(levelled[half.on : half.off]) - -23.0) < 0.3
        assert np.abs(levelled[half.on : half.off]).max() <= 10 ** (-1 / 20)
