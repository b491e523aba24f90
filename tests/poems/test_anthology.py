"""The anthology as loaded: every poem, every field, the opener in its two wordings."""

import json
import re
from importlib.resources import files

import pytest

from poems import anthology
from poems.anthology import OPENER, POEMS, opener, poem, torifuda
from poems.poem import Poem

EVERY = pytest.mark.parametrize("one", [*POEMS, OPENER], ids=lambda one: str(one.number))
RAW = json.loads(files("poems").joinpath("data/poems.json").read_text(encoding="utf-8"))
FIELDS = {
    "number", "author", "kanji", "kana_historical", "kana_modern", "phonetic", "morae", "torifuda",
    "kimariji", "kimariji_historical", "kimariji_length", "kimariji_variants", "kimariji_key",
    "shimo_kimariji_card", "first_kana", "first_kana_count", "goshiki_color", "first_syllable_color",
    "bozu_mekuri", "iro_kanmuri", "anthology", "theme", "variants",
}  # fmt: skip


def test_hundred_poems_in_order() -> None:
    assert [one.number for one in POEMS] == list(range(1, 101))
    assert OPENER.number == 0


@pytest.mark.parametrize("raw", RAW["poems"], ids=lambda raw: str(raw["number"]))
def test_nothing_of_the_data_is_lost(raw: dict[str, object]) -> None:
    assert set(raw) == FIELDS
    one = poem(RAW["poems"].index(raw) + 1)
    again = {
        "number": one.number,
        "kanji": list(one.kanji),
        "kana_historical": list(one.kana_historical),
        "kana_modern": list(one.kana_modern),
        "phonetic": list(one.phonetic),
        "morae": [list(line) for line in one.morae],
        "kimariji": one.kimariji,
        "kimariji_historical": one.kimariji_historical,
        "kimariji_length": one.kimariji_length,
        "kimariji_variants": list(one.kimariji_variants),
        "kimariji_key": one.kimariji_key,
        "shimo_kimariji_card": one.shimo_kimariji,
        "first_kana": one.first_kana,
        "first_kana_count": one.first_kana_count,
        "goshiki_color": one.goshiki,
        "first_syllable_color": one.kimariji_color,
        "theme": one.theme,
    }
    assert again == {name: raw[name] for name in again}


@EVERY
def test_five_lines_of_each_kind(one: Poem) -> None:
    for lines in (one.kanji, one.kana_historical, one.kana_modern, one.phonetic, one.morae):
        assert len(lines) == 5
        assert all(lines)
    assert one.kanji[Poem.kami] + one.kanji[Poem.shimo] == one.kanji
    assert len(one.kanji[Poem.kami]) == 3


@EVERY
def test_author(one: Poem) -> None:
    assert one.author.name
    assert re.fullmatch("[ぁ-ん]+", one.author.kana)
    assert re.fullmatch("[A-Za-z' ]+", one.author.romaji)
    unmarked = one.author.romaji_macron.translate(str.maketrans("āīūēōŌ", "aiueoO"))
    assert unmarked == one.author.romaji


def test_hundred_different_poets() -> None:
    assert len({one.author.name for one in POEMS}) == 100


@EVERY
def test_scripts(one: Poem) -> None:
    for line in one.kana_historical + one.kana_modern:
        assert re.fullmatch("[ぁ-ゖ]+", line)
    assert not re.search("[ゐゑ]", "".join(one.kana_modern))
    for line in one.phonetic:
        assert re.fullmatch("[ァ-ヺー]+", line)
        assert not re.search("[ヲヂヅヰヱ]", line)


@EVERY
def test_printed_line_agrees_with_the_historical_kana(one: Poem) -> None:
    for kanji, kana in zip(one.kanji, one.kana_historical, strict=True):
        assert re.fullmatch(re.sub("[一-龥々]+", "(.+)", kanji), kana)


@pytest.mark.parametrize("one", POEMS, ids=lambda one: str(one.number))
def test_variants_name_a_line_and_a_kind(one: Poem) -> None:
    for variant in one.variants:
        assert 1 <= variant.line <= 5
        assert variant.kind in ("text", "reading", "spelling", "dakuten")
        assert variant.form
        assert variant.note
        assert variant.form not in one.kana_modern


def test_opener_has_two_wordings() -> None:
    assert [version.id for version in OPENER.versions] == ["ajka", "kokin_kanajo"]
    assert opener("ajka") == OPENER
    assert OPENER.kanji == ("難波津に", "咲くやこの花", "冬ごもり", "今を春べと", "咲くやこの花")
    assert RAW["opener"]["default_version"] == "ajka"


def test_other_wording_differs_in_the_fourth_line_only() -> None:
    other = opener("kokin_kanajo")
    assert other.kanji[3] == "今は春べと"
    assert other.kana_historical[3] == other.kana_modern[3] == "いまははるべと"
    assert other.phonetic[3] == "イマワハルベト"
    assert other.morae[3] == tuple("いまははるべと")
    for lines, others in ((OPENER.kanji, other.kanji), (OPENER.morae, other.morae)):
        assert [mine == yours for mine, yours in zip(lines, others, strict=True)] == [True] * 3 + [
            False,
            True,
        ]


def test_opener_is_no_card() -> None:
    assert OPENER.torifuda is None
    assert OPENER.kimariji == ""
    assert OPENER.goshiki is None
    with pytest.raises(ValueError, match="opener has no torifuda"):
        torifuda(0)


def test_unknown_wording_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"no wording 'michizane'.*ajka, kokin_kanajo"):
        opener("michizane")


@pytest.mark.parametrize("number", [-1, 101, 1000])
def test_numbers_outside_the_anthology(number: int) -> None:
    with pytest.raises(ValueError, match=f"there is no poem {number}"):
        poem(number)


def test_lookup_by_number() -> None:
    assert poem(0) is OPENER
    assert poem(1).kimariji == "あきの"
    assert poem(100).kimariji == "もも"
    assert torifuda(17).text == "からくれなゐにみつくくるとは"


def test_poems_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        anthology.POEMS[0].number = 2  # type: ignore[misc]


@pytest.mark.parametrize("name", ["poems.json", "glosses.json", "README.md"])
def test_data_files_name_no_place_of_one_machine(name: str) -> None:
    text = files("poems").joinpath("data", name).read_text(encoding="utf-8")
    assert not re.search(r"(^|[\s\"'`(=])/(work|tmp|home|root|Users)/", text)
