"""Names of people: kept as typed, compared without the accidents of typing."""

import unicodedata

from poems.kana import hiragana
from webapp.unseen import seen

VARIANTS = str.maketrans("髙﨑邉邊濵濱", "高崎辺辺浜浜")
"""Forms of one character that people type for each other; only ever used to find somebody."""


def folded(text: str) -> str:
    """Return a name as it is compared: width, case, blanks, unseen signs, syllabary and variants do not count."""
    plain = unicodedata.normalize("NFKC", seen(text)).casefold()
    return hiragana("".join(plain.split())).translate(VARIANTS)


def matches(typed: str, *names: str) -> bool:
    """Whether any of the names contains what was typed."""
    wanted = folded(typed)
    return any(wanted in folded(name) for name in names)


def sort_key(kana: str, name: str) -> tuple[bool, str, str]:
    """Return the key by which people are listed: by kana, those without any by their name at the end."""
    return not kana, folded(kana or name), name
