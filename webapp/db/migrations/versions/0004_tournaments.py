"""Tournaments: classes, who entered them, where their rounds are played, and which boards play their matches.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("place", sa.String(200), nullable=False),
        sa.Column("meet", sa.String(16), nullable=False),
        sa.Column("closes_at", Utc(), nullable=True),
        sa.Column("created", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("code", name=op.f("uq_tournaments_code")),
    )
    op.create_table(
        "tournament_classes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("grade", sa.String(2), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=True),
        sa.Column("lottery", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("fee", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_classes")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_tournament_classes_tournament_id_tournaments")
        ),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_tournament_classes_tournament_id")),
    )
    op.create_table(
        "tournament_entrants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kana", sa.String(200), nullable=False),
        sa.Column("club", sa.String(200), nullable=False),
        sa.Column("dan", sa.Integer(), nullable=True),
        sa.Column("seed_group", sa.Integer(), nullable=True),
        sa.Column("family", sa.String(200), nullable=False),
        sa.Column("entered_at", Utc(), nullable=False),
        sa.Column("lot", sa.Integer(), nullable=True),
        sa.Column("paid", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("here_at", Utc(), nullable=True),
        sa.Column("withdrawn_at", Utc(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_entrants")),
        sa.CheckConstraint("dan IS NULL OR dan BETWEEN 0 AND 10", name=op.f("ck_tournament_entrants_dan")),
        sa.ForeignKeyConstraint(
            ["class_id"],
            ["tournament_classes.id"],
            name=op.f("fk_tournament_entrants_class_id_tournament_classes"),
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_tournament_entrants_member_id_members")
        ),
        sa.UniqueConstraint("class_id", "number", name=op.f("uq_tournament_entrants_class_id")),
    )
    op.create_index("ix_tournament_entrants_member_id", "tournament_entrants", ["member_id"])
    op.create_table(
        "tournament_players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kana", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_players")),
        sa.ForeignKeyConstraint(
            ["team_id"], ["tournament_entrants.id"], name=op.f("fk_tournament_players_team_id_tournament_entrants")
        ),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_tournament_players_member_id_members")),
        sa.UniqueConstraint("team_id", "number", name=op.f("uq_tournament_players_team_id")),
    )
    op.create_index("ix_tournament_players_member_id", "tournament_players", ["member_id"])
    op.create_table(
        "tournament_rounds",
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("starts", sa.String(5), nullable=False),
        sa.Column("room", sa.String(100), nullable=False),
        sa.Column("first_table", sa.Integer(), nullable=False),
        sa.Column("reader", sa.String(200), nullable=False),
        sa.Column("reader_id", sa.Integer(), nullable=True),
        sa.Column("reading", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("class_id", "round", name=op.f("pk_tournament_rounds")),
        sa.ForeignKeyConstraint(
            ["class_id"], ["tournament_classes.id"], name=op.f("fk_tournament_rounds_class_id_tournament_classes")
        ),
        sa.ForeignKeyConstraint(["reader_id"], ["members.id"], name=op.f("fk_tournament_rounds_reader_id_members")),
    )
    op.create_table(
        "tournament_boards",
        sa.Column("match_code", sa.String(16), nullable=False),
        sa.Column("class_id", sa.Integer(), nullable=False),
        sa.Column("fixture", sa.String(64), nullable=False),
        sa.Column("a", sa.String(16), nullable=False),
        sa.Column("b", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("match_code", name=op.f("pk_tournament_boards")),
        sa.ForeignKeyConstraint(
            ["class_id"], ["tournament_classes.id"], name=op.f("fk_tournament_boards_class_id_tournament_classes")
        ),
    )
    op.create_index("ix_tournament_boards_class_id", "tournament_boards", ["class_id"])


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
