"""What a game is, and what a state of it can do.

A `Game` is frozen facts: rules, options, seats, pack, notation. A `State` is the one mutable thing, made for speed:
ints, bit masks and short lists in slots. What crosses the border (events, views) is immutable.

Chance is never drawn here. Where cards are to be shuffled nobody is to act and `State.wants` names the cards; whoever
runs the game hands a shuffled pack to `State.deal`. So replay needs no random numbers, and chance can be checked.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar

from engine.core.deck import Deck
from engine.core.events import NOBODY, Event, Seat
from engine.core.options import Options
from engine.core.why import NO_TURN, IllegalAction, Why, WrongPack
from poems.chance import Bits

Totals = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The base of what one seat (or, with `viewer` NOBODY, a spectator) knows: a pure function of what it has seen."""

    viewer: Seat
    to_act: Seat
    phase: str
    """One of the game's `phases`."""


V = TypeVar("V", bound=View)


class State(ABC, Generic[V]):
    """A session of one game, from the first deal to the last hand.

    `play` checks, `advance` trusts its caller, `apply` is the fold step over events. A state folded from one seat's
    feed has gaps where that seat sees nothing; its `view` of that seat is the same as the full state's.
    """

    __slots__ = ("dealer", "game", "hand_scores", "turn")

    game: "Game[V]"
    dealer: int
    turn: int
    """The seat to act, or NOBODY where chance decides or the session is over."""
    hand_scores: list[Totals]
    """What each seat scored, a row for each finished hand."""

    # what to do next

    def to_act(self) -> int | None:
        """Return the seat to act; None where a pack is wanted or the session is over."""
        return self.turn if self.turn >= 0 else None

    @abstractmethod
    def wants(self) -> tuple[int, ...] | None:
        """Return the cards that are to be shuffled now, in the order of the pack; None if none are."""

    @abstractmethod
    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending; empty only where nobody is to act. Long lists are lazy."""

    def why_illegal(self, action: int) -> Why | None:
        """Return None for a legal action, else the reason it is refused for."""
        return None if action in self.legal_actions() else self._why(action)

    def is_over(self) -> bool:
        """Say whether the session is over."""
        return self.turn < 0 and self.wants() is None

    # doing it

    def play(self, action: int) -> tuple[Event, ...]:
        """Play an action for the seat to act and return what happened. Raises IllegalAction with the reason."""
        if action not in self.legal_actions():
            raise self.refusal(action)
        return self.advance(action)

    @abstractmethod
    def advance(self, action: int) -> tuple[Event, ...]:
        """Play an action without any check: for playouts, with actions taken from `legal_actions`."""

    def deal(self, pack: Sequence[int]) -> tuple[Event, ...]:
        """Take the shuffled pack that is wanted and return what happened. Raises WrongPack for another one."""
        wanted = self.wants()
        if wanted is None:
            raise WrongPack("no pack is wanted now")
        if len(pack) != len(wanted) or _as_set(wanted) != set(pack):
            raise WrongPack(f"the pack is no shuffle of the {len(wanted)} cards to be dealt")
        return self._deal(tuple(pack))

    @abstractmethod
    def apply(self, event: Event) -> None:
        """Change the state as the event says: the fold step. The event comes from a log or a feed, already checked."""

    def refusal(self, action: int) -> IllegalAction:
        """Return the error for an illegal action."""
        return IllegalAction(action, self._why(action), len(self.legal_actions()))

    # what it looks like

    @abstractmethod
    def view(self, seat: int | None) -> V:
        """Return what a seat knows, or a spectator for None."""

    @abstractmethod
    def places(self) -> tuple[int, ...]:
        """Return the cards in every place as masks: once dealt, each card of the pack is in just one."""

    def scores(self) -> Totals:
        """Return each seat's total over the finished hands."""
        if not self.hand_scores:
            return (0,) * self.game.seats
        return tuple(map(sum, zip(*self.hand_scores, strict=True)))

    # copies

    @abstractmethod
    def clone(self) -> Self:
        """Return an independent copy."""

    def snapshot(self) -> dict[str, Any]:
        """Return the whole content by slot name, the game apart."""
        return {name: getattr(self, name) for name in _slots(type(self)) if name != "game"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or type(self) is not type(other):
            return NotImplemented
        return self.game == other.game and self.snapshot() == other.snapshot()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it changes, so it is no key

    def __repr__(self) -> str:
        return f"{self.game!r}.restore({self.snapshot()!r})"

    # what each game fills in

    @abstractmethod
    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        """Deal a pack that was checked."""

    @abstractmethod
    def _why(self, action: int) -> Why:
        """Return the reason against an action that is not legal; NO_TURN where nobody is to act."""


class Worlds(ABC, Generic[V]):
    """The worlds that fit one view, prepared once and sampled often. It is made from a view, so it cannot peek."""

    @abstractmethod
    def sample(self, rng: Bits) -> State[V]:
        """Return a state, drawn at random, that looks to the viewer exactly as the view does."""


class Game(ABC, Generic[V]):
    """The frozen facts of one game with its options. Subclasses are frozen dataclasses of their options alone.

    What a game works out of them once, before it is played, it keeps by `_derive` in its `__post_init__`.
    """

    __slots__ = ()

    id: ClassVar[str]
    rules: ClassVar[int]
    """The version of the rules; it goes up when a replay of an old log would differ."""
    options_type: ClassVar[type[Options]]
    event_types: ClassVar[tuple[type[Event], ...]]
    phases: ClassVar[tuple[str, ...]]

    options: Options

    @abstractmethod
    def __init__(self, options: Any) -> None:
        """Make the game with these options, which are of `options_type`."""

    def _derive(self, **facts: object) -> None:
        for name, fact in facts.items():
            object.__setattr__(self, name, fact)

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of players."""

    @property
    @abstractmethod
    def deck(self) -> Deck:
        """The deck that numbers and names the cards; removed cards keep their place in it."""

    @property
    def pack(self) -> tuple[int, ...]:
        """The cards that are played with, ascending: the whole deck, unless a game leaves some out."""
        return self.deck.numbers

    @property
    @abstractmethod
    def action_count(self) -> int:
        """Every action is an int from 0 to this number less one."""

    @property
    @abstractmethod
    def max_decisions(self) -> int:
        """The most decisions that one hand can take between two deals."""

    @property
    @abstractmethod
    def hand_bounds(self) -> tuple[int, int]:
        """The lowest and the highest score of a seat in one hand."""

    @property
    def hand_sum(self) -> int | None:
        """What the seats' scores of one hand come to together; None where that varies."""
        return 0

    @abstractmethod
    def new(self, dealer: int = 0) -> State[V]:
        """Return a session before its first deal."""

    @abstractmethod
    def text(self, action: int) -> str:
        """Return an action as records write it."""

    @property
    def words(self) -> Mapping[str, int]:
        """Actions by their texts, as far as a game keeps them: replay looks there before it parses."""
        return {}

    @abstractmethod
    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError for a text that is no action of this game."""

    @abstractmethod
    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat (None: a spectator) may see it: the same schema, HIDDEN for the rest."""

    @abstractmethod
    def action_of(self, event: Event) -> int | None:
        """Return the action that a decision's event came from; None for a consequence or for chance."""

    @abstractmethod
    def worlds(self, view: V) -> Worlds[V]:
        """Prepare to sample the worlds that fit a view."""

    def sample_world(self, view: V, rng: Bits) -> State[V]:
        """Return one world that fits a view."""
        return self.worlds(view).sample(rng)

    def fold(self, events: Iterable[Event], dealer: int = 0) -> State[V]:
        """Return the state that events lead to."""
        state = self.new(dealer)
        for event in events:
            state.apply(event)
        return state

    def restore(self, content: dict[str, Any]) -> State[V]:
        """Return the state whose `snapshot` this is."""
        state = self.new()
        for name, value in content.items():
            setattr(state, name, value)
        return state


@cache
def _as_set(pack: tuple[int, ...]) -> frozenset[int]:
    return frozenset(pack)


def _slots(cls: type) -> list[str]:
    return [name for base in cls.__mro__ for name in getattr(base, "__slots__", ()) if name != "__weakref__"]


__all__ = ["NOBODY", "NO_TURN", "Game", "State", "Totals", "View", "Worlds"]
