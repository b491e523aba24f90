"""Alembic's entry: uses the connection it is handed, or opens NANIWAZU_DB for a developer's `alembic` call."""

import os

from alembic import context
from sqlalchemy import Connection

from webapp.db.engine import make_engine
from webapp.db.models import Base


def run(connection: Connection) -> None:
    """Run the steps inside the connection's transaction."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        transaction_per_migration=False,
        compare_type=True,
    )
    context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with make_engine(os.environ["NANIWAZU_DB"], writes=True).begin() as opened:
        run(opened)
