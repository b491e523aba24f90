"""Positions of the fishing games made by hand."""

from typing import Any

from engine.core.bits import mask_of
from engine.decks.mekuri import card, mekuri48
from engine.games import make
from engine.games.judan import JudanState
from engine.games.mekuri import MekuriState


def mask(codes: str) -> int:
    return mask_of(map(card, codes.split()))


def pack(*first: str) -> tuple[int, ...]:
    """Return a pack that begins with these cards."""
    cards = [card(code) for codes in first for code in codes.split()]
    return (*cards, *(one for one in mekuri48().numbers if one not in cards))


def judan(**options: Any) -> JudanState:
    state = make("judan", options).new()
    assert isinstance(state, JudanState)
    return state


def mekuri(**options: Any) -> MekuriState:
    state = make("mekuri", options).new()
    assert isinstance(state, MekuriState)
    return state
