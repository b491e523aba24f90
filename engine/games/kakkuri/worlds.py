"""Worlds that fit what one seat of Kakkuri knows.

Unseen cards lie in the hands and in the box. What else the table knows: who was dealt utazu, or that nobody
was; that a seat which declared sansoku holds pairs of different numbers; and that of eight the P3 is in the box.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING, Final

from engine.core.bits import cards
from engine.core.deck import HIDDEN
from engine.core.events import Dealt, Event, HandScored, Passed, Reshuffled
from engine.core.game import Worlds
from engine.decks.mekuri import mekuri48, number
from engine.games.kakkuri.events import (
    BoxTurned,
    Declared,
    HandKept,
    HandsSeen,
    HandSwapped,
    LeftRound,
    RoundWon,
    SatOut,
)
from engine.games.kakkuri.ranks import BLACK_TONGS, HAND, UTAZU
from engine.games.kakkuri.state import KakkuriState
from engine.games.kakkuri.view import KakkuriView
from engine.games.mechanics.shedding import Laid, Move, TurnEnded, of_number
from engine.games.mechanics.unseen import NoDeal, Place, Unseen
from poems.chance import Bits, below, shuffled

if TYPE_CHECKING:
    from engine.games.kakkuri.game import Kakkuri

TRIES: Final = 64
"""Deals drawn at random before one is built."""

Hands = list[int]


class KakkuriWorlds(Worlds[KakkuriView]):
    """The deals that could look so to the viewer, each as likely as any other."""

    def __init__(self, game: "Kakkuri", view: KakkuriView) -> None:
        self._view = view
        self._base = _public_state(game, view)
        self._own = view.viewer if self._base.seen else HIDDEN
        self._everything = mekuri48().mask if view.moves else 0
        self._laid = _laid_by(view)
        self._known = _known(view)
        hidden = [
            seat for seat in range(game.seats) if seat != self._own and view.hand_sizes[seat] and view.moves
        ]
        self._paired = {seat: self._pairings(seat) for seat in hidden if view.pairs_only[seat]}
        self._seats = [seat for seat in hidden if seat not in self._paired]
        self._dealing = self._unseen({}, {}) if not self._paired else None
        self.built = 0
        """How many worlds had to be built because none of the drawn ones fitted."""

    def sample(self, rng: Bits) -> KakkuriState:
        """Return a world drawn at random."""
        for _ in range(TRIES):
            drawn = self._draw(rng)
            if drawn is not None and self._fits(drawn):
                return self._world(drawn, rng)
        self.built += 1
        return self._world(self._build(rng), rng)

    # where the unseen cards may lie

    def _unseen(self, pairs: Mapping[int, int], missing: Mapping[int, int]) -> Unseen:
        """Return the places of the unseen cards once `pairs` are given out; a seat does not get what is `missing`."""
        view, base = self._view, self._base
        gone = sum(self._laid) | sum(pairs.values()) | view.hand | _turned(view) | sum(self._known.values())
        everywhere = self._everything & ~gone
        held = everywhere & ~(1 << BLACK_TONGS) if len(base.hands) == 8 else everywhere
        places = [
            Place(view.hand_sizes[seat] - self._known.get(seat, 0).bit_count(), held & ~missing.get(seat, 0))
            for seat in self._seats
        ]
        return Unseen(everywhere, [*places, Place(view.box_size, everywhere)])

    def _pairings(self, seat: int) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Return the numbers that the pairs of a seat may have, with the number of ways to take them."""
        free = self._everything & ~(sum(self._laid) | self._view.hand | _turned(self._view))
        played = {number(card) for card in cards(self._laid[seat])}
        left = {face: (free & of_number(face)).bit_count() for face in range(1, 13) if face not in played}
        wanted = self._view.hand_sizes[seat] // 2
        ways = {faces: prod(comb(left[face], 2) for face in faces) for faces in combinations(left, wanted)}
        return tuple((faces, count) for faces, count in ways.items() if count)

    # drawing

    def _draw(self, rng: Bits) -> Hands | None:
        """Return hands and box as masks, all equally likely; None where two seats drew the same card."""
        if self._dealing is not None:
            return self._dealing.deal(rng)
        pairs: dict[int, int] = {}
        taken = 0
        for seat in self._paired:
            pairs[seat] = self._draw_pairs(seat, rng)
            if taken & pairs[seat]:
                return None
            taken |= pairs[seat]
        return [*pairs.values(), *self._unseen(pairs, {}).deal(rng)]

    def _draw_pairs(self, seat: int, rng: Bits) -> int:
        pairings = self._paired[seat]
        draw = below(sum(ways for _, ways in pairings), rng)
        for faces, ways in pairings:
            draw -= ways
            if draw < 0:
                return sum(_some_pair(self._free(face), rng) for face in faces)
        raise NoDeal("no pairs fit the declared sansoku")

    def _free(self, face: int) -> int:
        gone = sum(self._laid) | self._view.hand | _turned(self._view)
        return of_number(face) & self._everything & ~gone

    def _fits(self, drawn: Hands) -> bool:
        """Say whether nobody was dealt utazu."""
        if not self._base.seen or self._known:
            return True
        seats = (*self._paired, *self._seats)
        return all(
            (self._laid[seat] | hand) & UTAZU != UTAZU for seat, hand in zip(seats, drawn, strict=False)
        )

    # building, where drawing did not help

    def _build(self, rng: Bits) -> Hands:
        """Return hands and box that fit, found by going through what each seat may lack. Raises NoDeal."""
        ones = shuffled(cards(UTAZU), rng)
        for pairs in self._all_pairs(tuple(self._paired), 0, rng):
            for lacking in product(ones, repeat=len(self._seats)):
                missing = {seat: 1 << card for seat, card in zip(self._seats, lacking, strict=True)}
                if any(self._laid[seat] & missing[seat] for seat in self._seats):
                    continue
                try:
                    dealt = self._unseen(pairs, missing).deal(rng)
                except NoDeal:
                    continue
                return [*pairs.values(), *dealt]
        raise NoDeal("the unseen cards fit no deal")

    def _all_pairs(self, seats: tuple[int, ...], taken: int, rng: Bits) -> Iterator[dict[int, int]]:
        """Yield the ways to give pairs to these seats, in a random order of their numbers."""
        if not seats:
            yield {}
            return
        for faces, _ in shuffled(self._paired[seats[0]], rng):
            rest = [self._free(face) & ~taken for face in faces]
            if all(cards_.bit_count() >= 2 for cards_ in rest):
                mine = sum(_some_pair(cards_, rng) for cards_ in rest)
                for others in self._all_pairs(seats[1:], taken | mine, rng):
                    yield {seats[0]: mine, **others}

    def _world(self, drawn: Hands, rng: Bits) -> KakkuriState:
        world = self._base.clone()
        seats = (*self._paired, *self._seats)
        for seat, hand in zip(seats, drawn, strict=False):
            world.hands[seat] = hand | self._known.get(seat, 0)
        world.box = shuffled(cards(drawn[-1]), rng) if world.box else ()
        if world.seen and world.turn >= 0:
            world.refresh()
        return world


