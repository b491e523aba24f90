"""Every game between two people of the club in one form, wherever it was played, and what games add up to. Pure."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from engine.tournament.outcome import How, Outcome

Person = int
K = TypeVar("K")


class Where(StrEnum):
    """Where a game was played."""

    TOURNAMENT = "tournament"
    PRACTICE = "practice"
    TABLE = "table"
    """On a board that belongs to neither."""
    IMPORTED = "imported"
    """Taken in from a sheet of results."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `people` are numbers in the club, None for somebody without one; `winner` is 0 or 1, the one who won.

    `margin` is None unless it was won by cards; `counts` is False for walkovers, lessons and the like.
    `reader` is a number in the club or a name, None where nobody is known to have read.
    """

    day: dt.date
    where: Where
    event: str
    people: tuple[Person | None, Person | None]
    names: tuple[str, str]
    winner: int | None
    margin: int | None
    counts: bool
    reader: Person | str | None = None
    voice: str = ""
    """The voice of the reading that the board followed; empty where a person read."""
    order: tuple[int, ...] = ()
    """Its place among the games of its day."""

    def side_of(self, person: Person) -> int | None:
        """Return on which side somebody played; None for one who did not."""
        return self.people.index(person) if person in self.people else None


@dataclass(frozen=True, slots=True)
class Own:
    """A game from one side."""

    game: Game
    side: int

    @property
    def won(self) -> bool:
        """Whether this side won."""
        return self.game.winner == self.side

    @property
    def opponent(self) -> Person | None:
        """The other's number."""
        return self.game.people[1 - self.side]

    @property
    def margin(self) -> int | None:
        """The cards won by, negative for a loss; None where nobody counted them."""
        margin = self.game.margin
        return None if margin is None else margin if self.won else -margin


@dataclass(frozen=True, slots=True)
class Tally:
    """What games add up to from one side. Margins are of those games in which cards were counted."""

    won: int = 0
    lost: int = 0
    ahead: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()

    @property
    def games(self) -> int:
        """Games that count."""
        return self.won + self.lost

    @property
    def margin(self) -> float | None:
        """The cards by which games went, losses negative, on average; None where none were counted."""
        counted = len(self.ahead) + len(self.behind)
        return (sum(self.ahead) - sum(self.behind)) / counted if counted else None

    @property
    def by_one(self) -> tuple[int, int]:
        """Games won and lost by one card."""
        return self.ahead.count(1), self.behind.count(1)


def chronological(games: Iterable[Game]) -> tuple[Game, ...]:
    """Return games in the order in which they were played, as far as that is known."""
    places = list(Where)
    return tuple(sorted(games, key=lambda one: (one.day, places.index(one.where), one.order)))


def own(games: Iterable[Game], person: Person) -> tuple[Own, ...]:
    """Return somebody's games in their order."""
    return tuple(Own(game, side) for game in games if (side := game.side_of(person)) is not None)


def by_person(games: Iterable[Game]) -> Mapping[Person, list[Own]]:
    """Return everybody's games in their order."""
    found: dict[Person, list[Own]] = {}
    for game in games:
        for side, person in enumerate(game.people):
            if person is not None:
                found.setdefault(person, []).append(Own(game, side))
    return found


def tally(games: Iterable[Own]) -> Tally:
    """Return what games add up to; those that do not count are left out."""
    counted = [one for one in games if one.game.counts and one.game.winner is not None]
    ahead = tuple(one.game.margin for one in counted if one.won and one.game.margin is not None)
    behind = tuple(one.game.margin for one in counted if not one.won and one.game.margin is not None)
    won = sum(one.won for one in counted)
    return Tally(won, len(counted) - won, ahead, behind)


def tallies(games: Iterable[Own], key: Callable[[Own], K]) -> Mapping[K, Tally]:
    """Return what games add up to by a key, in the order in which the keys come up; keys without games are left out."""
    groups: dict[K, list[Own]] = {}
    for one in games:
        groups.setdefault(key(one), []).append(one)
    found = {name: tally(group) for name, group in groups.items()}
    return {name: one for name, one in found.items() if one.games}


def outcomes(games: Iterable[Game]) -> tuple[Outcome, ...]:
    """Return the games that count between people of the club as ratings take them, by their numbers."""
    found = []
    for game in games:
        one, other = game.people
        if game.counts and game.winner is not None and one is not None and other is not None:
            winner = str(game.people[game.winner])
            found.append(Outcome((str(one), str(other)), winner, How.NORMAL, game.margin))
    return tuple(found)
