"""What is said: every poem's phonemes against a second table, and the words that engines get wrong."""

import re

import pytest

from poems.anthology import OPENER, POEMS, opener
from reader.chant.labels import full_context
from reader.chant.phonemes import line_morae, voiced
from reader.pace import DEFAULT
from reader.verse import Part, Verse
from tests.support.spoken import SOUNDS, phonemes


def said(poem: int, line: int) -> str:
    """Return what the voice is told to say in one line (1 to 5), as one word of phonemes."""
    part: Part = "kami" if line <= 3 else "shimo"
    phonetic = Verse.at_pace(poem, part, DEFAULT).phonetic[(line - 1) if line <= 3 else (line - 4)]
    return "".join(label_phonemes([phonetic]))


def label_phonemes(lines: list[str]) -> list[str]:
    labels = full_context([line_morae(line) for line in lines])
    found = [re.match(r"[^-]+-([^+]+)\+", label) for label in labels]
    return [match[1] for match in found if match and match[1] != "sil"]


@pytest.mark.parametrize("poem", [OPENER, *POEMS], ids=lambda poem: f"{poem.number:03}")
def test_the_voice_is_told_exactly_the_table_s_phonemes(poem: object) -> None:
    number: int = poem.number  # type: ignore[attr-defined]
    for part in ("kami", "shimo"):
        lines = list(Verse.at_pace(number, "kami" if part == "kami" else "shimo", DEFAULT).phonetic)
        assert label_phonemes(lines) == [p for line in lines for p in phonemes(line)]


def test_the_opener_s_other_wording_is_said_as_written() -> None:
    assert label_phonemes([opener("kokin_kanajo").phonetic[3]]) == phonemes("イマワハルベト")


@pytest.mark.parametrize(
    ("poem", "line", "sound"),
    [
        (9, 1, "hananoirowa"),  # は once ha, once the particle wa
        (35, 1, "hitowaisa"),
        (35, 4, "hanazomukashino"),  # は at the start of a line is no particle
        (63, 1, "imawatada"),
        (88, 1, "naniwaeno"),
        (47, 1, "yaemugura"),
    ],
)
def test_wa_and_e_are_said_where_they_are_particles_and_only_there(poem: int, line: int, sound: str) -> None:
    assert said(poem, line) == sound


@pytest.mark.parametrize(
    ("poem", "line", "sound"),
    [
        (22, 1, "fukukarani"),  # fu and ho at the start of a word stay
        (81, 1, "hototogisu"),
        (96, 1, "hanasasou"),
        (96, 4, "furiyukumonowa"),
        (71, 1, "yuusareba"),
        (38, 3, "chikaiteshi"),
        (2, 4, "koromohosuchoo"),
        (54, 4, "kyoookagirino"),
    ],
)
def test_old_spelling_is_said_as_it_sounds_without_breaking_other_words(
    poem: int, line: int, sound: str
) -> None:
    assert said(poem, line) == sound


@pytest.mark.parametrize("kana", sorted(SOUNDS))
def test_each_kana_has_the_sound_of_the_second_table(kana: str) -> None:
    (mora,) = line_morae(kana)
    assert ".".join(mora.phonemes) == SOUNDS[kana]


def test_a_length_mark_is_a_mora_of_its_own_with_the_vowel_before_it() -> None:
    assert [mora.phonemes for mora in line_morae("キョー")] == [("ky", "o"), ("o",)]


@pytest.mark.parametrize("line", ["はな", "ヲ", "ヂ", "ヅ", "ーア", "ンー", "ア ウ", "abc", "難"])
def test_what_is_not_phonetic_katakana_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no sound here"):
        line_morae(line)


def test_vowels_and_nasals_are_voiced_and_whispered_consonants_are_not() -> None:
    assert all(map(voiced, ["a", "i", "u", "e", "o", "N", "n", "m", "r", "w", "y", "g", "z", "j", "d", "b"]))
    assert not any(map(voiced, ["k", "ky", "s", "sh", "t", "ts", "ch", "h", "f", "p", "cl"]))
