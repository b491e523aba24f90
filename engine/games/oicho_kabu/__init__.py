"""Oicho-kabu, bets on four fields of the kabufuda against a banker: docs/rules/oicho_kabu.md."""

from engine.games.oicho_kabu.game import OichoKabu
from engine.games.oicho_kabu.options import OichoKabuOptions

__all__ = ["OichoKabu", "OichoKabuOptions"]
