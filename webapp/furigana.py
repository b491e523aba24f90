"""Furigana: which kana of a line belong over which kanji, for those who know the sounds better than the characters."""

import itertools
from dataclasses import dataclass
from functools import cache

from poems.poem import Poem

KANA_PER_KANJI = 1.7
"""What a kanji takes up on average in the anthology; only ever used to choose between two ways to divide a line."""


@dataclass(frozen=True, slots=True)
class Ruby:
    """A stretch of a line: kana with no reading of their own, or kanji with theirs."""

    text: str
    reading: str = ""


@cache
def furigana(kanji: str, kana: str) -> tuple[Ruby, ...]:
    """Divide `kana` over `kanji`; the kana that stand in both are the fixed points.

    Where more than one division fits, the most even one is taken. Where none fits, the whole reading stands over the
    whole line.
    """
    stretches = ["".join(run) for _, run in itertools.groupby(kanji, key=_is_kana)]
    ways = _divisions(stretches, kana)
    if not ways:
        return (Ruby(kanji, kana),)
    return min(ways, key=_unevenness)


def lines(poem: Poem) -> tuple[tuple[Ruby, ...], ...]:
    """Return the five lines of a poem as a yomifuda prints them, with the readings in historical spelling."""
    return tuple(furigana(kanji, kana) for kanji, kana in zip(poem.kanji, poem.kana_historical, strict=True))


def _is_kana(character: str) -> bool:
    return "ぁ" <= character <= "ヿ"


def _divisions(stretches: list[str], kana: str) -> list[tuple[Ruby, ...]]:
    """Return every way to say the stretches with exactly these kana, shortest first reading first."""
    if not stretches:
        return [()] if not kana else []
    first, rest = stretches[0], stretches[1:]
    if _is_kana(first[0]):
        if not kana.startswith(first):
            return []
        return [(Ruby(first), *way) for way in _divisions(rest, kana[len(first) :])]
    return [
        (Ruby(first, kana[:length]), *way)
        for length in range(1, len(kana) + 1)
        for way in _divisions(rest, kana[length:])
    ]


def _unevenness(way: tuple[Ruby, ...]) -> float:
    return sum((len(ruby.reading) - KANA_PER_KANJI * len(ruby.text)) ** 2 for ruby in way if ruby.reading)
