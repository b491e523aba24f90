"""A ghost: an opponent with a stated distribution of reaction times and a stated rate of faults.

It is one's own past, a club-mate who agreed, or a level. What it does in a read is drawn from a seed; nothing of it
depends on what the player does. The levels are our own choice, not measured people.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import log
from statistics import NormalDist, median, pstdev
from typing import Final

from engine.karuta.player import Pair, Player, Side
from engine.karuta.read import Read, Touch
from engine.training.chance import unit
from engine.training.times import SHIFT_MS, scaled, unscaled
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.chance import Bits

FEWEST: Final = 20
"""Timed trials without which nobody has a ghost."""
MISSES: Final = 0.03
"""Reads that even a steady player lets pass."""
_NORMAL: Final = NormalDist()
_FAULTS: Final = frozenset({ErrorKind.WRONG_SIDE, ErrorKind.KARAFUDA, ErrorKind.EARLY, ErrorKind.FALSE_ALARM})
_MISSED: Final = frozenset({ErrorKind.MISSED, ErrorKind.NO_ANSWER})
_EXERCISES: Final = frozenset({Exercise.FULL_MAT, Exercise.GHOST})


class Source(StrEnum):
    """What a ghost is made from."""

    LEVEL = "level"
    OWN_PAST = "own_past"
    CLUB_MATE = "club_mate"
    """With consent, which whoever keeps it has to see to."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """What is stated of a ghost, and shown with it. `spread` is of log(RT + 400 ms); `n` the trials behind it.

    Raises ValueError for a rate outside 0 to 1, or a time that nobody has.
    """

    name: str
    median_ms: float
    spread: float
    faults: float
    misses: float = MISSES
    source: Source = Source.LEVEL
    n: int = 0

    def __post_init__(self) -> None:
        if not (0 <= self.faults <= 1 and 0 <= self.misses <= 1 and self.spread >= 0):
            raise ValueError("a ghost's rates lie between 0 and 1")
        if self.median_ms <= -SHIFT_MS:
            raise ValueError(f"nobody answers in {self.median_ms:g} ms")


LEVELS: Final[Mapping[str, Ghost]] = {
    ghost.name: ghost
    for ghost in (
        Ghost("beginner", 1600, 0.35, 0.10, 0.30),
        Ghost("kyu", 900, 0.28, 0.06, 0.10),
        Ghost("dan", 600, 0.22, 0.05),
        Ghost("a_class", 420, 0.18, 0.05),
    )
}


def ghost_of(name: str, trials: Iterable[Trial], source: Source = Source.OWN_PAST) -> Ghost | None:
    """Return the ghost of somebody's trials on the mat; None when there are too few.

    Who was beaten in a match did not let the card pass, and a dead card is passed rightly: so only reads of the drill's
    mat whose card lay there tell how many are missed; without any it is the usual rate.
    """
    own = [
        one
        for one in trials
        if one.exercise in _EXERCISES and not one.interrupted and one.correct is not None
    ]
    times = [one.rt_ms for one in own if one.timed and one.rt_ms is not None]
    if len(times) < FEWEST:
        return None
    spread = pstdev([scaled(rt) for rt in times])
    faults = sum(map(_is_fault, own)) / len(own)
    here = [one.error_kind for one in own if one.exercise is Exercise.FULL_MAT and one.skill is not None]
    missed = sum(kind in _MISSED for kind in here) / len(here) if here else MISSES
    return Ghost(name, median(times), spread, faults, missed, source, len(times))


def _is_fault(one: Trial) -> bool:
    """Whether a read had a foul: in a match every card that was touched wrongly is one, also before the right one."""
    if one.exercise is Exercise.GHOST and (one.touched or one.error_kind is ErrorKind.LOOK_ALIKE_SOUND):
        return True
    return one.error_kind in _FAULTS


@dataclass(frozen=True, slots=True)
class Hand:
    """What a hand did in a read: when it touched the read card, None for never; and the sides touched without it.

    `cards` is the mask of the cards that were touched there, where that is known.
    """

    at_ms: float | None = None
    wrongly: tuple[Side, ...] = ()
    cards: int = 0


def hand(ghost: Ghost, side: Side, me: Player, bits: Bits) -> Hand:
    """Return what a ghost does in a read whose card lies on a side. Every read draws the same three numbers."""
    speed, slips, passes = unit(bits), unit(bits), unit(bits)
    other = (Side.B if side is Side.A else Side.A) if side is not Side.DEAD else Side(me.other)
    wrongly = (other,) if slips < ghost.faults else ()
    if side is Side.DEAD or passes < ghost.misses:
        return Hand(None, wrongly)
    at = unscaled(log(ghost.median_ms + SHIFT_MS) + ghost.spread * _NORMAL.inv_cdf(speed))
    return Hand(at, wrongly)


def read_of(card: int, side: Side, hands: Pair[Hand]) -> Read:
    """Return the read that two hands made: the first on the card has it; at the same moment, the side that holds it."""
    took = _first(side, hands)
    a, b = (_touched(hands[player], Player(player)) for player in Player)
    return Read(card, took=took, touched=(a, b), cards_touched=(hands[0].cards, hands[1].cards))


def _first(side: Side, hands: Pair[Hand]) -> Player | None:
    if side is Side.DEAD:
        return None
    times = [
        (at, side.owner is not player, player) for player in Player if (at := hands[player].at_ms) is not None
    ]
    return min(times)[2] if times else None


def _touched(one: Hand, player: Player) -> Touch:
    out = Touch.NONE
    for side in one.wrongly:
        out |= Touch.OWN if side.owner is player else Touch.OPP
    return out
