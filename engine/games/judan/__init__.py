"""Jūdan, a fishing game for two on the Komatsu pack: docs/rules/judan.md."""

from engine.games.judan.game import Judan
from engine.games.judan.options import JudanOptions
from engine.games.judan.state import JudanState

__all__ = ["Judan", "JudanOptions", "JudanState"]
