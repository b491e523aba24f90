"""A random deal: all cards face down and mixed, each player draws (docs/rules/karuta.md §1)."""

from engine.karuta.formats import INDIVIDUAL_50, MatchFormat
from engine.karuta.player import Pair
from poems.cards import ALL_CARDS, numbers
from poems.chance import Seed, shuffled


def deal(seed: Seed, match_format: MatchFormat = INDIVIDUAL_50) -> Pair[tuple[int, ...]]:
    """Return A's and B's cards; the same seed always deals the same. The rest of the 100 are dead cards."""
    mixed = shuffled(numbers(ALL_CARDS), seed.stream("deal"))
    each = match_format.each
    return mixed[:each], mixed[each : 2 * each]
