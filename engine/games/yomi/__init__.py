"""Yomi, shedding in sequence on the mekuri pack, for three or four: docs/rules/yomi.md."""

from engine.games.yomi.game import Yomi
from engine.games.yomi.options import YomiOptions
from engine.games.yomi.state import YomiState
from engine.games.yomi.view import YomiView

__all__ = ["Yomi", "YomiOptions", "YomiState", "YomiView"]
