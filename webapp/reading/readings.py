"""Readings as the pages know them: the fold of a stored log, kept in memory and brought up to date when asked for."""

import hmac
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from poems.chance import Seed
from reader.yomite_facts import Called, Opened
from reader.yomite_state import Phase, Reading, evolve, fold
from webapp.absent import Absent
from webapp.db.database import Database
from webapp.db.store import Appended, Command, EventStore, StoredEvent
from webapp.db.writer import Transaction
from webapp.reading.log import (
    SEALED_KINDS,
    Entry,
    Ordered,
    Paced,
    SeedShown,
    SoundLeft,
    SoundTaken,
    TableJoined,
    TableLeft,
    Voiced,
    read,
    sealed_stream_of,
    stream_of,
    write,
)
from webapp.reading.memorising import Clock
from webapp.reading.settings import Settings

KEPT = 32
"""Readings kept folded; an evening has one or two."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A reading at one moment. `seq` is the number of its stream's last event, `opened_at` seconds since 1970.

    `owner` is the fingerprint of the page that plays the sound, empty for none, and `label` says where it is; `room`
    names the loudspeaker where it is the server's own. `started_at` is when the first call began, 0 before it, and
    `rested_at` since when cards are taken. `pocket` says that the page plays from one file and may sleep; `told_at` is
    when the last fact happened.
    """

    id: str
    seq: int
    settings: Settings
    seed: Seed
    commitment: str
    opened_at: float
    state: Reading
    owner: str = ""
    label: str = ""
    room: str = ""
    seed_shown: bool = False
    clock: Clock | None = None
    started_at: float = 0.0
    rested_at: float = 0.0
    pocket: bool = False
    told_at: float = 0.0

    def time_is_up(self, now: float) -> bool:
        """Whether the reader has gone on by itself for as long as it was told to."""
        minutes = self.settings.minutes
        return minutes > 0 and self.started_at > 0 and now - self.started_at >= minutes * 60

    @property
    def over(self) -> bool:
        """Whether nothing more will be read."""
        return self.state.phase in (Phase.DONE, Phase.STOPPED)

    def played_by(self, page: str) -> bool:
        """Whether the page with this fingerprint plays the reading."""
        return bool(self.owner) and hmac.compare_digest(self.owner.encode(), page.encode())

    @property
    def read(self) -> tuple[int, ...]:
        """The poems whose kimari-ji was heard, in order."""
        return tuple(self.state.programme.cards[position] for position in self.state.read)

    @property
    def shown(self) -> int | None:
        """The poem that was heard last, in part or whole; 0 for the opener, None for none.

        The yomite already thinks of the card that it is about to call, which nobody may see yet.
        """
        state = self.state
        if state.sounding is not None:
            return state.sounding.poem
        if state.call is not None and state.place > 0:
            return state.call.halves[state.place - 1].poem
        kept = [card for card in self.read if card not in state.aside]
        return kept[-1] if kept else None

    @property
    def sounding_card(self) -> int | None:
        """The card that a call brings up, from the first sound of its own until the call ends; else None."""
        call = self.state.call
        if call is None or call.kind != "card" or call.position is None:
            return None
        card = self.state.programme.cards[call.position]
        own = len(call.halves) - len(self.state.programme.pattern.own(card))
        begun = self.state.place > own or (self.state.place == own and self.state.sounding is not None)
        return card if begun else None

    @property
    def not_read(self) -> frozenset[int]:
        """The poems of the programme that do not count as read."""
        return frozenset(self.state.programme.cards) - frozenset(self.read)


class NoSuchReading(Absent):
    """No reading has this id."""


