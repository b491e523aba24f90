"""A game by its texts: what records write."""

from typing import Any

from engine.core.game import State


def play(state: State[Any], *actions: str) -> None:
    """Play actions one after another; `any` is the first legal one."""
    for action in actions:
        state.play(state.legal_actions()[0] if action == "any" else state.game.parse(action))


def legal(state: State[Any]) -> list[str]:
    return [state.game.text(action) for action in state.legal_actions()]
