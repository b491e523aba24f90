"""What happened in a class: the stored events of its stream, and their fold.

The engine's events carry the part of the class that they belong to: the bracket, a block of the league, one match of
two teams, one match of several games. Beside them stand four of our own. Nothing here names anybody but by number.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self, TypeAlias, cast
from weakref import WeakKeyDictionary

from engine.tournament import best_of, bracket, codec, league
from engine.tournament import teams as team_matches
from engine.tournament.best_of import TitleMatch
from engine.tournament.codec import Event
from engine.tournament.teams import TeamMatch
from webapp.db.store import EventStore, NewEvent, StoredEvent, Stream

KIND = "tournament"
KEPT = 512
"""Classes kept folded: all that a club plays in several years, so that figures need not fold them again."""


class Part(StrEnum):
    """A part of a class that has a log of its own."""

    MAIN = "main"
    BLOCK = "block"
    TEAMS = "teams"
    GAMES = "games"


@dataclass(frozen=True, slots=True, order=True)
class Section:
    """One log of a class: the bracket, block 2, the team match of fixture m5 between 3 and 7 (`at`)."""

    part: Part
    at: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `block:2`. Raises ValueError for what is none."""
        part, _, at = text.partition(":")
        return cls(Part(part), at)

    def __str__(self) -> str:
        return f"{self.part}:{self.at}" if self.at else str(self.part)


MAIN = Section(Part.MAIN)


@dataclass(frozen=True, slots=True)
class Of:
    """An event of the engine in its section."""

    section: Section
    event: Event


class Purpose(StrEnum):
    """What a seed is for."""

    DRAW = "draw"
    LOTS = "lots"
    """Who of the entrants plays."""
    PARTS = "parts"
    """Who plays in which part of a class that was split."""


@dataclass(frozen=True, slots=True)
class SeedCommitted:
    """A seed was made for the next draw; its SHA-256 binds whoever holds it."""

    commitment: str
    purpose: Purpose = Purpose.DRAW


@dataclass(frozen=True, slots=True)
class SeedShown:
    """What was drawn before this came from this seed, in hexadecimal."""

    seed: str
    purpose: Purpose = Purpose.DRAW


@dataclass(frozen=True, slots=True)
class Undrawn:
    """A draw in which nothing was played yet does not hold; `BLOCK` is the whole league with what follows it."""

    part: Part


@dataclass(frozen=True, slots=True)
class Finished:
    """The class is finished and its places stand; or (not `over`) it goes on after all."""

    over: bool


ClassEvent: TypeAlias = Of | SeedCommitted | SeedShown | Undrawn | Finished


@dataclass(frozen=True, slots=True)
class Seeding:
    """A seed that was committed to, and the seed itself once it was used; "" while it is secret, or thrown away."""

    commitment: str
    seed: str = ""
    purpose: Purpose = Purpose.DRAW


@dataclass(frozen=True, slots=True)
class ClassState:
    """A class at one moment; `seq` is the number of its stream's last event."""

    seq: int = 0
    main: bracket.Bracket | None = None
    blocks: tuple[league.League, ...] = ()
    teams: Mapping[str, TeamMatch] = field(default_factory=dict)
    """Matches of two teams by `Fixture.log_name`."""
    games: Mapping[str, TitleMatch] = field(default_factory=dict)
    """Matches of several games, likewise."""
    seedings: tuple[Seeding, ...] = ()
    """Every seed there was, the latest last."""
    over: bool = False
    logs: Mapping[Section, tuple[Event, ...]] = field(default_factory=dict, repr=False)

    @property
    def drawn(self) -> bool:
        """Whether anything was drawn."""
        return self.main is not None or bool(self.blocks)

    def seals(self, purpose: Purpose = Purpose.DRAW) -> tuple[Seeding, ...]:
        """Return every seed that there was for a purpose, the latest last."""
        return tuple(one for one in self.seedings if one.purpose == purpose)

    def waiting(self, purpose: Purpose = Purpose.DRAW) -> str | None:
        """Return the commitment of the seed that comes next for a purpose; None where none was made yet."""
        last = self.seals(purpose)[-1:]
        return last[0].commitment if last and not last[0].seed else None


def stream_of(code: str, number: int) -> Stream:
    """Return the stream of a class."""
    return Stream(KIND, f"{code}-{number}")


