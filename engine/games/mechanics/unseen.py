"""Dealing the unseen cards at random into the places where they may lie: the heart of every world sampler.

A place has a size and a mask of what it may hold (no hearts once a seat did not follow to hearts). Cards go one by
one, the ones with the fewest places first, each to a place in proportion to the room there. Where a card finds no room,
others move aside along a chain, so a deal is found whenever there is one, without trying again and again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.bits import cards
from engine.core.hands import listed
from poems.chance import Bits, below


@dataclass(frozen=True, slots=True)
class Place:
    """Where unseen cards lie: how many there are, and which they can be."""

    size: int
    allowed: int


class NoDeal(ValueError):  # noqa: N818
    """The unseen cards fit no deal: the view contradicts itself."""


class Unseen:
    """Unseen cards and their places, prepared once and dealt often."""

    __slots__ = ("_allowed", "_cards", "_sizes")

    def __init__(self, unseen: int, places: list[Place]) -> None:
        if unseen.bit_count() != sum(place.size for place in places):
            room = sum(place.size for place in places)
            raise NoDeal(f"{unseen.bit_count()} unseen cards for {room} places")
        self._sizes = [place.size for place in places]
        self._allowed = [place.allowed for place in places]
        options = [
            (card, tuple(at for at, place in enumerate(places) if place.size and place.allowed >> card & 1))
            for card in cards(unseen)
        ]
        self._cards = sorted(options, key=lambda option: len(option[1]))

    def deal(self, bits: Bits) -> list[int]:
        """Return a mask for each place. Raises NoDeal where none fits."""
        room = self._sizes[:]
        held = [0] * len(room)
        for card, options in self._cards:
            free = sum([room[at] for at in options])
            if not free:
                if self._push(card, held, room, 0) >= 0:
                    raise NoDeal("the unseen cards fit no deal")
                continue
            draw = below(free, bits)
            for at in options:
                draw -= room[at]
                if draw < 0:
                    held[at] |= 1 << card
                    room[at] -= 1
                    break
        return held

    def _push(self, card: int, held: list[int], room: list[int], tried: int) -> int:
        """Put a card where it may lie and move others aside; return -1, or the places tried in vain as a mask."""
        for at, allowed in enumerate(self._allowed):
            if tried >> at & 1 or not allowed >> card & 1 or not self._sizes[at]:
                continue
            if room[at]:
                room[at] -= 1
                held[at] |= 1 << card
                return -1
            tried |= 1 << at
            for other in cards(held[at]):
                held[at] ^= 1 << other | 1 << card
                found = self._push(other, held, room, tried)
                if found < 0:
                    return -1
                held[at] ^= 1 << other | 1 << card
                tried = found
        return tried


class HiddenHands:
    """Unseen cards in the hands of all seats but the viewer's, and in the places beside them."""

    __slots__ = ("_seats", "_unseen")

    def __init__(
        self,
        unseen: int,
        viewer: int,
        sizes: Sequence[int],
        may_hold: Sequence[int],
        beside: Iterable[Place] = (),
    ) -> None:
        """Take the unseen cards, and by seats the sizes of hands and what each may hold."""
        self._seats = [seat for seat in range(len(sizes)) if seat != viewer]
        hands = [Place(sizes[seat], may_hold[seat]) for seat in self._seats]
        self._unseen = Unseen(unseen, [*hands, *beside])

    def fill(self, hands: list[int], bits: Bits) -> list[int]:
        """Deal into the hands at random, and return a mask for each place beside them. Raises NoDeal."""
        dealt = self._unseen.deal(bits)
        for seat, hand in zip(self._seats, dealt, strict=False):
            hands[seat] = hand
        return dealt[len(self._seats) :]

    def fill_listed(self, hands: list[bytes], bits: Bits) -> list[int]:
        """Do the same where hands are bytes: `engine.core.hands`."""
        masks = [0] * len(hands)
        beside = self.fill(masks, bits)
        for seat in self._seats:
            hands[seat] = listed(masks[seat])
        return beside
