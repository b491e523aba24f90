"""Signs that nobody sees, and that make two equal names differ: they are taken out of whatever comes in. Pure."""

from typing import Final

_UNSEEN: Final = dict.fromkeys(
    (0x00AD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF)
)
"""Soft hyphens, blanks without width, and marks and turns of direction."""
_JOINERS: Final = "\u200c\u200d"
_NEVER_JOINED: Final = (
    (0x0020, 0x0590), (0x2E80, 0xA4D0), (0xAC00, 0xD7FC), (0xF900, 0xFB00), (0xFF01, 0xFFF0), (0x20000, 0x40000),
)  # fmt: skip
"""Where signs stand that are not joined to others: Latin, Greek and Cyrillic letters, kana, kanji and hangul."""


def seen(text: str) -> str:
    """Return a text without its unseen signs. A joiner stays where it makes one picture or one letter of two.

    >>> seen("小野\u200e小町\ufeff"), seen("小\u200d町")
    ('小野小町', '小町')
    """
    plain = text.translate(_UNSEEN).strip(_JOINERS)
    if not any(sign in plain for sign in _JOINERS):
        return plain
    return "".join(
        sign for at, sign in enumerate(plain) if sign not in _JOINERS or not _never_joined(plain[at - 1])
    )


def _never_joined(sign: str) -> bool:
    return any(low <= ord(sign) < high for low, high in _NEVER_JOINED)
