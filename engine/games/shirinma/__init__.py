"""Shirinma, auctions for half of what a card may win, for twelve to 23 players: docs/rules/shirinma.md."""

from engine.games.shirinma.game import Shirinma
from engine.games.shirinma.options import ShirinmaOptions
from engine.games.shirinma.state import ShirinmaState
from engine.games.shirinma.view import ShirinmaView

__all__ = ["Shirinma", "ShirinmaOptions", "ShirinmaState", "ShirinmaView"]
