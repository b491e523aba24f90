"""What a person sees as one character, which may be several signs: か with its dots, a family of pictures. Pure.

Texts are shortened between characters, never inside one.
"""

import unicodedata
from typing import Final

_JOINER: Final = "\u200d"
_DAKUTEN: Final = "\uff9e\uff9f"
"""Narrow ﾞ and ﾟ, which belong to the narrow kana before them."""


def characters(text: str) -> list[str]:
    """Return a text character by character.

    >>> len(characters("𠮷𠮷𠮷𠮷")), len(characters("葛󠄀城")), len(characters("か\u3099")), len(characters("👨‍👩‍👧"))
    (4, 2, 1, 1)
    """
    found: list[str] = []
    for sign in text:
        if found and _belongs(sign, found[-1]):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text: whole characters, and no more than `most` signs.

    >>> shortened("葛󠄀城", 1), shortened("葛󠄀城", 2) == "葛󠄀"
    ('', True)
    """
    if len(text) <= most:
        return text
    out = ""
    for one in characters(text[: most + 1]):
        if len(out) + len(one) > most:
            break
        out += one
    return out


def _belongs(sign: str, before: str) -> bool:
    """Whether a sign goes on with the character before it."""
    if before.endswith(_JOINER) or sign == _JOINER or sign in _DAKUTEN:
        return True
    if unicodedata.category(sign) in ("Mn", "Mc", "Me") or "\U0001f3fb" <= sign <= "\U0001f3ff":
        return True
    flag = "\U0001f1e6" <= sign <= "\U0001f1ff"
    return flag and len(before) == 1 and "\U0001f1e6" <= before <= "\U0001f1ff"
