"""Home layouts, and whether a learner lends how they play.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "teiichi",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("corners", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_by", sa.String(32), nullable=False),
        sa.Column("on_board", sa.Boolean(), nullable=False),
        sa.Column("changed_at", Utc(), nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learners.id"], name=op.f("fk_teiichi_learner_id_learners")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teiichi")),
    )
    op.create_index(op.f("ix_teiichi_learner_id"), "teiichi", ["learner_id"])
    op.add_column(
        "learners", sa.Column("lends_ghost", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
