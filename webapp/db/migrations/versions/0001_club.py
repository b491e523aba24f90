"""The events, members, matches and who may enter.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SQLITE_GUARDS = (
    "CREATE TRIGGER events_no_update BEFORE UPDATE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events are append-only'); END",
    "CREATE TRIGGER events_no_delete BEFORE DELETE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events are append-only'); END",
    # INSERT OR REPLACE deletes without asking the delete trigger
    "CREATE TRIGGER events_no_replace BEFORE INSERT ON events"
    " WHEN EXISTS (SELECT 1 FROM events WHERE stream_kind = NEW.stream_kind"
    " AND stream_id = NEW.stream_id AND (seq = NEW.seq OR (client_id = NEW.client_id AND part = NEW.part)))"
    " BEGIN SELECT RAISE(ABORT, 'events are append-only'); END",
)

POSTGRESQL_GUARDS = (
    "CREATE FUNCTION events_append_only() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION 'events are append-only'; END $$",
    "CREATE TRIGGER events_no_change BEFORE UPDATE OR DELETE ON events"
    " FOR EACH ROW EXECUTE FUNCTION events_append_only()",
    "CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events"
    " FOR EACH STATEMENT EXECUTE FUNCTION events_append_only()",
)


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("stream_kind", sa.String(32), nullable=False),
        sa.Column("stream_id", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.String(32), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("at", Utc(), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_events_seq")),
        sa.CheckConstraint("part >= 0", name=op.f("ck_events_part")),
        sa.PrimaryKeyConstraint("stream_kind", "stream_id", "seq", name=op.f("pk_events")),
        sa.UniqueConstraint("stream_kind", "stream_id", "client_id", "part", name="uq_events_command"),
    )
    guards = SQLITE_GUARDS if op.get_bind().dialect.name == "sqlite" else POSTGRESQL_GUARDS
    for guard in guards:
        op.execute(guard)
    op.create_table(
        "members",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kana", sa.String(200), nullable=False),
        sa.Column("club", sa.String(200), nullable=False),
        sa.Column("grade", sa.String(2), nullable=True),
        sa.Column("dan", sa.Integer(), nullable=True),
        sa.Column("created", Utc(), nullable=False),
        sa.CheckConstraint("dan IS NULL OR dan BETWEEN 0 AND 10", name=op.f("ck_members_dan")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
    )
    op.create_index(op.f("ix_members_kana"), "members", ["kana"])
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("name_a", sa.String(200), nullable=False),
        sa.Column("name_b", sa.String(200), nullable=False),
        sa.Column("player_a_id", sa.Integer(), nullable=True),
        sa.Column("player_b_id", sa.Integer(), nullable=True),
        sa.Column("opened_at", Utc(), nullable=False),
        sa.CheckConstraint("player_a_id IS NULL OR player_a_id <> player_b_id", name=op.f("ck_matches_players")),
        sa.ForeignKeyConstraint(["player_a_id"], ["members.id"], name=op.f("fk_matches_player_a_id_members")),
        sa.ForeignKeyConstraint(["player_b_id"], ["members.id"], name=op.f("fk_matches_player_b_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("code", name=op.f("uq_matches_code")),
    )
    op.create_index("ix_matches_opened_at", "matches", ["opened_at"])
    op.create_table(
        "entry_codes",
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("made_at", Utc(), nullable=False),
        sa.PrimaryKeyConstraint("role", name=op.f("pk_entry_codes")),
    )
    op.create_table(
        "entry_sessions",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("device", sa.String(200), nullable=False),
        sa.Column("made_at", Utc(), nullable=False),
        sa.Column("seen_at", Utc(), nullable=False),
        sa.Column("ended_at", Utc(), nullable=True),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_entry_sessions")),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_settings")),
    )


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
