"""Mutsu-ichi, one of six: the banker picks a number in secret, the others place theirs. docs/rules/mutsu_ichi.md."""

from engine.games.mutsu_ichi.game import MutsuIchi
from engine.games.mutsu_ichi.options import MutsuIchiOptions
from engine.games.mutsu_ichi.state import MutsuIchiState
from engine.games.mutsu_ichi.view import MutsuIchiView

__all__ = ["MutsuIchi", "MutsuIchiOptions", "MutsuIchiState", "MutsuIchiView"]
