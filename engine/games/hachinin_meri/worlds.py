"""Worlds that fit what one seat of Hachinin-meri knows: every past play legal, every shown fact true."""

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core.bits import cards, mask_of
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY
from engine.core.game import Worlds
from engine.core.hands import listed
from engine.decks.unsun import SUIT_SIZE, SUITS
from engine.games.hachinin_meri.phases import BURY, PHASES, POLL, TRICKS
from engine.games.hachinin_meri.state import MeriState
from engine.games.hachinin_meri.view import FaceDown, MeriView
from engine.games.hachinin_meri.yaku import LAST_TRICK, RAISED
from engine.games.mechanics.partner import holder
from engine.games.mechanics.tricks import Duty, Trick
from engine.games.mechanics.unseen import Place, Unseen
from poems.chance import Bits, shuffled

if TYPE_CHECKING:
    from engine.games.hachinin_meri.game import HachininMeri

_TRIES: Final = 40


class _Refusal(NamedTuple):
    """A seat played a plain card to a meri: it had no trump, or the Sun of trumps dealt alone."""

    seat: int
    trick: int


class MeriWorlds(Worlds[MeriView]):
    """The deals that could look so to the viewer.

    Unseen cards lie in hands, in the stock, under the opening lead, and face down: each such trump in its own place.
    """

    def __init__(self, game: "HachininMeri", view: MeriView) -> None:
        self._game = game
        self._view = view
        self._trumps = game.trumps[max(SUITS.find(view.trump or ""), 0)]
        self._base = _public_state(game, view)
        self._seats = [seat for seat in range(game.seats) if seat != view.viewer]
        self._lacks = [0] * game.seats
        self._refusals: list[_Refusal] = []
        self._follow_history()
        self._unseen = self._locate(sun_may_stay=True)
        self._strict = self._locate(sun_may_stay=False) if self._refusals else self._unseen

    def sample(self, rng: Bits) -> MeriState:
        """Return a world drawn at random."""
        for _ in range(_TRIES):
            world = self._fill(self._unseen.deal(rng), rng)
            if all(self._could_refuse(world, refusal) for refusal in self._refusals):
                return world
        return self._fill(self._strict.deal(rng), rng)

    # where things may lie

    def _follow_history(self) -> None:
        """Note what each seat did not follow with."""
        view, trumps, monchi = self._view, self._trumps, False
        tricks = (*view.tricks, Trick(view.leader, NOBODY, view.table))
        for number, trick in enumerate(tricks, start=1):
            if not trick.cards or trick.cards[0] == HIDDEN:
                return
            led = trick.cards[0]
            meri = number > 1 and bool(trumps.mask >> led & 1)
            if meri:
                self._note(number, trick, Duty(trumps.mask))
            elif monchi:
                self._note(number, trick, Duty(trumps.plain[led // SUIT_SIZE], 0, trumps.mask))
            monchi = monchi or meri

    def _note(self, number: int, trick: Trick, duty: Duty) -> None:
        for at, card in enumerate(trick.cards[1:], start=1):
            seat = (trick.leader + at) % self._game.seats
            if card == HIDDEN or seat == self._view.viewer:
                continue
            lacks = duty.lacking(card)
            if lacks and duty.asked == self._trumps.mask:
                self._refusals.append(_Refusal(seat, number))
                lacks &= ~self._trumps.sun_bit
            self._lacks[seat] |= lacks

    def _locate(self, *, sun_may_stay: bool) -> Unseen:
        """Work out where the unseen cards may lie; the order of the places is that of `_fill`."""
        view, game, mask = self._view, self._game, self._trumps.mask
        if view.oki is None:
            return Unseen(0, [Place(0, 0)] * (len(self._seats) + 3))
        everything = mask_of(game.pack)
        places = [Place(view.hand_sizes[seat], self._may_hold(seat, sun_may_stay)) for seat in self._seats]
        for seat, trick in self._hidden_trumps():
            places.append(Place(1, self._trumps_of(seat, trick) & ~self._barred(seat)))
        opening = view.phase == PHASES[BURY] and view.viewer != view.taker
        under = mask if self._taker_had_only_trumps() else everything
        places += [
            Place(int(opening), everything & ~mask),
            Place(int(view.buried == HIDDEN), under & ~self._barred(view.taker)),
            Place(len(game.pack) - 9 * game.seats - 1, everything & ~self._barred(NOBODY)),
        ]
        return Unseen(everything & ~self._seen(), places)

    def _may_hold(self, seat: int, sun_may_stay: bool) -> int:  # noqa: FBT001
        """Return what a seat's hand can hold."""
        may = mask_of(self._game.pack) & ~self._lacks[seat] & ~self._barred(seat)
        if seat == self._view.taker and self._taker_had_only_trumps():
            may &= self._trumps.mask
        if not sun_may_stay and any(refusal.seat == seat for refusal in self._refusals):
            may &= ~self._trumps.sun_bit
        return may

    def _hidden_trumps(self) -> list[tuple[int, int]]:
        """Return seat and trick of every face-down trump that the viewer does not know: on the table, then gathered."""
        view = self._view
        on_table = []
        if view.phase == PHASES[TRICKS]:
            on_table = [
                ((view.leader + at) % self._game.seats, len(view.tricks) + 1)
                for at, card in enumerate(view.table)
                if card == HIDDEN
            ]
        return on_table + [(one.seat, one.trick) for one in view.face_down if one.card == HIDDEN]

    def _trumps_of(self, seat: int, trick: int) -> int:
        """Return the trumps that a seat can have laid face down in a trick: after a refusal only the Sun."""
        refused = [refusal.trick for refusal in self._refusals if refusal.seat == seat]
        return self._trumps.sun_bit if refused and min(refused) < trick else self._trumps.mask

    def _taker_had_only_trumps(self) -> bool:
        """Say whether a trump opened: then all ten cards of the taker were trumps."""
        view = self._view
        first = view.tricks[0].cards if view.tricks else view.table
        return bool(first) and first[0] != HIDDEN and bool(self._trumps.mask >> first[0] & 1)

    def _barred(self, seat: int) -> int:
        """Return what cannot be with a seat (NOBODY: in the stock) because everybody knows more about it."""
        view, dragon = self._view, 1 << self._trumps.dragon
        barred = 0
        if view.taker >= 0 and seat != view.taker and view.oki is not None:
            barred |= 1 << view.oki
        if view.declared_by >= 0:
            return barred | (dragon if seat != view.declared_by else 0)
        asking_the_holder = view.phase == PHASES[POLL] and self._game.options.dragon_poll == "holder_only"
        hidden = True if asking_the_holder else self._shown_by_yaku()
        if hidden is not None and (seat == NOBODY) == hidden:
            barred |= dragon
        return barred

    def _shown_by_yaku(self) -> bool | None:
        """Return whether a dragon is hidden as far as the value of yaku tells, where all of them rise with it."""
        if self._game.options.hidden_dragon_scope != "all_yaku" or self._view.oki == self._trumps.dragon:
            return None
        told = [one for scored in self._view.yaku if scored.trick < LAST_TRICK for one in scored.yaku]
        return told[0].value == RAISED if told else None

    def _seen(self) -> int:
        """Return every card whose place the viewer knows."""
        view = self._view
        lying = {card for trick in view.tricks for card in trick.cards}
        lying |= {*view.table, *(one.card for one in view.face_down)}
        if view.buried is not None:
            lying.add(view.buried)
        if view.oki is not None and view.taker < 0:
            lying.add(view.oki)
        return mask_of(lying - {HIDDEN}) | view.hand

    # filling them

    def _fill(self, held: list[int], rng: Bits) -> MeriState:
        """Return the state in which the unseen cards lie so."""
        view, world = self._view, self._base.clone()
        places = iter(held)
        for seat in self._seats:
            world.hands[seat] = listed(next(places))
        table = [
            next(places).bit_length() - 1 if card == HIDDEN and view.phase == PHASES[TRICKS] else card
            for card in view.table
        ]
        world.face_down = [
            FaceDown(one.trick, one.seat, next(places).bit_length() - 1) if one.card == HIDDEN else one
            for one in view.face_down
        ]
        opening, buried, stock = places
        if opening:
            world.opening = opening.bit_length() - 1
        if buried:
            world.buried = buried.bit_length() - 1
        world.stock = shuffled(cards(stock), rng)
        self._lay_table(world, table)
        for seat in self._seats:
            world.dealt[seat] = self._dealt(world, seat)
        if view.phase == PHASES[POLL] and view.to_act == NOBODY:
            world.turn = holder(self._trumps.dragon, world.hands)
        world.refresh()
        return world

    def _lay_table(self, world: MeriState, table: list[int]) -> None:
        if self._view.phase == PHASES[TRICKS]:
            world.turn = self._view.leader
            for card in table:
                world.show(card)

    def _dealt(self, world: MeriState, seat: int) -> bytes:
        """Return the nine cards that a seat was dealt."""
        dealt = mask_of(world.hands[seat]) | self._played(world, seat, 1)
        if seat == world.taker:
            dealt |= mask_of((world.opening, world.buried))
            dealt &= ~(1 << world.oki)
        return listed(dealt)

    def _played(self, world: MeriState, seat: int, since: int) -> int:
        """Return what a seat has played from a trick on."""
        seats = self._game.seats
        played = {trick.cards[(seat - trick.leader) % seats] for trick in world.tricks[since - 1 :]}
        played |= {one.card for one in world.face_down if one.seat == seat and one.trick >= since}
        at = (seat - world.leader) % seats
        if at < len(world.table):
            played.add(world.table[at])
        return mask_of(played)

    def _could_refuse(self, world: MeriState, refusal: _Refusal) -> bool:
        """Say whether the seat's plain card on a meri was legal in this world."""
        mask, sun = self._trumps.mask, self._trumps.sun_bit
        seat = refusal.seat
        held = (mask_of(world.hands[seat]) | self._played(world, seat, refusal.trick)) & mask
        return not held or (held == sun and mask_of(world.dealt[seat]) & mask == sun)


def _public_state(game: "HachininMeri", view: MeriView) -> MeriState:
    """Return a state with all that the view shows, the table still empty and no other seat's cards."""
    state = game.new(view.dealer)
    state.hand_scores = list(view.hand_scores)
    state.phase = PHASES.index(view.phase)
    state.standing = view.standing
    state.ko, state.yaku, state.tricks = view.ko, list(view.yaku), list(view.tricks)
    state.monchi, state.face_down = view.monchi, list(view.face_down)
    state.taker, state.declared_by = view.taker, view.declared_by
    state.leader = state.last = view.leader
    state.turn = view.to_act
    if view.oki is None:
        return state
    state.oki, state.trumps = view.oki, game.trumps[view.oki // SUIT_SIZE]
    state.dragon_by = _dragon_by(view, state.trumps.dragon, game.seats)
    if view.buried is not None:
        state.buried = view.buried
    if view.phase == PHASES[BURY]:
        state.opening = view.table[0]
    if view.viewer >= 0:
        state.hands[view.viewer] = listed(view.hand)
        state.dealt[view.viewer] = listed(view.dealt)
    return state


def _dragon_by(view: MeriView, dragon: int, seats: int) -> int:
    """Return who showed the trump dragon in a finished trick."""
    for trick in view.tricks:
        if dragon in trick.cards:
            return (trick.leader + trick.cards.index(dragon)) % seats
    return NOBODY
