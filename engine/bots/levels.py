"""The levels of play: uniform, thumb, pimc; and who plays a game at each."""

from collections.abc import Callable
from typing import Any, Final

from engine.bots.bot import AnyBot
from engine.bots.pimc import Pimc
from engine.bots.sensible import Sensible
from engine.bots.thumb import thumb
from engine.bots.uniform import Uniform
from engine.core.game import Game


def careful(game: Game[Any]) -> AnyBot:
    """Return the rule-of-thumb player of a game, or chance where there is nothing to decide."""
    try:
        return thumb(game)
    except LookupError:
        return Uniform()


LEVELS: Final[dict[str, Callable[[Game[Any]], AnyBot]]] = {
    "uniform": lambda _game: Uniform(),
    "thumb": lambda game: Sensible(game, careful(game)),
    "pimc": lambda game: Sensible(game, Pimc(game, careful(game))),
}
"""From the weakest to the strongest. From `thumb` on up no player blunders for everybody to see."""
DEFAULT: Final = "pimc"


class UnknownLevel(ValueError):  # noqa: N818
    """A level that there is not."""

    def __init__(self, level: str) -> None:
        super().__init__(f"there is no level {level[:40]!r}; there are {', '.join(LEVELS)}")


def at_level(level: str, game: Game[Any]) -> AnyBot:
    """Return the player of a game at a level. Raises UnknownLevel."""
    if level not in LEVELS:
        raise UnknownLevel(level)
    return LEVELS[level](game)
