"""Napoleon by rule of thumb: count the hand, call the strongest card one lacks, win cheaply, feed the friend."""

from collections.abc import Sequence
from typing import Final

from engine.bots.bot import Budget
from engine.bots.thumbs.tricks import boss, cheapest_winner
from engine.core.bits import cards, mask_of
from engine.core.events import NOBODY
from engine.decks.french import JOKER, NO_SUIT, SUIT_MASKS
from engine.games.mechanics.kitty import rank
from engine.games.mechanics.tricks import played
from engine.games.napoleon import Napoleon, NapoleonView
from engine.games.napoleon.actions import BID0, CALL0, CARDS, DISCARD0, PASS, number_of, trump_of
from engine.games.napoleon.ranks import POINTS, SAME_TWO, SPADE_ACE
from poems.chance import Bits

_ACE, _KING = 12, 11
_BASE: Final = 5.5
"""Points that the Napoleon's side takes with an empty hand: the adjutant's work. Fitted on its own play."""


class NapoleonThumb:
    """A careful beginner."""

    def __init__(self, game: Napoleon) -> None:
        self._game = game
        self._tables = game.tables

    def choose(self, view: NapoleonView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        if len(legal) == 1:
            return legal[0]
        match view.phase:
            case "auction":
                return self._say(view, legal)
            case "call":
                return self._call(view)
            case "discard":
                return self._discard(view)
        return self._lead(view, legal) if not view.table else self._follow(view, legal)

    # before the tricks

    def _say(self, view: NapoleonView, legal: Sequence[int]) -> int:
        """Bid the least that keeps the best suit, as long as the hand is worth it."""
        worth = {trump: self.worth(view.hand, trump) for trump in range(5)}
        bids = [action for action in legal if action != PASS]
        good = [action for action in bids if number_of(action - BID0) <= worth[trump_of(action - BID0)]]
        if good:
            return min(good, key=lambda action: (number_of(action - BID0), -worth[trump_of(action - BID0)]))
        if PASS in legal:
            return PASS
        lowest = min(number_of(action - BID0) for action in bids)
        forced = [action for action in bids if number_of(action - BID0) == lowest]
        return max(forced, key=lambda action: worth[trump_of(action - BID0)])

    def worth(self, hand: int, trump: int) -> float:
        """Return how many points a hand may take with its side, by a count of its cards."""
        power = self._tables.power[1][trump][NO_SUIT]
        total = _BASE
        for card in cards(hand):
            suit, face = divmod(card, 13)
            if power[card] > SAME_TWO or (card == JOKER and self._game.options.joker == "strong"):
                total += 1.6
            elif suit == trump:
                total += 0.75 + 0.05 * face
            elif face == _ACE:
                total += 1.0
            elif face == _KING:
                total += 0.4
        return total

    def _call(self, view: NapoleonView) -> int:
        """Name the strongest card that the hand lacks."""
        trump = self._trump(view)
        power = self._tables.power[1][trump][NO_SUIT]
        lacking = [card for card in self._game.pack if not view.hand >> card & 1 and card != JOKER]
        best = max(lacking, key=lambda card: (power[card], card % 13))
        return CALL0 + best

    def _discard(self, view: NapoleonView) -> int:
        """Bury what can neither win nor count, from short suits first."""
        trump = self._trump(view)
        power = self._tables.power[1][trump][NO_SUIT]
        held = cards(view.hand)
        length = [(view.hand & SUIT_MASKS[suit]).bit_count() for suit in range(5)]

        def missed(card: int) -> tuple[int, int, int, int]:
            keeps = power[card] > 0 or card == JOKER or card % 13 >= _KING
            return (keeps, POINTS >> card & 1, length[card // 13], card % 13)

        buried = sorted(sorted(held, key=missed)[: self._game.kitty_size])
        return DISCARD0 + rank(buried, CARDS)

    # the tricks

    def _lead(self, view: NapoleonView, legal: Sequence[int]) -> int:
        """Lead what nothing beats; else what one misses least."""
        trump = self._trump(view)
        unseen = self._unseen(view)
        powers = self._powers(view)
        sure = [card for card in legal if boss(card, powers[trump][card // 13], unseen)]
        if sure and (self._attacks(view) or not self._is_opponent(view)):
            return max(sure, key=lambda card: powers[trump][card // 13][card])
        plain = [card for card in sure if card // 13 != trump and card != SPADE_ACE]
        if plain:
            return max(plain, key=lambda card: card % 13)
        return self._least(view, legal)

    def _follow(self, view: NapoleonView, legal: Sequence[int]) -> int:
        """Win cheaply what is worth it; give points to a friend who wins; else play what one misses least."""
        table, seats = view.table, self._game.seats
        power = self._powers(view)[self._trump(view)][table[0] // 13]
        best = max(table, key=lambda card: power[card])
        winner = (view.leader + table.index(best)) % seats
        last = len(table) == seats - 1
        if self._friends(view, winner) and (last or self._sure(view, best, power)):
            return self._gift(legal, power)
        at_stake = (mask_of(table) & POINTS).bit_count()
        card = cheapest_winner(legal, power, power[best])
        if card is None or (
            not last and not at_stake and POINTS >> card & 1 and not self._sure(view, card, power)
        ):
            return self._least(view, legal)
        if last:
            card = self._paying_winner(legal, power, power[best]) or card
        if power[card] >= SAME_TWO and at_stake < 2 and not last:
            return self._least(view, legal)
        return card

    def _sure(self, view: NapoleonView, card: int, power: Sequence[int]) -> bool:
        return boss(card, power, self._unseen(view))

    def _paying_winner(self, legal: Sequence[int], power: Sequence[int], over: int) -> int | None:
        """Return the weakest point card that wins, specials apart."""
        paying = [card for card in legal if POINTS >> card & 1 and power[card] < SAME_TWO]
        return cheapest_winner(paying, power, over)

    def _gift(self, legal: Sequence[int], power: Sequence[int]) -> int:
        """Return the point card that one can spare for a friend, or else the least card."""
        spare = [card for card in legal if POINTS >> card & 1 and power[card] < SAME_TWO]
        if spare:
            return min(spare, key=lambda card: (power[card], card % 13))
        return min(legal, key=lambda card: (power[card], card % 13))

    def _least(self, view: NapoleonView, legal: Sequence[int]) -> int:
        """Return the card that one misses least: no point, no strength, low."""
        power = self._tables.power[1][self._trump(view)][NO_SUIT]
        return min(
            legal,
            key=lambda card: (
                power[card] >= SAME_TWO or card == JOKER,
                POINTS >> card & 1,
                power[card],
                card % 13,
            ),
        )

    # what it knows

    def _trump(self, view: NapoleonView) -> int:
        assert view.number is not None
        assert view.denomination is not None
        return trump_of(self._game.bid(view.number, view.denomination))

    def _powers(self, view: NapoleonView) -> tuple[tuple[tuple[int, ...], ...], ...]:
        return self._tables.power[bool(view.tricks) or self._game.options.first_trick_trumps]

    def _unseen(self, view: NapoleonView) -> int:
        seen = view.hand | view.discards | played(view.tricks, view.table)
        return mask_of(self._game.pack) & ~seen

    def _is_opponent(self, view: NapoleonView) -> bool:
        return view.viewer not in (view.napoleon, view.adjutant)

    def _attacks(self, view: NapoleonView) -> bool:
        return view.viewer == view.napoleon

    def _friends(self, view: NapoleonView, other: int) -> bool:
        """Say whether another seat is on one's side, as far as one knows."""
        side = {view.napoleon, view.adjutant} - {NOBODY}
        return (view.viewer in side) == (other in side)
