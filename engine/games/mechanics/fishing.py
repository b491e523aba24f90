"""Fishing on the mekuri pack: a card from the hand, then one from the pile, each catching its equals on the field.

With no card of its number on the field a card stays there; it catches the one or the three that there are; of two its
player chooses one. To catch is compulsory, to play a card that catches is not.

Actions: 0-47 play that card, PLAY_TAKE0 on play a card and choose one of two, TAKE0 on choose for the card turned up;
OWN0 on are a game's own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from engine.core.bits import cards, mask_of
from engine.core.deck import HIDDEN, Deck, NotationError
from engine.core.events import NOBODY, CardNumber, CardSet, Dealt, Event, HandScored, Seat
from engine.core.game import View
from engine.core.why import NO_TURN, Why
from engine.decks.mekuri import CARDS, NUMBERS, SUITS, mekuri48, number
from engine.games.mechanics.dealing import seen_by
from engine.games.mechanics.shedding import of_number
from engine.games.mechanics.unfolding import UnfoldingState
from engine.games.mechanics.unseen import HiddenHands, Place
from poems.chance import Bits, shuffled

PLAY_TAKE0: Final = CARDS
TAKE0: Final = PLAY_TAKE0 + CARDS * len(SUITS)
OWN0: Final = TAKE0 + CARDS

DEAL: Final = "deal"
PLAY: Final = "play"
TAKE: Final = "take"
OVER: Final = "over"


def play_take(card: int, take: int) -> int:
    """Return the action that plays a card and chooses one of its two equals on the field."""
    return PLAY_TAKE0 + len(SUITS) * card + take // NUMBERS


def read_play(action: int) -> tuple[int, int | None]:
    """Return the card of a play, and the one it chooses."""
    if action < PLAY_TAKE0:
        return action, None
    card, suit = divmod(action - PLAY_TAKE0, len(SUITS))
    return card, suit * NUMBERS + card % NUMBERS


def equals(card: int, field: int) -> int:
    """Return the cards of the same number on a field."""
    return field & of_number(number(card))


def stuck(field: int) -> bool:
    """Say whether four cards of one number lie on the field, where nothing could ever catch them."""
    return any(of_number(face) & ~field == 0 for face in range(1, NUMBERS + 1))


def text_of(action: int) -> str:
    """Return an action as records write it."""
    code = mekuri48().code
    if action >= TAKE0:
        return f"take {code(action - TAKE0)}"
    card, take = read_play(action)
    return f"play {code(card)}" if take is None else f"play {code(card)} take {code(take)}"


def parse(written: str, deck: Deck) -> int | None:
    """Return the action of a text, None if it has another form. Raises NotationError for what is no card or no pair."""
    match written.split(" "):
        case ["play", code]:
            return deck.number(code)
        case ["take", code]:
            return TAKE0 + deck.number(code)
        case ["play", code, "take", other]:
            card, take = deck.numbers_of((code, other))
            if number(card) != number(take):
                raise NotationError(f"{code} catches no {other}: they have other numbers")
            return play_take(card, take)
    return None


@dataclass(frozen=True, slots=True)
class Fished(Event):
    """A seat played a card; `take` is its choice where two of the number lay on the field."""

    seat: Seat
    card: CardNumber
    take: CardNumber | None


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A seat turned up the top card of the pile."""

    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A seat chose one of the two that the card turned up could catch."""

    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class Misdealt(Event):
    """Four cards of one number lie on the field, so the same dealer deals again."""


EVENTS: Final[tuple[type[Event], ...]] = (Dealt, Misdealt, Fished, TurnedUp, Chose, HandScored)


@dataclass(frozen=True, slots=True)
class FishingView(View):
    """What a seat knows; a spectator's `hand` is empty. Whatever was played or caught is open."""

    dealer: Seat
    hand: CardSet
    hand_sizes: tuple[int, ...]
    field: CardSet
    pile: int
    """Cards in the pile."""
    turned: CardNumber | None
    """The card turned up, while its player chooses what it catches."""
    captured: tuple[CardSet, ...]
    scores: tuple[int, ...]
    hand_scores: tuple[tuple[int, ...], ...]


V = TypeVar("V", bound=FishingView)


