"""Sets of cards that a club saves under a name.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_sets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("created", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_sets")),
        sa.UniqueConstraint("name", name=op.f("uq_saved_sets_name")),
    )


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
