"""In which order a learner meets the cards. By sound group partners come together; other orders can be chosen."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

from poems.anthology import POEMS
from poems.poem import Goshiki
from poems.sets import MUSUME, MUSUME_ORDER


class Order(StrEnum):
    """An order of learning."""

    SOUND_GROUP = "sound_group"
    """The seven of one kana, then group by group; partners on the same or the next day."""
    GOSHIKI = "goshiki"
    """Colour by colour of the five-colour sets, inside a colour by sound group."""
    LENGTH = "length"
    """By the length of the kimari-ji, inside a length by sound group."""


def order_of(order: Order) -> tuple[int, ...]:
    """Return all 100 cards in the order of learning."""
    return _ORDERS[order]


def next_cards(order: Order, known: Iterable[int], count: int) -> tuple[int, ...]:
    """Return the next cards to be learned. Whoever changes the order keeps what they know."""
    met = frozenset(known)
    return tuple(card for card in order_of(order) if card not in met)[: max(count, 0)]


def _orders() -> Iterator[tuple[Order, tuple[int, ...]]]:
    colors = tuple(Goshiki)
    goshiki = {poem.number: colors.index(poem.goshiki) for poem in POEMS if poem.goshiki is not None}
    lengths = {poem.number: poem.kimariji_length for poem in POEMS}
    groups = {poem.number: MUSUME.index(poem.first_kana) for poem in POEMS}
    # inside a group those of two kana come first: they are partners, and by kana あい and あし would lie days apart
    yield Order.SOUND_GROUP, tuple(sorted(MUSUME_ORDER, key=lambda card: (groups[card], lengths[card] > 2)))
    yield Order.GOSHIKI, tuple(sorted(MUSUME_ORDER, key=lambda card: goshiki[card]))
    yield Order.LENGTH, tuple(sorted(MUSUME_ORDER, key=lambda card: lengths[card]))


_ORDERS: Final = dict(_orders())
