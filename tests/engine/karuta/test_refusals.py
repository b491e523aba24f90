"""Every reason for a refusal, each by the shortest way to it, and each with its sentence."""

import string
from typing import Any

import pytest

from engine.karuta import commands as ask
from engine.karuta.events import Forfeit, Opened
from engine.karuta.field import Layout, Slot
from engine.karuta.match import decide, fold
from engine.karuta.player import A, B
from engine.karuta.read import Breach, Move, Override, Read, Touch
from engine.karuta.refused import Refused, Why
from engine.karuta.sentences import SENTENCES, sentence
from tests.support.records import A_CARDS, B_CARDS
from tests.support.referee import after

DEAL = (tuple(A_CARDS), tuple(B_CARDS))
ONE = Slot.parse("右下1")
TWO = Slot.parse("右下2")
LAYOUT = (Layout.of({1: ONE}), Layout.of({26: ONE}))
OWN = (Touch.OWN, Touch.NONE)

TO_ITS_END = [ask.Settle(Read(card, took=A)) for card in A_CARDS]
AT_ONE = TO_ITS_END[:-1]
BY_B = ask.Settle(Read(30, took=A))


def opening(**more: Any) -> ask.Open:
    return ask.Open(Opened(**{"deal": DEAL, "layout": LAYOUT} | more))


OPENINGS: list[tuple[Why, str, ask.Open]] = [
    (Why.UNKNOWN_RULESET, "ruleset", opening(ruleset="house")),
    (Why.UNKNOWN_OPTION, "options.x", opening(options=(("x", 1),))),
    (Why.UNKNOWN_VALUE, "options.wrong_hand", opening(options=(("wrong_hand", 2),))),
    (Why.UNKNOWN_FORMAT, "match_format", opening(match_format="genpei_100")),
    (Why.DEAL_SIZE, "deal.B", opening(deal=(DEAL[0], DEAL[1][1:]))),
    (Why.DEALT_TWICE, "deal.B[0]", opening(deal=(DEAL[0], DEAL[0]))),
    (Why.NO_CARD, "deal.A[0]", opening(deal=((0, *DEAL[0][1:]), DEAL[1]))),
    (Why.LAYOUT_NOT_DEALT, "layout.A.26", opening(layout=LAYOUT[::-1])),
    (Why.BAD_COMMITMENT, "commitment", opening(commitment="secret")),
]

