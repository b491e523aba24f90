"""Which halves are read at each call, as tokens: `CUR` is the card just played, `NEXT` the one to come."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from reader.verse import Part

OPENER: Final = 0
"""The poem number of the joka, which has no card."""

_TOKEN: Final = re.compile(r"(CUR|NEXT)([12])")
_LONGEST: Final = 12


@dataclass(frozen=True, slots=True)
class Half:
    """One half of one poem, as it is called out; poem 0 is the opener."""

    poem: int
    part: Part


@dataclass(frozen=True, slots=True)
class Token:
    """One half of the card just played, or of the card to come."""

    coming: bool
    part: Part

    def __str__(self) -> str:
        return ("NEXT" if self.coming else "CUR") + ("1" if self.part == "kami" else "2")


@dataclass(frozen=True, slots=True)
class Pattern:
    """What is read between one play pause and the next.

    A pattern with both kinds of token leads from the card just played to the one to come, as in competition:
    `CUR2 NEXT1`. A pattern with one kind reads every card by itself, as in `CUR1 CUR2`.
    """

    name: str
    tokens: tuple[Token, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the name of a pattern or its tokens, as in `CUR1 CUR2 NEXT1`; raises ValueError."""
        plain = unicodedata.normalize("NFKC", text).strip()
        written = NAMED.get(plain.lower(), plain)
        words = re.split(r"[\s,_]+", written.upper()) if written else []
        if not 1 <= len(words) <= _LONGEST:
            raise ValueError(f"pattern {text!r}: {_HINT}")
        tokens = tuple(_token(word, text) for word in words)
        if any(token.coming for token in tokens[: _last_current(tokens) + 1]):
            raise ValueError(
                f"pattern {text!r}: what is read of the card just played comes before what is next"
            )
        return cls(plain.lower() if plain.lower() in NAMED else " ".join(map(str, tokens)), tokens)

    @property
    def linked(self) -> bool:
        """Whether a call leads from one card to the next."""
        return len({token.coming for token in self.tokens}) == 2

    def call(self, played: int | None, coming: int, *, opener: tuple[Half, ...] = ()) -> tuple[Half, ...]:
        """Return the halves of the call that brings up the card `coming`; its own ones stand at the end.

        `played` is the card before it, None for the first one. Before the first card stands what is read of the
        opener, in the place of the card just played.
        """
        if played is None:
            return opener + self.own(coming)
        before = tuple(self._halves(played, coming=False)) if self.linked else ()
        return before + self.own(coming)

    def own(self, card: int) -> tuple[Half, ...]:
        """Return the halves that a call reads of the card it brings up."""
        return tuple(self._halves(card, coming=True) if self.linked else self._all(card))

    def closing(self, last: int) -> tuple[Half, ...]:
        """Return what is read after the last card has been played: halves not heard yet, each once."""
        if not self.linked:
            return ()
        heard = set(self.own(last))
        return tuple(dict.fromkeys(half for half in self._halves(last, coming=False) if half not in heard))

    def again(self, played: int | None, coming: int, *, opener: tuple[Half, ...] = ()) -> tuple[Half, ...]:
        """Return how a broken call starts again: the lower half before it, which players need for the beat.

        After the opener it is the last half that was read of that. Where nothing leads over, the card's own halves
        start again.
        """
        if not self.linked:
            return self.own(coming)
        lead = opener[-1:] if played is None else (Half(played, "shimo"),)
        return lead + self.own(coming)

    def __str__(self) -> str:
        return self.name

    def _halves(self, card: int, *, coming: bool) -> Iterator[Half]:
        return (Half(card, token.part) for token in self.tokens if token.coming is coming)

    def _all(self, card: int) -> Iterator[Half]:
        return (Half(card, token.part) for token in self.tokens)


def opener(upper: int, lower: int) -> tuple[Half, ...]:
    """Return the opener's halves, its upper half read `upper` times and then its lower half `lower` times."""
    return (Half(OPENER, "kami"),) * upper + (Half(OPENER, "shimo"),) * lower


def _token(word: str, text: str) -> Token:
    match = _TOKEN.fullmatch(word)
    if not match:
        raise ValueError(f"pattern {text!r}: {word!r} is no token; {_HINT}")
    return Token(match[1] == "NEXT", "kami" if match[2] == "1" else "shimo")


def _last_current(tokens: tuple[Token, ...]) -> int:
    """Return the place of the last token of the card just played, -1 for none."""
    return max((place for place, token in enumerate(tokens) if not token.coming), default=-1)


NAMED: Final = {
    "competition": "CUR2 NEXT1",
    # The lower half helps out beginners after the play pause, and then leads to the next card.
    "beginner": "CUR2 CUR2 NEXT1",
    "full": "CUR1 CUR2",
    "full-twice": "CUR1 CUR2 CUR2",
    "kami": "CUR1",
    "shimo": "CUR2",
}
"""Patterns by name."""

_HINT: Final = f"use {', '.join(NAMED)}, or tokens such as CUR2 NEXT1"

COMPETITION: Final = Pattern.parse("competition")
"""Lower half of the card just played, then the upper half of the next one (`docs/rules/karuta.md §7.1`)."""
