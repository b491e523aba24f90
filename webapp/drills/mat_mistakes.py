"""What matches on the board told of mix-ups when a run began, short enough to stand in the run's address.

The questions of a run follow from its ticket for as long as its page is open, and a match may be corrected
meanwhile. So the ticket has what the matches told, not which matches they were.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final

from engine.training.confusion import Counts, matrix
from engine.training.pairs import Pair
from engine.training.trial import Trial

MOST: Final = 16
"""Pairs that a ticket has room for, those that were mixed up the most."""


def to_text(trials: Iterable[Trial], day: date) -> str:
    """Return the pairs that were mixed up in matches, as they count on a day; those that never were are left out."""
    counts = matrix(trials, day).counts
    mixed = sorted(
        (pair for pair, one in counts.items() if one.mistakes), key=lambda pair: (-counts[pair].mixed, pair)
    )
    return " ".join(_text(pair, counts[pair]) for pair in mixed[:MOST])


def from_text(text: str) -> Mapping[Pair, Counts]:
    """Return what `to_text` wrote."""
    return dict(map(_told, text.split()))


def _text(pair: Pair, found: Counts) -> str:
    one, other = pair.cards
    return f"{one}-{other}:{found.chances:.2f}:{found.mixed:.2f}:{found.n}:{found.mistakes}"


def _told(word: str) -> tuple[Pair, Counts]:
    cards, chances, mixed, n, mistakes = word.split(":")
    one, other = cards.split("-")
    return Pair.of(int(one), int(other)), Counts(float(chances), float(mixed), int(n), int(mistakes))
