"""Where shuffled packs come from when a record is replayed or a game is played."""

from typing import Protocol

from engine.core.deck import Deck, NotationError
from engine.core.document import DocumentError
from engine.core.record import Record
from poems.chance import Seed, shuffled


class Packs(Protocol):
    """A source of shuffled packs."""

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return these cards in a new order; None where the source is at its end."""
        ...


class SeededPacks:
    """Packs shuffled from a seed, stream `deal`: whoever has the seed can deal them again."""

    __slots__ = ("_bits",)

    def __init__(self, seed: Seed) -> None:
        self._bits = seed.stream("deal")

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return these cards in a new order."""
        return shuffled(cards, self._bits)


class RecordedPacks:
    """A record's packs: `deck`, then `decks` in order, then `rng`, then none."""

    __slots__ = ("_deck", "_seeded", "_written")

    def __init__(self, record: Record, deck: Deck) -> None:
        first = [] if record.deck is None else [("deck", record.deck)]
        written = [*first, *((f"decks[{index}]", codes) for index, codes in enumerate(record.decks))]
        self._written = [(place, _numbers(place, codes, deck)) for place, codes in reversed(written)]
        self._seeded = None if record.rng is None else SeededPacks(seed_of(record.rng))
        self._deck = deck

    def shuffle(self, cards: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the next pack. Raises DocumentError for one that does not hold just these cards."""
        if not self._written:
            return self._seeded.shuffle(cards) if self._seeded else None
        place, pack = self._written.pop()
        if len(pack) != len(cards) or set(pack) != set(cards):
            raise self._refused(place, pack, cards)
        return pack

    def _refused(self, place: str, pack: tuple[int, ...], cards: tuple[int, ...]) -> DocumentError:
        """Return the error for a pack that does not hold just these cards; the codes in it are all different."""
        wanted, given = set(cards), set(pack)
        for index, card in enumerate(pack):
            if card not in wanted:
                reason = f"{self._deck.code(card)} is none of the {len(cards)} cards to be dealt"
                return DocumentError(f"{place}[{index}]", reason)
        missing = [self._deck.code(card) for card in cards if card not in given]
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        reason = f"{len(pack)} cards, not {len(cards)}: without {', '.join(missing[:5])}{more}"
        return DocumentError(place, reason)


def seed_of(rng: int) -> Seed:
    """Return the seed that a record's `rng` stands for: the number in 16 bytes, most significant first."""
    return Seed.numbered(rng)


def _numbers(place: str, codes: tuple[str, ...], deck: Deck) -> tuple[int, ...]:
    try:
        return deck.numbers_of(codes)
    except NotationError as error:
        raise DocumentError(f"{place}[{error.index}]", str(error)) from None
