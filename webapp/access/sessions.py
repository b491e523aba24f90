"""Devices that were let in: kept on the server, so that the organiser can end them."""

import datetime as dt
import hashlib
import logging
import secrets
from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlalchemy import select, update
from sqlalchemy.exc import DBAPIError

from webapp.access.roles import Role
from webapp.db.columns import now
from webapp.db.database import Database
from webapp.db.models import EntrySession
from webapp.db.writer import Transaction, WriterClosed

log = logging.getLogger(__name__)

COOKIE = "naniwazu_entry"

IDLE: Mapping[Role, dt.timedelta] = MappingProxyType(
    {
        Role.SPECTATOR: dt.timedelta(hours=16),
        Role.HELPER: dt.timedelta(hours=16),  # a tournament day, with a long lunch
        Role.ORGANISER: dt.timedelta(hours=6),
    }
)
LONGEST = dt.timedelta(days=7)
TOUCH = dt.timedelta(minutes=5)


def hashed(token: str) -> str:
    """Return what is stored of a cookie's token: the file gives nobody a way in."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class EntrySessions:
    """Starts, finds and ends sessions."""

    def __init__(self, database: Database, clock: Callable[[], dt.datetime] = now) -> None:
        self._database = database
        self._clock = clock

    def start(self, role: Role, address: str, device: str = "") -> str:
        """Let a device in and return the token for its cookie."""
        token = secrets.token_urlsafe(32)
        at = self._clock()
        row = EntrySession(
            token_hash=hashed(token),
            role=role.word,
            address=address,
            device=device[:200],
            made_at=at,
            seen_at=at,
        )
        self._database.write(lambda transaction: transaction.session.add(row))
        return token

    def role_of(self, token_hash: str) -> Role | None:
        """Return the role of a live session and note that it was seen; None when ended, idle or unknown."""
        with self._database.session() as session:
            row = session.get(EntrySession, token_hash)
        if row is None or not self._alive(row):
            return None
        at = self._clock()
        if at - row.seen_at > TOUCH:
            seen = update(EntrySession).where(EntrySession.token_hash == token_hash).values(seen_at=at)
            try:
                self._database.write(lambda transaction: transaction.connection.execute(seen))
            except (DBAPIError, WriterClosed):
                log.exception("a visit could not be noted")  # and is no reason to turn the visitor away
        return Role.of(row.role)

    def alive(self) -> list[EntrySession]:
        """Return the devices that are in, the latest first."""
        query = (
            select(EntrySession).where(EntrySession.ended_at.is_(None)).order_by(EntrySession.made_at.desc())
        )
        with self._database.session() as session:
            return [row for row in session.scalars(query) if self._alive(row)]

    def everybody(self) -> list[EntrySession]:
        """Return every device that was ever let in."""
        with self._database.session() as session:
            return list(session.scalars(select(EntrySession)))

    def end(self, token_hash: str) -> None:
        """End one session."""
        self._end(EntrySession.token_hash == token_hash)

    def end_role(self, role: Role) -> list[str]:
        """End every session of a role and return their hashes."""
        ended = [row.token_hash for row in self.alive() if row.role == role.word]
        self._end(EntrySession.role == role.word)
        return ended

    def _end(self, which: object) -> None:
        at = self._clock()

        def job(transaction: Transaction) -> None:
            query = update(EntrySession).where(which, EntrySession.ended_at.is_(None))  # type: ignore[arg-type]
            transaction.connection.execute(query.values(ended_at=at))

        self._database.write(job)

    def _alive(self, row: EntrySession) -> bool:
        at = self._clock()
        fresh = at - row.seen_at <= IDLE[Role.of(row.role)] and at - row.made_at <= LONGEST
        return row.ended_at is None and fresh
