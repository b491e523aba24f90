"""A pack of cards: which card has which number, which code, which name."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from engine.core.bits import cards, mask_of

HIDDEN: Final = -1
"""The number of a card that somebody may not see."""
UNSEEN: Final = "?"
"""The code of such a card."""


class NotationError(ValueError):
    """A text that names no card or no action; the message says what would. In a list, `index` is its place."""

    def __init__(self, message: str, index: int = 0) -> None:
        super().__init__(message)
        self.index = index


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a pack: its number (bit of a mask), its code in records, and the ids of its names.

    `name_ids` are keys of `engine.decks.names`: the suit's and the rank's, or the one name of a card that has its own.
    """

    number: int
    code: str
    name_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """A pack in its own order, ascending by number. Codes may repeat where cards are alike (kabufuda)."""

    id: str
    cards: tuple[Card, ...]
    code: Callable[[int], str] = field(init=False, repr=False, compare=False)
    """Returns a card's code, `?` for a hidden one: the look-up itself, which records and views call by the million."""
    _numbers: dict[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers: dict[str, tuple[int, ...]] = {}
        for card in self.cards:
            numbers[card.code] = (*numbers.get(card.code, ()), card.number)
        object.__setattr__(self, "_numbers", numbers)
        codes = {card.number: card.code for card in self.cards} | {HIDDEN: UNSEEN}
        object.__setattr__(self, "code", codes.__getitem__)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all cards, ascending."""
        return tuple(card.number for card in self.cards)

    @property
    def mask(self) -> int:
        """All cards as a bit mask."""
        return mask_of(self.numbers)

    def codes(self, mask: int) -> tuple[str, ...]:
        """Return the codes of a mask, in the order of the pack."""
        return tuple(map(self.code, cards(mask)))

    def number(self, code: str) -> int:
        """Return the number of the (first) card with this code. Raises NotationError for an unknown one."""
        return self._alike(code, 0)[0]

    def numbers_of(self, codes: Iterable[str]) -> tuple[int, ...]:
        """Return the numbers of codes in order; a code that comes again means the next card alike.

        Raises NotationError for an unknown code, or one that comes more often than the pack has it.
        """
        codes = tuple(codes)
        found = [alike[0] for alike in map(self._numbers.get, codes) if alike]
        if len(set(found)) == len(codes):
            return tuple(found)
        used: dict[str, int] = {}
        out = []
        for index, code in enumerate(codes):
            alike = self._alike(code, index)
            count = used.get(code, 0)
            if count == len(alike):
                again = "twice" if count == 1 else f"{count + 1} times"
                raise NotationError(f"{code} comes {again}", index)
            used[code] = count + 1
            out.append(alike[count])
        return tuple(out)

    def _alike(self, code: str, index: int) -> tuple[int, ...]:
        found = self._numbers.get(code)
        if found is None:
            codes = [card.code for card in self.cards]
            examples = f"{codes[0]}, {codes[len(codes) // 2]} or {codes[-1]}"
            raise NotationError(f"{code[:20]!r} is no card here: cards are written as {examples}", index)
        return found
