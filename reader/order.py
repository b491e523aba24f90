"""The order in which poems are read."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Seed, below, shuffled
from poems.lookalike import STRONGEST, draw
from poems.sets import MUSUME_ORDER

MOST_ROUNDS: Final = 20
MOST_CARDS: Final = 2000
"""Cards of a whole reading, all rounds together."""


class Order(StrEnum):
    """How the cards of a reading are put in order."""

    SHUFFLE = "shuffle"
    NUMBER = "number"
    MUSUME = "musume"
    """By first kana, むすめふさほせ …: those with few poems first."""
    AS_GIVEN = "as-given"
    RANDOM = "random"
    """With replacement: a poem may come again, as in a drill on a few look-alikes."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Which poems are read and how they are put in order; a seed does the rest.

    `cards` is the set, in the order given. `dead` more are read from outside it although they are not on the field,
    chosen the more for sounding like the set the larger `look_alike` is (thousandths). The mask `absent` are cards that
    are not there at all: they are not read, dead or alive. The whole is read `rounds` times, each in an order of its
    own, and ends after `most` cards (0: all). Raises ValueError for what cannot be drawn.
    """

    cards: tuple[int, ...]
    order: Order = Order.SHUFFLE
    dead: int = 0
    look_alike: int = 0
    absent: int = 0
    rounds: int = 1
    most: int = 0

    def __post_init__(self) -> None:
        if len(self.cards) != mask(self.cards).bit_count():
            raise ValueError("a card comes twice in the set: leave one out")
        if not self.inside:
            raise ValueError("no cards in this set: nothing to read")
        outside = self.outside.bit_count()
        if not 0 <= self.dead <= outside:
            raise ValueError(
                f"{self.dead} dead cards: outside a set of {len(self.inside)} there are 0 to {outside} of them"
            )
        if not 0 <= self.look_alike <= STRONGEST:
            raise ValueError(f"look-alike {self.look_alike / STRONGEST:g}: it may be 0 to 1")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"{self.rounds} rounds: there may be 1 to {MOST_ROUNDS}")
        if not 0 <= self.most <= MOST_CARDS:
            raise ValueError(f"end after {self.most} cards: it may be 1 to {MOST_CARDS}, or 0 for all")

    @property
    def inside(self) -> tuple[int, ...]:
        """The cards of the set that are there, in the order given."""
        return tuple(card for card in self.cards if not self.absent >> card & 1)

    @property
    def outside(self) -> int:
        """The mask of the cards that may be drawn as dead ones."""
        return ALL_CARDS & ~mask(self.cards) & ~self.absent

    @property
    def in_a_round(self) -> int:
        """How many cards a round has that is read to its end."""
        return len(self.inside) + self.dead

    def drawn(self, seed: Seed) -> tuple[int, ...]:
        """Return the poems to read, in order. Every round takes its luck from a stream of its own."""
        added = self._dead_cards(seed)
        rounds = (self._round(added, seed, number) for number in range(1, self.rounds + 1))
        cards = tuple(card for one in rounds for card in one)
        return cards[: self.most] if self.most else cards

    @property
    def line(self) -> str:
        """The draw in one line, as the commitment covers it (`docs/reading.md`)."""
        cards, absent = (",".join(map(str, some)) for some in (self.cards, numbers(self.absent)))
        return (
            f"{self.order} {cards} dead {self.dead} look-alike {self.look_alike} absent {absent}"
            f" rounds {self.rounds} most {self.most}"
        )

    def commitment(self, seed: Seed) -> str:
        """Return the SHA-256 of the seed and of what is drawn with it, in hexadecimal.

        The seed alone would bind nobody: from another draw, such as the same cards typed in another order, the same
        seed makes any order one likes.
        """
        return hashlib.sha256(seed.value + self.line.encode()).hexdigest()

    @property
    def by_chance(self) -> bool:
        """Whether the seed has a say."""
        return self.order in (Order.SHUFFLE, Order.RANDOM) or self.dead > 0

    def _dead_cards(self, seed: Seed) -> tuple[int, ...]:
        stream = seed.stream("dead")
        if self.look_alike:
            return draw(self.outside, mask(self.inside), self.dead, self.look_alike, stream)
        return shuffled(numbers(self.outside), stream)[: self.dead]

    def _round(self, added: tuple[int, ...], seed: Seed, number: int) -> tuple[int, ...]:
        stream = seed.stream("order" if number == 1 else f"order {number}")
        deck = (*self.inside, *added)
        match self.order:
            case Order.SHUFFLE:
                return shuffled(deck, stream)
            case Order.NUMBER:
                return tuple(sorted(deck))
            case Order.MUSUME:
                return tuple(sorted(deck, key=MUSUME_ORDER.index))
            case Order.AS_GIVEN if added:
                places = shuffled((True,) * len(added) + (False,) * len(self.inside), stream)
                given, extra = iter(self.inside), iter(added)
                return tuple(next(extra) if is_dead else next(given) for is_dead in places)
            case Order.AS_GIVEN:
                return deck
            case Order.RANDOM:
                return tuple(deck[below(len(deck), stream)] for _ in deck)


def arrange(cards: Sequence[int], order: Order, seed: Seed, dead: int = 0) -> tuple[int, ...]:
    """Return the poems to read, in order: the `cards` and `dead` more from outside them; see `Draw`.

    Where the order itself does not place dead cards (`as-given`) they go to random places among the cards, whose own
    order stays. `random` draws as many times as there are cards. Raises ValueError as `Draw` does.
    """
    return Draw(tuple(cards), order, dead).drawn(seed)
