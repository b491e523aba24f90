"""A game as named on the command line, with its options."""

from collections.abc import Iterable
from typing import Any

from engine.core.game import Game
from engine.core.options import OptionError, OptionValue, typed
from engine.games import UnknownGame, make
from webapp.refusal import Refusal


def made_of(game: str, options: Iterable[str]) -> Game[Any]:
    """Return a game with options written as `name=value`. Raises Refusal by name."""
    given: dict[str, OptionValue] = {}
    for option in options:
        name, sign, value = option.partition("=")
        if not sign:
            raise Refusal(f"--option {option}: write an option as name=value, such as players=6")
        if name in given:
            raise Refusal(f"--option {name}: is given twice: give it once")
        given[name] = typed(value)
    try:
        return make(game, given)
    except UnknownGame as error:
        raise Refusal(str(error)) from None
    except OptionError as error:
        raise Refusal(f"--option {error.option}: {error}") from None
