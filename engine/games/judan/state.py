"""A session of jūdan in play: docs/rules/judan.md §2 to §4."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from engine.core.events import NOBODY, Dealt, Event, HandScored
from engine.games.judan.scoring import worth
from engine.games.mechanics.fishing import (
    DEAL,
    OVER,
    PLAY,
    TAKE,
    FishingState,
    FishingView,
    Misdealt,
    look,
    stuck,
)

if TYPE_CHECKING:
    from engine.games.judan.game import Judan

PHASES: Final = (DEAL, PLAY, TAKE, OVER)


class JudanState(FishingState[FishingView]):
    """A session; between two rounds it still shows the finished one."""

    __slots__ = ()

    game: "Judan"

    def __init__(self, game: "Judan", dealer: int) -> None:
        self.game = game
        self.dealer = dealer
        self.hand_scores = []
        self.clear()

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a round is to be dealt."""
        return self.game.pack if self.phase == DEAL else None

    def payments(self) -> tuple[int, ...]:
        """Return the difference of what both caught."""
        first, second = map(worth, self.captured)
        return (first - second, second - first)

    def _dealt(self, pack: tuple[int, ...]) -> Iterator[Event]:
        yield Dealt(self.dealer, pack)
        if stuck(self.field):
            yield Misdealt()

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        if self.fish(event):
            return
        match event:
            case Dealt():
                self.dealer = event.dealer
                self.lay(event.pack, self.game.hand_size, self.game.on_field)
                self.phase, self.turn = PLAY, self.dealer
            case HandScored():
                self.hand_scores.append(event.scores)
                self.turn = NOBODY
                self.phase = OVER if len(self.hand_scores) == self.game.options.rounds else DEAL
                if any(event.scores):
                    self.dealer = event.scores.index(max(event.scores))
            case _:
                raise TypeError(f"{type(event).__name__} is no event of jūdan")

    def view(self, seat: int | None) -> FishingView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)
