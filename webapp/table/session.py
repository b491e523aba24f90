"""A game in progress: a record that grows by a decision at a time, and the state that it leads to."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.core.packs import RecordedPacks
from engine.core.record import Record
from engine.core.replay import replay, start
from engine.games import of_record

if TYPE_CHECKING:
    from engine.core.events import Event
    from engine.core.game import Game, State


class Session:
    """A session of one game; nothing is kept but the record, everything else follows from it.

    `decided` holds the seat of every decision; `events` is the whole log, of which a seat is told what it may see.
    """

    __slots__ = ("_before", "_packs", "decided", "events", "game", "record", "state")

    game: "Game[Any]"
    record: Record
    state: "State[Any]"
    events: "list[Event]"
    decided: list[int]
    _before: dict[int, int]

    def __init__(self, record: Record) -> None:
        """Take a record with an `rng`, so that there is always a next pack. Raises DocumentError with the place."""
        assert record.rng is not None
        self.game = of_record(record)
        replay(self.game, record)  # judges every pack and every action, and names the place of a fault
        self._begin(record)

    def play(self, action: int) -> None:
        """Play an action for the seat to act, and deal what is to be dealt then. Raises IllegalAction."""
        seat = self.state.turn
        happened = self.state.play(action)
        self._before[seat] = len(self.events)
        self.decided.append(seat)
        self.events.extend(happened)
        self.record = replace(self.record, actions=(*self.record.actions, self.game.text(action)))
        self._deal()

    def told_before(self, seat: int) -> int:
        """Return how many events a seat knew of when it made its last decision, 0 where it has not made any."""
        return self._before.get(seat, 0)

    def take_back(self, seat: int) -> bool:
        """Go back to the last decision of a seat; False where it has not made any."""
        if seat not in self.decided:
            return False
        last = len(self.decided) - 1 - self.decided[::-1].index(seat)
        self._begin(replace(self.record, actions=self.record.actions[:last]))
        return True

    def _begin(self, record: Record) -> None:
        self.record = replace(record, actions=())
        self.state = start(self.game, record)
        self._packs = RecordedPacks(record, self.game.deck)
        self.events = []
        self.decided = []
        self._before = {}
        self._deal()
        for text in record.actions:
            self.play(self.game.parse(text))

    def _deal(self) -> None:
        while (wanted := self.state.wants()) is not None:
            pack = self._packs.shuffle(wanted)
            assert pack is not None
            self.events.extend(self.state.deal(pack))
