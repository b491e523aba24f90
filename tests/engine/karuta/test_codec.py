"""Events as JSON: every kind there and back, and nothing else accepted."""

import json
from typing import Any

import pytest

from engine.core.document import DocumentError
from engine.karuta import events as ev
from engine.karuta.codec import KINDS, from_json, to_json
from engine.karuta.field import Slot
from engine.karuta.player import A, B
from engine.karuta.read import Breach, Move, Override, Read, Touch
from tests.support.referee import opened

ONE, TWO = Slot.parse("右下1"), Slot.parse("浮左2")
FULL_READ = Read(
    30,
    took=A,
    touched=(Touch.BOTH, Touch.OPP),
    cards_touched=(1 << 30 | 1 << 40, 1 << 5),
    breaches=(Breach.EARLY_TOUCH | Breach.BREACH, Breach.WRONG_HAND),
    contact_by=(A, B),
    sent=(5, 4),
    moved=(Move(A, 3, ONE), Move(B, 5, TWO)),
    override=Override(2, A, "agreed"),
    extra='{"at": 12.5}',
)

EVENTS: list[tuple[ev.Event, dict[str, Any]]] = [
    (ev.Called(17), {"kind": "called", "v": 1, "card": 17}),
    (ev.Withdrawn(17), {"kind": "withdrawn", "v": 1, "card": 17}),
    (ev.Settled(Read(17, took=B)), {"kind": "settled", "v": 1, "read": {"card": 17, "took": "B"}}),
    (ev.Sent((5,)), {"kind": "sent", "v": 1, "cards": [5]}),
    (ev.Sent((5, 9), (ONE, TWO)), {"kind": "sent", "v": 1, "cards": [5, 9], "slots": ["右下1", "浮左2"]}),
    (ev.Forgone(), {"kind": "forgone", "v": 1}),
    (ev.Moved((Move(A, 3, ONE),)), {"kind": "moved", "v": 1, "moves": {"A": {"3": "右下1"}}}),
    (ev.HandRaised(A), {"kind": "hand_raised", "v": 1, "player": "A"}),
    (ev.HandLowered(B), {"kind": "hand_lowered", "v": 1, "player": "B"}),
    (
        ev.Corrected(3, Read(17, void="noise")),
        {"kind": "corrected", "v": 1, "index": 3, "read": {"card": 17, "void": "noise"}},
    ),
    (ev.Voided(3, "noise"), {"kind": "voided", "v": 1, "index": 3, "reason": "noise"}),
    (
        ev.Overridden(3, Override(1, A, "agreed")),
        {"kind": "overridden", "v": 1, "index": 3, "override": {"net": 1, "sender": "A", "reason": "agreed"}},
    ),
    (ev.Overridden(3, None), {"kind": "overridden", "v": 1, "index": 3, "override": None}),
    (ev.ContactRuled(3, (A, B)), {"kind": "contact_ruled", "v": 1, "index": 3, "by": ["A", "B"]}),
    (
        ev.Forfeited(A, ev.Forfeit.CONCESSION, "hurt"),
        {"kind": "forfeited", "v": 1, "player": "A", "how": "concession", "reason": "hurt"},
    ),
    (ev.Forfeited(B, ev.Forfeit.FORFEIT), {"kind": "forfeited", "v": 1, "player": "B", "how": "forfeit"}),
    (ev.SeedRevealed("0f" * 16), {"kind": "seed_revealed", "v": 1, "seed": "0f" * 16}),
    (ev.Undone((7, 5)), {"kind": "undone", "v": 1, "positions": [7, 5]}),
    (ev.Redone((5,)), {"kind": "redone", "v": 1, "positions": [5]}),
]


@pytest.mark.parametrize(("event", "document"), EVENTS, ids=lambda value: type(value).__name__)
def test_event(event: ev.Event, document: dict[str, Any]) -> None:
    assert to_json(event) == document
    assert from_json(document) == event


@pytest.mark.parametrize(
    "event",
    [
        opened(),
        opened(
            "article",
            laid_out=False,
            options=(("card_mm", (74, 43)), ("declare_hand", True)),
            extra='{"x": 1}',
        ),
        opened(names=("在原業平", None)),
        ev.Settled(FULL_READ),
        ev.Corrected(0, FULL_READ),
    ],
)
def test_what_says_much_comes_back_whole(event: ev.Event) -> None:
    text = json.dumps(to_json(event), ensure_ascii=False)
    assert from_json(json.loads(text)) == event
    assert json.dumps(to_json(from_json(json.loads(text))), ensure_ascii=False) == text


def test_every_kind_is_tried() -> None:
    assert {type(event) for event, _ in EVENTS} | {ev.Opened} == {kind.event for kind in KINDS}
    assert len({kind.name for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"kind": "taken", "v": 1}, 'kind: "taken" is no kind of event'),
        ({"v": 1}, "kind: is missing"),
        ({"kind": "called"}, "v: is missing"),
        ({"kind": "called", "v": 2, "card": 5}, "v: version 2 of called is not known; this program reads 1"),
        ({"kind": "called", "v": True, "card": 5}, "v: version true of called is not known"),
        (
            {"kind": "called", "v": 1, "card": False},
            "card: a poem number from 1 to 100 is wanted here, not false",
        ),
        ({"kind": "sent", "v": 1, "cards": [5], "slots": ["x"]}, "slots[0]: "),
        (
            {"kind": "settled", "v": 1, "read": {"card": 5, "took": "C"}},
            'read.took: "A" or "B" is wanted here',
        ),
        ({"kind": "corrected", "v": 1, "index": -1, "read": {"card": 5}}, "index: "),
        ({"kind": "undone", "v": 1, "positions": ["1"]}, "positions[0]: "),
        ({"kind": "forfeited", "v": 1, "player": "A", "how": "sulk"}, "how: "),
        ([], "an object is wanted here, not a list"),
        (None, "an object is wanted here, not null"),
    ],
)
def test_what_is_no_event_is_refused_with_its_place(document: Any, reason: str) -> None:
    with pytest.raises(DocumentError) as error:
        from_json(document)
    assert str(error.value).startswith(reason)
