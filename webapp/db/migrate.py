"""Brings a database up to the program's tables; the steps are in `migrations/versions`."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, make_url, text
from sqlalchemy.exc import DatabaseError

from webapp.refusal import Refusal

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK = 4_701_010_100
"""The advisory lock that lets one server at a time change a PostgreSQL database's tables."""


def alembic_config() -> "Config":
    """Return Alembic's settings for the migrations that travel with the package."""
    from alembic.config import Config  # noqa: PLC0415 - as below

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def migrate(engine: Engine) -> None:
    """Run the steps that the database lacks; refuse one that a newer program made."""
    try:
        with engine.begin() as connection:
            _migrate(connection)
    except DatabaseError as error:
        shown = make_url(engine.url).render_as_string(hide_password=True)
        raise Refusal(f"cannot open the database {shown}: {error.orig}") from error


@cache
def newest_step() -> str:
    """Return the last step's number: each step's file begins with its own."""
    return max(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))


def step_of(connection: Connection) -> str | None:
    """Return the number of the step that the database's tables stand at; None where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    current = step_of(connection)
    if current != newest_step():
        _upgrade(connection, current)


def _upgrade(connection: Connection, current: str | None) -> None:
    from alembic import command  # noqa: PLC0415 - a quarter of what a start imports, and steps are seldom due
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = alembic_config()
    script = ScriptDirectory.from_config(config)
    if current is not None and current not in {step.revision for step in script.walk_revisions()}:
        raise Refusal(
            f"the database was made by a newer Naniwazu (its tables are at {current}); update the program"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
