"""Match records by hand: A holds 1 to 25, B holds 26 to 50, the rest are dead cards."""

import json
from typing import Any

import pytest

from engine.core.document import DocumentError
from engine.karuta.record import parse, replay
from engine.karuta.replay import answer

A_CARDS = list(range(1, 26))
B_CARDS = list(range(26, 51))


def a_record(*reads: dict[str, Any], ruleset: str = "official", **more: Any) -> dict[str, Any]:
    deal = {"A": A_CARDS, "B": B_CARDS}
    return {"format": "naniwazu-match/1", "ruleset": ruleset, "deal": deal, "reads": list(reads), **more}


def answer_to(document: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(answer(replay(parse(json.dumps(document).encode())))))
    return found


def answers(*reads: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    """The answer to each of these reads."""
    found: list[dict[str, Any]] = answer_to(a_record(*reads, **more))["reads"]
    return found


def last(*reads: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The answer to the last of these reads, and the flags of the whole record."""
    found = answer_to(a_record(*reads, **more))
    return {**found["reads"][-1], "flags": found["flags"]}


def refusal(document: Any) -> str:
    """The place and the reason why a record is refused."""
    with pytest.raises(DocumentError) as error:
        replay(parse(json.dumps(document).encode()))
    assert "\n" not in str(error.value)
    return str(error.value)


def refuses(*reads: dict[str, Any], **more: Any) -> str:
    return refusal(a_record(*reads, **more))


def own_takes(player: str, count: int, first: int = 0) -> list[dict[str, Any]]:
    """Reads in which a player takes own cards, in order."""
    cards = A_CARDS if player == "A" else B_CARDS
    return [{"card": card, "took": player} for card in cards[first : first + count]]
