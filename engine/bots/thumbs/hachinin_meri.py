"""Hachinin-meri by rule of thumb: declare the dragon, win cheaply where it matters, spare the high trumps."""

from collections.abc import Sequence

from engine.bots.bot import Budget
from engine.bots.thumbs.tricks import boss, cheapest_winner
from engine.core.bits import cards, mask_of
from engine.core.deck import HIDDEN
from engine.decks.unsun import SUIT_SIZE, SUITS
from engine.games.hachinin_meri import HachininMeri, MeriView
from engine.games.hachinin_meri.actions import DISCARD0, LEAD0
from engine.games.hachinin_meri.ranks import Trumps
from engine.games.mechanics.tricks import played
from poems.chance import Bits


class MeriThumb:
    """A careful beginner."""

    def __init__(self, game: HachininMeri) -> None:
        self._game = game

    def choose(self, view: MeriView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        if len(legal) == 1 or view.phase == "poll":
            return legal[-1]
        trumps = self._game.trumps[SUITS.index(view.trump or SUITS[0])]
        if view.phase == "lead":
            return LEAD0 + self._lead(view, [action - LEAD0 for action in legal], trumps)
        if view.phase == "bury":
            return DISCARD0 + self._least([action - DISCARD0 for action in legal], trumps)
        return self._follow(view, legal, trumps) if view.table else self._lead(view, legal, trumps)

    def _lead(self, view: MeriView, legal: Sequence[int], trumps: Trumps) -> int:
        """Lead a plain card that nothing beats in its suit, or the Sun with many trumps behind it; else a low one."""
        unseen = self._unseen(view)
        held = (view.hand & trumps.mask).bit_count()
        if held >= 4 and view.hand & trumps.sun_bit and trumps.sun_bit.bit_length() - 1 in legal:
            return trumps.sun_bit.bit_length() - 1
        plain = [card for card in legal if not trumps.mask >> card & 1]
        sure = [
            card
            for card in plain
            if boss(card, trumps.power[card // SUIT_SIZE], unseen & trumps.plain[card // SUIT_SIZE])
        ]
        if sure:
            return max(sure, key=lambda card: (unseen & trumps.plain[card // SUIT_SIZE]).bit_count())
        return self._least(legal, trumps)

    def _follow(self, view: MeriView, legal: Sequence[int], trumps: Trumps) -> int:
        """Win cheaply where the enemy is winning and few can still beat it; else play what one misses least."""
        table, seats = view.table, self._game.seats
        led = table[0] // SUIT_SIZE
        power = trumps.power[led]
        ahead = [place for place, card in enumerate(table) if card == HIDDEN]
        shown = max(
            (place for place, card in enumerate(table) if card != HIDDEN), key=lambda at: power[table[at]]
        )
        winning = ahead or [shown]
        friendly = all((view.leader + place - view.viewer) % 2 == 0 for place in winning)
        left = seats - 1 - len(table)
        if friendly and (left == 0 or len(ahead) > 0 or power[table[shown]] >= power[trumps.dragon]):
            return self._least(legal, trumps)
        over = max(power[table[shown]], self._middle(trumps, power) if ahead else 0)
        card = cheapest_winner(legal, power, over)
        if card is None:
            return self._least(legal, trumps)
        is_trump = bool(trumps.mask >> card & 1)
        if (
            not is_trump
            and left > seats // 2
            and not boss(card, power, self._unseen(view) & trumps.plain[led])
        ):
            return self._least(legal, trumps)
        return card

    def _middle(self, trumps: Trumps, power: Sequence[int]) -> int:
        """Return the strength to reckon a face-down trump of unknown rank with: a trump in the middle."""
        order = sorted(power[card] for card in cards(trumps.mask & mask_of(self._game.pack)))
        return order[len(order) // 2]

    def _least(self, legal: Sequence[int], trumps: Trumps) -> int:
        """Return the card that one misses least: plain before trump, low before high."""
        return min(legal, key=lambda card: (trumps.mask >> card & 1, trumps.power[card // SUIT_SIZE][card]))

    def _unseen(self, view: MeriView) -> int:
        seen = view.hand | mask_of(one.card for one in view.face_down)
        seen |= played(view.tricks, view.table)
        if view.buried is not None and view.buried != HIDDEN:
            seen |= 1 << view.buried
        return mask_of(self._game.pack) & ~seen
