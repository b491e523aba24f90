"""The entry codes: short enough for a phone's keys, and useless the next day."""

import datetime as dt
import hmac
import secrets
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlalchemy import select

from webapp.access.roles import Role
from webapp.db.columns import now
from webapp.db.database import Database
from webapp.db.models import EntryCode
from webapp.db.writer import Transaction

DIGITS: Mapping[Role, int] = MappingProxyType({Role.SPECTATOR: 6, Role.HELPER: 8, Role.ORGANISER: 10})
"""Lengths: the more a code opens, the harder it is to guess."""

LIFETIME = dt.timedelta(hours=20)
"""A code older than this is replaced when the server starts: an evening's code does not open the next."""


class EntryCodes:
    """The codes in force, kept in the database so that a restart in mid-evening changes nothing."""

    def __init__(self, database: Database, clock: Callable[[], dt.datetime] = now) -> None:
        self._database = database
        self._clock = clock

    def renew_old(self) -> None:
        """Make the codes that are missing or a day old."""
        with self._database.session() as session:
            made = {row.role: row.made_at for row in session.scalars(select(EntryCode))}
        for role in DIGITS:
            at = made.get(role.word)
            if at is None or self._clock() - at > LIFETIME:
                self.rotate(role)

    def current(self) -> dict[Role, str]:
        """Return the code in force of every role that has one."""
        with self._database.session() as session:
            return {Role.of(row.role): row.code for row in session.scalars(select(EntryCode))}

    def rotate(self, role: Role) -> str:
        """Replace a role's code; devices already let in stay in."""
        code = "".join(secrets.choice("0123456789") for _ in range(DIGITS[role]))
        at = self._clock()

        def job(transaction: Transaction) -> None:
            transaction.session.merge(EntryCode(role=role.word, code=code, made_at=at))

        self._database.write(job)
        return code

    def role_of(self, typed: str) -> Role | None:
        """Return the role that a typed code opens, None for a wrong one; takes as long for any wrong code."""
        given = normal(typed).encode("utf-8", "replace")
        found: Role | None = None
        for role, code in self.current().items():
            if hmac.compare_digest(given, code.encode()):
                found = role
        return found


def normal(typed: str) -> str:
    """Return a typed code as plain digits: full-width ones, blanks and dashes are what phones make of them."""
    return "".join(
        sign for sign in unicodedata.normalize("NFKC", typed) if not sign.isspace() and sign not in "-‐−ー–"
    )


def grouped(code: str) -> str:
    """Return a code in groups of two or three, as one reads it aloud."""
    size = 2 if len(code) % 3 else 3
    return " ".join(code[at : at + size] for at in range(0, len(code), size))