def encode(event: ClassEvent) -> NewEvent:
    """Return an event as it is stored."""
    match event:
        case Of(section, inner):
            body = codec.to_json(inner)
            kind = str(body.pop("kind"))
            return NewEvent(kind, {"section": str(section), **body})
        case SeedCommitted(commitment, purpose):
            return NewEvent("seed_committed", {"commitment": commitment, "purpose": str(purpose)})
        case SeedShown(seed, purpose):
            return NewEvent("seed_shown", {"seed": seed, "purpose": str(purpose)})
        case Undrawn(part):
            return NewEvent("undrawn", {"part": str(part)})
        case Finished(over):
            return NewEvent("finished", {"over": over})


def decode(stored: StoredEvent) -> ClassEvent:
    """Return a stored event. Raises DocumentError for one that this program does not know."""
    payload = dict(stored.payload)
    match stored.kind:
        case "seed_committed":
            return SeedCommitted(payload["commitment"], _purpose(payload))
        case "seed_shown":
            return SeedShown(payload["seed"], _purpose(payload))
        case "undrawn":
            return Undrawn(Part(payload["part"]))
        case "finished":
            return Finished(payload["over"])
    section = Section.parse(payload.pop("section"))
    return Of(section, codec.from_json({"kind": stored.kind, **payload}))


def _purpose(payload: Mapping[str, Any]) -> Purpose:
    return Purpose(payload.get("purpose", Purpose.DRAW))  # logs of before have draws only


def after(known: ClassState, events: Iterable[ClassEvent], seq: int | None = None) -> ClassState:
    """Return a class after further events; `seq` is the number of the last of them, where they are stored."""
    logs = dict(known.logs)
    touched: set[Section] = set()
    seedings, over = list(known.seedings), known.over
    for event in events:
        match event:
            case Of(section, inner):
                logs[section] = (*logs.get(section, ()), inner)
                touched.add(section)
            case SeedCommitted(commitment, purpose):
                seedings.append(Seeding(commitment, purpose=purpose))
            case SeedShown(seed, purpose):
                last = max(at for at, one in enumerate(seedings) if one.purpose is purpose)
                seedings[last] = replace(seedings[last], seed=seed)
            case Undrawn(part):
                gone = {section for section in logs if part is Part.BLOCK or section.at[:1] in ("", "m")}
                touched |= gone
                logs = {section: log for section, log in logs.items() if section not in gone}
            case Finished(now):
                over = now
    return _refolded(replace(known, seedings=tuple(seedings), over=over, logs=logs), touched, seq)


def _refolded(state: ClassState, touched: set[Section], seq: int | None) -> ClassState:
    logs = state.logs
    main, blocks = state.main, state.blocks
    matches, games = dict(state.teams), dict(state.games)
    for section in touched:
        log = cast("Any", logs.get(section))
        match section.part:
            case Part.MAIN:
                main = bracket.fold(log) if log else None
            case Part.TEAMS:
                _put(matches, section.at, team_matches.fold(log) if log else None)
            case Part.GAMES:
                _put(games, section.at, best_of.fold(log) if log else None)
    if any(section.part is Part.BLOCK for section in touched):
        numbers = sorted(int(section.at) for section in logs if section.part is Part.BLOCK)
        blocks = tuple(league.fold(cast("Any", logs[block_section(number)])) for number in numbers)
    return replace(
        state, seq=state.seq if seq is None else seq, main=main, blocks=blocks, teams=matches, games=games
    )


def _put(found: dict[str, Any], at: str, value: object | None) -> None:
    if value is None:
        found.pop(at, None)
    else:
        found[at] = value


def block_section(number: int) -> Section:
    """Return the section of a block, counted from 1."""
    return Section(Part.BLOCK, str(number))


class Classes:
    """Loads classes from a store; safe to use from several threads."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: OrderedDict[Stream, ClassState] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, stream: Stream, last: int | None = None) -> ClassState:
        """Return a class as it is stored now; one of which nothing is stored has not begun.

        `last` is the number of its last event, where that is known: then what is kept is not asked for again.
        """
        with self._lock:
            known = self._kept.get(stream, ClassState())
        if known.seq == last:
            return known
        new = self._store.load(stream, known.seq)
        state = after(known, map(decode, new), new[-1].seq) if new else known
        with self._lock:
            self._kept[stream] = state
            self._kept.move_to_end(stream)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return state


_CLASSES: WeakKeyDictionary[EventStore, Classes] = WeakKeyDictionary()
_MAKING = threading.Lock()


def classes(store: EventStore) -> Classes:
    """Return the classes of a store; the same for every caller."""
    with _MAKING:
        return _CLASSES.setdefault(store, Classes(store))
