"""Ginkō-ya, the banker's shop: bets on men, monks and women of the yomifuda. docs/rules/ginko.md §3."""

from engine.games.ginkoya.game import Ginkoya
from engine.games.ginkoya.options import GinkoyaOptions

__all__ = ["Ginkoya", "GinkoyaOptions"]
