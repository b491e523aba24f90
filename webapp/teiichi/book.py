"""The home layouts of a learner, as they are stored: also those that are not whole yet.

They stay with the device: who a device belongs to is only said, so another one gets a layout by its code.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.training.layout import CORNERS, HomeLayout
from webapp.absent import Absent
from webapp.club.merged import merged
from webapp.db.columns import now
from webapp.db.drill_models import Learner
from webapp.db.numbers import unused
from webapp.db.teiichi_models import Teiichi
from webapp.db.writer import Transaction
from webapp.drills.log import LearnerGone, Person
from webapp.services import Services

MOST: Final = 20
"""Layouts that a learner may keep."""
EMPTY: Final[tuple[tuple[int, ...], ...]] = tuple(() for _ in CORNERS)


class NoSuchLayout(Absent):
    """The learner has no layout of this number."""


class TooMany(ValueError):  # noqa: N818 - an answer, not a fault of the program
    """The learner keeps as many layouts as there is room for."""


class Moved(ValueError):  # noqa: N818 - an answer, not a fault of the program
    """The layout was changed by another page in between; `version` is what it is now."""

    def __init__(self, version: int) -> None:
        super().__init__(str(version))
        self.version = version


class Wrong(ValueError):  # noqa: N818 - an answer, not a fault of the program
    """The cards cannot lie so: one comes twice, or there are not six ends of rows."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A layout as it stands; `corners` may lack cards."""

    id: int
    name: str
    corners: tuple[tuple[int, ...], ...]
    version: int
    on_board: bool
    changed_at: dt.datetime

    @property
    def count(self) -> int:
        """How many cards have a place."""
        return sum(map(len, self.corners))

    @property
    def whole(self) -> HomeLayout | None:
        """The layout, None while cards have no place in it."""
        return HomeLayout(self.corners) if self.count == 100 else None


def checked(corners: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return corners that can be kept, whole or not. Raises Wrong."""
    cards = [card for corner in corners for card in corner]
    if len(corners) != len(CORNERS) or len(set(cards)) != len(cards):
        raise Wrong
    if not all(1 <= card <= 100 for card in cards):
        raise Wrong
    return tuple(map(tuple, corners))


def kept(known: Services, person: Person | None) -> tuple[Kept, ...]:
    """Return the layouts of a learner, the last changed first."""
    if person is None:
        return ()
    with known.database.session() as session:
        query = select(Teiichi).where(Teiichi.learner_id == person.id)
        rows = session.scalars(query.order_by(Teiichi.changed_at.desc(), Teiichi.id.desc()))
        return tuple(map(_kept, rows))


def one(known: Services, person: Person | None, number: int) -> Kept:
    """Return a layout. Raises NoSuchLayout."""
    if person is None:
        raise NoSuchLayout(number)
    with known.database.session() as session:
        return _kept(_row(session, person, number))


def make(known: Services, person: Person, name: str, corners: Sequence[Sequence[int]]) -> int:
    """Keep a new layout and return its number. Raises TooMany, LearnerGone, Wrong."""
    lying = checked(corners)

    def job(transaction: Transaction) -> int:
        session = transaction.session
        if session.get(Learner, person.id) is None:
            raise LearnerGone(person.user)
        if len(list(session.scalars(select(Teiichi.id).where(Teiichi.learner_id == person.id)))) >= MOST:
            raise TooMany
        number = unused(session, Teiichi)
        lists = [list(cards) for cards in lying]
        session.add(Teiichi(id=number, learner_id=person.id, name=name, corners=lists, changed_at=now()))
        return number

    return known.database.write(job)


def save(
    known: Services,
    person: Person,
    number: int,
    corners: Sequence[Sequence[int]],
    *,
    version: int,
    change: str,
) -> int:
    """Keep how a layout lies now and return its version; one change that comes twice is done once.

    Raises NoSuchLayout, Wrong, and Moved where another page changed it.
    """
    lying = checked(corners)

    def job(transaction: Transaction) -> int:
        row = _row(transaction.session, person, number)
        if row.changed_by == change:
            return row.version
        if row.version != version:
            raise Moved(row.version)
        row.corners, row.changed_by = [list(cards) for cards in lying], change
        row.version, row.changed_at = row.version + 1, now()
        return row.version

    return known.database.write(job)


def rename(known: Services, person: Person, number: int, name: str) -> None:
    """Give a layout another name. Raises NoSuchLayout."""

    def job(transaction: Transaction) -> None:
        _row(transaction.session, person, number).name = name

    known.database.write(job)


def drop(known: Services, person: Person, number: int) -> None:
    """Take a layout out. Raises NoSuchLayout."""

    def job(transaction: Transaction) -> None:
        transaction.session.delete(_row(transaction.session, person, number))

    known.database.write(job)


def mark(known: Services, person: Person, number: int, *, on_board: bool) -> None:
    """Let the board lay the owner's cards by a layout and by no other of theirs, or no longer. Raises NoSuchLayout."""

    def job(transaction: Transaction) -> None:
        session = transaction.session
        row = _row(session, person, number)
        if on_board:
            for other in session.scalars(select(Teiichi).where(Teiichi.learner_id == person.id)):
                other.on_board = False
        row.on_board = on_board

    known.database.write(job)


def of_members(known: Services, numbers: Iterable[int]) -> dict[int, HomeLayout]:
    """Return by member the whole layout that they marked for the board, of those who did."""
    with known.database.session() as session:
        same = merged(session)
        found = {}
        for number in numbers:
            query = (
                select(Teiichi)
                .join(Learner)
                .where(Learner.member_id.in_(same.all(number)), Teiichi.on_board)
                .order_by(Teiichi.changed_at.desc(), Teiichi.id.desc())
            )
            whole = (_kept(row).whole for row in session.scalars(query))
            layout = next((one for one in whole if one is not None), None)
            if layout is not None:
                found[number] = layout
        return found


def _row(session: Session, person: Person, number: int) -> Teiichi:
    row = session.get(Teiichi, number)
    if row is None or row.learner_id != person.id:
        raise NoSuchLayout(number)
    return row


def _kept(row: Teiichi) -> Kept:
    corners = tuple(tuple(cards) for cards in row.corners)
    return Kept(row.id, row.name, corners, row.version, row.on_board, row.changed_at)
