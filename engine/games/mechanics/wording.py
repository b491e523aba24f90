"""Actions whose texts can all be listed: a table from action to text, and back."""

from collections.abc import Iterable
from typing import Final

from engine.core.deck import NotationError


class Wording:
    """The texts of a game's actions, from action 0 on, and what to tell somebody who writes another one."""

    __slots__ = ("_examples", "actions", "texts")

    def __init__(self, texts: Iterable[str], examples: str) -> None:
        self.texts: Final = tuple(texts)
        self.actions: Final = {text: action for action, text in enumerate(self.texts)}
        self._examples = examples

    def parse(self, written: str) -> int:
        """Return the action of a text. Raises NotationError."""
        action = self.actions.get(written)
        if action is None:
            raise NotationError(f"it is no action of this game: write {self._examples}")
        return action
