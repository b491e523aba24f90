"""What follows, said by code, with the rule it follows from."""

import re
from pathlib import Path

import pytest

from engine.karuta import commands as ask
from engine.karuta.events import Opened
from engine.karuta.explain import RULES, Because, Statement, explain
from engine.karuta.match import decide, fold
from engine.karuta.outcome import outcomes
from engine.karuta.player import A, B
from engine.karuta.preview import preview
from engine.karuta.read import Breach, Override, Read, Touch
from engine.karuta.refused import Why
from engine.karuta.state import MatchState
from tests.support.records import A_CARDS, B_CARDS
from tests.support.referee import after

NONE, OWN, OPP, BOTH = map(Touch, range(4))


def begin(ruleset: str = "official", **options: int) -> MatchState:
    opened = Opened((tuple(A_CARDS), tuple(B_CARDS)), ruleset=ruleset, options=tuple(options.items()))
    return fold(decide(None, ask.Open(opened)))


def told(state: MatchState, read: Read) -> list[tuple[str, dict[str, object]]]:
    shown = preview(state, read)
    assert shown.refused is None
    return [(statement.because.value, dict(statement.params)) for statement in shown.statements]


@pytest.mark.parametrize(
    ("read", "statements"),
    [
        (Read(5, took=A), [("took_own", {"player": "A", "card": 5})]),
        (Read(5), [("nobody_took", {"card": 5, "side": "A"})]),
        (Read(99), [("dead_card", {"card": 99})]),
        (Read(5, void="noise"), [("void", {"reason": "noise"})]),
        (
            Read(30, took=A),
            [
                ("took_opp", {"player": "A", "card": 30}),
                ("sends", {"sender": "A", "receiver": "B", "cards": 1}),
            ],
        ),
        (
            Read(30, took=A, touched=(OPP, OPP)),
            [
                ("took_opp", {"player": "A", "card": 30}),
                ("foul", {"player": "B", "side": "opp"}),
                ("dabu", {"player": "B"}),
                ("sends", {"sender": "A", "receiver": "B", "cards": 2}),
            ],
        ),
        (
            Read(30, took=B, touched=(OWN, OWN)),
            [
                ("took_own", {"player": "B", "card": 30}),
                ("foul", {"player": "A", "side": "own"}),
                ("semi_dabu", {"player": "A"}),
                ("sends", {"sender": "B", "receiver": "A", "cards": 1}),
            ],
        ),
        (
            Read(99, touched=(NONE, BOTH)),
            [
                ("dead_card", {"card": 99}),
                ("foul", {"player": "B", "side": "own"}),
                ("foul", {"player": "B", "side": "opp"}),
                ("kara_dabu", {"player": "B"}),
                ("sends", {"sender": "A", "receiver": "B", "cards": 2}),
            ],
        ),
        (
            Read(99, touched=(OWN, OPP)),
            [
                ("dead_card", {"card": 99}),
                ("foul", {"player": "A", "side": "own"}),
                ("foul", {"player": "B", "side": "opp"}),
                ("tomo_ote", {}),
                ("cancel", {"claims": 1}),
            ],
        ),
        (
            Read(30, took=A, touched=(OWN, NONE)),
            [
                ("took_opp", {"player": "A", "card": 30}),
                ("pushed_across", {"player": "A"}),
                ("foul", {"player": "A", "side": "own"}),
                ("tori_zon", {"player": "A"}),
                ("cancel", {"claims": 1}),
            ],
        ),
        (
            Read(5, touched=(OPP, NONE), contact_by=(B,)),
            [
                ("nobody_took", {"card": 5, "side": "A"}),
                ("foul", {"player": "A", "side": "opp"}),
                ("contact", {"player": "B", "on": "A"}),
                ("tomo_ote", {}),
                ("cancel", {"claims": 1}),
            ],
        ),
        (
            Read(5, took=A, override=Override(1, B, "agreed")),
            [
                ("took_own", {"player": "A", "card": 5}),
                ("override", {"sender": "B", "cards": 1, "reason": "agreed"}),
                ("sends", {"sender": "B", "receiver": "A", "cards": 1}),
            ],
        ),
    ],
)
def test_official(read: Read, statements: list[tuple[str, dict[str, object]]]) -> None:
    assert told(begin(), read) == statements


