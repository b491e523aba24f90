"""Results that were taken in from sheets: facts of their own kind, since nobody here saw these matches.

They name people who may want to be forgotten, so they are rows and not events
(docs/decisions/0004-names-stand-in-no-event.md).
"""

import datetime as dt
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Date, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.db.base import Base
from webapp.db.columns import Utc


class ResultDraft(Base):
    """A sheet that was handed in and is not taken in yet, with what was decided about it so far."""

    __tablename__ = "result_drafts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    event: Mapped[str] = mapped_column(String(200), default="")
    day: Mapped[dt.date | None] = mapped_column(Date)
    meet: Mapped[str] = mapped_column(String(16), default="club", server_default="club")
    data: Mapped[bytes]
    decisions: Mapped[dict[str, Any]] = mapped_column(JSON)
    """By `mN` and `pN` for the Nth match and the Nth name: the claim, `out`, or the member's number."""
    made_at: Mapped[dt.datetime] = mapped_column(Utc)
    actor: Mapped[str] = mapped_column(String(80), default="server")


class ImportedSheet(Base):
    """A sheet whose matches were taken in. It can be taken out again as a whole."""

    __tablename__ = "imported_sheets"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    """The file's."""
    event: Mapped[str] = mapped_column(String(200), default="")
    day: Mapped[dt.date] = mapped_column(Date)
    meet: Mapped[str] = mapped_column(String(16), default="club", server_default="club")
    """What it counts as, as a tournament's."""
    taken_in_at: Mapped[dt.datetime] = mapped_column(Utc)
    taken_out_at: Mapped[dt.datetime | None] = mapped_column(Utc)
    actor: Mapped[str] = mapped_column(String(80), default="server")


class ImportedMatch(Base):
    """A match of such a sheet. Names are those of the sheet; `line` is where it stands there."""

    __tablename__ = "imported_matches"
    __table_args__ = (
        CheckConstraint("winner IN (0, 1)", name="winner"),
        CheckConstraint("margin IS NULL OR margin BETWEEN 0 AND 99", name="margin"),
        Index("ix_imported_matches_member_a_id", "member_a_id"),
        Index("ix_imported_matches_member_b_id", "member_b_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    sheet_id: Mapped[int] = mapped_column(ForeignKey("imported_sheets.id"), index=True)
    line: Mapped[int]
    class_name: Mapped[str] = mapped_column(String(40), default="")
    round: Mapped[int]
    label: Mapped[str] = mapped_column(String(40), default="")
    name_a: Mapped[str] = mapped_column(String(200))
    name_b: Mapped[str] = mapped_column(String(200))
    club_a: Mapped[str] = mapped_column(String(200), default="")
    club_b: Mapped[str] = mapped_column(String(200), default="")
    member_a_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"))
    member_b_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"))
    winner: Mapped[int]
    """0 or 1: which of the two."""
    margin: Mapped[int | None]
    how: Mapped[str] = mapped_column(String(16))
    """`engine.tournament.outcome.How`."""
