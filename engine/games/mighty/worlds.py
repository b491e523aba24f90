"""Worlds that fit what one seat of Mighty knows: every past play legal, every shown fact true."""

from typing import TYPE_CHECKING

from engine.core.bits import cards, mask_of
from engine.core.events import NOBODY
from engine.core.game import Worlds
from engine.core.hands import listed
from engine.decks.french import NO_SUIT, SUIT_MASKS
from engine.games.mechanics.auction import NO_BID, Auction
from engine.games.mechanics.tricks import Trick, played
from engine.games.mechanics.unseen import HiddenHands, Place
from engine.games.mighty.actions import FIRST, FRIEND0, KITTY, trump_of
from engine.games.mighty.ranks import duty
from engine.games.mighty.scoring import SEATS
from engine.games.mighty.state import MightyState
from engine.games.mighty.view import CALLING, TRICKS, MightyView
from poems.chance import Bits, shuffled

if TYPE_CHECKING:
    from engine.games.mighty.game import Mighty


class MightyWorlds(Worlds[MightyView]):
    """The deals that could look so to the viewer: in hands, in the kitty until it is taken, and among the discards."""

    def __init__(self, game: "Mighty", view: MightyView) -> None:
        self._game = game
        self._view = view
        self._trump = NO_SUIT
        self._tricks = (*view.tricks, Trick(view.leader, NOBODY, view.table))
        self._base = self._public_state()
        self._hidden = self._locate()

    def sample(self, rng: Bits) -> MightyState:
        """Return a world drawn at random."""
        view = self._view
        world = self._base.clone()
        kitty, discards = self._hidden.fill_listed(world.hands, rng)
        world.buried |= discards
        if view.kitty_size:
            world.kitty = shuffled(cards(kitty), rng)
        elif view.declarer >= 0 and not view.kitty:
            world.taken_up = self._taken_up(world, rng)
        world.refresh()
        return world

    def _public_state(self) -> MightyState:
        """Return a state with all that the view shows and no other seat's cards."""
        view = self._view
        state = self._game.new(view.dealer)
        state.hand_scores, state.thrown_in = list(view.hand_scores), view.thrown_in
        if view.viewer >= 0:
            state.hands[view.viewer] = listed(view.hand)
        if view.calls:
            state.auction = Auction(SEATS, view.calls[0].seat, pass_out=True)
        for call in view.calls:
            state.calls.append(call)
            state.auction.say(NO_BID if call.said == "pass" else self._game.bid(call.said))
        if view.declarer >= 0:
            state.declarer = view.declarer
            self._trump = state.trump = trump_of(state.auction.bid)
        if view.called is not None:
            state.called = self._game.parse(f"call {view.called}") - FRIEND0
        state.taken_up, state.buried = view.kitty, view.discards
        state.tricks, state.points = list(view.tricks), list(view.points)
        state.shown_by = self._shown_by(state.called)
        state.asks, state.ask = list(view.asks[: len(view.tricks)]), "".join(view.asks[len(view.tricks) :])
        state.phase = view.phase
        state.turn = state.leader = state.last = view.leader
        for card in view.table:
            state.show(card)
        state.turn = view.to_act
        return state

    def _shown_by(self, called: int) -> int:
        """Return who was seen to be the friend in a finished trick."""
        tricks = self._view.tricks
        if called == FIRST:
            return tricks[0].winner if tricks else NOBODY
        for trick in tricks:
            if called in trick.cards:
                return (trick.leader + trick.cards.index(called)) % SEATS
        return NOBODY

    def _locate(self) -> HiddenHands:
        """Work out where the unseen cards may lie, from the view alone."""
        view, game = self._view, self._game
        everything = mask_of(game.pack) if view.tricks or view.kitty_size or any(view.hand_sizes) else 0
        seen = view.hand | view.discards | played(view.tricks, view.table)
        exchanged = bool(view.tricks) or view.phase in (CALLING, TRICKS)
        hidden = KITTY - view.discards.bit_count() if exchanged and everything else 0
        may_hold = [everything & ~lacks for lacks in self._lacks()]
        beside = Place(view.kitty_size, everything), Place(hidden, everything & ~game.face_up)
        return HiddenHands(everything & ~seen, view.viewer, view.hand_sizes, may_hold, beside)

    def _lacks(self) -> list[int]:
        """Return what each seat cannot hold any more, by what it led first or did not follow with."""
        lacks, alt = [0] * SEATS, self._game.options.mighty_alt
        for trick, ask in zip(self._tricks, self._view.asks, strict=False):
            asked = duty(trick.cards[0], ask, self._trump, alt)
            for at, card in enumerate(trick.cards[1:], start=1):
                lacks[(trick.leader + at) % SEATS] |= asked.lacking(card)
        first = self._tricks[0].cards
        if first and SUIT_MASKS[self._trump] >> first[0] & 1 and not self._game.options.trump_lead_first:
            lacks[self._view.declarer] |= mask_of(self._game.pack) & ~SUIT_MASKS[self._trump]
        return lacks

    def _taken_up(self, world: MightyState, rng: Bits) -> int:
        """Return what the kitty may have been, out of all that the declarer has held."""
        declarer = self._view.declarer
        held = mask_of(world.hands[declarer]) | world.buried
        for trick in self._tricks:
            at = (declarer - trick.leader) % SEATS
            if at < len(trick.cards):
                held |= 1 << trick.cards[at]
        return mask_of(shuffled(cards(held), rng)[:KITTY])
