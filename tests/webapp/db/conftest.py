"""A database of one's own, on SQLite and, where a server can be run, on PostgreSQL."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import postgresql
from webapp.db.database import Database
from webapp.db.store import EventStore


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """The address of a throw-away PostgreSQL server."""
    with postgresql.running() as url:
        yield url


@pytest.fixture(params=["sqlite", *postgresql.PARAMETERS])
def url(request: pytest.FixtureRequest, tmp_path: Path, empty_club: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        shutil.copy(empty_club, tmp_path / "club.sqlite3")
        return f"sqlite:///{tmp_path / 'club.sqlite3'}"
    return postgresql.new_database(request.getfixturevalue("postgresql_url"))


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """The database, open."""
    opened = Database(url)
    yield opened
    opened.close()


@pytest.fixture
def store(database: Database) -> EventStore:
    """Its log."""
    return EventStore(database)
