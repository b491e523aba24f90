"""Copies a club's rows from one kind of database to another."""

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import DatabaseError

from webapp.db.engine import make_engine
from webapp.db.migrate import migrate
from webapp.db.models import Base, EntryCode, EntrySession, EventRow, Match, Member, SavedSet, Setting
from webapp.db.people_models import MemberDraft, MemberFact, MemberMerge, PairRule
from webapp.refusal import Refusal

TOGETHER = 1000
"""Rows copied at once."""


def copy_rows(source: str, target: str) -> None:
    """Copy every row into a new database, as one consistent picture. Raises Refusal."""
    old, new = make_engine(source, writes=False), make_engine(target, writes=True)
    try:
        migrate(new)
        with old.connect().execution_options(isolation_level="REPEATABLE READ") as read, new.begin() as write:
            copy_tables(read, write)
    except DatabaseError as error:
        raise Refusal(f"cannot copy the database: {error.orig}") from error
    finally:
        old.dispose()
        new.dispose()


def fill(source: str, target: str) -> None:
    """Copy every row of a prepared backup into a PostgreSQL database that holds no club yet. Raises Refusal."""
    old, new = make_engine(source, writes=False), make_engine(target, writes=True)
    try:
        migrate(new)
        with old.connect() as read, new.begin() as write:
            if any(
                write.scalar(select(func.count()).select_from(table))
                for table in (EventRow, Member, Match, SavedSet)
            ):
                raise Refusal("the database holds a club already; restore into a new one and serve that")
            for table in (EntryCode, EntrySession, Setting):
                write.execute(delete(table))
            copy_tables(read, write)
            count_on(write)
    finally:
        old.dispose()
        new.dispose()


def copy_tables(read: Connection, write: Connection) -> None:
    """Copy all tables, those that others refer to first."""
    for table in Base.metadata.sorted_tables:
        rows = read.execution_options(yield_per=TOGETHER).execute(select(table))
        for part in rows.mappings().partitions(TOGETHER):
            write.execute(insert(table), [dict(row) for row in part])


def count_on(write: Connection) -> None:
    """Let PostgreSQL number new rows after those that were copied."""
    for table in (Member, MemberFact, MemberMerge, MemberDraft, PairRule, Match, SavedSet):
        following = select(func.coalesce(func.max(table.id), 0) + 1).scalar_subquery()
        sequence = func.pg_get_serial_sequence(table.__tablename__, "id")
        write.execute(select(func.setval(sequence, following, False)))
