"""Matches as the pages know them: the fold of a stored stream, kept in memory and brought up to date when asked for.

Beside the engine's events a match's stream holds three of the club's own: which reading the table follows, who
confirmed the result, and whether the match was set aside. Who sits there no event says: names stand in the match's row,
where they can be taken out, and are put into the opening as it is read.
The positions that the engine counts are those of its own events.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from sqlalchemy import select

from engine.karuta import codec
from engine.karuta.events import Event, Opened, SeedRevealed
from engine.karuta.fold import fold
from engine.karuta.player import Pair
from engine.karuta.state import MatchState
from webapp.absent import Absent
from webapp.db.database import Database
from webapp.db.models import Match
from webapp.db.store import Appended, EventStore, NewEvent, StoredEvent, Stream

KIND = "match"
KEPT = 256
"""Matches kept folded; a hall has far fewer tables, and the others are folded again in a millisecond."""

FOLLOWED = "followed"
CONFIRMED = "confirmed"
SET_ASIDE = "set_aside"


@dataclass(frozen=True, slots=True)
class Followed:
    """The table follows a reading from now on; None: somebody reads aloud, and the table enters what was read."""

    reading: str | None


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The result was confirmed by the other player or the desk; a later change of the match takes it away."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """The match was opened by mistake and stands in no list and no result any more, or (not `away`) it does again."""

    away: bool


TableEvent = Event | Followed | Confirmed | SetAside


@dataclass(frozen=True, slots=True)
class Table:
    """A match at one moment: `seq` is the number of its stream's last event."""

    code: str
    seq: int
    state: MatchState
    reading: str | None = None
    confirmed: bool = False
    set_aside: bool = False
    members: Pair[int | None] = (None, None)
    """The members who sit there, None for somebody without a number."""

    @property
    def manual(self) -> bool:
        """Whether the table itself says which poem was read."""
        return self.reading is None

    @property
    def stream(self) -> Stream:
        """The stream of the match."""
        return stream_of(self.code)


class NoSuchMatch(Absent):
    """No match has this code."""


class Tables:
    """Loads tables from a store; safe to use from several threads."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, code: str, last: int | None = None) -> Table:
        """Return the match as it is stored now. Raises NoSuchMatch.

        `last` is the number of its last event, where that is known: then what is kept is not asked for again.
        """
        with self._lock:
            known = self._kept.get(code)
        if known is not None and known.seq == last:
            return known
        new = self._store.load(stream_of(code), known.seq if known else 0)
        table = folded(code, new, known, seats_of(self._store.database, code) if known is None else NOBODY)
        with self._lock:
            self._kept[code] = table
            self._kept.move_to_end(code)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return table

    def forget_names(self) -> None:
        """Look again who sits where: names were taken out or seats were given to somebody."""
        with self._lock:
            self._kept.clear()

    def missing(self, code: str, after: int) -> tuple[StoredEvent, ...]:
        """Return the stored events of a match with a number above `after`."""
        return self._store.load(stream_of(code), after)

    def of_command(self, code: str, client_id: str) -> tuple[StoredEvent, ...]:
        """Return what a command stored, nothing if it is new."""
        return self._store.of_command(stream_of(code), client_id)

    def append(
        self, table: Table, events: Iterable[TableEvent], *, client_id: str | None, actor: str
    ) -> Appended:
        """Store events that were decided on this table. Raises webapp.db.store.Conflict if it has moved on."""
        new = tuple(map(encode, events))
        return self._store.append(table.stream, new, table.seq, client_id=client_id, actor=actor)


_TABLES: WeakKeyDictionary[EventStore, Tables] = WeakKeyDictionary()
_MAKING = threading.Lock()


def tables(store: EventStore) -> Tables:
    """Return the tables of a store; the same for every caller."""
    with _MAKING:
        return _TABLES.setdefault(store, Tables(store))


def stream_of(code: str) -> Stream:
    """Return the stream of a match."""
    return Stream(KIND, code)


@dataclass(frozen=True, slots=True)
class Seats:
    """Who sits down: names, empty for somebody who was forgotten, and members' numbers."""

    names: Pair[str | None] = (None, None)
    members: Pair[int | None] = (None, None)


NOBODY = Seats()


def seats_of(database: Database, code: str) -> Seats:
    """Return who sits at a table, nobody where the club has no row of the match."""
    with database.session() as session:
        row = session.scalar(select(Match).where(Match.code == code))
    if row is None:
        return NOBODY
    return Seats((row.name_a, row.name_b), (row.player_a_id, row.player_b_id))


def folded(
    code: str, stored: Iterable[StoredEvent], known: Table | None = None, seats: Seats = NOBODY
) -> Table:
    """Return a match after further stored events. Raises NoSuchMatch where there are none at all."""
    table = known
    engine: list[Event] = []
    seq = known.seq if known else 0
    reading = known.reading if known else None
    confirmed = known.confirmed if known else False
    set_aside = known.set_aside if known else False
    for event in stored:
        seq = event.seq
        match decode(event):
            case Followed(chosen):
                reading = chosen
            case Confirmed():
                confirmed = True
            case SetAside(away):
                set_aside = away
            case Opened() as opened:
                engine.append(replace(opened, names=seats.names))
            case other:
                engine.append(other)
                confirmed = confirmed and isinstance(other, SeedRevealed)
    if table is None and not engine:
        raise NoSuchMatch(code)
    if table is None:
        return Table(code, seq, fold(engine), reading, confirmed, set_aside, seats.members)
    state = fold(engine, table.state) if engine else table.state
    return replace(table, seq=seq, state=state, reading=reading, confirmed=confirmed, set_aside=set_aside)


def encode(event: TableEvent) -> NewEvent:
    """Return an event as it is stored."""
    if isinstance(event, Followed):
        return NewEvent(FOLLOWED, {"reading": event.reading})
    if isinstance(event, Confirmed):
        return NewEvent(CONFIRMED, {})
    if isinstance(event, SetAside):
        return NewEvent(SET_ASIDE, {"away": event.away})
    body = codec.to_json(replace(event, names=(None, None)) if isinstance(event, Opened) else event)
    return NewEvent(str(body.pop("kind")), body)


def decode(stored: StoredEvent) -> TableEvent:
    """Return a stored event. Raises DocumentError for one that this program does not know."""
    if stored.kind == FOLLOWED:
        return Followed(stored.payload["reading"])
    if stored.kind == CONFIRMED:
        return Confirmed()
    if stored.kind == SET_ASIDE:
        return SetAside(stored.payload["away"])
    return codec.from_json({"kind": stored.kind, **stored.payload})
