"""The four classes of pictures that matter here: docs/rules/bozu_mekuri.md §1."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.core.bits import mask_of
from engine.decks.pictures import pictures

NYUDO: Final = mask_of((76, 96))
"""The two lay monks; they wear a hat, but their title says monk."""


@dataclass(frozen=True, slots=True)
class Classes:
    """Monks and women as masks, everybody else is a man; who is on a dais and who holds a bow, besides."""

    monks: int
    women: int
    dais: int
    bows: int


@cache
def classes(picture_set: str, *, nyudo_as_bozu: bool) -> Classes:
    """Return the classes of a printing."""
    drawn = pictures(picture_set)
    monks = drawn.monks | NYUDO if nyudo_as_bozu else drawn.monks
    return Classes(monks, drawn.women & ~monks, drawn.dais, drawn.bows)
