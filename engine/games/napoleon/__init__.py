"""Napoleon, the Japanese game of one against the rest, with a secret adjutant: docs/rules/napoleon.md."""

from engine.games.napoleon.game import Napoleon
from engine.games.napoleon.options import NapoleonOptions
from engine.games.napoleon.state import NapoleonState
from engine.games.napoleon.view import NapoleonView

__all__ = ["Napoleon", "NapoleonOptions", "NapoleonState", "NapoleonView"]
