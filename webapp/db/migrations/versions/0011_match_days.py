"""The evening that a match belongs to, kept with it: another zone of the machine must not move it afterwards.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc
from webapp.practice_day import practice_day

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

MATCHES = sa.table(
    "matches", sa.column("id", sa.Integer), sa.column("opened_at", Utc()), sa.column("day", sa.Date())
)


def upgrade() -> None:
    op.add_column("matches", sa.Column("day", sa.Date(), nullable=False, server_default="1970-01-01"))
    connection = op.get_bind()
    for number, opened_at in connection.execute(sa.select(MATCHES.c.id, MATCHES.c.opened_at)).all():
        connection.execute(MATCHES.update().where(MATCHES.c.id == number).values(day=practice_day(opened_at)))


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
