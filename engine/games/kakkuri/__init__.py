"""Kakkuri, a shedding game on the Komatsu pack: docs/rules/kakkuri.md."""

from engine.games.kakkuri.game import Kakkuri
from engine.games.kakkuri.options import KakkuriOptions
from engine.games.kakkuri.state import KakkuriState
from engine.games.kakkuri.view import KakkuriView

__all__ = ["Kakkuri", "KakkuriOptions", "KakkuriState", "KakkuriView"]
