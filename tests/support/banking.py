"""Rounds of Ginkō and Ginkō-ya made by hand."""

from collections.abc import Sequence
from typing import Any

from engine.games import make
from engine.games.mechanics.banking_game import BankingGame
from engine.games.mechanics.banking_state import BankingState


def banking(name: str, **options: Any) -> BankingGame:
    game = make(name, options)
    assert isinstance(game, BankingGame)
    return game


def opened(name: str, table: Sequence[int], dealer: int = 0, **options: Any) -> BankingState:
    """Return a session with these cards on the table, the banker's first."""
    state = banking(name, **options).new(dealer)
    lay(state, table)
    return state


def lay(state: BankingState, table: Sequence[int]) -> None:
    state.deal([*table, *(card for card in state.game.pack if card not in table)])
