"""Hachinin-meri, the team game of the unsun karuta with its face-down trumps: docs/rules/hachinin_meri.md."""

from engine.games.hachinin_meri.game import HachininMeri
from engine.games.hachinin_meri.options import MeriOptions
from engine.games.hachinin_meri.state import MeriState
from engine.games.hachinin_meri.view import MeriView

__all__ = ["HachininMeri", "MeriOptions", "MeriState", "MeriView"]
