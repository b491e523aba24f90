"""What the results of a sheet that was taken in count as, for dan and points.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("result_drafts", "imported_sheets"):
        op.add_column(table, sa.Column("meet", sa.String(16), nullable=False, server_default="club"))


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
