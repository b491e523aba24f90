"""What is known of one poem, as frozen values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

Lines: TypeAlias = tuple[str, str, str, str, str]
"""The five lines of a poem, 5-7-5 and 7-7 morae."""

MoraLines: TypeAlias = tuple[
    tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]
]


class Goshiki(StrEnum):
    """The colours of the five-colour hyakunin isshu (五色百人一首), 20 cards each."""

    BLUE = "blue"
    PINK = "pink"
    YELLOW = "yellow"
    GREEN = "green"
    ORANGE = "orange"


class KimarijiColor(StrEnum):
    """The colours of the kimari-ji five colours (きまり字五色二十人一首): a first kana is never divided."""

    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    PURPLE = "purple"
    GREEN = "green"


class Theme(StrEnum):
    """The part of its source anthology that a poem stands in."""

    SPRING = "春"
    SUMMER = "夏"
    AUTUMN = "秋"
    WINTER = "冬"
    LOVE = "恋"
    MISCELLANEOUS = "雑"
    TRAVEL = "羇旅"
    PARTING = "離別"


class Figure(StrEnum):
    """How the poet is drawn on the yomifuda: a lord, a priest or a lady."""

    TONO = "tono"
    BOZU = "bozu"
    HIME = "hime"


class Headgear(StrEnum):
    """The class of the drawn poet in Iro Kanmuri; it differs from one printing to the next."""

    TENJI = "tenji"
    JITO = "jito"
    HIME = "hime"
    BOZU = "bozu"
    YAGORO = "yagoro"
    TATE_EBOSHI = "tate_eboshi"
    YOKO_EBOSHI = "yoko_eboshi"
    KANMURI = "kanmuri"


@dataclass(frozen=True, slots=True)
class Author:
    """A poet: `name` in kanji as most cards print it, `kana` in modern spelling, romaji in Hepburn."""

    name: str
    kana: str
    romaji: str
    romaji_macron: str
    name_variants: tuple[str, ...] = ()
    kana_variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Torifuda:
    """The card to be taken: the lower half in historical kana.

    `text` is what a card prints, without any dakuten; `columns` are to be set from right to left,
    five kana, five kana and the rest (4 to 6).
    """

    text: str
    with_dakuten: str
    columns: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Source:
    """The imperial anthology that the poem was taken from, and others that have it too."""

    name: str
    book: str
    also_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """The drawn poet, by rank and title; a `PictureSet` has what differs from printing to printing."""

    figure: Figure
    headgear: Headgear
    headgear_confidence: str
    semimaru: bool = False
    emperor: bool = False
    imperial_dais: bool = False
    colored_crown: bool = False


@dataclass(frozen=True, slots=True)
class PictureSet:
    """Who is drawn how in one printing of the yomifuda: `classes` are names with the mask of their cards.

    A class that the printing does not tell apart is absent. `basis` says what the list rests on.
    """

    id: str
    basis: str
    classes: tuple[tuple[str, int], ...]

    def cards(self, name: str) -> int:
        """Return the mask of a class. Raises ValueError, naming those that there are, for an unknown one."""
        for known, cards in self.classes:
            if known == name:
                return cards
        names = ", ".join(known for known, _ in self.classes)
        raise ValueError(f"the picture set {self.id} has no class {name!r}: it has {names}")


@dataclass(frozen=True, slots=True)
class Variant:
    """A known difference of the text: `line` 1..5, `kind` is text, reading, spelling or dakuten."""

    line: int
    kind: str
    form: str
    note: str


@dataclass(frozen=True, slots=True)
class Wording:
    """One wording of the opener's fourth line."""

    id: str
    kanji: str
    kana_historical: str
    kana_modern: str
    phonetic: str
    used_by: str


@dataclass(frozen=True, slots=True)
class Poem:
    """One of the 100 poems, or the opener (joka), whose number is 0.

    `kana_modern` is the reading in modern spelling, where the particles keep theirs; `phonetic` is the
    same in katakana for speech. What belongs to a card is None or empty for the opener, which has none;
    what belongs to the opener (`versions`) is empty for the 100. `kami` and `shimo` cut the halves out
    of any of the five lines: `poem.phonetic[Poem.shimo]`.
    """

    kami: ClassVar[slice] = slice(0, 3)
    shimo: ClassVar[slice] = slice(3, 5)

    number: int
    author: Author
    kanji: Lines
    kana_historical: Lines
    kana_modern: Lines
    phonetic: Lines
    morae: MoraLines
    torifuda: Torifuda | None = None
    kimariji: str = ""
    kimariji_historical: str = ""
    kimariji_variants: tuple[str, ...] = ()
    kimariji_key: str = ""
    shimo_kimariji: str = ""
    first_kana_count: int = 0
    goshiki: Goshiki | None = None
    kimariji_color: KimarijiColor | None = None
    picture: Picture | None = None
    source: Source | None = None
    theme: Theme | None = None
    variants: tuple[Variant, ...] = ()
    versions: tuple[Wording, ...] = ()

    @property
    def kimariji_length(self) -> int:
        """Return the number of kana, which is the number of morae, of the full deck's kimari-ji."""
        return len(self.kimariji)

    @property
    def first_kana(self) -> str:
        """Return the first kana by sound; the card is grouped by it."""
        return self.kimariji[:1]