def _some_pair(of: int, rng: Bits) -> int:
    first, second = shuffled(cards(of), rng)[:2]
    return 1 << first | 1 << second


def _laid_by(view: KakkuriView) -> list[int]:
    laid = [0] * len(view.hand_sizes)
    for move in view.moves:
        if move.did == "laid":
            laid[move.seat] |= move.cards
    return laid


def _turned(view: KakkuriView) -> int:
    return sum(move.cards for move in view.moves if move.did == "turned")


def _known(view: KakkuriView) -> dict[int, int]:
    """Return what the table knows to be in an unseen hand: utazu, or the P3 of the seat that sits out."""
    shown = {"sat_out"} if view.phase == "box" else {"utazu"}
    return {
        move.seat: move.cards
        for move in view.moves
        if move.did in shown and (move.seat != view.viewer or view.phase == "box")
    }


def _public_state(game: "Kakkuri", view: KakkuriView) -> KakkuriState:
    """Return the state that the viewer's feed leads to."""
    if not view.moves:
        return game.new(view.dealer)
    state = game.new(view.moves[0].seat)
    over = view.phase in ("deal", "over")
    state.hand_scores = list(view.hand_scores[:-1] if over else view.hand_scores)
    for event in _feed(game, view):
        state.apply(event)
    return state


def _feed(game: "Kakkuri", view: KakkuriView) -> Iterator[Event]:
    """Yield the events that the viewer saw, without what was hidden."""
    yield Dealt(view.moves[0].seat, (HIDDEN,) * len(game.pack))
    seen = False
    for move in view.moves[1:]:
        if not seen and move.did in ("turned", "utazu"):
            seen = True
            own = view.hand | _laid_by(view)[view.viewer]
            yield HandsSeen(tuple(cards(own) if seat == view.viewer else () for seat in range(game.seats)))
        yield _event(move)
        if move.did == "sat_out" and view.phase != "box":
            yield Reshuffled((HIDDEN,) * HAND)
    if view.moves[-1].did in ("utazu", "guri", "out", "alone"):
        yield HandScored(view.hand_scores[-1])


def _event(move: Move) -> Event:  # noqa: PLR0911 - one line for each deed
    """Return the event that the table saw."""
    match move.did:
        case "laid":
            return Laid(move.seat, move.cards)
        case "passed":
            return Passed(move.seat)
        case "ended":
            return TurnEnded(move.seat)
        case "turned":
            return BoxTurned(move.seat, cards(move.cards)[0], choice=False)
        case "sansoku":
            return Declared(move.seat)
        case "left":
            return LeftRound(move.seat)
        case "swapped":
            return HandSwapped(move.seat)
        case "kept":
            return HandKept(move.seat)
        case "sat_out":
            return SatOut(move.seat)
        case _:
            return RoundWon(move.seat, move.did)
