"""Yomi by rule of thumb: lay the card from which the own hand runs on longest; never pass with a card that follows."""

from collections.abc import Sequence

from engine.bots.bot import Budget
from engine.core.bits import cards
from engine.games.mechanics.shedding import END
from engine.games.yomi import Yomi, YomiView
from poems.chance import Bits


class YomiThumb:
    """Looks at the own hand alone."""

    def __init__(self, game: Yomi) -> None:
        self._sequence, self._wild_action = game.sequence, game.wild_action

    def choose(self, view: YomiView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        plain = [action for action in legal if action not in (END, self._wild_action)]
        if plain:
            return max(plain, key=lambda card: self._run(view.hand & ~(1 << card), self._sequence.tops[card]))
        return self._wild_action if self._wild_action in legal else END

    def _run(self, hand: int, top: int) -> int:
        """Return how many plain cards the hand can go on laying after this one."""
        count = 0
        while following := hand & self._sequence.singles[top]:
            card = cards(following)[0]
            hand, top, count = hand & ~(1 << card), self._sequence.tops[card], count + 1
        return count
