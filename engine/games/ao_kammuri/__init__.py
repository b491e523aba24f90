"""Ao-kammuri, a game of attack and receipt for two pairs on the yomifuda: docs/rules/ao_kammuri.md."""

from engine.games.ao_kammuri.game import AoKammuri
from engine.games.ao_kammuri.options import AoKammuriOptions
from engine.games.ao_kammuri.state import AoKammuriState
from engine.games.ao_kammuri.view import AoKammuriView

__all__ = ["AoKammuri", "AoKammuriOptions", "AoKammuriState", "AoKammuriView"]
