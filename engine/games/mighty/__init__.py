"""Mighty, Napoleon's Korean daughter: docs/rules/mighty.md."""

from engine.games.mighty.game import Mighty
from engine.games.mighty.options import MightyOptions
from engine.games.mighty.state import MightyState
from engine.games.mighty.view import MightyView

__all__ = ["Mighty", "MightyOptions", "MightyState", "MightyView"]
