"""Who watches for the blunders of a game."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

from engine.bots.blunders.kinds import Found
from engine.core.game import Game

Watch = Callable[[Any, Sequence[int]], Found]
"""Takes a view and the legal actions, and returns the blunders among them."""

_PLACES: Final = {
    "ao_kammuri": "wins:AoKammuriWins",
    "hachinin_meri": "partners:MeriPartners",
    "kakeya": "partners:KakeyaPartners",
    "kakkuri": "wins:KakkuriWins",
    "kan": "partners:KanPartners",
    "mighty": "partners:MightyPartners",
    "napoleon": "partners:NapoleonPartners",
}


def NOTHING(view: Any, legal: Sequence[int]) -> Found:  # noqa: N802, ARG001 - a constant that can be called
    """Find no blunders: for a game that has none of these kinds."""
    return {}


def watch(game: Game[Any]) -> Watch:
    """Return what finds the blunders of a game; NOTHING where there are none of these kinds."""
    place = _PLACES.get(game.id)
    if place is None:
        return NOTHING
    module, _, name = place.partition(":")
    found: Watch = getattr(import_module(f"engine.bots.blunders.{module}"), name)(game)
    return found
