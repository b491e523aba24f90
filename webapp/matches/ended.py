"""How matches on boards ended, kept by match: lists and figures ask for hundreds, of which hardly one has changed.

A match has some hundred events, its end is a few numbers. Who sat there is in the match's row and is not kept here.
"""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from engine.karuta.player import PLAYERS, Pair, Player
from engine.karuta.state import Ending, MatchState
from webapp.db.models import Match
from webapp.db.store import EventStore, last_of
from webapp.matches.tables import KIND, Table, tables

MatchAt: TypeAlias = tuple[Match, int | None]
"""A match, and the number of its last event."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a match that stands: `margin` is None unless it was won by cards."""

    winner: Player
    ending: Ending
    margin: int | None
    fouls: Pair[int]
    reads: int
    reading: str | None
    confirmed: bool


class Ends:
    """The ends of the matches of a store; safe to use from several threads."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: dict[str, tuple[int, Ended | None]] = {}
        self._lock = threading.Lock()

    def of(self, rows: Iterable[MatchAt]) -> Mapping[str, Ended]:
        """Return the ends by code, of matches as `with_last` asks for them; matches that are played have none."""
        found = {}
        for match, last in rows:
            ended = self._of(match.code, last) if last is not None else None
            if ended is not None:
                found[match.code] = ended
        return found

    def _of(self, code: str, last: int) -> Ended | None:
        with self._lock:
            kept = self._kept.get(code)
        if kept is not None and kept[0] == last:
            return kept[1]
        table = tables(self._store).load(code, last)
        ended = _ended(table)
        with self._lock:
            self._kept[code] = (table.seq, ended)
        return ended


def with_last(session: Session, query: Select[Match] | None = None) -> list[MatchAt]:
    """Return the matches that a query asks for, or all, each with the number of its last event."""
    wanted = select(Match) if query is None else query
    rows: Any = session.execute(wanted.add_columns(last_of(KIND, Match.code)))
    return [(match, last) for match, last in rows]


_ENDS: WeakKeyDictionary[EventStore, Ends] = WeakKeyDictionary()
_MAKING = threading.Lock()


def ends(store: EventStore) -> Ends:
    """Return the ends of a store; the same for every caller."""
    with _MAKING:
        return _ENDS.setdefault(store, Ends(store))


def _ended(table: Table) -> Ended | None:
    found = table.state.result
    if found is None or table.set_aside:
        return None
    return Ended(
        winner=found.winner,
        ending=found.ending,
        margin=found.margin,
        fouls=_fouls(table.state),
        reads=len(table.state.reads),
        reading=table.reading,
        confirmed=table.confirmed,
    )


def _fouls(state: MatchState) -> Pair[int]:
    a, b = (sum(one.fouls[player] for one in state.settlements) for player in PLAYERS)
    return a, b
