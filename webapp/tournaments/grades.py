"""Which classes are called 級: those named by a letter from A to G, and their parts such as D1. Pure."""

import re
import unicodedata
from typing import Final

_GRADE: Final = re.compile("[A-G][0-9]*")
_LETTER: Final = re.compile("([A-Za-z][0-9]*) *級?")


def grade_in(name: str) -> str:
    """Return the letter and number that a class is named by, in narrow capitals; empty for any other name.

    団体 is no 団体級, and what was typed as Ａ級 is no Ａ級級.
    """
    known = unicodedata.normalize("NFKC", name).upper()
    return known if _GRADE.fullmatch(known) else ""


def class_called(cell: str) -> str:
    """Return a class as it is called: `Ａ級` and `a` are A; 初級 and Open are what they are."""
    name = unicodedata.normalize("NFKC", cell).strip()
    letter = _LETTER.fullmatch(name)
    return letter[1].upper() if letter else name
