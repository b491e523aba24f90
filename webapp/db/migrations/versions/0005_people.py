"""People with dated facts, merges, drafts of imports and pair rules; and no name in any event of a match.

The names of a match stood twice, in its row and in its first event. Events cannot be changed afterwards, and a person
may want to be forgotten, so this step takes the names out of the events and seals these streams anew: for once, and
only those whose seal was whole.

Revision ID: 0005
Revises: 0004
"""

import datetime as dt
import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from webapp.db.columns import Utc

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

EVENTS = sa.table(
    "events",
    sa.column("stream_kind", sa.String),
    sa.column("stream_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("client_id", sa.String),
    sa.column("part", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("payload", sa.JSON),
    sa.column("at", Utc()),
    sa.column("actor", sa.String),
    sa.column("digest", sa.String),
)
DIGESTED = ("stream_kind", "stream_id", "seq", "client_id", "part", "kind", "payload", "at", "actor")
SQLITE_GUARD = (
    "CREATE TRIGGER events_no_update BEFORE UPDATE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
)


def upgrade() -> None:
    make_tables()
    move_facts()
    drop_columns()
    take_names_out()


def make_tables() -> None:
    op.create_table(
        "member_facts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("value", sa.String(200), nullable=False),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("noted_at", Utc(), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member_facts")),
    )
    op.create_table(
        "member_merges",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("gone_id", sa.Integer(), nullable=False),
        sa.Column("into_id", sa.Integer(), nullable=False),
        sa.Column("at", Utc(), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("undone_at", Utc(), nullable=True),
        sa.CheckConstraint("gone_id <> into_id", name=op.f("ck_member_merges_two")),
        sa.ForeignKeyConstraint(["gone_id"], ["members.id"], name=op.f("fk_member_merges_gone_id_members")),
        sa.ForeignKeyConstraint(["into_id"], ["members.id"], name=op.f("fk_member_merges_into_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member_merges")),
    )
    op.create_index(op.f("ix_member_merges_gone_id"), "member_merges", ["gone_id"])
    op.create_index(op.f("ix_member_merges_into_id"), "member_merges", ["into_id"])
    op.create_table(
        "member_drafts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("decisions", sa.JSON(), nullable=False),
        sa.Column("made_at", Utc(), nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member_drafts")),
    )
    op.create_table(
        "pair_rules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("one_id", sa.Integer(), nullable=False),
        sa.Column("other_id", sa.Integer(), nullable=False),
        sa.Column("apart", sa.Boolean(), nullable=False),
        sa.CheckConstraint("one_id < other_id", name=op.f("ck_pair_rules_order")),
        sa.ForeignKeyConstraint(["one_id"], ["members.id"], name=op.f("fk_pair_rules_one_id_members")),
        sa.ForeignKeyConstraint(["other_id"], ["members.id"], name=op.f("fk_pair_rules_other_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pair_rules")),
        sa.UniqueConstraint("one_id", "other_id", name=op.f("uq_pair_rules_one_id")),
    )
    op.create_index(op.f("ix_pair_rules_other_id"), "pair_rules", ["other_id"])
    for column in (
        sa.Column("note", sa.String(200), nullable=False, server_default=""),
        sa.Column("hand", sa.String(8), nullable=True),
        sa.Column("can_read", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("shown_to", sa.String(8), nullable=False, server_default="all"),
        sa.Column("guardian", sa.String(200), nullable=False, server_default=""),
        sa.Column("erased_at", Utc(), nullable=True),
    ):
        op.add_column("members", column)


def move_facts() -> None:
    """Nobody wrote down since when a class and a dan were held, and when somebody left."""
    for kind, value, where in (
        ("grade", "grade", "grade IS NOT NULL"),
        ("dan", "CAST(dan AS VARCHAR(200))", "dan IS NOT NULL"),
        ("standing", "'left'", "archived"),
    ):
        op.execute(
            "INSERT INTO member_facts (member_id, kind, value, noted_at, actor)"
            f" SELECT id, '{kind}', {value}, created, 'server' FROM members WHERE {where}"
        )


def drop_columns() -> None:
    """In SQLite a column that a check names can only go with its table, and a table only if nothing refers to it."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    if sqlite:
        op.execute("CREATE TABLE matches_kept AS SELECT * FROM matches")
        op.execute("DELETE FROM matches")
        with op.batch_alter_table("members", recreate="always") as members:
            members.drop_constraint(op.f("ck_members_dan"), type_="check")
            for column in ("grade", "dan", "archived"):
                members.drop_column(column)
        op.execute("INSERT INTO matches SELECT * FROM matches_kept")
        op.execute("DROP TABLE matches_kept")
    else:
        op.drop_constraint(op.f("ck_members_dan"), "members", type_="check")
        for column in ("grade", "dan", "archived"):
            op.drop_column("members", column)
    with op.batch_alter_table("member_facts") as facts:
        facts.create_foreign_key(op.f("fk_member_facts_member_id_members"), "members", ["member_id"], ["id"])
    op.create_index(op.f("ix_member_facts_member_id"), "member_facts", ["member_id"])


def take_names_out() -> None:
    connection = op.get_bind()
    opened = connection.execute(
        sa.select(EVENTS.c.stream_id, EVENTS.c.payload).where(
            EVENTS.c.stream_kind == "match", EVENTS.c.kind == "opened"
        )
    ).all()
    named = sorted({code for code, payload in opened if "names" in payload})
    if not named:
        return
    sqlite = connection.dialect.name == "sqlite"
    op.execute("DROP TRIGGER events_no_update" if sqlite else "ALTER TABLE events DISABLE TRIGGER events_no_change")
    for code in named:
        seal_without_names(connection, code)
    op.execute(SQLITE_GUARD if sqlite else "ALTER TABLE events ENABLE TRIGGER events_no_change")


def seal_without_names(connection: sa.Connection, code: str) -> None:
    of_match = (EVENTS.c.stream_kind == "match") & (EVENTS.c.stream_id == code)
    rows = connection.execute(sa.select(EVENTS).where(of_match).order_by(EVENTS.c.seq)).mappings().all()
    old = new = "0" * 64
    whole = True
    for row in rows:
        old = digest(row, old)
        whole = whole and row["digest"] == old
        changed = dict(row)
        if row["kind"] == "opened":
            changed["payload"] = {key: value for key, value in row["payload"].items() if key != "names"}
        new = digest(changed, new)
        values = {"payload": changed["payload"], "digest": new if whole else row["digest"]}
        connection.execute(sa.update(EVENTS).where(of_match, EVENTS.c.seq == row["seq"]).values(values))


def digest(row: Any, before: str) -> str:
    at: dt.datetime = row["at"]
    values = [at.isoformat() if name == "at" else row[name] for name in DIGESTED]
    text = json.dumps([before, *values], ensure_ascii=False, sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def downgrade() -> None:
    raise NotImplementedError("records are not taken apart; restore a backup instead")
