"""The append-only log: streams of events, each with the numbers 1, 2, 3 … and nothing ever changed."""

import datetime as dt
import hashlib
import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from sqlalchemy import Connection, ScalarSelect, Select, SQLColumnExpression, bindparam, func, insert, select
from sqlalchemy.exc import IntegrityError

from webapp.db.columns import now
from webapp.db.database import Database
from webapp.db.models import Base
from webapp.db.writer import Transaction

Payload = Mapping[str, Any]
"""A JSON object."""

START = "0" * 64
"""The digest before a stream's first event."""

_STREAM = re.compile(r"([a-z][a-z-]{0,31}):([A-Za-z0-9_-]{1,64})")


@dataclass(frozen=True, slots=True, order=True)
class Stream:
    """A stream's name, written `kind:id`."""

    kind: str
    id: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `match:abc`; ValueError names what is wrong."""
        found = _STREAM.fullmatch(text)
        if found is None:
            raise ValueError(f"{text[:100]!r} is no stream; it looks like match:4f7k2m")
        return cls(*found.groups())

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something that happened and is to be stored."""

    kind: str
    payload: Payload


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event with its place in its stream."""

    stream: Stream
    seq: int
    kind: str
    payload: Payload
    client_id: str
    at: dt.datetime
    actor: str

    def public(self) -> dict[str, Any]:
        """Return what followers are sent; who did it stays with the organiser."""
        return {
            "topic": str(self.stream),
            "seq": self.seq,
            "kind": self.kind,
            "payload": self.payload,
            "client_id": self.client_id,
            "at": self.at.isoformat(),
        }


@dataclass(frozen=True, slots=True)
class Command:
    """Events to append to a stream, as one change with one id; fields as for EventStore.append."""

    stream: Stream
    events: tuple[NewEvent, ...]
    expected_seq: int | None
    client_id: str
    actor: str


@dataclass(frozen=True, slots=True)
class Appended:
    """What is stored under a command's id; `repeated` when it had been stored before."""

    events: tuple[StoredEvent, ...]
    repeated: bool = False

    @property
    def seqs(self) -> tuple[int, ...]:
        """The numbers of the events."""
        return tuple(event.seq for event in self.events)


class Conflict(Exception):  # noqa: N818 - HTTP's own word
    """The command was made against a stream that has moved on; `missing` is what its maker had not seen."""

    def __init__(self, stream: Stream, head: int, missing: tuple[StoredEvent, ...]) -> None:
        super().__init__(f"{stream} stands at {head}")
        self.stream, self.head, self.missing = stream, head, missing


class Tampered(Exception):  # noqa: N818 - a finding about a file, not about the program
    """A stream's digests do not follow from its events: the file was edited by other means."""


Publisher = Callable[[tuple[StoredEvent, ...]], None]


def new_client_id() -> str:
    """Return a fresh command id, for commands that the server gives itself."""
    return secrets.token_hex(16)


class EventStore:
    """Appends to and reads streams. `publish` is called by the writer after each commit, in the log's order."""

    def __init__(
        self, database: Database, publish: Publisher | None = None, clock: Callable[[], dt.datetime] = now
    ) -> None:
        self.database = database
        self._publish = publish
        self._clock = clock

    def append(
        self,
        stream: Stream,
        events: Sequence[NewEvent],
        expected_seq: int | None = None,
        *,
        client_id: str | None = None,
        actor: str = "server",
    ) -> Appended:
        """Store `events` at the end of `stream`; durable when it returns.

        `expected_seq` is the last number that the maker of the command had seen (None: whatever it is). A
        `client_id` already stored in the stream is answered with what was stored then. Raises Conflict.
        """
        given = Command(stream, tuple(events), expected_seq, client_id or new_client_id(), actor)
        try:
            return self.database.write(lambda transaction: self.put(transaction, given))
        except IntegrityError:
            # another process on the same database took the number; now its event is visible
            return self.database.write(lambda transaction: self.put(transaction, given))

    def put(self, transaction: Transaction, given: Command) -> Appended:
        """Append as part of a larger change, inside a job of the writer; raises Conflict."""
        if not given.events:
            raise ValueError("a command stores at least one event")
        connection, stream = transaction.connection, given.stream
        if repeated := _events(connection, OF_COMMAND, stream, client_id=given.client_id):
            return Appended(repeated, repeated=True)
        head, digest = _head(connection, stream)
        if given.expected_seq is not None and given.expected_seq != head:
            raise Conflict(stream, head, _events(connection, AFTER, stream, after=given.expected_seq))
        rows = _rows(given, head, digest, self._clock())
        connection.execute(INSERT, rows)
        stored = tuple(map(_stored_from, rows))
        if (publish := self._publish) is not None:
            transaction.after_commit(lambda: publish(stored))
        return Appended(stored)

    def load(self, stream: Stream, after: int = 0) -> tuple[StoredEvent, ...]:
        """Return the events of `stream` with a number above `after`, in order."""
        with self.database.session() as session:
            return _events(session.connection(), AFTER, stream, after=after)

    def head(self, stream: Stream) -> int:
        """Return the number of the last event, 0 for a stream that has none."""
        with self.database.session() as session:
            return _head(session.connection(), stream)[0]

    def of_command(self, stream: Stream, client_id: str) -> tuple[StoredEvent, ...]:
        """Return what a command stored, nothing if it is new."""
        with self.database.session() as session:
            return _events(session.connection(), OF_COMMAND, stream, client_id=client_id)

    def streams(self, kind: str | None = None) -> tuple[Stream, ...]:
        """Return the streams (of a kind), the oldest first."""
        return tuple(self.heads(kind))

    def heads(self, kind: str | None = None) -> dict[Stream, int]:
        """Return the number of the last event of every stream (of a kind), the oldest stream first."""
        query = select(EVENTS.c.stream_kind, EVENTS.c.stream_id, func.max(EVENTS.c.seq)).group_by(
            EVENTS.c.stream_kind, EVENTS.c.stream_id
        )
        if kind is not None:
            query = query.where(EVENTS.c.stream_kind == kind)
        with self.database.session() as session:
            rows = session.execute(query.order_by(func.min(EVENTS.c.at), EVENTS.c.stream_id))
            return {Stream(of, stream): head for of, stream, head in rows}

    def verify(self, stream: Stream) -> None:
        """Raise Tampered unless every digest follows from its event and the one before."""
        digest = START
        with self.database.session() as session:
            rows = session.execute(AFTER, {"stream_kind": stream.kind, "stream_id": stream.id, "after": 0})
            for expected, row in enumerate(rows.mappings(), start=1):
                digest = _digest(row, digest)
                if row["seq"] != expected or row["digest"] != digest:
                    raise Tampered(f"{stream} was changed at event {row['seq']}")