class FishingState(UnfoldingState[V], Generic[V]):
    """The fishing part of a state. In one folded from a feed hands and pile hold only what the feed shows."""

    __slots__ = ("captured", "field", "hands", "phase", "pile", "sizes", "turned")

    phase: str
    hands: list[int]
    sizes: list[int]
    field: int
    pile: tuple[int, ...]
    """The pile, the next card first."""
    captured: list[int]
    turned: int
    """The card turned up that waits for a choice, or HIDDEN."""

    def payments(self) -> tuple[int, ...]:
        """Return what every seat scores for what was caught."""
        raise NotImplementedError

    def following(self, seat: int) -> int:
        """Return the seat that plays after another."""
        return (seat + 1) % len(self.sizes)

    def clear(self) -> None:
        """Put everything to where there are no cards."""
        seats = self.game.seats
        self.hands, self.sizes, self.captured = [0] * seats, [0] * seats, [0] * seats
        self.field, self.pile, self.turned = 0, (), HIDDEN
        self.phase, self.turn = DEAL, NOBODY

    def lay(self, pack: Sequence[int], size: int, on_field: int) -> None:
        """Deal a hand to each seat, in one block from the dealer's right on, then the field; the rest is the pile."""
        self.clear()
        seats = len(self.hands)
        for place in range(seats):
            seat = (self.dealer + 1 + place) % seats
            self.hands[seat] = mask_of(pack[size * place : size * (place + 1)])
            self.sizes[seat] = size
        start = size * seats
        self.field = mask_of(pack[start : start + on_field])
        self.pile = tuple(pack[start + on_field :])

    # what to do next

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        if self.phase == TAKE:
            return tuple(TAKE0 + card for card in cards(equals(self.turned, self.field)))
        if self.phase != PLAY:
            return ()
        plain, choosing = [], []
        for card in cards(self.hands[self.turn]):
            caught = cards(equals(card, self.field))
            if len(caught) == 2:
                choosing += [play_take(card, take) for take in caught]
            else:
                plain.append(card)
        return (*plain, *choosing)

    def _why(self, action: int) -> Why:
        code = self.game.deck.code
        if self.phase == TAKE:
            if not TAKE0 <= action < OWN0:
                return Why("choose what {card} catches", card=code(self.turned))
            return Why("{card} does not catch {other}", card=code(self.turned), other=code(action - TAKE0))
        if self.turn < 0:
            return NO_TURN
        if not 0 <= action < TAKE0:
            return Why("play a card now")
        card, take = read_play(action)
        if not self.hands[self.turn] >> card & 1:
            return Why("{card} is not in your hand", card=code(card))
        if take is None:
            return Why("{card} catches one of two cards: say which", card=code(card))
        return Why("there is nothing to choose between for {card}", card=code(card))

    # what happens

    def _decided(self, action: int) -> Iterator[Event]:
        seat = self.turn
        if self.phase == TAKE:
            yield Chose(seat, action - TAKE0)
        else:
            yield Fished(seat, *read_play(action))
            yield TurnedUp(seat, self.pile[0])
        if self.phase != TAKE and not any(self.sizes):
            yield HandScored(self.payments())

    def fish(self, event: Event) -> bool:
        """Change the state as the event says; False for an event of another kind."""
        match event:
            case Fished(seat, card, take):
                self.hands[seat] &= ~(1 << card)
                self.sizes[seat] -= 1
                self._catch(seat, card, take)
            case TurnedUp(seat, card):
                self.pile = self.pile[1:]
                if equals(card, self.field).bit_count() == 2:
                    self.turned, self.phase = card, TAKE
                else:
                    self._catch(seat, card, None)
                    self.turn = self.following(seat)
            case Chose(seat, card):
                self._catch(seat, self.turned, card)
                self.turned, self.phase = HIDDEN, PLAY
                self.turn = self.following(seat)
            case Misdealt():
                self.phase, self.turn = DEAL, NOBODY
            case _:
                return False
        return True

    def _catch(self, seat: int, card: int, take: int | None) -> None:
        caught = equals(card, self.field) if take is None else 1 << take
        self.field ^= caught
        if caught:
            self.captured[seat] |= caught | 1 << card
        else:
            self.field |= 1 << card

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: hands, field, pile, the card turned up, and what was caught."""
        turned = mask_of((self.turned,)) if self.turned != HIDDEN else 0
        return (*self.hands, self.field, mask_of(self.pile), turned, *self.captured)

    def open_cards(self) -> int:
        """Return all cards that lie face up."""
        return sum(self.captured) | self.field | (1 << self.turned if self.turned != HIDDEN else 0)


def look(state: FishingState[V], viewer: int) -> FishingView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand or of the pile's order is looked at."""
    return FishingView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        state.hands[viewer] if viewer >= 0 else 0,
        tuple(state.sizes),
        state.field,
        len(state.pile),
        None if state.turned == HIDDEN else state.turned,
        tuple(state.captured),
        state.scores(),
        tuple(state.hand_scores),
    )


def restore(state: FishingState[V], view: FishingView) -> None:
    """Put into a new state all that a view shows."""
    state.hand_scores = list(view.hand_scores)
    state.phase, state.turn = view.phase, view.to_act
    if view.viewer >= 0:
        state.hands[view.viewer] = view.hand
    state.sizes, state.captured = list(view.hand_sizes), list(view.captured)
    state.field = view.field
    state.turned = HIDDEN if view.turned is None else view.turned


class Depths:
    """Where the unseen cards of a fishing game may lie: in the other hands and in the pile, in any order there."""

    def __init__(self, base: FishingState[V], viewer: int, pile: int, in_pile: int = 0) -> None:
        """Take a state without its hidden cards; `in_pile` are unseen cards that nobody else was dealt."""
        dealt = base.field or sum(base.captured) or any(base.sizes)
        everything = base.game.deck.mask if dealt else 0
        own = base.hands[viewer] if viewer >= 0 else 0
        unseen = everything & ~base.open_cards() & ~own
        may_hold = [everything & ~in_pile] * len(base.sizes)
        self._hidden = HiddenHands(unseen, viewer, base.sizes, may_hold, [Place(pile, everything)])

    def fill(self, world: FishingState[V], rng: Bits) -> None:
        """Put unseen cards at random where they may lie."""
        (pile,) = self._hidden.fill(world.hands, rng)
        world.pile = shuffled(cards(pile), rng)


def redacted(event: Dealt, seat: int | None, seats: int, size: int, on_field: int) -> Dealt:
    """Return a deal with nothing but the seat's hand and the field."""
    return seen_by(event, seat, seats, size, packet=size, open_=range(size * seats, size * seats + on_field))


def fished(event: Event) -> int | None:
    """Return the action that an event of fishing came from."""
    match event:
        case Fished(_, card, take):
            return card if take is None else play_take(card, take)
        case Chose():
            return TAKE0 + event.card
        case _:
            return None
