"""States that only events change: what an action leads to is told event by event, each applied before the next.

Play and fold then share every step, so they cannot differ. It costs an event a step; the games with a speed to keep
(tricks, shedding, attack, shirinma) write their inner loops by hand instead.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, Self, TypeVar

from engine.core.events import Event
from engine.core.game import State, View

V = TypeVar("V", bound=View)


class UnfoldingState(State[V], Generic[V]):
    """A state whose `_decided` and `_dealt` tell what happens, and whose `apply` does it."""

    __slots__ = ()

    def advance(self, action: int) -> tuple[Event, ...]:
        """Play an action without any check."""
        return self._happen(self._decided(action))

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        return self._happen(self._dealt(pack))

    def _happen(self, events: Iterator[Event]) -> tuple[Event, ...]:
        happened = []
        for event in events:
            self.apply(event)
            happened.append(event)
        return tuple(happened)

    @abstractmethod
    def _decided(self, action: int) -> Iterator[Event]:
        """Yield what an action of the seat to act leads to. When it is resumed, the event has been applied."""

    @abstractmethod
    def _dealt(self, pack: tuple[int, ...]) -> Iterator[Event]:
        """Yield what a pack leads to, in the same way."""

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        new.game = self.game
        for name, value in self.snapshot().items():
            setattr(new, name, _copied(value))
        return new


def _copied(value: Any) -> Any:
    """Return a copy of what may change: lists, and parts with a `clone` of their own."""
    if isinstance(value, list):
        return [_copied(one) for one in value]
    return value.clone() if hasattr(value, "clone") else value