COMMANDS: list[tuple[Why, str, list[ask.Command], ask.Command]] = [
    (Why.ALREADY_OPEN, "", [], opening()),
    (Why.NO_COMMITMENT, "", [], ask.RevealSeed("00")),
    (Why.OVER, "", TO_ITS_END, ask.Settle(Read(99))),
    (Why.OVER, "", [ask.GiveUp(B, Forfeit.FORFEIT)], ask.Settle(Read(99))),
    (Why.NO_CARD, "card", [], ask.Call(0)),
    (Why.NO_CARD, "card", [], ask.Settle(Read(101))),
    (Why.ALREADY_READ, "card", [ask.Settle(Read(5))], ask.Call(5)),
    (Why.ALREADY_TAKEN, "card", [ask.Settle(Read(5, took=B))], ask.Settle(Read(5))),
    (Why.NOT_CALLED, "card", [ask.Call(5)], ask.Settle(Read(6))),
    (Why.NOTHING_CALLED, "", [ask.Call(5)], ask.Withdraw(6)),
    (Why.TOOK_DEAD_CARD, "took", [], ask.Settle(Read(99, took=A))),
    (
        Why.TOOK_WITH_WRONG_HAND,
        "wrong_hand",
        [],
        ask.Settle(Read(5, took=A, breaches=(Breach.WRONG_HAND, Breach.NONE))),
    ),
    (
        Why.TOUCHED_NOT_ON_FIELD,
        "cards_touched.A",
        [],
        ask.Settle(Read(5, touched=OWN, cards_touched=(1 << 99, 0))),
    ),
    (
        Why.SIDE_NOT_TOUCHED,
        "cards_touched.A",
        [],
        ask.Settle(Read(5, touched=OWN, cards_touched=(1 << 30, 0))),
    ),
    (Why.SENT_IN_VOID, "sent", [], ask.Settle(Read(5, void="noise", sent=(1,)))),
    (Why.BLANK_REASON, "void", [], ask.Settle(Read(5, void=" "))),
    (Why.BLANK_REASON, "reason", [ask.Settle(Read(5))], ask.Void(0, "")),
    (Why.READ_IS_VOID, "", [ask.Settle(Read(5, void="noise"))], ask.Rule(0, Override(1, A))),
    (Why.READ_IS_VOID, "", [ask.Settle(Read(5, void="noise"))], ask.RuleContact(0, (A,))),
    (Why.BAD_OVERRIDE, "override", [ask.Settle(Read(5))], ask.Rule(0, Override(5, A))),
    (Why.BAD_OVERRIDE, "override", [ask.Settle(Read(5))], ask.Rule(0, Override(1, None))),
    (Why.BAD_OVERRIDE, "override", [], ask.Settle(Read(5, override=Override(0, A)))),
    (Why.NOTHING_OWED, "", [], ask.Send((1,))),
    (Why.NOTHING_OWED, "sent[0]", [], ask.Settle(Read(5, took=A, sent=(1,)))),
    (Why.SEND_LOST, "", [BY_B, ask.Call(99)], ask.Send((1,))),
    (Why.SENT_TOO_MANY, "sent[1]", [BY_B], ask.Send((1, 2))),
    (Why.SENT_NOT_HELD, "sent[0]", [BY_B], ask.Send((31,))),
    (Why.NO_CARD, "sent[0]", [BY_B], ask.Send((0,))),
    (Why.SLOT_TAKEN, "moved.B.1", [BY_B], ask.Send((1,), (ONE,))),
    (Why.SLOTS_DO_NOT_MATCH, "", [BY_B], ask.Send((1,), (ONE, TWO))),
    (Why.SEND_COMES_FIRST, "", [*AT_ONE, ask.Settle(Read(25, took=B))], ask.Settle(Read(99))),
    (Why.MOVED_NOT_HELD, "moved.A.26", [], ask.Lay((Move(A, 26, TWO),))),
    (Why.MOVED_TWICE, "moved.A.1", [], ask.Lay((Move(A, 1, TWO), Move(A, 1, Slot.parse("左下1"))))),
    (Why.SLOT_TAKEN, "moved.A.2", [], ask.Lay((Move(A, 2, ONE),))),
    (Why.NO_CARD, "moved.A.-1", [], ask.Lay((Move(A, -1, ONE),))),
    (Why.NO_SUCH_READ, "", [], ask.Correct(0, Read(5))),
    (Why.NO_SUCH_READ, "", [ask.Settle(Read(5))], ask.Void(-1, "noise")),
    (Why.NO_SUCH_READ, "", [ask.Settle(Read(5))], ask.Rule(1, None)),
    (Why.COLLIDES, "", [ask.Settle(Read(5)), ask.Settle(Read(6))], ask.Correct(0, Read(6))),
    (Why.BEING_READ, "card", [ask.Settle(Read(5)), ask.Call(6)], ask.Correct(0, Read(6))),
    (Why.NOTHING_TO_UNDO, "", [], ask.Undo()),
    (Why.NOTHING_TO_UNDO, "", [BY_B], ask.Undo(0)),
    (Why.NOTHING_TO_REDO, "", [BY_B], ask.Redo()),
]


@pytest.mark.parametrize(("why", "place", "command"), OPENINGS)
def test_opening(why: Why, place: str, command: ask.Open) -> None:
    with pytest.raises(Refused) as error:
        decide(None, command)
    assert (error.value.code, error.value.place) == (why, place)
    assert_has_a_sentence(error.value)


@pytest.mark.parametrize(("why", "place", "before", "command"), COMMANDS)
def test_command(why: Why, place: str, before: list[ask.Command], command: ask.Command) -> None:
    state = after(fold(decide(None, opening())), *before)
    with pytest.raises(Refused) as error:
        decide(state, command)
    assert (error.value.code, error.value.place) == (why, place)
    assert_has_a_sentence(error.value)


def assert_has_a_sentence(refused: Refused) -> None:
    """The sentence uses every parameter, so that no page is given less than it needs, or more."""
    used = {name for _, name, _, _ in string.Formatter().parse(SENTENCES[refused.code]) if name}
    assert used - {"cause"} <= set(refused.params)
    assert sentence(refused)
    assert "{" not in sentence(refused)


def test_nothing_before_the_opening() -> None:
    with pytest.raises(Refused) as error:
        decide(None, ask.Call(5))
    assert error.value.code is Why.NOT_OPEN
    assert sentence(error.value) == "this match is not open yet"


def test_a_seed_before_the_end_and_a_wrong_one() -> None:
    state = fold(decide(None, opening(commitment="0" * 64)))
    for before, why in (([], Why.SEED_TOO_EARLY), (TO_ITS_END, Why.WRONG_SEED)):
        with pytest.raises(Refused) as error:
            decide(after(state, *before), ask.RevealSeed("0" * 32))
        assert error.value.code is why
        assert_has_a_sentence(error.value)


def test_every_reason_has_its_sentence_and_is_tried_here() -> None:
    assert set(SENTENCES) == set(Why)
    tried = {row[0] for row in OPENINGS} | {row[0] for row in COMMANDS}
    assert set(Why) - tried == {Why.NOT_OPEN, Why.SEED_TOO_EARLY, Why.WRONG_SEED, Why.NOT_SENT}
