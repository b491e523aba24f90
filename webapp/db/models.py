"""What cannot be derived from anything else: members, which matches were opened, who may enter, and the events."""

import datetime as dt
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Date,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine.interfaces import ExecutionContext
from sqlalchemy.orm import Mapped, mapped_column

from webapp.db import drill_models as drill_models
from webapp.db import exchange_models as exchange_models
from webapp.db import teiichi_models as teiichi_models
from webapp.db import tournament_models as tournament_models
from webapp.db.base import Base as Base
from webapp.db.columns import Utc
from webapp.db.people_models import Member as Member
from webapp.practice_day import practice_day


class EventRow(Base):
    """One event of one stream; the database refuses to change or delete it."""

    __tablename__ = "events"
    __table_args__ = (
        UniqueConstraint("stream_kind", "stream_id", "client_id", "part", name="uq_events_command"),
        CheckConstraint("seq >= 1", name="seq"),
        CheckConstraint("part >= 0", name="part"),
    )

    stream_kind: Mapped[str] = mapped_column(String(32), primary_key=True)
    stream_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    client_id: Mapped[str] = mapped_column(String(32))
    """The id that the client gave its command: 32 hexadecimal digits."""
    part: Mapped[int]
    """The event's place among those of the same command, from 0."""
    kind: Mapped[str] = mapped_column(String(64))
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[dt.datetime] = mapped_column(Utc)
    actor: Mapped[str] = mapped_column(String(80))
    digest: Mapped[str] = mapped_column(String(64))
    """SHA-256 over this event and the digest before it; shows a later edit of the file."""


def _evening(row: ExecutionContext) -> dt.date:
    """Return the evening of a match that is stored."""
    values: dict[str, Any] = row.get_current_parameters()  # type: ignore[attr-defined]
    return practice_day(values["opened_at"])


class Match(Base):
    """A match that was opened; what happened in it is the stream `match:{code}`."""

    __tablename__ = "matches"
    __table_args__ = (
        CheckConstraint("player_a_id IS NULL OR player_a_id <> player_b_id", name="players"),
        Index("ix_matches_opened_at", "opened_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)
    """What stands in the address of its pages."""
    name_a: Mapped[str] = mapped_column(String(200))
    """The name under which A sat down; a later change of the member's name leaves it. Empty once it was forgotten.

    Names stand here and in no event: events are for ever, and a person may want to be forgotten."""
    name_b: Mapped[str] = mapped_column(String(200))
    player_a_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"))
    """None for a guest."""
    player_b_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"))
    opened_at: Mapped[dt.datetime] = mapped_column(Utc)
    day: Mapped[dt.date] = mapped_column(Date, default=_evening)
    """The evening that it belongs to, by the clock of the machine as it was opened."""


class SavedSet(Base):
    """A set of cards that the club saved under a name."""

    __tablename__ = "saved_sets"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200), unique=True)
    cards: Mapped[str] = mapped_column(Text)
    """As typed, except that the names of other saved sets have been replaced by their cards."""
    created: Mapped[dt.datetime] = mapped_column(Utc)


class EntryCode(Base):
    """The code that lets people in with a role."""

    __tablename__ = "entry_codes"

    role: Mapped[str] = mapped_column(String(16), primary_key=True)
    code: Mapped[str] = mapped_column(String(16))
    made_at: Mapped[dt.datetime] = mapped_column(Utc)


class EntrySession(Base):
    """A device that was let in; its cookie's token is kept only as a hash."""

    __tablename__ = "entry_sessions"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    role: Mapped[str] = mapped_column(String(16))
    address: Mapped[str] = mapped_column(String(64))
    device: Mapped[str] = mapped_column(String(200), default="")
    made_at: Mapped[dt.datetime] = mapped_column(Utc)
    seen_at: Mapped[dt.datetime] = mapped_column(Utc)
    ended_at: Mapped[dt.datetime | None] = mapped_column(Utc)


class Setting(Base):
    """A value that belongs to the club's data as a whole, such as its epoch."""

    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
