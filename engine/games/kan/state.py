"""A session of kan in play: docs/rules/kan.md §2 to §6."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.bits import BITS
from engine.core.events import NOBODY, Dealt, Event, HandScored, Played
from engine.core.hands import NONE, ONE
from engine.core.why import NO_TURN, Why
from engine.decks.french import JOKER, SUIT_MASKS, SUITS, french
from engine.games.kakeya.events import TrumpNamed
from engine.games.kan.events import KankeiShown
from engine.games.kan.ranks import HAND, NEEDED, SEATS, ace_of, duty, first_trump, power, seating
from engine.games.kan.view import DEAL, OPENING, OVER, TRICKS, TRUMP, KanView, look
from engine.games.mechanics.asking import JOKER0, AskingState, JokerLed, leads
from engine.games.mechanics.dealing import one_by_one
from engine.games.mechanics.following import PICTURES
from engine.games.mechanics.opening import WORDS, OpeningSaid
from engine.games.mechanics.partner import holder
from engine.games.mechanics.tricks import TrickTaken

if TYPE_CHECKING:
    from engine.games.kan.game import Kan

OPENING0: Final = JOKER0 + len(SUITS)
"""The action that says `iku`; the next one says `koi`."""
TRUMP0: Final = OPENING0 + len(WORDS)
ACTIONS: Final = TRUMP0 + len(SUITS)
_NATURAL: Final = tuple(range(SEATS))


class KanState(AskingState[KanView]):
    """A session; between two deals it still shows the finished one. Who plays after whom changes with the partners."""

    __slots__ = (
        "ace",
        "deal_number",
        "joker",
        "order",
        "partners",
        "phase",
        "pictures",
        "round",
        "sizes",
        "trump",
    )

    game: "Kan"
    phase: str
    round: int
    deal_number: int
    trump: int
    order: tuple[int, ...]
    partners: tuple[int, ...]
    ace: int
    joker: int
    sizes: list[int]
    pictures: list[int]

    def __init__(self, game: "Kan", dealer: int) -> None:
        self.game = game
        self.seats = SEATS
        self.dealer = dealer
        self.hand_scores = []
        self.round = self.deal_number = 0
        self.hands, self.sizes, self.pictures = [NONE] * SEATS, [0] * SEATS, [0] * SEATS
        self.trump = first_trump(0, game.options.rounds)
        self.order, self.partners = _NATURAL, ()
        self.ace = self.joker = NOBODY
        self.clear_tricks(NOBODY)
        self.phase, self.turn = DEAL, NOBODY

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the seat that plays so many steps after another."""
        return self.order[(self.order.index(seat) + steps) % SEATS]

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where cards are to be dealt."""
        return self.game.pack if self.phase == DEAL else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        if self.phase == TRICKS:
            return tuple(self.legal)
        if self.phase == OPENING:
            return tuple(range(OPENING0, TRUMP0))
        return tuple(range(TRUMP0, ACTIONS)) if self.phase == TRUMP else ()

    def _why(self, action: int) -> Why:
        if self.turn < 0:
            return NO_TURN
        if self.phase == TRUMP:
            return Why("name the trump suit now")
        if self.phase == OPENING:
            return Why("say iku to lead, or koi to let your partner lead")
        return self._why_not_played(action) if 0 <= action < OPENING0 else Why("a card must be played now")

    def _why_not_played(self, action: int) -> Why:
        card = min(action, JOKER)
        if card not in self.hands[self.turn]:
            return Why("{card} is not in your hand", card=french().code(card))
        if card == JOKER and not self.tricks:
            return Why("the joker is not played to the first trick")
        if not self.table:
            return Why("the joker that leads names a suit")
        if action >= JOKER0:
            return Why("only the joker that leads names a suit")
        return Why("you must follow suit ({suit})", suit=SUITS[SUIT_MASKS.index(self.duty.asked)])

    # what happens

    def _dealt(self, pack: tuple[int, ...]) -> Iterator[Event]:
        yield Dealt(self.dealer, pack)
        if not self.deal_number:
            yield self._kankei()

    def _kankei(self) -> KankeiShown:
        """Return who plays together, from the hands."""
        ace, joker = holder(ace_of(self.trump), self.hands), holder(JOKER, self.hands)
        other = (ace + 2) % SEATS if ace == joker else joker
        order = seating(ace, other)
        first = order.index(self.dealer) + 1
        partners = sorted((ace, other), key=lambda seat: (order.index(seat) - first) % SEATS)
        return KankeiShown(ace, joker, tuple(partners), order)

    def _decided(self, action: int) -> Iterator[Event]:
        seat = self.turn
        if self.phase == TRUMP:
            yield TrumpNamed(seat, SUITS[action - TRUMP0])
        elif self.phase == OPENING:
            yield OpeningSaid(seat, self.partners[action - OPENING0])
        else:
            yield JokerLed(seat, SUITS[action - JOKER0]) if action >= JOKER0 else Played(seat, action)
            if self.turn == NOBODY:
                yield TrickTaken(self.best)
            if len(self.tricks) == HAND:
                yield HandScored(self._payments())

    def _payments(self) -> tuple[int, ...]:
        """Return a point for each of the winners, less one for the losers, one more for all three deals."""
        won = sum(self.pictures[seat] for seat in self.partners) >= NEEDED[self.deal_number]
        mine = (2 if self.deal_number == len(NEEDED) - 1 else 1) if won else -1
        return tuple(mine if seat in self.partners else -1 if won else 1 for seat in range(SEATS))

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Played():
                self._put(event.card, "")
            case JokerLed():
                self._put(JOKER, event.suit)
            case TrickTaken():
                self.gather(event.winner)
            case KankeiShown():
                self.ace, self.joker = event.ace, event.joker
                self.partners, self.order = event.partners, event.order
                self._ask(OPENING)
            case TrumpNamed():
                self.trump = SUITS.index(event.suit)
                self._ask(OPENING)
            case OpeningSaid():
                self.turn = self.leader = event.leader
                self.last = self.after(event.leader, -1)
                self.phase = TRICKS
                self.refresh()
            case Dealt():
                self._lay_out(event.dealer, event.pack)
            case HandScored():
                self._score(event.scores)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of kan")

    def _lay_out(self, dealer: int, pack: tuple[int, ...]) -> None:
        self.dealer = dealer
        self.hands = one_by_one(pack, dealer, SEATS, HAND)
        self.sizes, self.pictures = [HAND] * SEATS, [0] * SEATS
        self.clear_tricks(NOBODY)
        if self.deal_number:
            self.ace = self.joker = NOBODY
            self._ask(TRUMP)
        else:
            self.trump = first_trump(self.round, self.game.options.rounds)
            self.order, self.partners = _NATURAL, ()

    def _ask(self, phase: str) -> None:
        """Ask the first of the partners."""
        self.phase, self.turn = phase, self.partners[0]

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.turn = NOBODY
        self.deal_number += 1
        if scores[self.partners[0]] < 0 or self.deal_number == len(NEEDED):
            self.round += 1
            self.deal_number = 0
            self.dealer = (self.dealer + 1) % SEATS
        self.phase = OVER if self.round == self.game.options.rounds else DEAL

    # the tricks, in the order of the round

    def _put(self, card: int, ask: str) -> None:
        seat = self.turn
        self.sizes[seat] -= 1
        self.put_down(card, ask)

    def lay(self, card: int) -> None:
        """Put a card of the seat to act on the table; the next seat in the order of the round, if any, is to act."""
        seat = self.turn
        if not self.table:
            self.last = self.after(seat, -1)
            self.lead(card)
        self.table.append(card)
        self.trick_mask |= BITS[card]
        self.hands[seat] = self.hands[seat].replace(ONE[card], NONE)
        if self.power[card] > self.best_power:
            self.best, self.best_power = seat, self.power[card]
        self.turn = NOBODY if seat == self.last else self.after(seat)
        self.refresh()

    def lead(self, card: int) -> None:
        """Look up strengths and duty for the trick that this card leads."""
        self.power = power(self.trump, card, self.ask, last=len(self.tricks) == HAND - 1)
        self.duty = duty(card, self.ask)

    def gather(self, winner: int) -> None:
        """Give the trick to its winner and count its pictures."""
        self.pictures[winner] += (self.trick_mask & PICTURES).bit_count()
        AskingState.gather(self, winner)

    def refresh(self) -> None:
        """Work `legal` out anew."""
        if self.phase != TRICKS or self.turn < 0:
            self.legal = NONE
            return
        hand = self.hands[self.turn] if self.tricks else self.hands[self.turn].replace(ONE[JOKER], NONE)
        self.legal = self.duty.legal(hand) if self.table else leads(hand)

    # what it looks like

    def view(self, seat: int | None) -> KanView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)
