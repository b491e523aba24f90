"""A session of mekuri in play: docs/rules/mekuri.md §2 to §5."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.bits import cards
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, Dealt, Event, HandScored, Reshuffled
from engine.core.why import Why
from engine.games.mechanics.fishing import DEAL, OVER, OWN0, PLAY, TAKE, FishingState, Misdealt, stuck
from engine.games.mekuri.events import Dropped, Joined, LeftOver
from engine.games.mekuri.view import MekuriView, look

if TYPE_CHECKING:
    from engine.games.mekuri.game import Mekuri

JOINING: Final = "join"
SHUFFLE: Final = "shuffle"
PHASES: Final = (DEAL, JOINING, SHUFFLE, PLAY, TAKE, OVER)

JOIN: Final = OWN0
DROP: Final = OWN0 + 1
PLAYING: Final = 3
"""Who play a round, of three or four."""


class MekuriState(FishingState[MekuriView]):
    """A session; between two rounds it still shows the finished one."""

    __slots__ = ("joined", "out", "returned")

    game: "Mekuri"
    joined: int
    """Who is in the round, as a mask of seats."""
    out: int
    """Who is out of it, or NOBODY."""
    returned: int
    """The hand that went back; in a feed, only who gave it back sees it."""

    def __init__(self, game: "Mekuri", dealer: int) -> None:
        self.game = game
        self.dealer = dealer
        self.hand_scores = []
        self.clear()

    def clear(self) -> None:
        """Put everything to where there are no cards."""
        super().clear()
        self.joined = self.returned = 0
        self.out = NOBODY

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a round is to be dealt, or the pile with the hand that went back."""
        if self.phase == SHUFFLE:
            return tuple(sorted(self.pile))
        return self.game.pack if self.phase == DEAL else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        return (JOIN, DROP) if self.phase == JOINING else super().legal_actions()

    def _why(self, action: int) -> Why:
        if self.phase == JOINING:
            return Why("say whether you join or drop")
        if action in (JOIN, DROP) and self.turn >= 0:
            return Why("who plays is settled")
        return super()._why(action)

    def following(self, seat: int) -> int:
        """Return the seat that plays after another."""
        following = (seat + 1) % len(self.sizes)
        return (following + 1) % len(self.sizes) if following == self.out else following

    def payments(self) -> tuple[int, ...]:
        """Return what every seat scores for what was caught."""
        return self.game.scoring.payments(self.captured, self.game.options.yaku_value, self.out)

    # what happens

    def _dealt(self, pack: tuple[int, ...]) -> Iterator[Event]:
        if self.phase == SHUFFLE:
            yield Reshuffled(pack)
            return
        yield Dealt(self.dealer, pack)
        if stuck(self.field):
            yield Misdealt()

    def _decided(self, action: int) -> Iterator[Event]:
        if self.phase != JOINING:
            yield from super()._decided(action)
            return
        seat = self.turn
        yield Joined(seat) if action == JOIN else Dropped(seat)
        if self.phase == JOINING and self.joined.bit_count() == PLAYING:
            yield LeftOver(self.turn)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        if self.fish(event):
            return
        match event:
            case Joined(seat):
                self.joined |= 1 << seat
                self.turn = (seat + 1) % len(self.sizes)
            case Dropped(seat) | LeftOver(seat):
                self._give_back(seat)
            case Reshuffled():
                self.pile = event.pack
                self._begin()
            case Dealt():
                self.dealer = event.dealer
                self.lay(event.pack, self.game.hand_size, self.game.on_field)
                if len(self.sizes) <= PLAYING:
                    self.joined = (1 << len(self.sizes)) - 1
                    self._begin()
                else:
                    self.phase, self.turn = JOINING, self.dealer
            case HandScored():
                self._score(event.scores)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of mekuri")

    def _give_back(self, seat: int) -> None:
        hand, size = self.hands[seat], self.sizes[seat]
        self.pile += cards(hand) or (HIDDEN,) * size
        self.returned, self.hands[seat], self.sizes[seat] = hand, 0, 0
        self.out, self.joined = seat, (1 << len(self.sizes)) - 1 & ~(1 << seat)
        self.phase, self.turn = SHUFFLE, NOBODY

    def _begin(self) -> None:
        self.phase = PLAY
        self.turn = self.dealer if self.dealer != self.out else self.following(self.dealer)

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.turn = NOBODY
        self.phase = OVER if len(self.hand_scores) == self.game.options.rounds else DEAL
        seats = len(scores)
        order = [(self.dealer + step) % seats for step in range(seats)]
        self.dealer = max((seat for seat in order if seat != self.out), key=lambda seat: scores[seat])

    # what it looks like

    def view(self, seat: int | None) -> MekuriView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)
