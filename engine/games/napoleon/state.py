"""A session of Napoleon in play: auction, call, exchange, tricks. docs/rules/napoleon.md §2 to §8."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Self

from engine.core.bits import BITS, mask_of
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, Dealt, Event, HandScored, Passed, Played
from engine.core.hands import NONE, ONE, UNPACK, hand_of
from engine.core.why import Why
from engine.decks.french import JOKER, NO_SUIT
from engine.games.mechanics.auction import NO_BID, Auction
from engine.games.mechanics.dealing import one_by_one
from engine.games.mechanics.kitty import Discards, unrank
from engine.games.mechanics.partner import holder
from engine.games.mechanics.tricks import TrickState, TrickTaken, played_table, taken_table
from engine.games.napoleon.actions import (
    BID0,
    BIDS,
    CALL0,
    CARDS,
    DISCARD0,
    denomination_of,
    number_of,
    trump_of,
)
from engine.games.napoleon.events import Bid, Called, Discarded, KittyTaken, MustBid, ThrownIn
from engine.games.napoleon.ranks import JACK, POINTS, SPADE_ACE, turned_winner
from engine.games.napoleon.reasons import why
from engine.games.napoleon.scoring import made, payments
from engine.games.napoleon.view import AUCTION, CALL, DEAL, DISCARD, OVER, TRICKS, Call, NapoleonView, look

if TYPE_CHECKING:
    from engine.games.napoleon.game import Napoleon

_SEATS: Final = range(6)
_PLAYED: Final = played_table(6, CARDS)
_TAKEN: Final = taken_table(6)
_SAID: Final = tuple(
    (
        *((Bid(seat, number_of(bid), denomination_of(bid)),) for bid in range(BIDS)),
        (Passed(seat),),
    )
    for seat in _SEATS
)
"""The event of every bid by seat and bid; the last one, of NO_BID, is the pass."""
_CALLED: Final = tuple(tuple(Called(seat, card) for card in range(CARDS)) for seat in _SEATS)
_CALLS: Final = tuple(
    (*(Call(seat, f"{number_of(bid)} {denomination_of(bid)}") for bid in range(BIDS)), Call(seat, "pass"))
    for seat in _SEATS
)


class NapoleonState(TrickState[NapoleonView]):
    """A session; between two hands it still shows the finished one."""

    __slots__ = (
        "auction",
        "buried",
        "called",
        "calls",
        "kitty",
        "must_bid",
        "must_bid_card",
        "napoleon",
        "phase",
        "points",
        "shown_by",
        "taken_up",
        "thrown_in",
        "trump",
        "turned",
    )

    game: "Napoleon"
    phase: int
    auction: Auction
    calls: list[Call]
    must_bid: int
    must_bid_card: int
    turned: int
    thrown_in: int
    kitty: tuple[int, ...]
    """The kitty as it lies, until it is taken up."""
    taken_up: int
    """What was taken up, as a mask; in a feed, only the Napoleon's own shows it."""
    buried: int
    napoleon: int
    trump: int
    called: int
    shown_by: int
    """Who played the called card in a finished trick, or NOBODY; `shower` looks at the table too."""
    points: list[int]

    def __init__(self, game: "Napoleon", dealer: int) -> None:
        self.game = game
        self.seats = game.seats
        self.dealer = dealer
        self.hand_scores = []
        self.thrown_in = 0
        self._clear(())
        self.phase = DEAL
        self.turn = NOBODY

    def _clear(self, pack: tuple[int, ...]) -> None:
        """Put everything to where a hand starts, with these cards dealt."""
        seats, size = self.seats, self.game.hand_size
        self.hands = one_by_one(pack, self.dealer, seats, size)
        self.kitty = pack[size * seats :]
        self.auction = Auction(seats, (self.dealer + 1) % seats, self.game.options.pass_out)
        self.calls = []
        self.must_bid = self.napoleon = self.shown_by = NOBODY
        self.must_bid_card = self.turned = self.called = HIDDEN
        self.taken_up = self.buried = 0
        self.trump = NO_SUIT
        self.points = [0] * seats
        self.clear_tricks(self.auction.turn)
        self.phase = AUCTION

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a hand is to be dealt."""
        return self.game.pack if self.phase == DEAL else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        legal = self.legal
        if legal:
            return UNPACK[len(legal)](legal)
        if self.phase == AUCTION:
            calls = self.game.calls_over[self.auction.bid + 1]
            return calls if self.must_bid < 0 else calls[1:]
        if self.phase == CALL:
            return range(CALL0, CALL0 + len(self.game.pack))
        if self.phase == DISCARD:
            return Discards(self.hands[self.turn], self.game.kitty_size, CARDS, DISCARD0)
        return ()

    def _why(self, action: int) -> Why:
        return why(self, action)

    # doing it

    def play(self, action: int) -> tuple[Event, ...]:
        """Play an action and return what happened. Raises IllegalAction."""
        try:
            playable = action in self.legal
        except ValueError:  # no byte, and so no card
            playable = False
        if not playable:
            return self._prepare(action)
        # what TrickState.lay does, once more: this is where a random game spends its time
        seat, table, hands = self.turn, self.table, self.hands
        happened = _PLAYED[seat][action]
        if not table:
            self.last = seat - 1 if seat else self.seats - 1
            self.lead(action)
        table.append(action)
        self.trick_mask |= BITS[action]
        hands[seat] = hands[seat].replace(ONE[action], NONE)
        power = self.power[action]
        if power > self.best_power:
            self.best_power, self.best = power, seat
        if seat == self.last:
            return self._close(happened)
        seat += 1
        if seat == self.seats:
            seat = 0
        self.turn = seat
        self.legal = self.duty.legal(hands[seat])
        return happened

    def _prepare(self, action: int) -> tuple[Event, ...]:
        """Do what comes before the tricks. Raises IllegalAction."""
        if self.phase == DISCARD:
            return self._play_discard(action)
        if action not in self.legal_actions():
            raise self.refusal(action)
        return self._bid(action - BID0) if self.phase == AUCTION else self._name(action - CALL0)

    def advance(self, action: int) -> tuple[Event, ...]:
        """Play a legal action without checking it."""
        if action < CARDS:
            return self.play(action)
        if action < CALL0:
            return self._bid(action - BID0)
        return self._name(action - CALL0) if action < DISCARD0 else self._play_discard(action)

    def _bid(self, bid: int) -> tuple[Event, ...]:
        """Bid, or with NO_BID pass."""
        said = _SAID[self.turn][bid]
        self._say(bid)
        if self.phase == DISCARD:
            return (*said, self._take_kitty())
        return said + self._all_passed() if self.auction.all_passed else said

    def _name(self, card: int) -> tuple[Event, ...]:
        """Call a card."""
        self._call(card)
        return (_CALLED[self.turn][card], self._take_kitty())

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        self._clear(pack)
        return (Dealt(self.dealer, pack),)

    def _close(self, happened: tuple[Event, ...]) -> tuple[Event, ...]:
        """Give the full trick to its winner; return what happened since the last card was played."""
        turning = self.game.tables.turning[self.table[0]]
        winner = self._winner() if self.trick_mask & turning else self.best
        self.gather(winner)
        if self.legal:
            return happened + _TAKEN[winner]
        scores = self._payments()
        self._score(scores)
        return (*happened, *_TAKEN[winner], HandScored(scores))

    def _play_discard(self, action: int) -> tuple[Event, ...]:
        """Take a discard, checked here because listing all of them takes long."""
        if not DISCARD0 <= action < self.game.action_count:
            raise self.refusal(action)
        chosen = unrank(action - DISCARD0, self.game.kitty_size, CARDS)
        hand = self.hands[self.turn]
        if not all(map(hand.__contains__, chosen)):
            raise self.refusal(action)
        event = Discarded(self.turn, chosen)
        self._discard(chosen)
        return (event,)

    def _take_kitty(self) -> KittyTaken:
        event = KittyTaken(self.napoleon, tuple(sorted(self.kitty)))
        self._pick_up(event.cards)
        return event

    def _all_passed(self) -> tuple[Event, ...]:
        """Do what the table does when nobody bids: docs/rules/napoleon.md §3."""
        rule, turned, card = self.game.options.all_pass, HIDDEN, HIDDEN
        if rule == "mighty_must_bid":
            card = SPADE_ACE
        elif rule == "kitty_jack":
            turned = self.kitty[(len(self.kitty) - 1) // 2]
            card = HIDDEN if turned == JOKER else turned // 13 * 13 + JACK
        seat = NOBODY if card == HIDDEN else holder(card, self.hands)
        shown = None if turned == HIDDEN else turned
        if seat != NOBODY:
            self._force(seat, card, shown)
            return (MustBid(seat, card, shown),)
        if self.thrown_in == self.game.options.max_redeals:
            scores = (0,) * self.seats
            self._score(scores)
            return (HandScored(scores),)
        self._throw_in(shown)
        return (ThrownIn(shown),)

    def _winner(self) -> int:
        """Return the seat that wins the full trick on the table, which has a card that may turn it."""
        turned = turned_winner(
            self.game.options, self.table, self.trick_mask, len(self.tricks) + 1, self.best_power
        )
        return self.best if turned is None else (self.leader + self.table.index(turned)) % self.seats

    def _payments(self) -> tuple[int, ...]:
        adjutant = self.shown_by if self.shown_by != self.napoleon else NOBODY
        taken = self.points[self.napoleon] + (self.points[adjutant] if adjutant != NOBODY else 0)
        number = number_of(self.auction.bid)
        won = made(self.game.options, number, taken)
        return payments(self.seats, self.napoleon, adjutant, number, won=won)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Played():
                self.show(event.card)
            case TrickTaken():
                self.gather(event.winner)
            case Passed():
                self._say(NO_BID)
            case Bid():
                self._say(self.game.bid(event.number, event.denomination))
            case Called():
                self._call(event.card)
            case KittyTaken():
                self._pick_up(event.cards)
            case Discarded():
                self._discard(event.cards)
            case Dealt():
                self._clear(event.pack)
            case HandScored():
                self._score(event.scores)
            case MustBid():
                self._force(event.seat, event.card, event.turned)
            case ThrownIn():
                self._throw_in(event.turned)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of Napoleon")

    # the steps, the same in play and in the fold

    def _say(self, bid: int) -> None:
        """Take a bid or a pass from the seat to act."""
        self.calls.append(_CALLS[self.turn][bid])
        auction = self.auction
        if not auction.say(bid) and self.must_bid < 0:
            self.turn = auction.turn
            return
        self.napoleon = self.turn = auction.bidder
        self.trump = trump_of(auction.bid)
        self.phase = CALL if self.game.calls_adjutant else DISCARD

    def _force(self, seat: int, card: int, turned: int | None) -> None:
        self.must_bid = self.turn = self.auction.turn = seat
        self.must_bid_card = card
        self.turned = HIDDEN if turned is None else turned

    def _throw_in(self, turned: int | None) -> None:
        self.turned = HIDDEN if turned is None else turned
        self.thrown_in += 1
        self.phase = DEAL
        self.turn = NOBODY

    def _call(self, card: int) -> None:
        self.called = card
        self.phase = DISCARD

    def _pick_up(self, kitty: tuple[int, ...]) -> None:
        self.kitty = ()
        self.taken_up = mask_of(kitty)
        self.hands[self.napoleon] = hand_of((*self.hands[self.napoleon], *kitty))

    def _discard(self, buried: tuple[int, ...]) -> None:
        self.buried = mask_of(buried)
        self.hands[self.napoleon] = self.hands[self.napoleon].translate(None, hand_of(buried))
        self.leader = self.last = self.napoleon
        self.phase = TRICKS
        self.refresh()

    def lead(self, card: int) -> None:
        """Look up strengths and duty for the trick that this card leads."""
        tables, trump = self.game.tables, self.trump
        powers = 1 if self.tricks else self.game.options.first_trick_trumps
        self.power = tables.power[powers][trump][card // 13]
        self.duty = tables.duty[trump][card]

    def gather(self, winner: int) -> None:
        """Give the trick to its winner, count its points, and see who showed the called card."""
        self.points[winner] += (self.trick_mask & POINTS).bit_count()
        if self.called in self.table:
            self.shown_by = (self.leader + self.table.index(self.called)) % self.seats
        TrickState.gather(self, winner)

    def refresh(self) -> None:
        """Work `legal` out anew."""
        if self.phase != TRICKS:
            self.legal = NONE
        elif self.table:
            TrickState.refresh(self)
        else:
            hand = self.hands[self.turn]
            barred = NONE if self.tricks else self.game.tables.no_first_lead
            self.legal = hand.translate(None, barred) or hand

    def shower(self) -> int:
        """Return who has played the called card, NOBODY so far."""
        if self.shown_by < 0 and self.called >= 0 and self.trick_mask >> self.called & 1:
            return (self.leader + self.table.index(self.called)) % self.seats
        return self.shown_by

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.thrown_in = 0
        self.dealer = (self.dealer + 1) % self.seats
        self.turn = NOBODY
        self.phase = OVER if len(self.hand_scores) == self.game.hands else DEAL

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: hands, table and each finished trick, kitty, discards."""
        return (*TrickState.places(self), mask_of(self.kitty), self.buried)

    def view(self, seat: int | None) -> NapoleonView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        self.copy_tricks(new)
        new.phase, new.thrown_in, new.trump, new.called = self.phase, self.thrown_in, self.trump, self.called
        new.kitty, new.taken_up, new.buried = self.kitty, self.taken_up, self.buried
        new.auction, new.calls = self.auction.clone(), self.calls[:]
        new.must_bid, new.must_bid_card, new.turned = self.must_bid, self.must_bid_card, self.turned
        new.napoleon, new.shown_by, new.points = self.napoleon, self.shown_by, self.points[:]
        return new
