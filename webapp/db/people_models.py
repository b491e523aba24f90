"""The people whom the club knows. Everything that is told of a person stands here, where it can be taken out again.

Events refer to people by `members.id` and name nobody: they are for ever, and a person may want to be forgotten
(docs/decisions/0004-names-stand-in-no-event.md).
"""

import datetime as dt
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.db.base import Base
from webapp.db.columns import Utc, now
from webapp.practice_day import practice_day


class FactKind(StrEnum):
    """What a dated fact about a person says."""

    GRADE = "grade"
    """The class played in from that day on, A to E (F, G in some clubs); empty for none."""
    DAN = "dan"
    """The dan held from that day on, as a number; 0 for none."""
    STANDING = "standing"
    """What the person is to the club from that day on: a `Standing`."""
    FORMER_NAME = "former_name"
    """A name that was given up on that day."""


class Standing(StrEnum):
    """What a person is to the club."""

    GUEST = "guest"
    """Plays here now and then."""
    MEMBER = "member"
    LEFT = "left"
    """Off the lists; their matches and their page stay."""


class ShownTo(StrEnum):
    """Who may see a person's name and figures; for a minor the guardian says so."""

    ALL = "all"
    """Also those who look on without a code, where the club plays in public."""
    CLUB = "club"
    """Whoever came in by a code."""
    HELPERS = "helpers"
    """Helpers and the organiser."""


class MemberFact(Base):
    """Something that holds of a person from a day on; what holds now follows from all of them."""

    __tablename__ = "member_facts"

    id: Mapped[int] = mapped_column(primary_key=True)
    member_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    value: Mapped[str] = mapped_column(String(200))
    day: Mapped[dt.date | None]
    """None: nobody knows since when; it counts as before every day."""
    noted_at: Mapped[dt.datetime] = mapped_column(Utc)
    actor: Mapped[str] = mapped_column(String(80), default="server")


class Member(Base):
    """A person whom the club knows, by `id`: two people may share a name. Guests are people too."""

    __tablename__ = "members"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    """As typed; empty once the person was forgotten."""
    kana: Mapped[str] = mapped_column(String(200), index=True)
    """What lists are sorted and searched by."""
    club: Mapped[str] = mapped_column(String(200), default="")
    note: Mapped[str] = mapped_column(String(200), default="", server_default="")
    """What tells the person from a namesake."""
    hand: Mapped[str | None] = mapped_column(String(8))
    """The hand that takes: left or right; None where nobody said."""
    can_read: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the person can read for others."""
    shown_to: Mapped[str] = mapped_column(String(8), default=ShownTo.ALL, server_default=ShownTo.ALL)
    guardian: Mapped[str] = mapped_column(String(200), default="", server_default="")
    """Who decided on `shown_to` for a minor, and when, as typed."""
    coach_guardian: Mapped[str] = mapped_column(String(200), default="", server_default="")
    """Who agreed, for a minor, that the coach sees their drills and a ghost may be lent, and when, as typed."""
    created: Mapped[dt.datetime] = mapped_column(Utc)
    erased_at: Mapped[dt.datetime | None] = mapped_column(Utc)
    """When the person was forgotten; their results stay, under no name."""
    facts: Mapped[list[MemberFact]] = relationship(lazy="selectin", cascade="all, delete-orphan")

    @property
    def grade(self) -> str | None:
        """The class played in now, None for none."""
        return self.value(FactKind.GRADE) or None

    @property
    def dan(self) -> int | None:
        """The dan held now, None for none."""
        return int(self.value(FactKind.DAN) or 0) or None

    @property
    def standing(self) -> Standing:
        """What the person is to the club now."""
        return Standing(self.value(FactKind.STANDING) or Standing.MEMBER)

    @property
    def archived(self) -> bool:
        """Whether the person is off the lists."""
        return self.standing is Standing.LEFT

    @property
    def former_names(self) -> tuple[str, ...]:
        """The names that the person went by, the latest first."""
        return tuple(fact.value for fact in reversed(self.of_kind(FactKind.FORMER_NAME)))

    def name_on(self, day: dt.date) -> str:
        """Return the name that the person went by on a day: the first that was given up later, else that of now."""
        later = [
            one.value for one in self.of_kind(FactKind.FORMER_NAME) if one.day is not None and day < one.day
        ]
        return later[0] if later and self.erased_at is None else self.name

    def of_kind(self, kind: FactKind) -> list[MemberFact]:
        """Return the facts of a kind in time; of one day the one that was noted last comes last."""
        found = [fact for fact in self.facts if fact.kind == kind]
        return sorted(found, key=lambda fact: (fact.day or dt.date.min, fact.noted_at, fact.id or 0))

    def value(self, kind: FactKind, day: dt.date | None = None) -> str:
        """Return what holds of a person on a day (today), empty where nothing does."""
        day = day or practice_day(now())
        held = [fact.value for fact in self.of_kind(kind) if fact.day is None or fact.day <= day]
        return held[-1] if held else ""


class MemberMerge(Base):
    """Two entries that are one person: whatever `gone` did, `into` did. It can be undone, and nothing is rewritten."""

    __tablename__ = "member_merges"
    __table_args__ = (CheckConstraint("gone_id <> into_id", name="two"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    gone_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    into_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    at: Mapped[dt.datetime] = mapped_column(Utc)
    actor: Mapped[str] = mapped_column(String(80), default="server")
    undone_at: Mapped[dt.datetime | None] = mapped_column(Utc)


class MemberDraft(Base):
    """A file of people that was handed in and is not entered yet, with what was decided about its lines so far."""

    __tablename__ = "member_drafts"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    data: Mapped[bytes]
    decisions: Mapped[dict[str, Any]] = mapped_column(JSON)
    """By the number of the line: `out`, the id of the member it is, or `new-12-15` for none of those two."""
    made_at: Mapped[dt.datetime] = mapped_column(Utc)
    actor: Mapped[str] = mapped_column(String(80), default="server")


class PairRule(Base):
    """Two who should be paired in practice whenever they are there, or never."""

    __tablename__ = "pair_rules"
    __table_args__ = (
        CheckConstraint("one_id < other_id", name="order"),
        UniqueConstraint("one_id", "other_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    one_id: Mapped[int] = mapped_column(ForeignKey("members.id"))
    other_id: Mapped[int] = mapped_column(ForeignKey("members.id"), index=True)
    apart: Mapped[bool]
    """True: never paired; False: paired where it can be."""
