"""Whether a learner lets the coach see their drills, and who agreed to it for a minor.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("learners", sa.Column("coach_since", Utc(), nullable=True))
    op.add_column(
        "members", sa.Column("coach_guardian", sa.String(200), nullable=False, server_default="")
    )


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
