"""Who practises, and the log of their trials.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "learners",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("made_at", Utc(), nullable=False),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_learners_member_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_learners")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_learners_token_hash")),
    )
    op.create_index(op.f("ix_learners_member_id"), "learners", ["member_id"])
    op.create_table(
        "drill_rows",
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("row_id", sa.String(64), nullable=False),
        sa.Column("row", sa.JSON(), nullable=False),
        sa.Column("at", Utc(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name=op.f("fk_drill_rows_learner_id_learners")
        ),
        sa.PrimaryKeyConstraint("learner_id", "seq", name=op.f("pk_drill_rows")),
        sa.UniqueConstraint("learner_id", "row_id", name=op.f("uq_drill_rows_learner_id")),
    )


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
