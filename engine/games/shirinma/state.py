"""A session of shirinma in play: docs/rules/shirinma.md §2 to §5."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Self

from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, Dealt, Event, HandScored, Passed
from engine.core.game import State
from engine.core.why import NO_TURN, Why
from engine.decks.mekuri import CARDS, number
from engine.games.mechanics.auction import NO_BID, Auction
from engine.games.shirinma.events import BottomShown, CardGiven, FieldShown, RideBid
from engine.games.shirinma.options import MAX_PLAYERS
from engine.games.shirinma.ranks import DEALS, THIRD_DEAL_UP_TO, best_of, forfeited, is_showdown, suit
from engine.games.shirinma.view import AUCTION, DEAL, OVER, Ride, ShirinmaView, look

if TYPE_CHECKING:
    from engine.games.shirinma.game import Shirinma

PASS: Final = 0
_PASS_ALONE: Final = (PASS,)
_PASSED: Final = tuple((Passed(seat),) for seat in range(MAX_PLAYERS))
_GIVEN: Final = tuple(tuple(CardGiven(seat, card) for card in range(CARDS)) for seat in range(MAX_PLAYERS))
"""The event of every card that a seat is dealt, made once."""


class ShirinmaState(State[ShirinmaView]):
    """A session; between two rounds it still shows the finished one."""

    __slots__ = ("auction", "bottom", "carried", "field", "given", "pack", "paid", "phase", "rides", "shown")

    game: "Shirinma"
    phase: str
    pack: tuple[int, ...]
    """The cards that are not dealt yet, the next one first; HIDDEN in a feed."""
    field: int
    bottom: int
    given: int
    """How many cards the players were dealt."""
    shown: int
    rides: list[Ride]
    auction: Auction
    paid: list[int]
    carried: int

    def __init__(self, game: "Shirinma", dealer: int) -> None:
        self.game = game
        self.dealer = dealer
        self.hand_scores = []
        self.carried = 0
        self._lay_out(())
        self.paid = [0] * game.seats

    def _lay_out(self, pack: tuple[int, ...]) -> None:
        """Put everything to where a round starts, with this pack (or none), the antes paid."""
        self.pack = pack
        self.field = self.bottom = HIDDEN
        self.given = self.shown = 0
        self.rides = []
        self.auction = Auction(self.game.seats, self.dealer, pass_out=False)
        self.paid = [self.game.options.ante] * self.game.seats
        self.phase, self.turn = DEAL, NOBODY

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a round is to be dealt."""
        return self.game.pack if self.phase == DEAL else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending: a pass, and every bid above the highest."""
        if self.turn < 0:
            return ()
        bid = self.auction.bid
        return _PASS_ALONE + self.game.bids[max(0, bid) :]

    def _why(self, action: int) -> Why:
        if self.turn < 0:
            return NO_TURN
        if not 0 < action <= self.game.options.max_bid:
            return Why("bid for the ride or pass")
        return Why("a bid must be higher than {bid}", bid=str(self.auction.bid))

    # doing it

    def play(self, action: int) -> tuple[Event, ...]:
        """Play an action and return what happened. Raises IllegalAction."""
        if self.turn < 0 or (action != PASS and not self.auction.bid < action <= self.game.max_bid):
            raise self.refusal(action)
        return self.advance(action)

    def advance(self, action: int) -> tuple[Event, ...]:
        """Play a legal action without checking it."""
        seat = self.turn
        self._say(NO_BID if action == PASS else action)
        happened = _PASSED[seat] if action == PASS else (RideBid(seat, action),)
        return happened if self.turn >= 0 else happened + self._go_on()

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        self._lay_out(pack)
        self._show_field(pack[0])
        return (Dealt(self.dealer, pack), FieldShown(pack[0]), *self._go_on())

    def _go_on(self) -> tuple[Event, ...]:
        """Give cards until one is bid for; after the last one, turn up the bottom."""
        happened: list[Event] = []
        while self._more():
            seat, card = (self.dealer + self.given) % self.game.seats, self.pack[0]
            self._give(seat, card)
            happened.append(_GIVEN[seat][card])
            if self.turn >= 0:
                return tuple(happened)
        bottom = self.pack[-1]
        self._show_bottom(bottom)
        scores = self._settled()
        self._score(scores)
        return (*happened, BottomShown(bottom), HandScored(scores))

    def _more(self) -> bool:
        """Say whether a player is still to be dealt a card."""
        seats = self.game.seats
        third = seats <= THIRD_DEAL_UP_TO and (not self.rides or self.given > DEALS * seats)
        return self.given < (DEALS + third) * seats

    def _settled(self) -> tuple[int, ...]:
        """Return what each seat wins and pays."""
        scores = [-paid for paid in self.paid]
        showdown = [ride.card for ride in self.rides]
        if not forfeited(showdown, self.field, self.bottom):
            best = best_of(showdown, suit(self.bottom))
            ride = next(ride for ride in self.rides if ride.card == best)
            pot = self.carried + sum(self.paid)
            half = pot // 2 if ride.rider != NOBODY else 0
            scores[ride.owner] += pot - half
            if half:
                scores[ride.rider] += half
        return tuple(scores)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Dealt():
                self.dealer = event.dealer
                self._lay_out(event.pack)
            case FieldShown(card):
                self._show_field(card)
            case CardGiven(seat, card):
                self._give(seat, card)
            case RideBid(_, amount):
                self._say(amount)
            case Passed():
                self._say(NO_BID)
            case BottomShown(card):
                self._show_bottom(card)
            case HandScored():
                self._score(event.scores)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of shirinma")

    # the steps, the same in play and in the fold

    def _show_field(self, card: int) -> None:
        self.pack = self.pack[1:]
        self.field = card

    def _show_bottom(self, card: int) -> None:
        self.pack = self.pack[:-1]
        self.bottom = card

    def _give(self, seat: int, card: int) -> None:
        self.pack = self.pack[1:]
        self.given += 1
        if not is_showdown(card):
            self.shown |= 1 << card
            return
        self.paid[seat] += self.game.prices[number(card)]
        self.rides.append(Ride(card, seat, NOBODY, 0))
        self.phase = AUCTION
        self.auction = Auction(self.game.seats, (seat + 1) % self.game.seats, pass_out=False)
        self.auction.passed = 1 << seat
        self.turn = self.auction.turn

    def _say(self, bid: int) -> None:
        auction = self.auction
        won = auction.say(bid)
        self.turn = auction.turn
        nobody = auction.bidder == NOBODY and auction.in_a_row == self.game.seats - 1
        if not won and not nobody:
            return
        if won:
            card, owner, *_ = self.rides[-1]
            self.rides[-1] = Ride(card, owner, auction.bidder, auction.bid)
            self.paid[auction.bidder] += auction.bid
        self.auction = Auction(self.game.seats, self.dealer, pass_out=False)
        self.phase, self.turn = "", NOBODY

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.carried += -sum(scores)
        self.paid = [0] * self.game.seats
        self.dealer = (self.dealer + 1) % self.game.seats
        self.turn = NOBODY
        self.phase = OVER if len(self.hand_scores) == self.game.options.rounds else DEAL

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: each open card, those turned over, and the pack."""
        open_ = (self.field, self.bottom, *(ride.card for ride in self.rides))
        pack = sum(1 << card for card in self.pack if card >= 0)
        return (*(1 << card for card in open_ if card >= 0), self.shown, pack)

    def view(self, seat: int | None) -> ShirinmaView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        new.game, new.dealer, new.turn, new.phase = self.game, self.dealer, self.turn, self.phase
        new.hand_scores, new.paid, new.carried = self.hand_scores[:], self.paid[:], self.carried
        new.pack, new.field, new.bottom = self.pack, self.field, self.bottom
        new.given, new.shown, new.rides = self.given, self.shown, self.rides[:]
        new.auction = self.auction.clone()
        return new