class Readings:
    """Loads readings from a store and adds to them; safe to use from several threads."""

    def __init__(self, store: EventStore, database: Database) -> None:
        self._store = store
        self._database = database
        self._kept: OrderedDict[str, Desk] = OrderedDict()
        self._lock = threading.Lock()
        self._watchers: list[Callable[[str], None]] = []

    def watch(self, watcher: Callable[[str], None]) -> None:
        """Call `watcher` with a reading's id whenever something was stored of it; it must not wait for anything."""
        self._watchers.append(watcher)

    def forget(self, watcher: Callable[[str], None]) -> None:
        """Call `watcher` no more."""
        self._watchers.remove(watcher)

    def load(self, reading: str) -> Desk:
        """Return the reading as it is stored now. Raises NoSuchReading."""
        with self._lock:
            known = self._kept.get(reading)
        new = self._store.load(stream_of(reading), known.seq if known else 0)
        if not new:
            if known is None:
                raise NoSuchReading(reading)
            return known
        desk = folded(reading, new[-1].seq, self._unsealed(reading, new), known)
        with self._lock:
            self._kept[reading] = desk
            self._kept.move_to_end(reading)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return desk

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all readings, the oldest first."""
        return tuple(stream.id for stream in self._store.streams("reading"))

    def of_command(self, reading: str, client_id: str) -> tuple[StoredEvent, ...]:
        """Return what a command stored, nothing if it is new."""
        return self._store.of_command(stream_of(reading), client_id)

    def last(self, reading: str) -> StoredEvent:
        """Return the last thing that happened in a reading. Raises NoSuchReading."""
        desk = self.load(reading)
        return self._store.load(stream_of(reading), desk.seq - 1)[0]

    def since(self, reading: str, seq: int) -> tuple[StoredEvent, ...]:
        """Return what happened in a reading after an event."""
        return tuple(self._store.load(stream_of(reading), seq))

    def entries(self, reading: str, after: int) -> tuple[Entry, ...]:
        """Return what happened in a reading after an event, sealed parts and all."""
        return self._unsealed(reading, self._store.load(stream_of(reading), after))

    def _unsealed(self, reading: str, new: Sequence[StoredEvent]) -> tuple[Entry, ...]:
        """Return stored events with what was sealed of them."""
        sealed = SEALED_KINDS & {event.kind for event in new}
        return read(new, self._store.load(sealed_stream_of(reading)) if sealed else ())

    def append(
        self,
        reading: str,
        entries: Sequence[Entry],
        expected_seq: int,
        *,
        client_id: str,
        actor: str,
        heard: Mapping[str, float] | None = None,
    ) -> Appended:
        """Store entries that were decided when the reading stood at `expected_seq`. Raises Conflict if it moved on."""
        written = [write(entry, heard) for entry in entries]
        shown = tuple(one.shown for one in written)
        sealed = tuple(one.sealed for one in written if one.sealed)
        open_command = Command(stream_of(reading), shown, expected_seq, client_id, actor)
        secret = Command(sealed_stream_of(reading), sealed, None, client_id, actor)

        def job(transaction: Transaction) -> Appended:
            appended = self._store.put(transaction, open_command)
            if sealed and not appended.repeated:
                self._store.put(transaction, secret)
            return appended

        appended = self._database.write(job)
        for watcher in tuple(self._watchers):
            watcher(reading)
        return appended


_READINGS: WeakKeyDictionary[EventStore, Readings] = WeakKeyDictionary()
_MAKING = threading.Lock()


def readings(store: EventStore, database: Database) -> Readings:
    """Return the readings of a store; the same for every caller."""
    with _MAKING:
        return _READINGS.setdefault(store, Readings(store, database))


def folded(reading: str, seq: int, entries: Iterable[Entry], known: Desk | None = None) -> Desk:
    """Return a reading after further entries; the first two of a log say how it was ordered and what is read."""
    rest = list(entries)
    desk = known
    if desk is None:
        ordered, opened = rest[0], rest[1]
        if not isinstance(ordered, Ordered) or not isinstance(opened, Opened):
            raise ValueError(f"the log of reading {reading} does not begin with its order")
        seed = Seed.from_hex(ordered.seed)
        desk = Desk(reading, seq, ordered.settings, seed, opened.commitment, opened.at, fold((opened,)))
        rest = rest[2:]
    for entry in rest:
        desk = _after(desk, entry)
    return replace(desk, seq=seq)


def _after(desk: Desk, entry: Entry) -> Desk:
    match entry:
        case SoundTaken(owner=owner, label=label, room=room, pocket=pocket):
            return replace(desk, owner=owner, label=label, room=room, pocket=pocket)
        case SoundLeft(owner=owner):
            left = replace(desk, owner="", label="", room="", pocket=False)
            return left if desk.owner == owner else desk
        case Paced(automatic=automatic, play_pause=play_pause):
            settings = replace(desk.settings, automatic=automatic, play_pause=play_pause)
            return replace(desk, settings=settings)
        case Voiced(voice=voice):
            return replace(desk, settings=replace(desk.settings, voice=voice))
        case SeedShown():
            return replace(desk, seed_shown=True)
        case Clock():
            return replace(desk, clock=entry)
        case TableJoined() | TableLeft():
            return desk
        case Ordered():
            raise ValueError("a reading is ordered once")
        case _:
            started = entry.at if isinstance(entry, Called) else 0.0
            state = evolve(desk.state, entry)
            rests = state.phase is Phase.PLAY and desk.state.phase is not Phase.PLAY
            return replace(
                desk,
                state=state,
                started_at=desk.started_at or started,
                rested_at=entry.at if rests else desk.rested_at,
                told_at=entry.at,
            )
