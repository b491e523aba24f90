"""What happens in a practice, as facts: the stream `practice:{code}`. People are `members.id`, never names.

A pair is two numbers, the smaller first. Rounds count from 1.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from engine.tournament.practice import Aim, Role
from webapp.db.store import NewEvent, StoredEvent

KIND = "practice"

Pair: TypeAlias = tuple[int, int]
"""Two people, the smaller number first."""


def pair(one: int, other: int) -> Pair:
    """Return two people as a pair."""
    return (one, other) if one < other else (other, one)


class Reading(StrEnum):
    """Who reads in a round."""

    ODD = "odd"
    """The odd one out; a machine where nobody is."""
    PERSON = "person"
    """Always a person."""
    MACHINE = "machine"


class How(StrEnum):
    """How a game ended."""

    CARDS = "cards"
    WALKOVER = "walkover"
    """Somebody was not there."""
    FORFEIT = "forfeit"
    """Somebody gave up."""
    RULED_OUT = "ruled_out"
    """Somebody was disqualified; only a board says so."""


@dataclass(frozen=True, slots=True)
class Planned:
    """The practice is planned, or planned otherwise: its day, place, number of rounds, and who reads.

    `divided`: each round is played with its fifty cards.
    """

    day: dt.date
    place: str = ""
    rounds: int = 3
    reading: Reading = Reading.ODD
    divided: bool = True


@dataclass(frozen=True, slots=True)
class Came:
    """Somebody is there."""

    person: int


@dataclass(frozen=True, slots=True)
class Went:
    """Somebody is not there any more, or was not there at all."""

    person: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom somebody wants to play today, and whether they can read today."""

    person: int
    aim: Aim
    reads: bool


@dataclass(frozen=True, slots=True)
class Paired:
    """The pairs of a round stand like this; those fixed by hand stay where it is paired again."""

    round: int
    tables: tuple[Pair, ...]
    out: tuple[tuple[int, Role], ...]
    fixed: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Called:
    """The pairs of a round are told to everybody; or (not `on`) they are being thought over again."""

    round: int
    on: bool = True


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a round is over. `margin` is None unless it was won by cards."""

    round: int
    pair: Pair
    winner: int
    margin: int | None
    how: How = How.CARDS


@dataclass(frozen=True, slots=True)
class Cleared:
    """The result of a game was a mistake."""

    round: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game is a lesson, which counts in no figure; or (not `on`) it is none after all."""

    round: int
    pair: Pair
    on: bool


@dataclass(frozen=True, slots=True)
class Boarded:
    """A game is played on a board: the match of this code tells its result."""

    round: int
    pair: Pair
    code: str


@dataclass(frozen=True, slots=True)
class Divided:
    """The division of the cards is drawn anew, for the `times`th time."""

    times: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The practice is over; or (not `on`) it goes on."""

    on: bool = True


Event: TypeAlias = (
    Planned | Came | Went | Wanted | Paired | Called | Played | Cleared | Lesson | Boarded | Divided | Closed
)


def encode(event: Event) -> NewEvent:
    """Return an event as it is stored."""
    name = type(event).__name__.lower()
    match event:
        case Planned():
            body: dict[str, Any] = {
                "day": event.day.isoformat(),
                "place": event.place,
                "rounds": event.rounds,
                "reading": event.reading.value,
                "divided": event.divided,
            }
        case Came() | Went():
            body = {"person": event.person}
        case Wanted():
            body = {"person": event.person, "aim": event.aim.value, "reads": event.reads}
        case Paired():
            body = {
                "round": event.round,
                "tables": [list(one) for one in event.tables],
                "out": [[person, role.value] for person, role in event.out],
                "fixed": [list(one) for one in event.fixed],
            }
        case Called():
            body = {"round": event.round, "on": event.on}
        case Divided():
            body = {"times": event.times}
        case Closed():
            body = {"on": event.on}
        case _:
            body = _game(event)
    return NewEvent(name, body)


def _game(event: Played | Cleared | Lesson | Boarded) -> dict[str, Any]:
    body: dict[str, Any] = {"round": event.round, "pair": list(event.pair)}
    match event:
        case Played():
            return body | {"winner": event.winner, "margin": event.margin, "how": event.how.value}
        case Lesson():
            return body | {"on": event.on}
        case Boarded():
            return body | {"code": event.code}
    return body


def decode(stored: StoredEvent) -> Event:
    """Return a stored event. Raises KeyError for one that this program does not know."""
    event: Event = _READ[stored.kind](stored.payload)
    return event


def _pair(value: Any) -> Pair:
    return pair(int(value[0]), int(value[1]))


def _planned(body: Mapping[str, Any]) -> Planned:
    return Planned(
        dt.date.fromisoformat(body["day"]),
        body["place"],
        body["rounds"],
        Reading(body["reading"]),
        body["divided"],
    )


def _paired(body: Mapping[str, Any]) -> Paired:
    return Paired(
        body["round"],
        tuple(map(_pair, body["tables"])),
        tuple((person, Role(role)) for person, role in body["out"]),
        tuple(map(_pair, body["fixed"])),
    )


def _played(body: Mapping[str, Any]) -> Played:
    return Played(body["round"], _pair(body["pair"]), body["winner"], body["margin"], How(body["how"]))


_READ: Mapping[str, Any] = {
    "planned": _planned,
    "came": lambda body: Came(body["person"]),
    "went": lambda body: Went(body["person"]),
    "wanted": lambda body: Wanted(body["person"], Aim(body["aim"]), body["reads"]),
    "paired": _paired,
    "called": lambda body: Called(body["round"], body["on"]),
    "played": _played,
    "cleared": lambda body: Cleared(body["round"], _pair(body["pair"])),
    "lesson": lambda body: Lesson(body["round"], _pair(body["pair"]), body["on"]),
    "boarded": lambda body: Boarded(body["round"], _pair(body["pair"]), body["code"]),
    "divided": lambda body: Divided(body["times"]),
    "closed": lambda body: Closed(body["on"]),
}
