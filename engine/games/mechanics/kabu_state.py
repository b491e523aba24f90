"""A session of kabu in play: docs/rules/oicho_kabu.md §3 and §4."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, Dealt, Event, HandScored
from engine.core.why import NO_TURN, Why
from engine.games.mechanics.banking import Bet, BetLaid, BetsDone
from engine.games.mechanics.bets import DONE, legal_bets, read_bet
from engine.games.mechanics.kabu import (
    BANK,
    BANKS,
    BET,
    DEAL,
    DRAW,
    FIELD,
    FIELDS,
    OVER,
    PHASES,
    PLACES,
    BankDrew,
    BankLooked,
    CardTaken,
    FieldCovered,
    KabuShown,
    KabuView,
    Stood,
    face,
    in_order,
    may,
    value,
)
from engine.games.mechanics.unfolding import UnfoldingState

if TYPE_CHECKING:
    from engine.games.mechanics.kabu_game import KabuGame


class KabuState(UnfoldingState[KabuView]):
    """A session; between two rounds it still shows the finished one. Cards are kept by their numbers."""

    __slots__ = ("bank", "bets", "dead", "done", "drawn_from", "fields", "phase", "pile", "shown", "stood")

    game: "KabuGame"
    phase: int
    dead: list[int]
    """The dead card of each seat, HIDDEN for none and for one that is not seen."""
    fields: list[list[int]]
    bank: list[int]
    pile: tuple[int, ...]
    """The cards to draw, the next one first."""
    bets: list[list[Bet]]
    done: int
    """Who has finished betting, as a mask of seats."""
    drawn_from: list[str]
    stood: int
    """Which fields, and the bank as number 0, stood, as a mask."""
    shown: bool

    def __init__(self, game: "KabuGame", dealer: int) -> None:
        self.game = game
        self.dealer = dealer
        self.hand_scores = []
        self._lay(())
        self.phase, self.turn = DEAL, NOBODY

    def _lay(self, pack: Sequence[int]) -> None:
        """Put everything to where a round starts, with this pack (or none)."""
        game, faces = self.game, [face(card) for card in pack]
        self.dead = [HIDDEN] * game.seats
        if pack and game.dead_cards:
            for seat in self.bettors():
                self.dead[seat] = faces.pop(0)
        fixed = game.fixed_fields
        firsts = fixed or [faces.pop(0) for _ in range(FIELDS if pack else 0)]
        self.fields = [[first] for first in firsts] if pack else [[] for _ in range(FIELDS)]
        self.bank = []
        self.pile = tuple(faces)
        self.bets = [[] for _ in range(game.seats)]
        self.done = self.stood = 0
        self.drawn_from = []
        self.shown = False
        self.phase, self.turn = BET, self.bettors()[0]

    def bettors(self) -> list[int]:
        """Return the seats that bet, from the banker's right on."""
        seats = self.game.seats
        return [(self.dealer + step) % seats for step in range(1, seats)]

    def betting_on(self, field: int) -> tuple[int, ...]:
        """Return who has bet on a field (from 1), in the order of play."""
        return tuple(seat for seat in self.bettors() if any(bet.slot == field for bet in self.bets[seat]))

    @property
    def field(self) -> int:
        """The next field, from 1, that is bet on and not decided yet; 0 if there is none.

        The bettors are asked in turn, each for all fields on which nobody before has bet.
        """
        waiting = [
            (self.bettors().index(on_it[0]), number)
            for number, cards in enumerate(self.fields, start=1)
            if len(cards) == 2 and not self.stood >> number & 1 and (on_it := self.betting_on(number))
        ]
        return min(waiting)[1] if waiting else 0

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a round is to be laid out."""
        return self.game.pack if self.phase == DEAL else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        game, phase = self.game, self.phase
        if phase == BET:
            return self._legal_bets()
        if phase == DRAW:
            return tuple(game.draw0 + at for at in range(len(PLACES)))
        if phase == FIELD:
            card, stand = may(*self.fields[self.field - 1])
            return (game.card,) * card + (game.stand,) * stand
        return (game.card, game.stand) if phase == BANKS else ()

    def _legal_bets(self) -> tuple[int, ...]:
        options, mine = self.game.options, self.bets[self.turn]
        if mine and self.game.one_field:
            return (DONE,)
        used = sum(1 << bet.slot - 1 for bet in mine if bet.slot is not None)
        return legal_bets(FIELDS, options.max_total_bet, used, self._rest())

    def _rest(self) -> int:
        """Return how much can still be staked."""
        return self.game.options.max_total_bet - sum(bet.stake or 0 for bets in self.bets for bet in bets)

    def _why(self, action: int) -> Why:
        if self.phase == BET:
            return self._why_no_bet(action)
        if self.phase == DRAW:
            return Why("the banker must draw a card now")
        if self.phase == FIELD and action in (self.game.card, self.game.stand):
            worth = str(value(self.fields[self.field - 1]))
            if action == self.game.stand:
                return Why("a field worth {value} must take a third card", value=worth)
            return Why("a field worth {value} takes no third card", value=worth)
        return NO_TURN if self.turn < 0 else Why("take a card or stand")

    def _why_no_bet(self, action: int) -> Why:
        most = self.game.options.max_total_bet
        if not DONE < action <= FIELDS * most:
            return Why("bet on a field or be done")
        slot, stake = read_bet(action, most)
        if any(bet.slot == slot for bet in self.bets[self.turn]):
            return Why("you have bet on field {field} already", field=str(slot))
        if self.game.one_field and self.bets[self.turn]:
            return Why("one bets on one field only")
        return Why(
            "a stake of {stake} is more than the {rest} that may still be bet",
            stake=str(stake),
            rest=str(self._rest()),
        )

    # what happens

    def _dealt(self, pack: tuple[int, ...]) -> Iterator[Event]:
        yield Dealt(self.dealer, in_order(pack))

    def _decided(self, action: int) -> Iterator[Event]:
        if self.phase == BET:
            yield from self._bet(action)
        elif self.phase == DRAW:
            place = PLACES[action - self.game.draw0]
            yield from self._second(place, chosen=True) if self.bank else self._cover(place, chosen=True)
        elif self.phase == FIELD:
            yield self._third(self.field, action)
            if self.phase == FIELD and not self.field:
                yield from self._second(PLACES[0], chosen=False)
        else:
            yield self._third(BANK, action)
            yield KabuShown(tuple(self.bank), tuple(map(tuple, self.fields)))
            yield HandScored(self._settled())

    def _bet(self, action: int) -> Iterator[Event]:
        """Take a bet or the end of a seat's bets; after the last one, go on."""
        seat, game = self.turn, self.game
        if action != DONE:
            yield BetLaid(seat, *read_bet(action, game.options.max_total_bet))
            return
        yield BetsDone(seat)
        if self.phase == DRAW and not any(self.bets):
            yield HandScored((0,) * game.seats)
        elif self.phase == DRAW and not game.chooses_draw:
            yield from self._cover(PLACES[0], chosen=False)

    def _cover(self, place: str, *, chosen: bool) -> Iterator[Event]:
        """Draw the banker's first card and cover the fields."""
        yield BankDrew(self.dealer, place, self.pile[_at(place)], chosen)
        for field in range(1, FIELDS + 1):
            yield FieldCovered(field, self.betting_on(field), self.pile[0])

    def _second(self, place: str, *, chosen: bool) -> Iterator[Event]:
        """Draw the banker's second card and let the banker look."""
        yield BankDrew(self.dealer, place, self.pile[_at(place)], chosen)
        yield BankLooked(self.dealer, tuple(self.bank))

    def _third(self, field: int, action: int) -> Event:
        return (
            Stood(self.turn, field)
            if action == self.game.stand
            else CardTaken(self.turn, field, self.pile[0])
        )

    def _settled(self) -> tuple[int, ...]:
        game, changes = self.game, [0] * self.game.seats
        for seat in self.bettors():
            for slot, stake in self.bets[seat]:
                if slot is not None and stake is not None:
                    changes[seat] += stake * game.multiple(tuple(self.bank), tuple(self.fields[slot - 1]))
        changes[self.dealer] = -sum(changes)
        return tuple(changes)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Dealt():
                self.dealer = event.dealer
                self._lay(event.pack)
            case BetLaid(seat, slot, stake):
                self.bets[seat].append(Bet(slot, stake))
            case BetsDone(seat):
                self.done |= 1 << seat
                last = self.done.bit_count() == self.game.seats - 1
                self.phase = DRAW if last else BET
                self.turn = self.dealer if last else (seat + 1) % self.game.seats
            case BankDrew(_, place, drawn):
                self.drawn_from.append(place)
                self._draw(_at(place))
                self.bank.append(HIDDEN if drawn is None else drawn)
            case FieldCovered(field, _, covered):
                self._draw(0)
                self.fields[field - 1].append(HIDDEN if covered is None else covered)
                if field == FIELDS:
                    self._next_field()
            case _:
                self._apply_later(event)

    def _apply_later(self, event: Event) -> None:
        match event:
            case CardTaken(_, field, drawn):
                self._draw(0)
                (self.fields[field - 1] if field else self.bank).append(drawn)
                self._next_field()
            case Stood(_, field):
                self.stood |= 1 << field
                self._next_field()
            case BankLooked(seat, faces):
                self.bank = [HIDDEN if one is None else one for one in faces]
                self.phase, self.turn = BANKS, seat
            case KabuShown():
                self.bank, self.fields = list(event.bank), list(map(list, event.fields))
                self.shown = True
            case HandScored():
                self.hand_scores.append(event.scores)
                self.turn = NOBODY
                if self.game.options.bank_rotation and self.bank_lost_all():
                    self.dealer = (self.dealer + 1) % self.game.seats
                self.phase = OVER if len(self.hand_scores) == self.game.options.rounds else DEAL
            case _:
                raise TypeError(f"{type(event).__name__} is no event of kabu")

    def _draw(self, at: int) -> None:
        at %= len(self.pile)
        self.pile = (*self.pile[:at], *self.pile[at + 1 :])

    def _next_field(self) -> None:
        """Ask for the next field, or the banker for the second card where the banker says from where it comes."""
        field = self.field
        self.phase = FIELD
        self.turn = self.betting_on(field)[0] if field else NOBODY
        if not field and len(self.bank) == 1 and self.game.chooses_second:
            self.phase, self.turn = DRAW, self.dealer

    def bank_lost_all(self) -> bool:
        """Say whether the bank has lost against every field."""
        if not self.shown:
            return False
        return all(self.game.multiple(tuple(self.bank), tuple(field)) > 0 for field in self.fields)

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return cards in every place. Which of the cards alike lie where is not known, so the first lie first."""
        zones = [[one] for one in self.dead if one != HIDDEN]
        skip = 1 if self.game.fixed_fields else 0
        zones += [cards[skip:] for cards in self.fields]
        return self.game.some_cards([*zones, self.bank, list(self.pile)])

    def view(self, seat: int | None) -> KabuView:
        """Return what a seat knows, or a spectator for None."""
        viewer, seats = NOBODY if seat is None else seat, range(self.game.seats)
        looked = self.shown or (self.phase == BANKS and viewer == self.dealer)
        return KabuView(
            viewer,
            self.turn,
            PHASES[self.phase],
            self.dealer,
            _seen(self.dead[viewer]) if viewer >= 0 else None,
            tuple(self._field_seen(number, viewer) for number in range(1, FIELDS + 1)),
            tuple(map(_seen, self.bank)) if looked else (None,) * len(self.bank),
            tuple(self.drawn_from),
            len(self.pile),
            tuple(map(tuple, self.bets)),
            tuple(bool(self.done >> owner & 1) for owner in seats),
            tuple(bool(self.stood >> number & 1) for number in range(FIELDS + 1)),
            self.field if self.phase == FIELD else 0,
            self.shown,
            self.scores(),
            tuple(self.hand_scores),
        )

    def _field_seen(self, number: int, viewer: int) -> tuple[int | None, ...]:
        cards = self.fields[number - 1]
        if self.shown or len(cards) < 2 or viewer in self.betting_on(number):
            return tuple(map(_seen, cards))
        return (_seen(cards[0]), None, *map(_seen, cards[2:]))


def _seen(one: int) -> int | None:
    return None if one == HIDDEN else one


def _at(place: str) -> int:
    return {"top": 0, "bottom": -1, "fourth": 3}[place]
