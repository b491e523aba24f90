"""Mighty by rule of thumb: count the hand, keep what wins, call the strongest card one lacks, win cheaply."""

from collections.abc import Sequence
from typing import Final

from engine.bots.bot import Budget
from engine.bots.thumbs.tricks import boss, cheapest_winner
from engine.core.bits import cards, mask_of
from engine.core.events import NOBODY
from engine.decks.french import JOKER, NO_SUIT, SUIT_MASKS, SUITS
from engine.games.mechanics.asking import JOKER0, asked_suit
from engine.games.mechanics.following import SPECIAL
from engine.games.mechanics.kitty import rank
from engine.games.mechanics.tricks import played
from engine.games.mighty import Mighty, MightyView
from engine.games.mighty.actions import (
    BID0,
    CARDS,
    DISCARD0,
    FRIEND0,
    KITTY,
    NO_FRIEND,
    PASS,
    number_of,
    trump_of,
)
from engine.games.mighty.ranks import CALL, POINTS, mighty, power
from engine.games.mighty.view import HAND
from poems.chance import Bits

_ACE, _KING = 12, 11
_BASE: Final = 5.5
"""Points that the declarer's side takes with an empty hand: the friend's work."""


class MightyThumb:
    """A careful beginner."""

    def __init__(self, game: Mighty) -> None:
        self._game = game
        self._alt = game.options.mighty_alt

    def choose(self, view: MightyView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        if len(legal) == 1:
            return legal[0]
        match view.phase:
            case "auction":
                return self._say(view, legal)
            case "discard":
                return self._discard(view)
            case "call":
                return self._call(view)
        return self._follow(view, legal) if view.table else self._lead(view, legal)

    # before the tricks

    def _say(self, view: MightyView, legal: Sequence[int]) -> int:
        """Bid the least that keeps the best suit, as long as the hand is worth it."""
        worth = {trump: self.worth(view.hand, trump) for trump in range(len(SUITS))}
        good = [
            action
            for action in legal
            if action != PASS and number_of(action - BID0) <= worth.get(trump_of(action - BID0), 0)
        ]
        if not good:
            return PASS
        return min(good, key=lambda action: (number_of(action - BID0), -worth[trump_of(action - BID0)]))

    def worth(self, hand: int, trump: int) -> float:
        """Return how many points a hand may take with its side, by a count of its cards."""
        total, best = _BASE, mighty(trump, self._alt)
        for card in cards(hand):
            suit, face = divmod(card, 13)
            if card in (best, JOKER):
                total += 1.8
            elif suit == trump:
                total += 0.8 + 0.05 * face
            elif face == _ACE:
                total += 1.0
            elif face == _KING:
                total += 0.4
        return total

    def _discard(self, view: MightyView) -> int:
        """Bury what can neither win nor count, from short suits first."""
        trump, best = self._trump(view), mighty(self._trump(view), self._alt)
        length = [(view.hand & mask).bit_count() for mask in SUIT_MASKS]

        def missed(card: int) -> tuple[bool, bool, int, int]:
            keeps = card in (best, JOKER) or card // 13 == trump or card % 13 >= _KING
            return (keeps, bool(POINTS >> card & 1), length[card // 13], card % 13)

        return DISCARD0 + rank(sorted(sorted(cards(view.hand), key=missed)[:KITTY]), CARDS)

    def _call(self, view: MightyView) -> int:
        """Call the mighty, the joker, or the highest trump or ace that the hand lacks."""
        trump = self._trump(view)
        ranks = power(trump, NO_SUIT, self._alt, joker=True)
        lacking = [card for card in self._game.pack if not (view.hand | view.discards) >> card & 1]
        return (
            FRIEND0 + max(lacking, key=lambda card: (ranks[card], card % 13))
            if lacking
            else FRIEND0 + NO_FRIEND
        )

    # the tricks

    def _lead(self, view: MightyView, legal: Sequence[int]) -> int:
        """Lead what nothing beats; else what one misses least. The joker names the longest suit."""
        trump, unseen = self._trump(view), self._unseen(view)
        has_power = 0 < len(view.tricks) < HAND - 1
        plain = [card for card in legal if card < JOKER]
        sure = [
            card for card in plain if boss(card, power(trump, card // 13, self._alt, joker=has_power), unseen)
        ]
        if sure:
            rank_of = power(trump, NO_SUIT, self._alt, joker=has_power)
            return min(sure, key=lambda card: (rank_of[card] >= SPECIAL, -(card % 13)))
        if plain:
            return self._least(view, plain)
        return max(legal, key=lambda action: self._length(view, action))

    def _length(self, view: MightyView, action: int) -> int:
        in_suit = JOKER0 <= action < JOKER0 + len(SUITS)
        return (view.hand & SUIT_MASKS[action - JOKER0]).bit_count() if in_suit else -1

    def _follow(self, view: MightyView, legal: Sequence[int]) -> int:
        """Win cheaply what is worth it; give points to a friend who wins; else play what one misses least."""
        table, trump, ask = view.table, self._trump(view), view.asks[-1]
        has_power = 0 < len(view.tricks) < HAND - 1 and ask != CALL
        ranks = power(trump, asked_suit(table[0], ask), self._alt, joker=has_power)
        best = max(table, key=lambda card: ranks[card])
        winner, last = (view.leader + table.index(best)) % 5, len(table) == 4
        unseen = self._unseen(view)
        if self._on_side(view, winner) == self._on_side(view, view.viewer) and (
            last or boss(best, ranks, unseen)
        ):
            return self._gift(view, legal)
        at_stake = (mask_of(table) & POINTS).bit_count()
        card = cheapest_winner(legal, ranks, ranks[best])
        if card is None or (ranks[card] >= SPECIAL and at_stake < 2):
            return self._least(view, legal)
        if not last and not at_stake and POINTS >> card & 1 and not boss(card, ranks, unseen):
            return self._least(view, legal)
        return card

    def _gift(self, view: MightyView, legal: Sequence[int]) -> int:
        """Return a point card that one can spare for a friend, or else the least card."""
        spare = [card for card in legal if POINTS >> card & 1 and not self._strong(view, card)]
        return min(spare, key=lambda card: card % 13) if spare else self._least(view, legal)

    def _least(self, view: MightyView, legal: Sequence[int]) -> int:
        """Return the card that one misses least: nothing strong, no point, no trump, low."""
        trump = self._trump(view)
        return min(
            legal,
            key=lambda card: (
                self._strong(view, card),
                POINTS >> card & 1,
                SUIT_MASKS[trump] >> card & 1,
                card % 13,
            ),
        )

    def _strong(self, view: MightyView, card: int) -> bool:
        return card in (mighty(self._trump(view), self._alt), JOKER)

    # what it knows

    def _trump(self, view: MightyView) -> int:
        return trump_of(self._game.bid(f"{view.number} {view.denomination}"))

    def _unseen(self, view: MightyView) -> int:
        seen = view.hand | view.discards | played(view.tricks, view.table)
        return mask_of(self._game.pack) & ~seen

    def _on_side(self, view: MightyView, seat: int) -> bool:
        """Say whether a seat is on the declarer's side, as far as one knows."""
        return seat in {view.declarer, view.friend} - {NOBODY}
