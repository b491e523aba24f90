"""Kakeya-torampu, tricks for two pairs with a rensho above all: docs/rules/kakeya.md."""

from engine.games.kakeya.game import Kakeya
from engine.games.kakeya.options import KakeyaOptions
from engine.games.kakeya.state import KakeyaState
from engine.games.kakeya.view import KakeyaView

__all__ = ["Kakeya", "KakeyaOptions", "KakeyaState", "KakeyaView"]
