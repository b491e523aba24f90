"""The forms of the practice's pages."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from engine.tournament.practice import Aim
from webapp.club.days import parse_day
from webapp.door import Body, Count, Line
from webapp.practice.events import Pair, Planned, Reading, pair

MOST_ROUNDS = 12


def some_day(text: str) -> str:
    """Return a typed day; ValueError for one that is none."""
    if parse_day(text) is None:
        raise ValueError("no day")
    return text


class PlanForm(Body):
    """A practice as planned."""

    day: Annotated[Line, AfterValidator(some_day)]
    place: Line = ""
    rounds: Annotated[Count, Field(ge=1, le=MOST_ROUNDS)] = 3
    reading: Literal["odd", "person", "machine"] = "odd"
    divided: Literal["", "yes"] = ""

    def planned(self) -> Planned:
        """Return what is planned."""
        return Planned(
            parse_day(self.day) or dt.date.min,
            self.place,
            self.rounds,
            Reading(self.reading),
            bool(self.divided),
        )


class PersonForm(Body):
    """Somebody, by number."""

    person: Annotated[Count, Field(ge=1, lt=2**63)]


class GuestForm(Body):
    """A guest's name."""

    name: Annotated[Line, Field(min_length=1)]


class WantForm(PersonForm):
    """Whom somebody wants to play today, and whether they can read."""

    aim: Literal["any", "stronger", "weaker"] = "any"
    reads: Literal["", "yes"] = ""

    def chosen(self) -> Aim:
        """Return whom they want to play."""
        return Aim(self.aim)


PairKey = Annotated[str, Field(pattern="^[0-9]{1,18}-[0-9]{1,18}$")]
"""A pair as forms name it."""


def pair_of(key: str) -> Pair:
    """Return the pair of a key."""
    one, _, other = key.partition("-")
    return pair(int(one), int(other))


class PairForm(Body):
    """A pair of a round."""

    pair: PairKey


class SwitchForm(Body):
    """Whether something is to be."""

    on: Literal["yes", "no"]


class PairSwitchForm(PairForm, SwitchForm):
    """Whether something is to be of a pair."""


class ResultForm(PairForm):
    """How a game ended, as typed."""

    winner: Line = ""
    margin: Line = ""
    how: Literal["cards", "walkover", "forfeit"] = "cards"
    seen: Line | None = None
    """The result that stood there as this one was typed."""


class RuleForm(Body):
    """Two who are to be paired, or never."""

    one: Annotated[Count, Field(ge=1, lt=2**63)]
    other: Annotated[Count, Field(ge=1, lt=2**63)]
    apart: Literal["yes", "no"]
