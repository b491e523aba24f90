"""What cards are worth in mekuri, and its yaku: docs/rules/mekuri.md §4 and §5."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.bits import cards, mask_of
from engine.core.events import NOBODY
from engine.decks.mekuri import SUITS, card, mekuri48

_LOW: Final = ("P7", "P8")
_COURTS: Final = (1, 10, 11, 12)


@dataclass(frozen=True, slots=True)
class Yaku:
    """A set of cards that pays: how often the value of a yaku."""

    name: str
    mask: int
    times: int = 1


@dataclass(frozen=True, slots=True)
class Scoring:
    """One way to count: points by card, the yaku, and what each seat must catch to lose nothing."""

    points: tuple[int, ...]
    yaku: tuple[Yaku, ...]
    par: int

    def caught(self, captured: int) -> int:
        """Return the card points of what was caught."""
        return sum(self.points[one] for one in cards(captured))

    def found(self, captured: int) -> tuple[Yaku, ...]:
        """Return the yaku in what was caught."""
        return tuple(one for one in self.yaku if one.mask & ~captured == 0)

    def payments(self, captured: Sequence[int], yaku_value: int, out: int = NOBODY) -> tuple[int, ...]:
        """Return what every seat scores; `out` did not play."""
        playing = [seat for seat in range(len(captured)) if seat != out]
        scores = [0] * len(captured)
        for seat in playing:
            scores[seat] += self.caught(captured[seat]) - self.par
            paid = yaku_value * sum(one.times for one in self.found(captured[seat]))
            for other in playing:
                if other != seat:
                    scores[seat] += paid
                    scores[other] -= paid
        return tuple(scores)


def _points(code: str) -> int:
    if code == "P6":
        return 60
    if code in _LOW:
        return 20
    if code[0] == "P" or code == "O2":
        return 50
    return 10 if code[0] == "I" else 0


def _blomhoff(code: str) -> int:
    suit, face = code[0], int(code[1:])
    if suit == "C":
        return int(face in _COURTS)
    if face in _COURTS:
        return 5 if face in _COURTS[:2] else 3
    if suit == "I":
        return 1
    return {"P2": 3, "P4": 4, "P5": 5, "P6": 6, "P7": 2, "P8": 2, "P9": 2, "O2": 5}.get(code, 0)


def _mask(codes: Iterable[str]) -> int:
    return mask_of(map(card, codes))


def _thirds(suit: str) -> tuple[Yaku, ...]:
    """Return Blomhoff's yaku of a suit: the courts count three times, the others twice."""
    return tuple(
        Yaku(f"{suit}{first}", _mask(f"{suit}{first + step}" for step in range(3)), 3 if first == 10 else 2)
        for first in (1, 4, 7, 10)
    )


_CODES: Final = tuple(one.code for one in mekuri48().cards)
PAR: Final = Scoring(
    tuple(map(_points, _CODES)),
    (
        Yaku("danjuro", _mask(("P1", "P2", "P10"))),
        Yaku("ebizo", _mask(("P1", "I2", "P10"))),
        Yaku("nakazo", _mask(("P7", "P8", "P9"))),
        Yaku("akazo", _mask(("I7", "I8", "I9"))),
        Yaku("shimo_san", _mask(("P1", "P2", "P3"))),
        Yaku("kami_san", _mask(("P10", "P11", "P12"))),
    ),
    240,
)
"""A third of the 720 points is par."""
BLOMHOFF: Final = Scoring(tuple(map(_blomhoff, _CODES)), (*_thirds(SUITS[0]), *_thirds(SUITS[1])), 0)
SCORINGS: Final = {"par": PAR, "blomhoff": BLOMHOFF}
