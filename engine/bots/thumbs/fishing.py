"""The fishing games by rule of thumb: catch what is worth most to anybody, else lay down what others gain least by."""

from collections.abc import Sequence
from typing import Final, Protocol

from engine.bots.bot import Budget
from engine.core.bits import cards
from engine.games.mechanics.fishing import PLAY_TAKE0, TAKE0, FishingView, equals, read_play
from engine.games.mekuri import MekuriView
from engine.games.mekuri.scoring import PAR
from engine.games.mekuri.state import DROP, JOIN
from poems.chance import Bits

EACH: Final = 0.01
"""What any caught card is worth: it might have been somebody else's."""
BAIT: Final = 0.5
"""How much of a laid-down card's worth is lost, for others may catch it."""
GOOD_HAND: Final = 0.45
"""The share of an even part of all points that a hand must hold to be played with a choice."""


class FishingGame(Protocol):
    """A game with goals: sets of cards and their worth."""

    @property
    def goals(self) -> tuple[tuple[int, float], ...]:
        """What is worth catching."""
        ...


class FishingThumb:
    """Looks at what is open: a set that two have cards of is worth nothing any more."""

    def __init__(self, game: FishingGame) -> None:
        self._goals = game.goals

    def choose(self, view: FishingView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        if isinstance(view, MekuriView) and view.phase == "join":
            held = sum(worth for mask, worth in self._goals if mask & ~view.hand == 0)
            return JOIN if held >= GOOD_HAND * PAR.par else DROP
        return max(legal, key=lambda action: self._gain(view, action))

    def _gain(self, view: FishingView, action: int) -> float:
        if action >= TAKE0:
            return self._worth(view, 1 << action - TAKE0)
        card, take = read_play(action)
        caught = equals(card, view.field) if action < PLAY_TAKE0 or take is None else 1 << take
        if caught:
            return self._worth(view, caught | 1 << card)
        return -BAIT * self._worth(view, 1 << card)

    def _worth(self, view: FishingView, caught: int) -> float:
        """Return what cards are worth: how much nearer they bring a set, or how near they keep another from it."""
        total = EACH * len(cards(caught))
        mine, others = view.captured[view.viewer], list(view.captured)
        del others[view.viewer]
        for mask, worth in self._goals:
            part, size = (mask & caught).bit_count(), mask.bit_count()
            held, against = (mask & mine).bit_count(), max((mask & other).bit_count() for other in others)
            if part and not (held and against):
                near, nearer = (against, against + 1) if against else (held, held + part)
                total += worth * (nearer * nearer - near * near) / (size * size)
        return total
