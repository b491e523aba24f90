"""Kan by rule of thumb: name the best suit, lead with an ace in hand, win pictures cheaply, keep the joker for them."""

from collections.abc import Sequence

from engine.bots.bot import Budget
from engine.bots.thumbs.pictures import Situation, choose
from engine.core.bits import cards, mask_of
from engine.decks.french import JOKER, NO_SUIT, SUIT_MASKS, SUITS
from engine.games.kakeya.ranks import ACES
from engine.games.kan import Kan, KanView
from engine.games.kan.ranks import HAND, SEATS, power
from engine.games.kan.state import OPENING0, TRUMP0
from engine.games.mechanics.asking import JOKER0, JOKER_BIT
from engine.games.mechanics.tricks import played
from poems.chance import Bits


class KanThumb:
    """A careful beginner."""

    def __init__(self, game: Kan) -> None:
        self._everything = mask_of(game.pack)

    def choose(self, view: KanView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        if view.phase == "trump":
            return TRUMP0 + max(range(len(SUITS)), key=lambda suit: self._strength(view.hand, suit))
        if view.phase == "opening":
            return OPENING0 if view.hand & ACES else OPENING0 + 1
        plain = [card for card in legal if card < JOKER0]
        if not plain:
            return JOKER0 + max(range(len(SUITS)), key=lambda suit: self._strength(view.hand, suit))
        return choose(self._situation(view, plain))

    def _situation(self, view: KanView, legal: Sequence[int]) -> Situation:
        trump, last = SUITS.index(view.trump or SUITS[0]), len(view.tricks) == HAND - 1
        table, ask = view.table, view.asks[-1] if view.table else ""
        ranks = power(trump, table[0] if table else 13 * NO_SUIT, ask, last=last)
        friend = False
        if table:
            best = max(table, key=lambda card: ranks[card])
            at = (view.order.index(view.leader) + table.index(best)) % SEATS
            friend = (view.order[at] in view.partners) == (view.viewer in view.partners)
        seen = view.hand | played(view.tricks, table)
        return Situation(
            legal,
            table,
            ranks,
            tuple(power(trump, 13 * suit, "", last=last) for suit in range(len(SUITS) + 1)),
            friend_wins=friend,
            last=len(table) == SEATS - 1,
            unseen=self._everything & ~seen & ~JOKER_BIT,
        )

    def _strength(self, hand: int, suit: int) -> int:
        """Return how good a suit is to name: long, and high."""
        return sum(6 + card % 13 for card in cards(hand & SUIT_MASKS[suit]) if card != JOKER)