# Built once: making a statement costs as much as running it.
EVENTS = Base.metadata.tables["events"]
INSERT = insert(EVENTS)
_OF_STREAM = (EVENTS.c.stream_kind == bindparam("stream_kind")) & (
    EVENTS.c.stream_id == bindparam("stream_id")
)
AFTER = select(EVENTS).where(_OF_STREAM, EVENTS.c.seq > bindparam("after")).order_by(EVENTS.c.seq)
OF_COMMAND = (
    select(EVENTS).where(_OF_STREAM, EVENTS.c.client_id == bindparam("client_id")).order_by(EVENTS.c.seq)
)
HEAD = select(EVENTS.c.seq, EVENTS.c.digest).where(_OF_STREAM).order_by(EVENTS.c.seq.desc()).limit(1)


def last_of(kind: str, stream_id: SQLColumnExpression[str]) -> ScalarSelect[int | None]:
    """Return the part of a query that says the number of a stream's last event: one look into the index for each row.

    `stream_id` is what the rows of the query call their streams. Null for a stream that has no event.
    """
    of_stream = (EVENTS.c.stream_kind == kind) & (EVENTS.c.stream_id == stream_id)
    return select(func.max(EVENTS.c.seq)).where(of_stream).scalar_subquery()


def _events(
    connection: Connection, query: Select[Any], stream: Stream, **where: Any
) -> tuple[StoredEvent, ...]:
    rows = connection.execute(query, {"stream_kind": stream.kind, "stream_id": stream.id, **where})
    return tuple(_stored_from(row) for row in rows.mappings())


def _head(connection: Connection, stream: Stream) -> tuple[int, str]:
    row = connection.execute(HEAD, {"stream_kind": stream.kind, "stream_id": stream.id}).first()
    return (row.seq, row.digest) if row else (0, START)


def _rows(given: Command, head: int, digest: str, at: dt.datetime) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for part, event in enumerate(given.events):
        row = {
            "stream_kind": given.stream.kind,
            "stream_id": given.stream.id,
            "seq": head + 1 + part,
            "client_id": given.client_id,
            "part": part,
            "kind": event.kind,
            "payload": dict(event.payload),
            "at": at,
            "actor": given.actor,
        }
        digest = _digest(row, digest)
        rows.append({**row, "digest": digest})
    return rows


_DIGESTED = ("stream_kind", "stream_id", "seq", "client_id", "part", "kind", "payload", "at", "actor")


def _stored_from(row: Mapping[Any, Any]) -> StoredEvent:
    return StoredEvent(
        stream=Stream(row["stream_kind"], row["stream_id"]),
        seq=row["seq"],
        kind=row["kind"],
        payload=row["payload"],
        client_id=row["client_id"],
        at=row["at"],
        actor=row["actor"],
    )


def _digest(row: Mapping[Any, Any], before: str) -> str:
    values = [row[name].isoformat() if name == "at" else row[name] for name in _DIGESTED]
    text = json.dumps(
        [before, *values], ensure_ascii=False, sort_keys=True, allow_nan=False, separators=(",", ":")
    )
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
