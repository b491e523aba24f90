"""Named sets of cards, each a mask.

Colour words alone are ambiguous, since two systems have blue, yellow and green. So every set is named by
its system: `goshiki-blue` (五色百人一首), `kimariji-color-blue` (きまり字五色二十人一首), `third-a`
(三分の百首, `docs/rules/karuta.md §10`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from poems.anthology import PICTURE_SETS, POEMS
from poems.cards import ALL_CARDS, mask
from poems.kana import unvoiced
from poems.poem import PictureSet
from poems.romaji import spellings

MUSUME = "むすめふさほせうつしもゆいちひきはやよかみたこおわなあ"
"""The 27 first kana in the order in which players go round them: those with few cards first."""

MUSUME_ORDER = tuple(
    poem.number
    for poem in sorted(POEMS, key=lambda p: (MUSUME.index(p.first_kana), unvoiced(p.kimariji), p.kimariji))
)
"""All 100 cards by sound group, inside a group by kimari-ji in kana order."""


class System(StrEnum):
    """What a set divides the hundred by."""

    GOSHIKI = "goshiki"
    KIMARIJI_COLOR = "kimariji-color"
    THIRD = "third"
    GROUP = "group"
    FIRST_KANA = "first"
    LENGTH = "length"
    THEME = "theme"
    ANTHOLOGY = "anthology"
    PICTURE = "picture"
    ONES = "ones"
    """The last digit of the number, by which clubs divide the hundred."""
    TENS = "tens"
    """The digit before the last; none for 1 to 9 counts as 0, and so does that of 100."""
    PREFIX = "prefix"
    NUMBERS = "numbers"
    MIXED = "mixed"
    SAVED = "saved"


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of cards: `name` for commands and files, `title` in Japanese, `cards` the mask."""

    system: System
    name: str
    title: str
    cards: int


def in_musume_order(cards: int) -> tuple[int, ...]:
    """Return the cards of a mask in sound-group order."""
    return tuple(card for card in MUSUME_ORDER if cards >> card & 1)


def of_system(system: System) -> tuple[CardSet, ...]:
    """Return the named sets of one system in its own order; the last four are open and have none."""
    return tuple(one for one in NAMED if one.system is system)


_GOSHIKI = {"blue": "青", "pink": "桃", "yellow": "黄", "green": "緑", "orange": "橙"}
_KIMARIJI_COLORS = {"red": "赤", "blue": "青", "yellow": "黄", "purple": "紫", "green": "緑"}
_THIRDS = {"a": "あいうさしすせな", "b": "かきこたちつみむめも", "c": "おはひふほやゆよわ"}
_COUNTS = {1: "一", 2: "二", 3: "三", 4: "四", 5: "五", 6: "六", 7: "七", 8: "八", 16: "十六"}
_THEMES = {
    "spring": "春",
    "summer": "夏",
    "autumn": "秋",
    "winter": "冬",
    "love": "恋",
    "miscellaneous": "雑",
    "travel": "羇旅",
    "parting": "離別",
}
_ANTHOLOGIES = {
    "kokin": "古今集",
    "gosen": "後撰集",
    "shui": "拾遺集",
    "goshui": "後拾遺集",
    "kinyo": "金葉集",
    "shika": "詞花集",
    "senzai": "千載集",
    "shinkokin": "新古今集",
    "shinchokusen": "新勅撰集",
    "shokugosen": "続後撰集",
}
_CLASSES = {
    "tono": "殿",
    "hime": "姫",
    "bozu": "坊主",
    "semimaru": "蝉丸",
    "emperor": "天皇",
    "imperial_dais": "繧繝縁",
    "yagoro": "矢五郎",
    "tate_eboshi": "立烏帽子",
    "yoko_eboshi": "横烏帽子",
    "kanmuri": "冠",
    "bow_and_quiver": "弓と矢筒",
    "borderline_eboshi": "烏帽子か冠か",
    "behind_curtain": "几帳",
    "back_to_viewer": "後ろ姿",
    "military": "武官",
    "bow": "弓",
}


def _colors() -> Iterator[CardSet]:
    for color, kanji in _GOSHIKI.items():
        cards = mask(poem.number for poem in POEMS if poem.goshiki == color)
        yield CardSet(System.GOSHIKI, f"goshiki-{color}", f"五色百人一首 {kanji}", cards)
    for color, kanji in _KIMARIJI_COLORS.items():
        cards = mask(poem.number for poem in POEMS if poem.kimariji_color == color)
        title = f"きまり字五色二十人一首 {kanji}"
        yield CardSet(System.KIMARIJI_COLOR, f"kimariji-color-{color}", title, cards)
    for letter, kana in _THIRDS.items():
        yield CardSet(System.THIRD, f"third-{letter}", f"三分の百首 {letter.upper()}", _beginning(kana))


def _sounds() -> Iterator[CardSet]:
    for count, digit in _COUNTS.items():
        kana = "".join(first for first in MUSUME if _beginning(first).bit_count() == count)
        yield CardSet(System.GROUP, f"group-{count}", f"{digit}枚札 {kana}", _beginning(kana))
    for kana in MUSUME:
        yield CardSet(System.FIRST_KANA, f"first-{spellings(kana)[0]}", kana, _beginning(kana))
    for length in range(1, 7):
        cards = mask(poem.number for poem in POEMS if poem.kimariji_length == length)
        yield CardSet(System.LENGTH, f"length-{length}", f"{_COUNTS[length]}字決まり", cards)


def _books() -> Iterator[CardSet]:
    for name, theme in _THEMES.items():
        cards = mask(poem.number for poem in POEMS if poem.theme == theme)
        yield CardSet(System.THEME, f"theme-{name}", theme, cards)
    for name, anthology in _ANTHOLOGIES.items():
        cards = mask(poem.number for poem in POEMS if poem.source and poem.source.name == anthology)
        yield CardSet(System.ANTHOLOGY, f"anthology-{name}", anthology, cards)


def _digits() -> Iterator[CardSet]:
    for system, place, worth in ((System.ONES, "一", 1), (System.TENS, "十", 10)):
        for digit in range(10):
            cards = mask(number for number in range(1, 101) if number // worth % 10 == digit)
            yield CardSet(system, f"{system}-{digit}", f"{place}の位が{digit}", cards)


def _pictures(printing: PictureSet) -> Iterator[CardSet]:
    lords = ALL_CARDS & ~(printing.cards("hime") | printing.cards("bozu"))
    for name, cards in (("tono", lords), *printing.classes):
        title = f"{_CLASSES[name]}（{printing.id}）"
        yield CardSet(System.PICTURE, f"picture-{printing.id}-{name}", title, cards)


def _beginning(kana: str) -> int:
    return mask(poem.number for poem in POEMS if poem.first_kana in kana)


NAMED: tuple[CardSet, ...] = (
    *_colors(),
    *_sounds(),
    *_books(),
    *_digits(),
    *(one for printing in PICTURE_SETS for one in _pictures(printing)),
)
"""Every set that has a name, grouped by system."""
