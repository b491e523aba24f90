"""Worlds that fit what one seat of Napoleon knows: every past play legal, every shown fact true."""

from typing import TYPE_CHECKING

from engine.core.bits import cards, mask_of
from engine.core.events import NOBODY
from engine.core.game import Worlds
from engine.core.hands import listed
from engine.decks.french import JOKER
from engine.games.mechanics.auction import NO_BID, Auction
from engine.games.mechanics.tricks import Trick, played
from engine.games.mechanics.unseen import HiddenHands, Place
from engine.games.napoleon.actions import BID0, trump_of
from engine.games.napoleon.ranks import JACK, POINTS, SPADE_ACE
from engine.games.napoleon.state import NapoleonState
from engine.games.napoleon.view import PHASES, NapoleonView
from poems.chance import Bits, shuffled

if TYPE_CHECKING:
    from engine.games.napoleon.game import Napoleon


class NapoleonWorlds(Worlds[NapoleonView]):
    """The deals that could look so to the viewer.

    Unseen cards lie in the other seats' hands, in the kitty until it is taken, and among the hidden discards, which are
    no point cards. A seat lacks whatever it did not follow with; a forced bidder held the card that forced it.
    """

    def __init__(self, game: "Napoleon", view: NapoleonView) -> None:
        self._game = game
        self._view = view
        self._base = _public_state(game, view)
        self._hidden = self._locate()

    def sample(self, rng: Bits) -> NapoleonState:
        """Return a world drawn at random."""
        view = self._view
        world = self._base.clone()
        kitty, discards = self._hidden.fill_listed(world.hands, rng)
        world.buried |= discards
        if view.kitty_size:
            world.kitty = self._ordered(kitty, rng)
        elif view.napoleon >= 0 and not view.kitty:
            world.taken_up = self._taken_up(world, rng)
        world.refresh()
        return world

    def _locate(self) -> HiddenHands:
        """Work out where the unseen cards may lie, from the view alone."""
        view, game = self._view, self._game
        everything = mask_of(game.pack) if view.tricks or view.kitty_size or any(view.hand_sizes) else 0
        seen = view.hand | view.discards | played(view.tricks, view.table)
        exchanged = bool(view.tricks) or view.phase == "tricks"
        hidden = game.kitty_size - view.discards.bit_count() if exchanged else 0
        in_kitty, his = self._placed()
        may_hold = [
            everything & ~lacks & ~self._barred(seat, in_kitty, his)
            for seat, lacks in enumerate(_lacks(game, view))
        ]
        beside = Place(view.kitty_size, everything & ~his), Place(hidden, everything & ~POINTS)
        return HiddenHands(everything & ~seen, view.viewer, view.hand_sizes, may_hold, beside)

    def _placed(self) -> tuple[int, int]:
        """Return the cards that everybody knows to have been in the kitty, and in the forced bidder's hand."""
        view = self._view
        in_kitty = 0 if view.turned is None else 1 << view.turned
        if view.must_bid_card is not None:
            return in_kitty, 1 << view.must_bid_card
        if view.thrown_in and view.phase == "deal":
            in_kitty |= _thrown_in_for(self._game.options.all_pass, view.turned)
        return in_kitty, 0

    def _barred(self, seat: int, in_kitty: int, his: int) -> int:
        """Return what a seat cannot hold because it is known to be elsewhere."""
        view = self._view
        if seat in (view.napoleon, view.must_bid):
            return in_kitty if view.kitty_size else 0
        return in_kitty | his

    def _ordered(self, kitty: int, rng: Bits) -> tuple[int, ...]:
        """Return the kitty as it may lie, a card that was turned up in its own place."""
        turned = self._view.turned
        if turned is None:
            return shuffled(cards(kitty), rng)
        rest = shuffled(cards(kitty & ~(1 << turned)), rng)
        at = len(rest) // 2
        return (*rest[:at], turned, *rest[at:])

    def _taken_up(self, world: NapoleonState, rng: Bits) -> int:
        """Return what the kitty may have been, out of all that the Napoleon has held."""
        view = self._view
        held = mask_of(world.hands[view.napoleon]) | world.buried
        for trick in (*view.tricks, Trick(view.leader, NOBODY, view.table)):
            at = (view.napoleon - trick.leader) % self._game.seats
            if at < len(trick.cards):
                held |= 1 << trick.cards[at]
        sure = 0 if view.turned is None else 1 << view.turned
        own = 0 if view.must_bid_card is None else 1 << view.must_bid_card
        free = shuffled(cards(held & ~sure & ~own), rng)
        return sure | mask_of(free[: self._game.kitty_size - sure.bit_count()])


def _thrown_in_for(rule: str, turned: int | None) -> int:
    """Return the card that would have forced a bid, had anybody held it."""
    if rule == "mighty_must_bid":
        return 1 << SPADE_ACE
    if turned is None or turned == JOKER:
        return 0
    return 1 << turned // 13 * 13 + JACK


def _lacks(game: "Napoleon", view: NapoleonView) -> list[int]:
    """Return what each seat cannot hold any more, by what it did not follow with."""
    lacks = [0] * game.seats
    if view.denomination is None or view.number is None:
        return lacks
    trump = trump_of(game.bid(view.number, view.denomination))
    for trick in (*view.tricks, Trick(view.leader, NOBODY, view.table)):
        if trick.cards:
            duty = game.tables.duty[trump][trick.cards[0]]
            for at, card in enumerate(trick.cards[1:], start=1):
                lacks[(trick.leader + at) % game.seats] |= duty.lacking(card)
    return lacks


def _public_state(game: "Napoleon", view: NapoleonView) -> NapoleonState:
    """Return a state with all that the view shows and no other seat's cards."""
    state = game.new(view.dealer)
    state.hand_scores = list(view.hand_scores)
    state.thrown_in = view.thrown_in
    if view.viewer >= 0:
        state.hands[view.viewer] = listed(view.hand)
    state.must_bid = view.must_bid
    state.must_bid_card = -1 if view.must_bid_card is None else view.must_bid_card
    state.turned = -1 if view.turned is None else view.turned
    _repeat_auction(game, state, view)
    state.called = -1 if view.called is None else view.called
    state.taken_up, state.buried = view.kitty, view.discards
    state.tricks, state.points = list(view.tricks), list(view.points)
    state.shown_by = _shown_by(view, game.seats)
    state.turn = state.leader = state.last = view.leader
    for card in view.table:
        state.show(card)
    state.phase, state.turn = PHASES.index(view.phase), view.to_act
    return state


def _repeat_auction(game: "Napoleon", state: NapoleonState, view: NapoleonView) -> None:
    """Say again what was said."""
    if view.calls:
        state.auction = Auction(game.seats, view.calls[0].seat, game.options.pass_out)
    for call in view.calls:
        state.auction.turn = call.seat  # a forced bidder is not next in turn
        state.calls.append(call)
        state.auction.say(NO_BID if call.said == "pass" else game.parse(f"bid {call.said}") - BID0)
    if view.napoleon >= 0:
        state.napoleon = view.napoleon
        state.trump = trump_of(state.auction.bid)
    elif view.must_bid >= 0:
        state.auction.turn = view.must_bid


def _shown_by(view: NapoleonView, seats: int) -> int:
    """Return who played the called card in a finished trick."""
    for trick in view.tricks:
        if view.called in trick.cards:
            return (trick.leader + trick.cards.index(view.called)) % seats
    return NOBODY
