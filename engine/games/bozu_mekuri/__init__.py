"""Bōzu-mekuri, turning monks: a game of chance on the yomifuda. docs/rules/bozu_mekuri.md."""

from engine.games.bozu_mekuri.game import BozuMekuri
from engine.games.bozu_mekuri.options import BozuMekuriOptions
from engine.games.bozu_mekuri.state import BozuMekuriState
from engine.games.bozu_mekuri.view import BozuMekuriView

__all__ = ["BozuMekuri", "BozuMekuriOptions", "BozuMekuriState", "BozuMekuriView"]
