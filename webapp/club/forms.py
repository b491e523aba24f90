"""The forms of the club's pages."""

import datetime as dt
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from webapp.club.days import parse_day
from webapp.club.member_columns import CLASSES
from webapp.club.members import Person
from webapp.db.columns import now
from webapp.door import Body, Line
from webapp.practice_day import practice_day

GRADES = CLASSES
HIGHEST_DAN = 10


def past_day(text: str) -> str:
    """Return a typed day; ValueError for one that is none, or that is still to come."""
    if text:
        day = parse_day(text)
        if day is None or day > practice_day(now()):
            raise ValueError("no day that has come")
    return text


PastDay = Annotated[Line, AfterValidator(past_day)]
"""A day as typed that is not still to come; empty where nobody knows."""


class MemberForm(Body):
    """A member as typed."""

    name: Annotated[Line, Field(min_length=1)]
    kana: Line = ""
    club: Line = ""
    grade: Annotated[str, Field(pattern="^[A-G]?$")] = ""
    grade_since: PastDay = ""
    dan: Annotated[int, Field(ge=0, le=HIGHEST_DAN)] = 0
    dan_since: PastDay = ""
    hand: Literal["", "left", "right"] = ""
    note: Line = ""
    can_read: Literal["", "yes"] = ""
    joined: PastDay = ""
    """Since when a new member is one; empty where nobody knows."""
    slip: Literal["", "yes"] = ""
    """The name before was a slip of the pen and is not kept."""

    def person(self) -> Person:
        """Return what is entered."""
        return Person(
            self.name,
            self.kana,
            self.club,
            self.grade,
            self.dan,
            parse_day(self.grade_since),
            parse_day(self.dan_since),
            self.hand,
            self.note,
            bool(self.can_read),
        )


class DayForm(Body):
    """A day from which on something holds; empty for today."""

    day: PastDay = ""

    def chosen(self) -> dt.date | None:
        """Return the day, None for today."""
        return parse_day(self.day)


class ShownForm(Body):
    """To whom a person is shown, and who said so."""

    shown_to: Literal["all", "club", "helpers"]
    guardian: Line = ""
    coach_guardian: Line = ""


class MergeForm(Body):
    """The entry that stays."""

    into: Annotated[int, Field(ge=1, lt=2**63)]
