"""The glosses: complete, short, in their script, none twice."""

import re

import pytest

from poems.anthology import OPENER, POEMS
from poems.gloss import Language, gloss
from poems.poem import Poem

LONGEST = {"en": 140, "ru": 140, "ja": 70}
SCRIPT = {
    "en": r"[A-Za-z ,.:;?!'\"-]+",
    "ru": r"[А-Яа-яЁё ,.:;?!«»—-]+",
    "ja": r"[ぁ-ゖァ-ヺー一-龥々、。「」]+",
}
ALL = pytest.mark.parametrize(
    ("number", "language"), [(n, code) for n in range(101) for code in ("en", "ru", "ja")]
)


@ALL
def test_one_short_sentence_in_its_script(number: int, language: str) -> None:
    text = gloss(number, language)
    assert len(text) * (2 if language == "ja" else 1) >= 25
    assert len(text) <= LONGEST[language]
    assert re.fullmatch(SCRIPT[language], text)
    assert text == text.strip()
    assert re.fullmatch(r"[^.?!。]+[.?!。]\"?", text), "one sentence, with its full stop"


@pytest.mark.parametrize("language", list(Language))
def test_none_twice(language: Language) -> None:
    assert len({gloss(number, language) for number in range(101)}) == 101


@pytest.mark.parametrize("one", [*POEMS, OPENER], ids=lambda one: str(one.number))
def test_japanese_gloss_is_modern_and_not_the_poem_itself(one: Poem) -> None:
    text = gloss(one.number, "ja")
    assert "".join(one.kanji[Poem.kami]) not in text
    assert "".join(one.kanji[Poem.shimo]) not in text
    assert not re.search("[ゐゑ]|けり|らむ|つつ$|かな。", text)


# A name or thing that the poem turns on, and that no gloss of it may lose.
KEY_WORDS = {
    2: ("Kagu", "Кагу", "香具山"),
    4: ("Fuji", "Фудзи", "富士"),
    7: ("Mikasa", "Микаса", "三笠"),
    10: ("Meeting", "Встреч", "逢坂"),
    16: ("pine", "сосны", "松"),
    17: ("Tatsuta", "Тацута", "竜田川"),
    20: ("stake", "веха", "澪標"),
    27: ("Izumi", "Идзуми", "泉川"),
    35: ("plum", "слива", "梅"),
    51: ("moxa", "полынь", "さしも草"),
    60: ("Ikuno", "Икуно", "生野"),
    61: ("Nara", "Нары", "奈良"),
    64: ("Uji", "Удзи", "宇治"),
    78: ("Suma", "Сума", "須磨"),
    81: ("cuckoo", "кукушки", "ほととぎす"),
    97: ("salt", "солян", "藻塩"),
    100: ("Fern", "папоротник", "忍ぶ草"),
}


@pytest.mark.parametrize("number", KEY_WORDS)
def test_gloss_belongs_to_its_poem(number: int) -> None:
    for language, word in zip(("en", "ru", "ja"), KEY_WORDS[number], strict=True):
        assert word in gloss(number, language)


def test_unknown_language_and_number_are_refused() -> None:
    with pytest.raises(ValueError, match="no glosses in 'fr': there are en, ru, ja"):
        gloss(1, "fr")
    with pytest.raises(ValueError, match="there is no poem 101"):
        gloss(101, "en")
