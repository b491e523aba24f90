"""Kana in Latin letters: every way people type a mora, by Hepburn, by kunrei and by keyboard."""

from poems.kana import hiragana, morae

_VOWELS = "aiueo"

# The rows whose kunrei is regular: consonant, then the kana of a, i, u, e, o.
_ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "g": "がぎぐげご",
    "s": "さしすせそ",
    "z": "ざじずぜぞ",
    "t": "たちつてと",
    "d": "だぢづでど",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "m": "まみむめも",
    "r": "らりるれろ",
}
_SMALL = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo"}

# Where Hepburn or a keyboard differs from the regular row; Hepburn first.
_SPECIAL = {
    "し": ("shi", "si"),
    "ち": ("chi", "ti"),
    "つ": ("tsu", "tu"),
    "ふ": ("fu", "hu"),
    "じ": ("ji", "zi"),
    "ぢ": ("ji", "zi", "di", "dji"),
    "づ": ("zu", "du", "dzu"),
    "や": ("ya",),
    "ゆ": ("yu",),
    "よ": ("yo",),
    "わ": ("wa",),
    "ゐ": ("i", "wi"),
    "ゑ": ("e", "we"),
    "を": ("o", "wo"),
    "ん": ("n", "nn", "m"),
    "ゔ": ("vu",),
}
_PALATAL = {
    "し": ("sh", "sy"),
    "ち": ("ch", "ty", "cy"),
    "じ": ("j", "zy", "jy"),
    "ぢ": ("j", "zy", "dy"),
}


def spellings(mora: str) -> tuple[str, ...]:
    """Return the ways to type one mora of hiragana in Latin letters, Hepburn first; none for what is no mora.

    The length mark and the small tsu depend on their neighbours and are left to the caller.
    """
    return _TABLE.get(mora, ())


def hepburn(kana: str) -> str:
    """Return a line of kana in Hepburn, a length mark written as the vowel once more: `オーコ` is `ooko`."""
    out = ""
    for mora in morae(hiragana(kana)):
        if mora == "ー":
            out += out[-1:]
        else:
            out += spellings(mora)[0] if spellings(mora) else mora
    return out


def vowel(mora: str) -> str:
    """Return the vowel that a mora of hiragana ends in, as a letter; empty for ん and other signs."""
    ways = spellings(mora)
    last = ways[0][-1] if ways else ""
    return last if last in _VOWELS else ""


def _table() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {
        kana: (consonant + letter,)
        for consonant, row in _ROWS.items()
        for kana, letter in zip(row, _VOWELS, strict=True)
    }
    table.update(_SPECIAL)
    for consonant, row in _ROWS.items():
        for small, ending in _SMALL.items():
            kana = row[1]
            if kana in _PALATAL:
                table[kana + small] = tuple(start + ending[1:] for start in _PALATAL[kana])
            elif consonant:
                table[kana + small] = (consonant + ending,)
    return table


_TABLE = _table()
