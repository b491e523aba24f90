"""A reading's log: the yomite's facts and a few of the page's own, with what nobody may know yet kept apart.

Everybody in the hall may follow `reading:ID`, so it must not tell which poem comes next. The order of the cards, the
seed that it was drawn with and the halves of a call that is about to be spoken lie in `reading-sealed:ID`, which cannot
be followed; both are written in one transaction. So do places in the order: whoever chose one card after the other,
looked at which place each of them lay and chose them back would know the order, and nothing would have changed.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from reader.order import Order
from reader.yomite_facts import BroughtForward, Called, Fact, LeftOut, Opened, TakenBack
from reader.yomite_log import from_dict, to_dict
from webapp.db.store import NewEvent, StoredEvent, Stream
from webapp.reading.memorising import Clock
from webapp.reading.settings import Settings

KIND = "reading"
SEALED = "reading-sealed"
MOVED_KINDS = frozenset({"taken_back", "left_out", "brought_forward"})
"""Kinds of events whose place in the order is sealed; a number that says nothing joins the two parts."""
SEALED_KINDS = frozenset({"ordered", "opened", "called"}) | MOVED_KINDS
"""Kinds of events that have a sealed part."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """How the reading was ordered, and the secret that decided its order: 32 hexadecimal digits."""

    settings: Settings
    seed: str


@dataclass(frozen=True, slots=True)
class SoundTaken:
    """A page plays the reading from now on, and is the only one; `label` says for people where it is.

    `owner` is the fingerprint of the page's secret name, since all may read the log. `room` names the loudspeaker where
    it is the server's own that plays, and is empty for a page. `pocket` says that the page plays from one file, and may
    sleep meanwhile.
    """

    owner: str
    label: str
    room: str = ""
    pocket: bool = False


@dataclass(frozen=True, slots=True)
class SoundLeft:
    """The page that played the reading was closed or gave the sound up."""

    owner: str


@dataclass(frozen=True, slots=True)
class Paced:
    """The reader goes on by itself after this many seconds, or waits for *next*."""

    automatic: bool
    play_pause: float


@dataclass(frozen=True, slots=True)
class Voiced:
    """The reading goes on with this voice."""

    voice: str


@dataclass(frozen=True, slots=True)
class TableJoined:
    """A table follows the reading from now on."""

    table: str


@dataclass(frozen=True, slots=True)
class TableLeft:
    """A table follows the reading no more."""

    table: str


@dataclass(frozen=True, slots=True)
class SeedShown:
    """The seed of the order, once the reading is over; who noted its hash can check that nothing was changed."""

    seed: str


Note: TypeAlias = (
    Ordered | SoundTaken | SoundLeft | Paced | Voiced | TableJoined | TableLeft | SeedShown | Clock
)
Entry: TypeAlias = Fact | Note

_Plain: TypeAlias = SoundTaken | SoundLeft | Paced | Voiced | TableJoined | TableLeft | SeedShown | Clock
_NOTES: Mapping[str, type[_Plain]] = {
    "sound_taken": SoundTaken,
    "sound_left": SoundLeft,
    "paced": Paced,
    "voiced": Voiced,
    "table_joined": TableJoined,
    "table_left": TableLeft,
    "seed_shown": SeedShown,
    "clock": Clock,
}
_NAMES = {kind: name for name, kind in _NOTES.items()}


@dataclass(frozen=True, slots=True)
class Written:
    """An entry as it is stored: what all may see, and what is sealed, if anything."""

    shown: NewEvent
    sealed: NewEvent | None = None


def stream_of(reading: str) -> Stream:
    """Return the stream that everybody may follow."""
    return Stream(KIND, reading)


def sealed_stream_of(reading: str) -> Stream:
    """Return the stream that nobody may follow."""
    return Stream(SEALED, reading)


def write(entry: Entry, heard: Mapping[str, float] | None = None) -> Written:
    """Return an entry as it is stored. `heard` is the sound's own clock, kept beside a fact for measuring."""
    if isinstance(entry, Ordered):
        return Written(NewEvent("ordered", asdict(entry.settings)), NewEvent("ordered", {"seed": entry.seed}))
    if isinstance(entry, _Plain):
        return Written(NewEvent(_NAMES[type(entry)], asdict(entry)))
    body = to_dict(entry)
    kind = str(body.pop("fact"))
    sealed = None
    if isinstance(entry, Opened):
        sealed = NewEvent(kind, {"programme": body.pop("programme")})
        body["total"] = len(entry.programme.cards)
    if isinstance(entry, Called):
        hidden = {"halves": body.pop("halves"), "position": body.pop("position")}
        sealed = NewEvent(kind, {"number": entry.number, **hidden})
    if isinstance(entry, TakenBack | LeftOut | BroughtForward):
        body["number"] = secrets.randbits(48)
        sealed = NewEvent(kind, {"number": body["number"], "position": body.pop("position")})
    if heard is not None:
        body["heard"] = dict(heard)
    return Written(NewEvent(kind, body), sealed)


def read(shown: Iterable[StoredEvent], sealed: Iterable[StoredEvent]) -> tuple[Entry, ...]:
    """Return the entries of stored events; `sealed` are all sealed ones that belong to them. Raises ValueError."""
    hidden = by_number(sealed)
    return tuple(_read(event, hidden) for event in shown)


def by_number(sealed: Iterable[StoredEvent]) -> dict[tuple[str, int], Mapping[str, Any]]:
    """Return the sealed parts of events by kind and number."""
    return {(event.kind, int(event.payload.get("number", 0))): event.payload for event in sealed}


def _read(event: StoredEvent, hidden: Mapping[tuple[str, int], Mapping[str, Any]]) -> Entry:
    payload = dict(event.payload)
    payload.pop("heard", None)
    if event.kind == "ordered":
        order = Order(payload.pop("order"))
        return Ordered(Settings(**payload, order=order), hidden["ordered", 0]["seed"])
    if event.kind in _NOTES:
        return _NOTES[event.kind](**payload)
    if event.kind == "opened":
        payload.pop("total", None)
        payload |= hidden["opened", 0]
    elif event.kind == "called":
        payload |= hidden["called", payload["number"]]
    elif event.kind in MOVED_KINDS:
        # an older log has the place in the open, and no number
        payload |= hidden.get((event.kind, payload.get("number", 0)), {})
        payload.pop("number", None)
    return from_dict({"fact": event.kind, **payload})
