"""A session of Mighty in play: auction, exchange, call of a friend, tricks. docs/rules/mighty.md §2 to §7."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.core.bits import mask_of
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, Dealt, Event, HandScored, Passed, Played
from engine.core.hands import ONE, hand_of, listed
from engine.core.why import Why
from engine.decks.french import JOKER, NO_SUIT, SUIT_MASKS, SUITS
from engine.games.mechanics.asking import JOKER0, AskingState, JokerLed, asked_suit, leads
from engine.games.mechanics.auction import NO_BID, Auction
from engine.games.mechanics.dealing import one_by_one
from engine.games.mechanics.kitty import Discards, unrank
from engine.games.mechanics.tricks import TrickState, TrickTaken
from engine.games.mighty.actions import (
    BID0,
    CALL_C3,
    CARDS,
    DISCARD0,
    FIRST,
    FRIEND0,
    KITTY,
    NO_FRIEND,
    PASS,
    RIPPERS,
    bid_of,
    called_text,
    denomination_of,
    number_of,
    trump_of,
)
from engine.games.mighty.events import AllPassed, FriendCalled, JokerCalled
from engine.games.mighty.ranks import CALL, POINTS, duty, power, ripper, ripper_call
from engine.games.mighty.reasons import why
from engine.games.mighty.scoring import SEATS, payments
from engine.games.mighty.view import AUCTION, CALLING, DEAL, DISCARD, HAND, OVER, TRICKS, MightyView, look
from engine.games.napoleon.events import Bid, Discarded, KittyTaken
from engine.games.napoleon.view import Call

if TYPE_CHECKING:
    from engine.games.mighty.game import Mighty


class MightyState(AskingState[MightyView]):
    """A session; between two hands it still shows the finished one. In the tricks `legal` are actions."""

    __slots__ = (
        "auction",
        "buried",
        "called",
        "calls",
        "declarer",
        "kitty",
        "phase",
        "points",
        "shown_by",
        "taken_up",
        "thrown_in",
        "trump",
    )

    game: "Mighty"
    phase: str
    auction: Auction
    calls: list[Call]
    thrown_in: int
    kitty: tuple[int, ...]
    taken_up: int
    """What was taken up, as a mask; in a feed, only the declarer's own shows it."""
    buried: int
    declarer: int
    trump: int
    called: int
    """The called card, FIRST, NO_FRIEND, or HIDDEN before the call."""
    shown_by: int
    """The friend, or the declarer who turned out to be alone, once it is seen in a finished trick; NOBODY before."""
    points: list[int]

    def __init__(self, game: "Mighty", dealer: int) -> None:
        self.game = game
        self.seats = SEATS
        self.dealer = dealer
        self.hand_scores = []
        self.thrown_in = 0
        self._clear(())
        self.phase, self.turn = DEAL, NOBODY

    def _clear(self, pack: tuple[int, ...]) -> None:
        """Put everything to where a hand starts, with these cards dealt one by one."""
        self.hands = one_by_one(pack, self.dealer, SEATS, HAND)
        self.kitty = pack[HAND * SEATS :]
        self.auction = Auction(SEATS, (self.dealer + 1) % SEATS, pass_out=True)
        self.calls = []
        self.declarer = self.shown_by = NOBODY
        self.called = HIDDEN
        self.taken_up = self.buried = 0
        self.trump = NO_SUIT
        self.points = [0] * SEATS
        self.clear_tricks(self.auction.turn)
        self.phase = AUCTION

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a hand is to be dealt."""
        return self.game.pack if self.phase == DEAL else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        if self.phase == TRICKS:
            return tuple(self.legal)
        if self.phase == AUCTION:
            return self.game.calls_over[self.auction.bid + 1]
        if self.phase == DISCARD:
            return Discards(self.hands[self.turn], KITTY, CARDS, DISCARD0)
        return range(FRIEND0, FRIEND0 + NO_FRIEND + 1) if self.phase == CALLING else ()

    def _why(self, action: int) -> Why:
        return why(self, action)

    # what happens

    def _dealt(self, pack: tuple[int, ...]) -> Iterator[Event]:
        yield Dealt(self.dealer, pack)

    def _decided(self, action: int) -> Iterator[Event]:
        seat = self.turn
        if self.phase == AUCTION:
            yield from self._said(action)
        elif self.phase == DISCARD:
            yield Discarded(seat, unrank(action - DISCARD0, KITTY, CARDS))
        elif self.phase == CALLING:
            yield FriendCalled(seat, called_text(action - FRIEND0))
        else:
            yield _laid(seat, action)
            if self.turn == NOBODY:
                yield TrickTaken(self.best)
            if len(self.tricks) == HAND:
                yield HandScored(self._payments())

    def _said(self, action: int) -> Iterator[Event]:
        bid = action - BID0
        if action == PASS:
            yield Passed(self.turn)
        else:
            yield Bid(self.turn, number_of(bid), denomination_of(bid))
        if self.phase == DISCARD:
            yield KittyTaken(self.declarer, tuple(sorted(self.kitty)))
        elif self.auction.all_passed and self.thrown_in == self.game.options.max_redeals:
            yield HandScored((0,) * SEATS)
        elif self.auction.all_passed:
            yield AllPassed()

    def _payments(self) -> tuple[int, ...]:
        friend = self.shown_by if self.shown_by != self.declarer else NOBODY
        taken = self.points[self.declarer] + (self.points[friend] if friend != NOBODY else 0)
        if self.game.options.buried == "declarer":
            taken += (self.buried & POINTS).bit_count()
        no_friend = self.called == NO_FRIEND
        return payments(self.declarer, friend, self.auction.bid, taken, no_friend=no_friend)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Played():
                self.put_down(event.card)
            case JokerLed():
                self.put_down(JOKER, event.suit)
            case JokerCalled():
                self.put_down(event.card, CALL)
            case TrickTaken():
                self.gather(event.winner)
            case Passed():
                self._say(NO_BID, "pass")
            case Bid():
                self._say(bid_of(event.number, event.denomination), f"{event.number} {event.denomination}")
            case _:
                self._apply_rare(event)

    def _apply_rare(self, event: Event) -> None:
        match event:
            case KittyTaken():
                self.kitty = ()
                self.taken_up = mask_of(event.cards)
                self.hands[self.declarer] = hand_of((*self.hands[self.declarer], *event.cards))
            case Discarded():
                self.buried = mask_of(event.cards)
                self.hands[self.declarer] = self.hands[self.declarer].translate(None, listed(self.buried))
                self.phase = CALLING
            case FriendCalled():
                self.called = self.game.parse(f"call {event.called}") - FRIEND0
                self.leader = self.last = self.declarer
                self.phase = TRICKS
                self.refresh()
            case Dealt():
                self.dealer = event.dealer
                self._clear(event.pack)
            case AllPassed():
                self.thrown_in += 1
                self.phase, self.turn = DEAL, NOBODY
            case HandScored():
                self._score(event.scores)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of Mighty")

    def _say(self, bid: int, said: str) -> None:
        self.calls.append(Call(self.turn, said))
        won = self.auction.say(bid)
        self.turn = self.auction.turn
        if won:
            self.declarer = self.auction.bidder
            self.trump = trump_of(self.auction.bid)
            self.phase = DISCARD

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.thrown_in = 0
        if self.game.options.next_dealer == "friend" and self.declarer != NOBODY:
            self.dealer = self.declarer if self.shown_by == NOBODY else self.shown_by
        else:
            self.dealer = (self.dealer + 1) % SEATS
        self.turn = NOBODY
        self.phase = OVER if len(self.hand_scores) == self.game.options.hands else DEAL

    # the tricks

    def lead(self, card: int) -> None:
        """Look up strengths and duty for the trick that this card leads."""
        alt, played = self.game.options.mighty_alt, len(self.tricks)
        has_power = 0 < played < HAND - 1 and self.ask != CALL
        self.power = power(self.trump, asked_suit(card, self.ask), alt, joker=has_power)
        self.duty = duty(card, self.ask, self.trump, alt)

    def gather(self, winner: int) -> None:
        """Give the trick to its winner, count its points, and see who the friend is."""
        self.points[winner] += (self.trick_mask & POINTS).bit_count()
        self.shown_by = self.shower()
        if self.called == FIRST and not self.tricks:
            self.shown_by = winner
        AskingState.gather(self, winner)

    def refresh(self) -> None:
        """Work `legal` out anew."""
        if self.phase != TRICKS or self.table:
            TrickState.refresh(self)
            return
        hand = self.hands[self.turn]
        legal = leads(hand)
        if not self.tricks and not self.game.options.trump_lead_first:
            legal = legal.translate(None, listed(SUIT_MASKS[self.trump])) or legal
        if self.tricks and ripper(self.trump) in hand:
            legal += ONE[ripper_call(self.trump)]
        self.legal = legal

    def shower(self) -> int:
        """Return who has played the called card, or won the called first trick; NOBODY so far."""
        if self.shown_by < 0 and 0 <= self.called < CARDS and self.trick_mask >> self.called & 1:
            return (self.leader + self.table.index(self.called)) % SEATS
        return self.shown_by

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: hands, table and each finished trick, kitty, discards."""
        return (*TrickState.places(self), mask_of(self.kitty), self.buried)

    def view(self, seat: int | None) -> MightyView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)


def _laid(seat: int, action: int) -> Event:
    """Return the event of an action that lays a card."""
    if action < JOKER0:
        return Played(seat, action)
    return JokerLed(seat, SUITS[action - JOKER0]) if action < CALL_C3 else JokerCalled(seat, RIPPERS[action])
