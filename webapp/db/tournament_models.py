"""Tournaments: who entered what, by which rules, and where it is played. What happened is `tournament:{code}-{class}`.

Events name entrants by their numbers only, so that the names here can be blanked when a person's data is erased:
`tournament_entrants`, `tournament_players` and the readers of `tournament_rounds` are all that holds any.
"""

import datetime as dt

from sqlalchemy import CheckConstraint, Date, ForeignKey, Index, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from webapp.db.base import Base
from webapp.db.columns import Utc


class Tournament(Base):
    """A tournament, which is a day with one class or several."""

    __tablename__ = "tournaments"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(16), unique=True)
    """What stands in the address of its pages."""
    name: Mapped[str] = mapped_column(String(200))
    day: Mapped[dt.date] = mapped_column(Date)
    place: Mapped[str] = mapped_column(String(200), default="")
    meet: Mapped[str] = mapped_column(String(16), default="class")
    """What its results count as: `engine.tournament.promotion.Meet`, or "club" for a meet that nobody recognises."""
    closes_at: Mapped[dt.datetime | None] = mapped_column(Utc)
    """Until when entries are taken."""
    created: Mapped[dt.datetime] = mapped_column(Utc)


class TournamentClass(Base):
    """A class of a tournament, with a draw and a winner of its own."""

    __tablename__ = "tournament_classes"
    __table_args__ = (UniqueConstraint("tournament_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"))
    number: Mapped[int]
    """Its own in the tournament, counted from 1; stands in addresses and in the name of its stream."""
    name: Mapped[str] = mapped_column(String(40))
    grade: Mapped[str] = mapped_column(String(2), default="")
    """The class A to G that its results count in; empty for none."""
    rules: Mapped[str] = mapped_column(Text)
    """`webapp.tournaments.rules.ClassRules` as JSON."""
    capacity: Mapped[int | None]
    """How many can play; None for everybody."""
    lottery: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether lots, rather than the order of entry, say who plays where there are more."""
    fee: Mapped[int] = mapped_column(default=0)
    """In the club's currency, 0 for none."""


class TournamentEntrant(Base):
    """Somebody, or a team, who entered a class. `number` is the id that events know."""

    __tablename__ = "tournament_entrants"
    __table_args__ = (
        UniqueConstraint("class_id", "number"),
        CheckConstraint("dan IS NULL OR dan BETWEEN 0 AND 10", name="dan"),
        Index("ix_tournament_entrants_member_id", "member_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("tournament_classes.id"))
    number: Mapped[int]
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"))
    """The member of the club that it is, where that is known."""
    name: Mapped[str] = mapped_column(String(200))
    """As entered; a later change of the member's name leaves it."""
    kana: Mapped[str] = mapped_column(String(200), default="")
    club: Mapped[str] = mapped_column(String(200), default="")
    """Several clubs are divided by `/`."""
    dan: Mapped[int | None]
    seed_group: Mapped[int | None]
    family: Mapped[str] = mapped_column(String(200), default="")
    played: Mapped[int | None]
    """How often they played this class in the fiscal year, as they say; None where they do not."""
    entered_at: Mapped[dt.datetime] = mapped_column(Utc)
    lot: Mapped[int | None]
    """The place in the lottery, from 1; None before it is drawn."""
    paid: Mapped[bool] = mapped_column(default=False, server_default=false())
    here_at: Mapped[dt.datetime | None] = mapped_column(Utc)
    """When they reported at the desk on the day."""
    withdrawn_at: Mapped[dt.datetime | None] = mapped_column(Utc)


class TournamentPlayer(Base):
    """Somebody of a team's squad."""

    __tablename__ = "tournament_players"
    __table_args__ = (
        UniqueConstraint("team_id", "number"),
        Index("ix_tournament_players_member_id", "member_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    team_id: Mapped[int] = mapped_column(ForeignKey("tournament_entrants.id"))
    number: Mapped[int]
    """Its own in the team, from 1; the id that events know is `TEAM.NUMBER`."""
    member_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"))
    name: Mapped[str] = mapped_column(String(200))
    kana: Mapped[str] = mapped_column(String(200), default="")


class TournamentRound(Base):
    """Where and when a round of a class is played, and who reads it. Rounds count from 1."""

    __tablename__ = "tournament_rounds"

    class_id: Mapped[int] = mapped_column(ForeignKey("tournament_classes.id"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    starts: Mapped[str] = mapped_column(String(5), default="")
    """The time of day, `09:30`; empty while it is not known."""
    room: Mapped[str] = mapped_column(String(100), default="")
    first_table: Mapped[int] = mapped_column(default=1)
    """The number of the table of its first match; the others follow."""
    reader: Mapped[str] = mapped_column(String(200), default="")
    reader_id: Mapped[int | None] = mapped_column(ForeignKey("members.id"))
    reading: Mapped[str] = mapped_column(String(64), default="")
    """The reading that its tables follow; empty for none."""


class TournamentBoard(Base):
    """A match on a board that plays a match of a tournament."""

    __tablename__ = "tournament_boards"
    __table_args__ = (Index("ix_tournament_boards_class_id", "class_id"),)

    match_code: Mapped[str] = mapped_column(String(16), primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("tournament_classes.id"))
    fixture: Mapped[str] = mapped_column(String(64))
    """`webapp.tournaments.fixtures.Fixture.key`."""
    a: Mapped[str] = mapped_column(String(16))
    """The entrants' or players' ids by the board's seats."""
    b: Mapped[str] = mapped_column(String(16))
