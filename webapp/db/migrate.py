"""Brings a database up to the program's tables; the steps are in `migrations/versions`."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, make_url, text
from sqlalchemy.exc import DatabaseError

from webapp.refusal import Refusal

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK = 4_701_010_100
"""The advisory lock that lets one server at a time change a PostgreSQL database's tables."""


def alembic_config() -> Config:
    """Return Alembic's settings for the migrations that travel with the package."""
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


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    config = alembic_config()
    script = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == script.get_current_head():
        return
    if current is not None and current not in {step.revision for step in script.walk_revisions()}:
        raise Refusal(
            f"the database was made by a newer Naniwazu (its tables are at {current}); update the program"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
