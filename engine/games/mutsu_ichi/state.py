"""A session of mutsu-ichi in play: docs/rules/mutsu_ichi.md §2 and §3. There is no chance in it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.bits import cards
from engine.core.events import NOBODY, Event, HandScored
from engine.core.why import NO_TURN, Why
from engine.games.mechanics.unfolding import UnfoldingState
from engine.games.mutsu_ichi.events import AllShown, Picked, Placed
from engine.games.mutsu_ichi.view import OVER, PICK, PLACE, MutsuIchiView, look

if TYPE_CHECKING:
    from engine.games.mutsu_ichi.game import MutsuIchi

NUMBERS: Final = 6
PLACE0: Final = NUMBERS
"""Actions below pick a number; those from here on place the cards of a mask, bit n - 1 for number n."""
ACTIONS: Final = PLACE0 + (1 << NUMBERS)
ODDS: Final = 5


def numbers_of(action: int) -> tuple[int, ...]:
    """Return the numbers of an action."""
    if action < PLACE0:
        return (action + 1,)
    return tuple(bit + 1 for bit in cards(action - PLACE0))


class MutsuIchiState(UnfoldingState[MutsuIchiView]):
    """A session. In one folded from a feed, what is hidden is None."""

    __slots__ = ("done", "phase", "pick", "picks", "placed", "shown")

    game: "MutsuIchi"
    phase: str
    pick: int | None
    picks: list[int]
    placed: list[tuple[int, ...] | None]
    done: int
    """Who has picked or placed, as a mask of seats."""
    shown: bool

    def __init__(self, game: "MutsuIchi", dealer: int) -> None:
        self.game = game
        self.dealer = self.turn = dealer
        self.hand_scores = []
        self.phase = PICK
        self.picks = []
        self._clear()

    def _clear(self) -> None:
        self.pick, self.done, self.shown = None, 0, False
        self.placed = [None] * self.game.seats

    # what to do next

    def wants(self) -> None:
        """Return None: nothing is ever shuffled."""
        return

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        if self.phase == PICK:
            return tuple(range(NUMBERS))
        return self.game.placings if self.phase == PLACE else ()

    def _why(self, action: int) -> Why:
        if self.turn < 0:
            return NO_TURN
        if self.phase == PICK:
            return Why("the banker must pick a number now")
        if not PLACE0 < action < ACTIONS:
            return Why("place your cards now")
        return Why("at most {count} cards may be placed", count=str(self.game.options.most))

    # what happens

    def _dealt(self, pack: tuple[int, ...]) -> Iterator[Event]:
        raise AssertionError("mutsu-ichi has no deal")

    def _decided(self, action: int) -> Iterator[Event]:
        seat, numbers = self.turn, numbers_of(action)
        if self.phase == PICK:
            yield Picked(seat, numbers[0])
            return
        yield Placed(seat, numbers)
        if self.turn == NOBODY:
            assert self.pick is not None
            yield AllShown(self.pick, tuple(numbers or () for numbers in self.placed))
            yield HandScored(self._settled())

    def _settled(self) -> tuple[int, ...]:
        scores = [0] * self.game.seats
        for seat, numbers in enumerate(self.placed):
            for number in numbers or ():
                scores[seat] += self.game.options.stake * (ODDS if number == self.pick else -1)
        scores[self.dealer] = -sum(scores)
        return tuple(scores)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        seats = self.game.seats
        match event:
            case Picked(seat, number):
                self._clear()
                self.pick = number
                self.done = 1 << seat
                self.phase, self.turn = PLACE, (seat + 1) % seats
            case Placed(seat, numbers):
                self.placed[seat] = numbers
                self.done |= 1 << seat
                following = (seat + 1) % seats
                self.turn = NOBODY if following == self.dealer else following
            case AllShown():
                self.pick = event.number
                self.placed = list(event.placed)
                self.picks.append(event.number)
                self.shown = True
            case HandScored():
                self.hand_scores.append(event.scores)
                last = len(self.hand_scores) == self.game.options.rounds
                self.phase, self.turn = (OVER, NOBODY) if last else (PICK, self.dealer)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of mutsu-ichi")

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: what each seat keeps, and what it has laid down."""
        laid = [self.game.cards_of(seat, numbers or ()) for seat, numbers in enumerate(self.placed)]
        if self.pick is not None:
            laid[self.dealer] = self.game.cards_of(self.dealer, (self.pick,))
        all_ = [self.game.cards_of(seat, range(1, NUMBERS + 1)) for seat in range(self.game.seats)]
        return (*(every & ~down for every, down in zip(all_, laid, strict=True)), *laid)

    def view(self, seat: int | None) -> MutsuIchiView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)
