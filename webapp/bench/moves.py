"""How long a move takes in every game, over some hundred decisions each."""

from webapp.bench import bots
from webapp.bench.figure import Figure


def run() -> list[Figure]:
    """Time the moves; takes five minutes."""
    return bots.long()
