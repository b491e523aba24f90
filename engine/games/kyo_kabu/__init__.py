"""Kyō-kabu, the kabu of Kyōto with 5, 6, 7 and 8 on its fields: docs/rules/oicho_kabu.md."""

from engine.games.kyo_kabu.game import KyoKabu
from engine.games.kyo_kabu.options import KyoKabuOptions

__all__ = ["KyoKabu", "KyoKabuOptions"]
