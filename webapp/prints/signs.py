"""Which of the shipped fonts draws a sign, and what no font draws."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "fonts"
GETA: Final = "〓"
"""What printers set for a type they lack; here it is told beside it which sign it was."""


class Font(StrEnum):
    """The shipped fonts, in the order in which they are asked for a sign."""

    JAPANESE = "japanese"
    LETTERS = "letters"

    @property
    def path(self) -> Path:
        """The font's file."""
        return FOLDER / f"{self.value}.ttf"


@cache
def coverage() -> Mapping[Font, frozenset[int]]:
    """Return the code points that each font draws."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - slow to load, and a club may never print

    found = {}
    for font in Font:
        with TTFont(font.path, lazy=True) as opened:
            found[font] = frozenset(opened.getBestCmap())
    return found


def font_of(sign: str) -> Font | None:
    """Return the font that draws a sign, None where there is none."""
    return next((font for font, drawn in coverage().items() if ord(sign) in drawn), None)


def is_variant(sign: str) -> bool:
    """Whether a code point only chooses another form of the sign before it."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def missing(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the signs in these texts that are not drawn as they are, each once; a chosen variant with its sign."""
    found: dict[str, None] = {}
    for text in texts:
        known = unicodedata.normalize("NFC", text)
        for at, sign in enumerate(known):
            if is_variant(sign):
                found[known[max(at - 1, 0) : at + 1]] = None
            elif not sign.isspace() and font_of(sign) is None:
                found[sign] = None
    return tuple(found)


def code_points(sign: str) -> str:
    """Return a sign's numbers, as tables of signs give them: `U+20BB7`."""
    return " ".join(f"U+{ord(one):04X}" for one in sign)


def runs(text: str) -> Iterator[tuple[Font, str]]:
    """Yield a text in parts that one font draws; what no font draws is a geta, variants are their usual form."""
    font, part = Font.JAPANESE, ""
    for sign in unicodedata.normalize("NFC", text):
        if is_variant(sign):
            continue
        found = Font.JAPANESE if sign.isspace() else font_of(sign)
        drawn = GETA if found is None else " " if sign.isspace() and sign != "\u3000" else sign
        if (found or Font.JAPANESE) is not font and part:
            yield font, part
            part = ""
        font = found or Font.JAPANESE
        part += drawn
    if part:
        yield font, part
