"""What a hand of Napoleon pays: docs/rules/napoleon.md §8."""

from functools import cache

from engine.core.events import NOBODY
from engine.games.mechanics.ledger import side_against_rest
from engine.games.napoleon.actions import TOP_NUMBER
from engine.games.napoleon.options import NapoleonOptions


def made(options: NapoleonOptions, number: int, taken: int) -> bool:
    """Say whether a bid of `number` points is made with `taken` points."""
    siberia = options.siberia and number < TOP_NUMBER and taken == TOP_NUMBER
    return taken >= number and not siberia


@cache
def payments(seats: int, napoleon: int, adjutant: int, number: int, *, won: bool) -> tuple[int, ...]:
    """Return what every seat gets; `adjutant` is NOBODY where the Napoleon plays alone. The sum is zero."""
    unit = 2 if number == TOP_NUMBER else 1
    unit = unit if won else -unit
    if adjutant == NOBODY:
        return side_against_rest(seats, {napoleon: (seats - 1) * unit}, -unit)
    opponents = seats - 2
    return side_against_rest(seats, {napoleon: (opponents - 1) * unit, adjutant: unit}, -unit)
