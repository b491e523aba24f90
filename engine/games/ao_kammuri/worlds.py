"""Worlds that fit what one seat of Ao-kammuri knows: built at once, for every deal of the unseen kinds is possible.

Nobody is ever bound to receive, so a pass tells nothing for sure. What cards are left is dealt at random over the
hands; then the cards of each kind that the viewer was not dealt go to whoever has played or still holds that kind.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.core.bits import cards, mask_of
from engine.core.deck import HIDDEN
from engine.core.events import Dealt, Event, HandScored, Passed
from engine.core.game import Worlds
from engine.games.ao_kammuri.events import RoundWon
from engine.games.ao_kammuri.state import AoKammuriState
from engine.games.ao_kammuri.view import AoKammuriView
from engine.games.mechanics.shedding_attack import Attacked, Received, packed
from poems.chance import Bits, shuffled

if TYPE_CHECKING:
    from engine.games.ao_kammuri.game import AoKammuri


class AoKammuriWorlds(Worlds[AoKammuriView]):
    """The deals that could look so to the viewer; all deals of the cards left are equally likely."""

    def __init__(self, game: "AoKammuri", view: AoKammuriView) -> None:
        self._masks = game.kinds.masks
        self._base = _public_state(game, view)
        self._seats = tuple(seat for seat in range(game.seats) if seat != view.viewer)
        self._sizes = view.hand_sizes
        self._played = _played(game, view)
        in_game = mask_of(game.pack) if view.plays or any(view.hand_sizes) else 0
        self._others = [in_game & mask & ~view.dealt for mask in self._masks]
        gone = [sum(self._played[seat][kind] for seat in self._seats) for kind in range(len(self._masks))]
        self._left = [
            kind for kind, others in enumerate(self._others) for _ in range(others.bit_count() - gone[kind])
        ]

    def sample(self, rng: Bits) -> AoKammuriState:
        """Return a world drawn at random."""
        world = self._base.clone()
        order, start = shuffled(self._left, rng), 0
        owned = {seat: self._played[seat][:] for seat in self._seats}
        for seat in self._seats:
            held = [0] * len(self._masks)
            for kind in order[start : start + self._sizes[seat]]:
                held[kind] += 1
                owned[seat][kind] += 1
            start += self._sizes[seat]
            world.hold(seat, packed(held))
        for kind, others in enumerate(self._others):
            which, at = shuffled(cards(others), rng), 0
            for seat in self._seats:
                world.dealt[seat] |= mask_of(which[at : at + owned[seat][kind]])
                at += owned[seat][kind]
        if world.turn >= 0:
            world.refresh()
        return world


def _played(game: "AoKammuri", view: AoKammuriView) -> list[list[int]]:
    """Return how many cards of each kind every seat has played."""
    names = game.kinds.names
    played = [[0] * len(names) for _ in range(game.seats)]
    for play in view.plays:
        if play.kind is not None:
            played[play.seat][names.index(play.kind)] += 1
    return played


def _public_state(game: "AoKammuri", view: AoKammuriView) -> AoKammuriState:
    """Return the state that the viewer's feed leads to."""
    state = game.new(view.dealer)
    if not view.plays and not any(view.hand_sizes):
        return state
    over = view.to_act < 0
    state.hand_scores = list(view.hand_scores[:-1] if over else view.hand_scores)
    first = view.plays[0].seat if view.plays else view.to_act
    state.dealer = first
    state.apply(_dealt(game, view, first))
    for event in _feed(view):
        state.apply(event)
    return state


def _dealt(game: "AoKammuri", view: AoKammuriView, dealer: int) -> Dealt:
    own, hidden = cards(view.dealt), (HIDDEN,) * (len(game.pack) // game.seats)
    hands = [own if seat == view.viewer else hidden for seat in range(game.seats)]
    order = [hands[(dealer + 1 + place) % game.seats] for place in range(game.seats)]
    return Dealt(dealer, tuple(card for hand in order for card in hand))


def _feed(view: AoKammuriView) -> Iterator[Event]:
    """Yield what the table saw."""
    for play in view.plays:
        if play.kind is None:
            yield Passed(play.seat)
        else:
            yield (Attacked if play.did == "attack" else Received)(play.seat, play.kind)
    if view.to_act < 0:
        yield RoundWon(view.plays[-1].seat)
        yield HandScored(view.hand_scores[-1])
