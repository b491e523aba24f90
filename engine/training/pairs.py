"""Cards that are mixed up: by sound, where only the last kana of the kimari-ji differs, and by face."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final

from engine.training.decision import onset
from poems.anthology import POEMS, torifuda
from poems.kana import morae
from poems.kimariji import full
from poems.romaji import vowel

SINGLES: Final = tuple(card for card in range(1, 101) if len(full(card)) == 1)
"""The seven of one kana, with which hands and ears are warmed up."""
_LOOK_ALIKE: Final = 2
"""Kana that two faces share from the beginning before an eye takes one for the other: まつと, まつも."""


class SoundClass(StrEnum):
    """What must be heard to tell two kana apart."""

    VOWEL = "vowel"
    FRICATIVES = "fricatives"
    """s, f and h among each other."""
    K_AND_G = "k_and_g"
    NASALS = "nasals"
    LIQUID = "liquid"
    """r from another."""
    OTHER = "other"


_CLASSES: Final = (
    (SoundClass.FRICATIVES, frozenset({"s", "sh", "f", "h", "z", "j"})),
    (SoundClass.K_AND_G, frozenset({"k", "g"})),
    (SoundClass.NASALS, frozenset({"n", "m"})),
)


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """Two cards, the lower number first. Raises ValueError for a card and itself."""

    one: int
    other: int

    def __post_init__(self) -> None:
        if not 1 <= self.one < self.other <= 100:
            raise ValueError(f"{self.one} and {self.other} are no pair of cards in order")

    @classmethod
    def of(cls, one: int, other: int) -> "Pair":
        """Return the pair of two cards in either order."""
        return cls(min(one, other), max(one, other))

    def __contains__(self, card: int) -> bool:
        return card in (self.one, self.other)

    @property
    def cards(self) -> tuple[int, int]:
        """Both cards."""
        return self.one, self.other


def shared_kana(one: int, other: int) -> int:
    """Return how many kana two poems have in common from their beginnings, as far as their kimari-ji go."""
    return _common(morae(full(one)), morae(full(other)))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how long a beginning two sequences share."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def sound_class(pair: Pair) -> SoundClass:
    """Return what tells the two apart: the first kana in which they differ."""
    mine, theirs = (morae(POEMS[card - 1].kimariji_key) for card in pair.cards)
    one, other = next((a, b) for a, b in zip(mine, theirs, strict=False) if a != b)
    if onset(one) == onset(other):
        return SoundClass.VOWEL
    starts = {onset(one), onset(other)}
    for name, members in _CLASSES:
        if starts <= members:
            return name
    return SoundClass.LIQUID if "r" in starts else SoundClass.OTHER


def only_consonant(pair: Pair) -> bool:
    """Whether the kana that tells the two apart has the same vowel in both, so that a consonant alone tells."""
    one, other = (morae(full(card)) for card in pair.cards)
    return len(one) == len(other) and one[:-1] == other[:-1] and vowel(one[-1]) == vowel(other[-1])


@cache
def face_alike(one: int, other: int) -> bool:
    """Whether the faces of two cards begin alike."""
    return _common(torifuda(one).text, torifuda(other).text) >= _LOOK_ALIKE


def _last_kana() -> tuple[Pair, ...]:
    openings = {poem.number: morae(full(poem.number))[:-1] for poem in POEMS}
    return tuple(Pair(a, b) for a, b in combinations(range(1, 101), 2) if openings[a] == openings[b])


LAST_KANA: Final = _last_kana()
"""The 88 pairs whose kimari-ji differ in their last kana alone; 21 of them are among the seven of one kana."""


def _trios() -> tuple[tuple[int, int, int], ...]:
    known = set(LAST_KANA)
    return tuple(
        (pair.one, pair.other, third)
        for pair in LAST_KANA
        for third in range(pair.other + 1, 101)
        if Pair(pair.one, third) in known and Pair(pair.other, third) in known
    )


TRIOS: Final = _trios()
"""The 66 trios whose kimari-ji differ in their last kana alone, so that all three part there; 35 are of one kana."""


def partners(card: int) -> int:
    """Return the mask of the cards that make one of the 88 pairs with a card."""
    return _PARTNERS[card]


def _partner_masks() -> tuple[int, ...]:
    masks = [0] * 101
    for pair in LAST_KANA:
        masks[pair.one] |= 1 << pair.other
        masks[pair.other] |= 1 << pair.one
    return tuple(masks)


_PARTNERS: Final = _partner_masks()


def sound_alike(one: int, other: int) -> bool:
    """Whether two poems begin alike, or differ in their last kana alone, as the seven of one kana do."""
    return shared_kana(one, other) > 0 or bool(partners(one) >> other & 1)


@cache
def family(card: int) -> int:
    """Return the mask of a card's whole family, itself included: all that are learned and heard together.

    Cards of three kana and more belong with those that share two kana or more (おおえ, おおけ, おおこ); a shorter card
    is a family of its own.
    """
    alike = (other for other in range(1, 101) if other == card or shared_kana(card, other) >= 2)
    return sum(1 << other for other in alike)
