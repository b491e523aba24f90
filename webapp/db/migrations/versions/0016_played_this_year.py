"""How often somebody who enters a class played in the fiscal year, where it was said.

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tournament_entrants", sa.Column("played", sa.Integer(), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
