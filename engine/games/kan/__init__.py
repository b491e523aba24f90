"""Kan, or gonin-kan, the trick game of Tsugaru for five: docs/rules/kan.md."""

from engine.games.kan.game import Kan
from engine.games.kan.options import KanOptions
from engine.games.kan.state import KanState
from engine.games.kan.view import KanView

__all__ = ["Kan", "KanOptions", "KanState", "KanView"]
