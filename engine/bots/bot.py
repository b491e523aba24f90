"""What every player of the machine is: a choice made from a view."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from engine.core.game import State, View
from poems.chance import Bits

V_contra = TypeVar("V_contra", bound=View, contravariant=True)


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: at most so many iterations, and only while `go_on` says so.

    A number of iterations gives the same choice every time. For live play, `go_on` looks at the caller's clock: the
    engine has none.
    """

    iterations: int = 20
    go_on: Callable[[], bool] = _always


class Bot(Protocol[V_contra]):
    """A player of one game. It never gets a state, so it cannot peek."""

    def choose(self, view: V_contra, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return one of the legal actions (there is at least one)."""
        ...


AnyBot = Bot[Any]


@runtime_checkable
class Quick(Protocol):
    """A player by rule that spares playouts the views: in a sampled world there is nothing to peek at."""

    def act(self, state: State[Any], legal: Sequence[int]) -> int:
        """Return what `choose` would from the view of the seat to act; it may look at no more than that view shows."""
        ...
