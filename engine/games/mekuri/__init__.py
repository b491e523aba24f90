"""Mekuri, the fishing game that gave the packs their name, for three of three or four: docs/rules/mekuri.md."""

from engine.games.mekuri.game import Mekuri
from engine.games.mekuri.options import MekuriOptions
from engine.games.mekuri.state import MekuriState
from engine.games.mekuri.view import MekuriView

__all__ = ["Mekuri", "MekuriOptions", "MekuriState", "MekuriView"]
