"""The club's readings, the latest first."""

import datetime as dt
from dataclasses import dataclass

from webapp.db.columns import now
from webapp.practice_day import practice_day
from webapp.reading.operations import abandoned, book, has_sound
from webapp.reading.readings import Desk
from webapp.services import Services

RECENT = 30


@dataclass(frozen=True, slots=True)
class Listed:
    """A reading in a list. `running` says that it may go on tonight; `sounding` that a page plays it,
    `abandoned` that it was begun and nobody plays it any more.

    What was ordered on an earlier practice day and is not over has stepped aside, unless it sounds.
    """

    desk: Desk
    running: bool
    sounding: bool
    abandoned: bool

    @property
    def opened_at(self) -> dt.datetime:
        """When it was ordered, in UTC."""
        return dt.datetime.fromtimestamp(self.desk.opened_at, dt.UTC)

    @property
    def begun(self) -> bool:
        """Whether something was read, or somebody is about to: a page has the sound, or the hall's clock is set."""
        return self.sounding or self.desk.state.calls > 0 or bool(self.desk.clock and self.desk.clock.length)


def recent(known: Services) -> tuple[Listed, ...]:
    """Return the latest readings, the running ones first."""
    today = practice_day(now())
    desks = [book(known).load(reading) for reading in reversed(book(known).ids()[-RECENT:])]
    return tuple(sorted((_listed(known, desk, today) for desk in desks), key=lambda one: not one.running))


def _listed(known: Services, desk: Desk, today: dt.date) -> Listed:
    sounding = has_sound(known, desk)
    ordered = practice_day(dt.datetime.fromtimestamp(desk.opened_at, dt.UTC))
    return Listed(desk, not desk.over and (sounding or ordered == today), sounding, abandoned(known, desk))


def running(known: Services) -> tuple[Listed, ...]:
    """Return tonight's readings that are not over, those that a page plays first."""
    tonight = (one for one in recent(known) if one.running)
    return tuple(sorted(tonight, key=lambda one: not one.sounding))
