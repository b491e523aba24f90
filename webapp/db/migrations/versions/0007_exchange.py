"""Sheets of results: drafts, and what was taken in.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "result_drafts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("event", sa.String(200), nullable=False),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("decisions", sa.JSON(), nullable=False),
        sa.Column("made_at", Utc(), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_result_drafts")),
    )
    op.create_table(
        "imported_sheets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("event", sa.String(200), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("taken_in_at", Utc(), nullable=False),
        sa.Column("taken_out_at", Utc(), nullable=True),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imported_sheets")),
    )
    op.create_table(
        "imported_matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("class_name", sa.String(40), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("name_a", sa.String(200), nullable=False),
        sa.Column("name_b", sa.String(200), nullable=False),
        sa.Column("club_a", sa.String(200), nullable=False),
        sa.Column("club_b", sa.String(200), nullable=False),
        sa.Column("member_a_id", sa.Integer(), nullable=True),
        sa.Column("member_b_id", sa.Integer(), nullable=True),
        sa.Column("winner", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=True),
        sa.Column("how", sa.String(16), nullable=False),
        sa.CheckConstraint("winner IN (0, 1)", name=op.f("ck_imported_matches_winner")),
        sa.CheckConstraint("margin IS NULL OR margin BETWEEN 0 AND 99", name=op.f("ck_imported_matches_margin")),
        sa.ForeignKeyConstraint(
            ["sheet_id"], ["imported_sheets.id"], name=op.f("fk_imported_matches_sheet_id_imported_sheets")
        ),
        sa.ForeignKeyConstraint(
            ["member_a_id"], ["members.id"], name=op.f("fk_imported_matches_member_a_id_members")
        ),
        sa.ForeignKeyConstraint(
            ["member_b_id"], ["members.id"], name=op.f("fk_imported_matches_member_b_id_members")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imported_matches")),
    )
    for column in ("sheet_id", "member_a_id", "member_b_id"):
        op.create_index(op.f(f"ix_imported_matches_{column}"), "imported_matches", [column])


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
