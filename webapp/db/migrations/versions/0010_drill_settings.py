"""How learners want to practise.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "drill_settings",
        sa.Column("learner_id", sa.Integer(), nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name=op.f("fk_drill_settings_learner_id_learners")
        ),
        sa.PrimaryKeyConstraint("learner_id", name=op.f("pk_drill_settings")),
    )


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
