"""Cards as the table shows them: the code of the records, and the name in the language asked for."""

from collections.abc import Iterable

from engine.core.bits import cards
from engine.core.deck import HIDDEN, Deck
from engine.decks.names import LANGUAGES, card_name

UNSEEN = "a card unseen"


class Names:
    """The names of one deck's cards in one language."""

    __slots__ = ("_by_code", "_by_number")

    def __init__(self, deck: Deck, language: str) -> None:
        assert language in LANGUAGES
        named = [(card, card_name(card, language)) for card in deck.cards]
        self._by_code = {card.code: _short(card.code, name) for card, name in named}
        self._by_number = {card.number: (card.code, _short(card.code, name)) for card, name in named}

    def parts(self, number: int) -> tuple[str, str]:
        """Return a card's code and its name."""
        return self._by_number[number]

    def card(self, number: int) -> str:
        """Return a card as `SA ace of spades`; a hidden one as what it is."""
        return UNSEEN if number == HIDDEN else " ".join(self._by_number[number])

    def list(self, numbers: Iterable[int]) -> str:
        """Return several cards on one line."""
        return ", ".join(map(self.card, numbers)) or "no cards"

    def set(self, mask: int) -> str:
        """Return the cards of a mask on one line."""
        return self.list(cards(mask))

    def action(self, text: str) -> str:
        """Return the names of the cards that the text of an action is about; empty where there is none.

        A code of digits alone is left out: `pick 3` and `bet 3 2` are about numbers.
        """
        named = (self._by_code.get(word) for word in text.split()[1:] if not word.isdigit())
        return ", ".join(name for name in named if name is not None)


def _short(code: str, name: str) -> str:
    """Return a poem card's name without its number, which the code has already."""
    return name.removeprefix(code.removeprefix("#") + " ")
