"""Kana as the anthology uses it: morae, the two syllabaries, dakuten.

A mora is one kana with the small ya, yu or yo that follows it, or a length mark.
"""

SMALL = frozenset("ゃゅょャュョ")

_VOICED = "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽゔ"
_PLAIN = "かきくけこさしすせそたちつてとはひふへほはひふへほう"
_UNVOICE = str.maketrans(_VOICED, _PLAIN)

_HIRAGANA = "".join(map(chr, range(0x3041, 0x3097)))
_KATAKANA = "".join(map(chr, range(0x30A1, 0x30F7)))
_TO_HIRAGANA = str.maketrans(_KATAKANA, _HIRAGANA)
_TO_KATAKANA = str.maketrans(_HIRAGANA, _KATAKANA)


def morae(text: str) -> tuple[str, ...]:
    """Split kana into morae: `きょう` is `きょ`, `う`."""
    out: list[str] = []
    for kana in text:
        if kana in SMALL and out:
            out[-1] += kana
        else:
            out.append(kana)
    return tuple(out)


def hiragana(text: str) -> str:
    """Write katakana as hiragana; everything else stays, the length mark too."""
    return text.translate(_TO_HIRAGANA)


def katakana(text: str) -> str:
    """Write hiragana as katakana; everything else stays."""
    return text.translate(_TO_KATAKANA)


def unvoiced(text: str) -> str:
    """Take dakuten and handakuten off hiragana, as a torifuda prints it."""
    return text.translate(_UNVOICE)
