"""What may be done now: listed with numbers, and read back from what was typed."""

from typing import TYPE_CHECKING, Any, Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from engine.core.deck import NotationError
from engine.core.game import Game, State
from webapp.table.names import Names

if TYPE_CHECKING:
    from collections.abc import Sequence

SHOWN: Final = 30
"""Legal actions that are listed; further ones may be typed."""


class NoSuchAction(ValueError):  # noqa: N818
    """What was typed is no action, or none that is allowed now; the message says why."""


class Choices:
    """The legal actions of the seat to act."""

    __slots__ = ("_game", "_state", "legal")

    def __init__(self, game: Game[Any], state: State[Any]) -> None:
        self._game = game
        self._state = state
        self.legal: Sequence[int] = state.legal_actions()

    def listed(self, names: Names) -> RenderableType:
        """Return the actions with their numbers, from 1."""
        shown = [self._game.text(action) for action in self.legal[:SHOWN]]
        items = [Text.assemble((f"{number:>3}", "bold"), f" {text}") for number, text in enumerate(shown, 1)]
        if len(shown) <= SHOWN // 2:
            for item, text in zip(items, shown, strict=True):
                item.append(f"  {names.action(text)}", style="dim")
        more = len(self.legal) - len(shown)
        rest = (
            [Text(f"and {more} more; type one, such as: {self._game.text(self.legal[-1])}")] if more else []
        )
        return Group(Columns(items, padding=(0, 2)), *rest)

    def read(self, typed: str) -> int:
        """Return the legal action of a number, of an action's text, or of a text that lacks only its first word.

        Raises NoSuchAction with the reason.
        """
        if typed.isascii() and typed.isdigit():
            return self._numbered(typed)
        action = self._parsed(typed)
        why = self._state.why_illegal(action)
        if why is not None:
            raise NoSuchAction(f"{self._game.text(action)}: {why}")
        return action

    def why_not(self, typed: str) -> str:
        """Return why an action is not allowed, or that it is. Raises NoSuchAction for what is no action."""
        numbered = typed.isascii() and typed.isdigit()
        action = self._numbered(typed) if numbered else self._parsed(typed)
        why = self._state.why_illegal(action)
        return f"{self._game.text(action)}: " + ("it is allowed" if why is None else why)

    def _numbered(self, typed: str) -> int:
        number = int(typed[:9])
        if not 1 <= number <= len(self.legal):
            raise NoSuchAction(f"{typed[:20]}: the numbers are 1 to {len(self.legal)}")
        return self.legal[number - 1]

    def _parsed(self, typed: str) -> int:
        """Return the action of a text as typed: blanks and capitals are forgiven, the first word may be left out."""
        text = " ".join(typed.split())
        verbs = dict.fromkeys(self._game.text(action).split()[0] for action in self.legal[:SHOWN])
        tries = [text, _cards_large(text), *(f"{verb} {text.upper()}" for verb in verbs)]
        fault = ""
        for one in tries:
            try:
                return self._game.parse(one)
            except NotationError as error:
                fault = fault or str(error)
        raise NoSuchAction(fault)


def _cards_large(text: str) -> str:
    """Return a text with its first word small and the others, the cards, large."""
    verb, _, rest = text.partition(" ")
    return f"{verb.lower()} {rest.upper()}".strip()
