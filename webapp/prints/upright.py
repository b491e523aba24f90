"""A text as it stands from top to bottom: signs upright, strokes and foreign words lying. Pure."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import Final

from webapp.prints.signs import is_variant

_FORMS: Final = dict(
    zip(
        "、。：；！？…（）｛｝〔〕【】《》〈〉「」『』［］―",
        "︑︒︓︔︕︖︙︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈︱",
        strict=True,
    )
)
"""Signs that have a form of their own in a column."""
_LYING: Final = "ー－—–‐-~〜～=＝"
_SMALL: Final = "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
_UPRIGHT_MOST: Final = 2
"""So many letters or digits stand side by side; more lie down."""


class Turn(Enum):
    """Whether a cell stands, or lies as after a quarter turn."""

    UPRIGHT = auto()
    LYING = auto()


@dataclass(frozen=True, slots=True)
class Cell:
    """What takes one place in a column. A `small` sign stands in the upper right of its place."""

    text: str
    turn: Turn = Turn.UPRIGHT
    small: bool = False


def cells(text: str) -> list[Cell]:
    """Return a text's cells from the top."""
    known = "".join(sign for sign in unicodedata.normalize("NFC", text) if not is_variant(sign))
    return list(_cells(known))


def _cells(text: str) -> Iterator[Cell]:
    for narrow, group in groupby(text, key=_narrow):
        part = "".join(group)
        if not narrow:
            yield from map(_cell, part)
        elif len(part.strip()) > _UPRIGHT_MOST:
            yield Cell(part.strip(), Turn.LYING)
        elif part.strip():
            yield Cell(part.strip())
        else:
            yield Cell("\u3000")


def _cell(sign: str) -> Cell:
    if sign in _LYING:
        return Cell(sign, Turn.LYING)
    return Cell(_FORMS.get(sign, sign), small=sign in _SMALL)


def _narrow(sign: str) -> bool:
    """Whether a sign belongs to a word that is written from left to right."""
    if unicodedata.east_asian_width(sign) in "WF" or sign in _FORMS or sign in _LYING:
        return False
    return not unicodedata.combining(sign) and sign not in "・○×〆"
