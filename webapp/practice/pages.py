"""What the routes of practices share: the practice of an address, and what people are called on a page."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from flask_babel import gettext as _

from webapp.club.members import present
from webapp.club.merged import merged
from webapp.club.naming import Naming
from webapp.club.seen import asker, hidden
from webapp.practice.log import practices
from webapp.practice.session import Session
from webapp.services import services


def practice(code: str) -> Session:
    """Return the practice of an address. Raises NoSuchPractice, which is answered 404."""
    return practices(services().store).load(code)


@dataclass(frozen=True, slots=True)
class Called:
    """What people are called, by any number that they ever had; and whether they can read."""

    name: Callable[[int], str]
    can_read: dict[int, bool]


def called(day: dt.date | None = None) -> Called:
    """Return what people are called, or were on a day, as whoever asks may see them."""
    with services().database.session() as session:
        people = present(session)
        same, unseen = merged(session), hidden(session, asker())
    naming = Naming.of(people, day)
    names = {one.id: naming.label(one) for one in people if one.id not in unseen}
    former, unnamed = str(_("a former member")), str(_("a player"))

    def name(person: int) -> str:
        if person in unseen:
            return unnamed
        return names.get(same.one(person), former)

    return Called(name, {one.id: one.can_read for one in people})
