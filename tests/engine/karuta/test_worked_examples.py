"""The 32 worked examples, each played through a whole match."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.karuta import commands as ask
from engine.karuta.events import Opened
from engine.karuta.match import decide, fold
from engine.karuta.outcome import outcomes
from engine.karuta.player import PLAYERS, Player
from engine.karuta.read import Read, Touch
from engine.karuta.state import MatchState
from poems.cards import numbers
from tests.support.records import A_CARDS, B_CARDS
from tests.support.referee import after

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data/foul_table.json").read_text())
EXAMPLES = DATA["worked_examples"]
TOUCHES = {"none": Touch.NONE, "own": Touch.OWN, "opp": Touch.OPP, "both": Touch.BOTH}


def with_counts(counts: dict[str, int]) -> MatchState:
    """A match in which each player took own cards until so many are left."""
    state = fold(decide(None, ask.Open(Opened((tuple(A_CARDS), tuple(B_CARDS))))))
    for player, cards in zip(PLAYERS, (A_CARDS, B_CARDS), strict=True):
        taken = cards[counts[player.name] :]
        state = after(state, *(ask.Settle(Read(card, took=player)) for card in taken))
    return state


def test_there_are_32() -> None:
    assert len(EXAMPLES) == 32


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_example(example: dict[str, Any]) -> None:
    state = with_counts(example["before"])
    card = {"A_side": A_CARDS[0], "B_side": B_CARDS[0], "dead": 100}[example["read_location"]]
    took = Player[example["taker"]] if example["taker"] else None
    touched = (TOUCHES[example["touched_by_A"]], TOUCHES[example["touched_by_B"]])
    state = after(state, ask.Settle(Read(card, took=took, touched=touched)))

    outcome = outcomes(state)[-1]
    direction = (
        f"{outcome.sender.name}_to_{outcome.sender.other.name}" if outcome.sender is not None else None
    )
    assert {"cards": outcome.owed, "direction": direction} == example["owed"]
    assert outcome.could_send == example["actually_sent"]
    assert [str(label) for label in outcome.settlement.labels] == example["labels"]

    if outcome.could_send:
        assert state.result is None
        assert state.pending is not None
        cards = numbers(state.held[state.pending.sender])[: state.pending.count]
        state = after(state, ask.Send(cards))
    assert dict(zip("AB", state.counts, strict=True)) == example["after"]
    winner = state.result.winner.name if state.result is not None else None
    assert winner == example["match_winner"]
