"""The model of speech that recordings are laid against: what it is asked, and what it leaves alone."""

import subprocess
import sys

import numpy as np
import pytest

from poems.anthology import POEMS
from reader.chant.phonemes import line_morae
from reader.packs import phones
from reader.verse import Verse
from reader.voices.bundled import BundledVoice

MS = 48


def spoken(lines: tuple[str, ...]) -> list[str]:
    return [name for line in lines for mora in line_morae(line) for name in mora.phonemes]


@pytest.mark.parametrize("pace", [0.93, 1.0, 1.07])
def test_sounds_are_found_at_any_pace(pace: float) -> None:
    verse = Verse(22, "kami", 216_000)
    clip = BundledVoice().render(verse)
    found = phones.begins(clip.samples, spoken(verse.phonetic), pace)
    assert len(found) == len(spoken(verse.phonetic)) + 1
    vowels = [found[at] for at, name in enumerate(spoken(verse.phonetic)) if name in "aiueo"][:4]
    for place, mark in zip(vowels, clip.marks, strict=False):
        assert abs(place - mark.vowel) < 30 * MS


def test_every_sound_of_the_poems_is_known() -> None:
    """A sound that is not, or may not follow another, raises."""
    every = {mora.phonemes for poem in POEMS for line in poem.phonetic for mora in line_morae(line)}
    names = [name for phonemes in sorted(every) for name in phonemes]
    sound = np.zeros(len(names) * 1_440, np.float32)
    assert len(phones.begins(sound, names)) == len(names) + 1


def test_too_little_sound_is_refused_before_the_library_breaks_down() -> None:
    for length in (1, 480, 3_839):
        with pytest.raises(ValueError, match="too short for 4 sounds"):
            phones.begins(np.zeros(length, np.float32), ["k", "a", "s", "a"])
    assert len(phones.begins(np.zeros(3_840, np.float32), ["k", "a", "s", "a"])) == 5


def test_nothing_but_answers_comes_out_of_a_command() -> None:
    program = (
        "import numpy\nfrom reader.packs import phones\n"
        "phones.begins(numpy.zeros(48_000, numpy.float32), ['a'])\nprint('done')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "done\n"
