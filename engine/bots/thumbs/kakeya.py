"""Kakeya-torampu by rule of thumb: name the suit of last time, lead with an ace in hand, win pictures cheaply."""

from collections.abc import Sequence

from engine.bots.bot import Budget
from engine.bots.thumbs.pictures import Situation, choose
from engine.core.bits import mask_of
from engine.decks.french import NO_SUIT, SUITS
from engine.games.kakeya import Kakeya, KakeyaView
from engine.games.kakeya.ranks import ACES, power, rensho
from engine.games.kakeya.state import OPENING0, SEATS, TRUMP0
from engine.games.mechanics.tricks import played
from poems.chance import Bits


class KakeyaThumb:
    """A careful beginner."""

    def __init__(self, game: Kakeya) -> None:
        self._everything = mask_of(game.pack)

    def choose(self, view: KakeyaView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        trump = SUITS.index(view.trump)
        if view.phase == "trump":
            return TRUMP0 + trump
        if view.phase == "opening":
            return OPENING0 if view.hand & ACES else OPENING0 + 1
        ranks = power(trump, view.table[0] // 13 if view.table else NO_SUIT)
        best = max(view.table, key=lambda card: ranks[card]) if view.table else 0
        winner = view.leader + view.table.index(best) if view.table else view.viewer
        seen = view.hand | played(view.tricks, view.table)
        return choose(
            Situation(
                legal,
                view.table,
                ranks,
                tuple(power(trump, suit) for suit in range(len(SUITS))),
                friend_wins=bool(view.table) and (winner - view.viewer) % 2 == 0,
                last=len(view.table) == SEATS - 1,
                unseen=self._everything & ~seen & ~(1 << rensho(trump)),
            )
        )
