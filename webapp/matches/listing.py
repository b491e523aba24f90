"""The club's matches, the latest first, and the tables that are still at play."""

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import select

from webapp.db.models import Match
from webapp.matches.seen import as_seen
from webapp.matches.tables import NoSuchMatch, Table, tables
from webapp.services import Services

RECENT = 60
"""Matches on the list's page."""
EVENING = dt.timedelta(hours=18)
"""A match that was not finished so long after it was opened is no longer shown in the hall."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match with what the club keeps of it."""

    row: Match
    table: Table

    @property
    def open(self) -> bool:
        """Whether it is still played."""
        return self.table.state.result is None


def recent(known: Services, most: int = RECENT) -> tuple[Listed, ...]:
    """Return the latest matches; those that were set aside are among them."""
    with known.database.session() as session:
        rows = list(
            session.scalars(select(Match).order_by(Match.opened_at.desc(), Match.id.desc()).limit(most))
        )
    return _with_tables(known, rows, apart=True)


def at_play(known: Services, now: dt.datetime, *, apart: bool = False) -> tuple[Listed, ...]:
    """Return the tables of this evening, the first opened first; finished ones too, none that was set aside.

    `apart`: namesakes are told apart by more than their names.
    """
    with known.database.session() as session:
        query = select(Match).where(Match.opened_at > now - EVENING).order_by(Match.opened_at, Match.id)
        rows = list(session.scalars(query))
    return tuple(one for one in _with_tables(known, rows, apart=apart) if not one.table.set_aside)


def following(known: Services, reading: str, now: dt.datetime) -> tuple[Table, ...]:
    """Return the tables that follow a reading and are still at play."""
    return tuple(one.table for one in at_play(known, now) if one.open and one.table.reading == reading)


def row_of(known: Services, code: str) -> Match:
    """Return what the club keeps of a match. Raises NoSuchMatch."""
    with known.database.session() as session:
        row = session.scalar(select(Match).where(Match.code == code))
    if row is None:
        raise NoSuchMatch(code)
    return row


def _with_tables(known: Services, rows: list[Match], *, apart: bool) -> tuple[Listed, ...]:
    here = tables(known.store)
    return tuple(map(Listed, rows, as_seen(known, [here.load(row.code) for row in rows], apart=apart)))
