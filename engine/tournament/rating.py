"""Ratings by Elo, worked out anew from the log of matches each time: a corrected result changes all that came after.

Why Elo: over a club's few hundred matches a year no method that is kept alive guesses better (69.9 % of winners right,
against 69.9 to 70.1 % for TrueSkill, OpenSkill and Glicko-2; the players' true strength guesses 72.6 %), and this one
can be checked with a pocket calculator. The margin does not count; it is a figure of its own. See
docs/rules/tournaments.md §10.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.tournament.outcome import Outcome

START: Final = 1500.0
SCALE: Final = 400.0
"""Points for which ten wins to one are expected."""
STEP: Final = 32.0
"""The most that one match moves a rating."""
SETTLED: Final = 15
"""Matches after which a rating is worth showing without a word of caution."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating after so many matches."""

    points: float = START
    matches: int = 0

    @property
    def provisional(self) -> bool:
        """Whether it rests on few matches yet."""
        return self.matches < SETTLED


@dataclass(frozen=True, slots=True)
class Step:
    """One match in the course of ratings: the two ratings before it, the winner's first, and what the winner gained."""

    winner: str
    loser: str
    before: tuple[Rating, Rating]
    gain: float


def expected(one: float, other: float) -> float:
    """Return the share of matches that the first is expected to win, from their points."""
    return float(1 / (1 + 10 ** ((other - one) / SCALE)))


def steps(matches: Iterable[Outcome], start: Mapping[str, float] | None = None) -> tuple[Step, ...]:
    """Return what each match did, in the order they were played. Walkovers and forfeits do nothing.

    `start` has points for players who do not begin with the usual ones, such as by class.
    """
    return tuple(_run(matches, dict(_begin(start))))


def ratings(matches: Iterable[Outcome], start: Mapping[str, float] | None = None) -> Mapping[str, Rating]:
    """Return everybody's rating after these matches, in the order they were played."""
    now = dict(_begin(start))
    for _ in _run(matches, now):
        pass
    return now


def _begin(start: Mapping[str, float] | None) -> Iterable[tuple[str, Rating]]:
    return ((player, Rating(points)) for player, points in (start or {}).items())


def _run(matches: Iterable[Outcome], now: dict[str, Rating]) -> Iterable[Step]:
    for match in matches:
        winner, loser = match.winner, match.loser
        if not match.played or winner is None or loser is None:
            continue
        before = now.get(winner, Rating()), now.get(loser, Rating())
        gain = STEP * (1 - expected(before[0].points, before[1].points))
        now[winner] = Rating(before[0].points + gain, before[0].matches + 1)
        now[loser] = Rating(before[1].points - gain, before[1].matches + 1)
        yield Step(winner, loser, before, gain)
