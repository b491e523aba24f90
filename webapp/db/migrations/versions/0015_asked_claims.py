"""Devices that say whose they are, till the organiser confirms it; what was said till now stays confirmed.

Revision ID: 0015
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0015"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "drill_claims",
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("at", Utc(), nullable=False),
        sa.Column("device", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name=op.f("fk_drill_claims_learner_id_learners")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_drill_claims_member_id_members")
        ),
        sa.PrimaryKeyConstraint("learner_id", name=op.f("pk_drill_claims")),
    )
    op.create_index(op.f("ix_drill_claims_member_id"), "drill_claims", ["member_id"])


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
