"""Rounds of oicho-kabu and kyō-kabu made by hand."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.games import make
from engine.games.mechanics.kabu import face
from engine.games.mechanics.kabu_game import KabuGame
from engine.games.mechanics.kabu_state import KabuState


def kabu(name: str, **options: Any) -> KabuGame:
    game = make(name, options)
    assert isinstance(game, KabuGame)
    return game


def opened(game: KabuGame, faces: Sequence[int], dealer: int = 0) -> KabuState:
    """Return a session whose pack begins with cards of these numbers."""
    state = game.new(dealer)
    left = list(game.pack)
    for number in faces:
        left.remove(next(card for card in left if face(card) == number))
    taken = Counter(faces)
    first = []
    for number in faces:
        alike = [card for card in game.pack if face(card) == number]
        first.append(alike[taken[number] - 1])
        taken[number] -= 1
    state.deal([*first, *(card for card in game.pack if card not in first)])
    return state
