"""A game of Bōzu-mekuri in play: docs/rules/bozu_mekuri.md §2 and §3."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from engine.core.events import NOBODY, Dealt, Event, HandScored
from engine.core.why import NO_TURN, Why
from engine.games.bozu_mekuri.effects import Effects
from engine.games.bozu_mekuri.view import BozuMekuriView, look
from engine.games.mechanics.drawing import DrawingState, Drawn, TurnCame, TurnMissed, piles

if TYPE_CHECKING:
    from engine.games.bozu_mekuri.game import BozuMekuri


class BozuMekuriState(DrawingState[BozuMekuriView]):
    """One game; its session is over with it."""

    __slots__ = ("drawn",)

    game: "BozuMekuri"
    drawn: Drawn | None

    def __init__(self, game: "BozuMekuri", dealer: int) -> None:
        self.game = game
        self.dealer = dealer
        self.turn = NOBODY
        self.hand_scores = []
        self.drawn = None
        self.spread([()] * game.options.stacks)

    @property
    def phase(self) -> str:
        """Whether the pack is to be dealt, a card to be drawn, or the game is over."""
        if self.hand_scores:
            return "over"
        return "deal" if self.turn < 0 else "draw"

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack before the game."""
        return self.game.pack if self.phase == "deal" else None

    def legal_actions(self) -> Sequence[int]:
        """Return the stacks that have cards."""
        return tuple(at for at, stack in enumerate(self.stacks) if stack) if self.turn >= 0 else ()

    def _why(self, action: int) -> Why:
        if self.turn < 0:
            return NO_TURN
        if not 0 <= action < len(self.stacks):
            return Why("there are {count} stacks to draw from", count=str(len(self.stacks)))
        return Why("stack {number} has no cards left", number=str(action + 1))

    # doing it

    def advance(self, action: int) -> tuple[Event, ...]:
        """Draw from a stack and do what the card says."""
        seat = self.turn
        drawn = Drawn(seat, action, self.stacks[action][0])
        happened: list[Event] = [drawn]
        self.apply(drawn)
        effects = Effects(self, seat, action, drawn.card)
        for event in effects.events():
            self.apply(event)
            happened.append(event)
        again = effects.again and not effects.passes
        for event in self._after(seat, again=again):
            self.apply(event)
            happened.append(event)
        return tuple(happened)

    def _after(self, seat: int, *, again: bool) -> list[Event]:
        """Return whose turn comes, or the scores when the stacks are empty."""
        if not any(self.stacks):
            return [HandScored(tuple(map(len, self.hands)))]
        if again:
            return [TurnCame(seat)]
        following = self.others(seat)
        if self.inside >> seat & 1:
            following.append(seat)
        missed: list[int] = []
        while self.missing >> following[0] & 1 and len(missed) < len(following):
            missed.append(following[0])
            following.append(following.pop(0))
        return [*map(TurnMissed, missed), TurnCame(following[0])]

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        event = Dealt(self.dealer, pack)
        self.apply(event)
        return (event,)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        if isinstance(event, Drawn):
            self.drawn = event
        if self.do(event):
            return
        match event:
            case Dealt():
                self.spread(piles(event.pack, self.game.options.stacks))
                self.turn = event.dealer
            case HandScored():
                self.hand_scores.append(event.scores)
                self.turn = NOBODY
            case _:
                raise TypeError(f"{type(event).__name__} is no event of Bōzu-mekuri")

    # what it looks like

    def view(self, seat: int | None) -> BozuMekuriView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        new.game, new.dealer, new.turn = self.game, self.dealer, self.turn
        new.hand_scores, new.drawn = self.hand_scores[:], self.drawn
        self.copy_to(new)
        return new