def test_kata_ote() -> None:
    assert ("kata_ote", {"player": "A"}) in told(begin(), Read(99, touched=(OWN, NONE)))


def test_the_article_names_the_price() -> None:
    breaches = Breach.WRONG_HAND | Breach.EARLY_TOUCH | Breach.PRE_READ_TOUCH | Breach.BREACH
    read = Read(5, touched=(OPP, NONE), breaches=(breaches, Breach.NONE))
    assert told(begin("article"), read) == [
        ("nobody_took", {"card": 5, "side": "A"}),
        ("foul_cards", {"player": "A", "cards": 2}),
        ("wrong_hand", {"player": "A", "cards": 1}),
        ("early_touch", {"player": "A", "cards": 1}),
        ("pre_read_touch", {"player": "A", "cards": 1}),
        ("breach", {"player": "A", "cards": 1}),
        ("sends", {"sender": "B", "receiver": "A", "cards": 6}),
    ]


def test_official_breaches_are_not_mentioned() -> None:
    read = Read(5, took=A, breaches=(Breach.EARLY_TOUCH, Breach.BREACH))
    assert told(begin(), read) == [("took_own", {"player": "A", "card": 5})]


def at_one_card() -> MatchState:
    return after(begin(), *(ask.Settle(Read(card, took=A)) for card in A_CARDS[:24]))


def test_the_last_cards() -> None:
    state = at_one_card()
    assert told(state, Read(25, took=A))[-1] == ("win", {"winner": "A", "margin": 25})
    dabu = told(state, Read(30, took=A, touched=(OPP, OPP)))
    assert dabu[-2:] == [
        ("sends", {"sender": "A", "receiver": "B", "cards": 1}),
        ("capped", {"sender": "A", "owed": 2, "cards": 1}),
    ]
    kept = told(state, Read(25, took=A, touched=(OWN, OWN)))
    assert kept[-2:] == [("nothing_left", {"sender": "A", "owed": 1}), ("win", {"winner": "A", "margin": 25})]


def test_a_send_that_is_open_done_and_forgotten() -> None:
    state = after(at_one_card(), ask.Settle(Read(25, took=B)))
    assert [one.because for one in explain(outcomes(state)[-1], state.rules, send_open=True)][
        -1
    ] is Because.SENDS
    forgotten = explain(outcomes(state)[-1], state.rules)
    assert [one.because for one in forgotten][-2:] == [Because.FORGOTTEN_SEND, Because.WIN]
    sent = after(state, ask.Send((26,)))
    assert [one.because for one in explain(outcomes(sent)[-1], sent.rules)][-1] is Because.SENT


def test_a_preview_changes_nothing_and_shows_what_is_owed() -> None:
    state = begin()
    shown = preview(state, Read(30, took=A))
    assert shown.pending is not None
    assert (shown.pending.sender, shown.pending.count) == (A, 1)
    assert shown.state.counts == (25, 24)
    assert state.counts == (25, 25)


def test_a_preview_of_what_cannot_be_is_a_refusal() -> None:
    shown = preview(begin(), Read(99, took=A))
    assert shown.refused is not None
    assert shown.refused.code is Why.TOOK_DEAD_CARD
    assert (shown.outcome, shown.statements, shown.pending) == (None, (), None)


def test_a_preview_of_a_correction_is_of_that_read() -> None:
    state = after(begin(), ask.Settle(Read(5, took=A)), ask.Settle(Read(99)))
    shown = preview(state, Read(5, took=B), index=0)
    assert shown.outcome is not None
    assert shown.outcome.index == 0
    assert shown.statements[-1] == Statement(
        Because.FORGOTTEN_SEND, {"sender": "B", "cards": 1}, RULES[Because.FORGOTTEN_SEND]
    )
    assert shown.state.counts == (24, 25)


def test_every_statement_names_a_section_of_the_rules() -> None:
    assert set(RULES) == set(Because)
    rules = (Path(__file__).parents[3] / "docs/rules/karuta.md").read_text()
    sections = set(re.findall(r"^#{2,3} (\d+(?:\.\d+)?)", rules, re.MULTILINE))
    assert {rule.removeprefix("§") for rule in RULES.values()} <= sections
