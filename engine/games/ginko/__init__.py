"""Ginkō, the bank: bets on the pictures of the yomifuda. docs/rules/ginko.md."""

from engine.games.ginko.game import Ginko
from engine.games.ginko.options import GinkoOptions

__all__ = ["Ginko", "GinkoOptions"]
