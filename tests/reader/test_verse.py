"""A verse: which words, how long, and what cannot be voiced."""

import pytest

from poems.anthology import OPENER, POEMS
from reader.pace import Pace
from reader.verse import Verse

PACE = Pace.parse("4-3-1-5.5")


def test_a_half_has_the_length_that_the_pace_gives_it() -> None:
    kami, shimo = Verse.at_pace(17, "kami", PACE), Verse.at_pace(17, "shimo", PACE)
    assert (kami.length, kami.hold, kami.words) == (264_000, 0, 264_000)
    assert (shimo.length, shimo.hold, shimo.words) == (336_000, 144_000, 192_000)


def test_what_is_said_is_the_pronunciation_table_never_the_spelling() -> None:
    assert Verse.at_pace(17, "kami", PACE).phonetic == ("チハヤブル", "カミヨモキカズ", "タツタガワ")
    assert Verse.at_pace(17, "shimo", PACE).phonetic == ("カラクレナイニ", "ミズククルトワ")


@pytest.mark.parametrize("part", ["kami", "shimo"])
def test_every_half_is_said_in_as_many_morae_as_players_count(part: str) -> None:
    for poem in (OPENER, *POEMS):
        verse = Verse.at_pace(poem.number, "kami" if part == "kami" else "shimo", PACE)
        small = sum(line.count(kana) for line in verse.phonetic for kana in "ャュョ")
        assert len(verse.morae) == len("".join(verse.phonetic)) - small


def test_the_opener_is_said_in_the_wording_asked_for() -> None:
    usual = Verse.at_pace(0, "shimo", PACE)
    named = Verse.at_pace(0, "shimo", PACE, "ajka")
    other = Verse.at_pace(0, "shimo", PACE, "kokin_kanajo")
    assert usual.phonetic == named.phonetic == ("イマオハルベト", "サクヤコノハナ")
    assert other.phonetic == ("イマワハルベト", "サクヤコノハナ")
    assert other.morae[:3] == ("い", "ま", "は")


@pytest.mark.parametrize(
    ("poem", "part", "length", "hold", "wording", "complaint"),
    [
        (101, "kami", 240_000, 0, "", "poem 101"),
        (-1, "kami", 240_000, 0, "", "poem -1"),
        (1, "middle", 240_000, 0, "", "'kami' or 'shimo'"),
        (1, "kami", 95_999, 0, "", "less than 2 s for the words"),
        (1, "shimo", 240_000, 144_001, "", "less than 2 s for the words"),
        (1, "kami", 240_000, -1, "", "hold"),
        (1, "kami", 240_000, 0, "ajka", "only the opener"),
        (0, "kami", 240_000, 0, "dazaifu", "no wording 'dazaifu'"),
    ],
)
def test_what_cannot_be_voiced_is_refused(
    poem: int, part: str, length: int, hold: int, wording: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Verse(poem, part, length, hold, wording)  # type: ignore[arg-type]
