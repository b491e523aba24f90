"""Who practises, and the log of their trials.

Trials are facts and are only ever added, but they are one person's own and have to go when that person says so. So
they stand in a table and not among the events, which are for ever
(docs/decisions/0004-names-stand-in-no-event.md).
"""

import datetime as dt
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from webapp.db.base import Base
from webapp.db.columns import Utc


class Learner(Base):
    """Whoever practises on one device; a member of the club where one said so and the organiser confirmed it."""

    __tablename__ = "learners"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of what the device's cookie holds."""
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"), index=True)
    made_at: Mapped[dt.datetime] = mapped_column(Utc)
    lends_ghost: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether other members may play against how this learner plays; it can be taken back."""
    coach_since: Mapped[dt.datetime | None] = mapped_column(Utc)
    """Since when the coach may see these drills under the member's name; None: not, or not any more."""


class DrillClaim(Base):
    """A device that says whose it is, till the organiser answers; then the row goes."""

    __tablename__ = "drill_claims"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learners.id"), primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    at: Mapped[dt.datetime] = mapped_column(Utc)
    device: Mapped[str] = mapped_column(String(200))
    """What its browser says of itself, so that the organiser knows it again."""


class DrillRow(Base):
    """One row of a learner's log: a trial, or a correction of one."""

    __tablename__ = "drill_rows"
    __table_args__ = (UniqueConstraint("learner_id", "row_id"),)

    learner_id: Mapped[int] = mapped_column(ForeignKey("learners.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    """1, 2, 3 … in the order in which the rows came."""
    row_id: Mapped[str] = mapped_column(String(64))
    """So that what is sent twice is kept once."""
    row: Mapped[dict[str, Any]] = mapped_column(JSON)
    """As `engine.training.codec` writes it."""
    at: Mapped[dt.datetime] = mapped_column(Utc)


class DrillSettings(Base):
    """How a learner wants to practise; without a row as usual (`webapp.drills.settings`)."""

    __tablename__ = "drill_settings"

    learner_id: Mapped[int] = mapped_column(ForeignKey("learners.id"), primary_key=True)
    chosen: Mapped[dict[str, str]] = mapped_column(JSON)
