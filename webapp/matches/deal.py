"""The 25 cards of each player, typed as people name cards. A random deal is `engine.karuta.deal`."""

import re
from enum import StrEnum

from poems.answer import names_card
from poems.cards import parse_number

EACH = 25

_DIVIDERS = re.compile(r"[\s,、，・;；/／]+")
# not by NFKC, which would make a 1 of ①
_PLAIN = str.maketrans("０１２３４５６７８９．–—−－〜～~", "0123456789.-------")
_DASH = re.compile(r"(?<=[0-9])\s*-\s*(?=[0-9])")


class Wrong(StrEnum):
    """What is wrong with a typed list."""

    UNKNOWN = "unknown"
    TWICE = "twice"
    BACKWARDS = "backwards"
    BOTH = "both"
    COUNT = "count"


class DealError(ValueError):
    """A list that is no side of a deal: `entry` is what was typed there (or how many cards), `side` is a or b."""

    def __init__(self, wrong: Wrong, entry: str, side: str = "") -> None:
        super().__init__(f"{wrong}: {entry}")
        self.wrong, self.entry, self.side = wrong, entry, side


def named_cards(text: str) -> tuple[int, ...]:
    """Read the cards of a side, by number (`8`, `10-20`) or by kimari-ji (`むらさめ`), in the order typed.

    Full-width digits and signs count as plain ones. Raises DealError for what names no card, names one
    twice, or runs backwards.
    """
    cards: list[int] = []
    for entry, named in _entries(text):
        for card in named:
            if card in cards:
                raise DealError(Wrong.TWICE, entry)
            cards.append(card)
    return tuple(cards)


def sides(text_a: str, text_b: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Read both sides of a deal; raises DealError also where a card is on both or a side has not 25."""
    a, b = _side("a", text_a), _side("b", text_b)
    for entry, named in _entries(text_b):
        if any(card in a for card in named):
            raise DealError(Wrong.BOTH, entry, "b")
    for letter, side in (("a", a), ("b", b)):
        if len(side) != EACH:
            raise DealError(Wrong.COUNT, str(len(side)), letter)
    return a, b


def _side(letter: str, text: str) -> tuple[int, ...]:
    try:
        return named_cards(text)
    except DealError as error:
        raise DealError(error.wrong, error.entry, letter) from error


def _entries(text: str) -> list[tuple[str, tuple[int, ...]]]:
    plain = _DASH.sub("-", text.translate(_PLAIN))
    return [(entry, _cards_of(entry)) for entry in _DIVIDERS.split(plain) if entry]


def _cards_of(entry: str) -> tuple[int, ...]:
    if ends := re.fullmatch(r"([0-9]+)-([0-9]+)", entry):
        first, last = (_number(end, entry) for end in ends.groups())
        if last < first:
            raise DealError(Wrong.BACKWARDS, entry)
        return tuple(range(first, last + 1))
    if not entry.strip("0123456789.+-"):
        return (_number(entry, entry),)
    card = names_card(entry)
    if card is None:
        raise DealError(Wrong.UNKNOWN, entry)
    return (card,)


def _number(text: str, entry: str) -> int:
    try:
        return parse_number(text)
    except ValueError as error:
        raise DealError(Wrong.UNKNOWN, entry) from error
