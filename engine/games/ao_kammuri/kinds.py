"""The kinds of cards, and which receives which: docs/rules/ao_kammuri.md §1 and §3."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.core.bits import mask_of
from engine.decks.pictures import pictures
from engine.decks.yomifuda import JITO, TENCHI

NAMES: Final = ("tenchi", "jito", "hime", "bozu", "yagoro", "tate", "yoko", "kammuri", "iro")
"""In the order of the actions; `iro` only where it is a kind of its own."""
TENCHI_KIND: Final = 0
JITO_KIND: Final = 1


def receivers(kind: int) -> int:
    """Return the kinds that receive an attack with this kind, as a mask."""
    if kind == TENCHI_KIND:
        return 0
    if kind == JITO_KIND:
        return 1 << TENCHI_KIND
    return 1 << kind | 1 << JITO_KIND | 1 << TENCHI_KIND


RECEIVERS: Final = tuple(receivers(kind) for kind in range(len(NAMES)))


def can_receive(attack: str, card: str) -> bool:
    """Say whether a card of the second kind receives an attack with the first."""
    return bool(RECEIVERS[NAMES.index(attack)] >> NAMES.index(card) & 1)


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds of one pack: their names, and their cards as masks."""

    names: tuple[str, ...]
    masks: tuple[int, ...]


@cache
def kinds_of(picture_set: str, *, separate_iro: bool) -> Kinds:
    """Return the kinds of a printing that tells the hats."""
    drawn = pictures(picture_set)
    hats = drawn.hats
    assert hats is not None
    emperors = mask_of((TENCHI, JITO))
    iro = hats.kammuri & drawn.dais if separate_iro else 0
    masks = (
        1 << TENCHI,
        1 << JITO,
        drawn.women & ~emperors,
        drawn.monks,
        hats.yagoro,
        hats.tate,
        hats.yoko,
        hats.kammuri & ~iro,
    )
    return Kinds(NAMES, (*masks, iro)) if separate_iro else Kinds(NAMES[:-1], masks)
