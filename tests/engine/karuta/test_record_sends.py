"""`naniwazu-match/1`, one test a sentence: moved, sent, untaken cards, the end."""

import json
from copy import deepcopy
from typing import Any

import pytest

from engine.karuta.record import parse, replay
from tests.support.records import (
    A_CARDS,
    a_record,
    answer_to,
    answers,
    last,
    own_takes,
    refusal,
    refuses,
)

DEAD = 88
LAYOUT = {"A": {"1": "右下1", "2": "右下2", "3": "左上1"}, "B": {"26": "右下1", "27": "浮左1"}}


# `moved`: a card that its player does not hold after the sends, or a slot that is taken, is refused.


def test_a_moved_card_lies_in_its_new_slot() -> None:
    state = replay(
        parse(json.dumps(a_record({"card": DEAD, "moved": {"A": {"3": "左中2"}}}, layout=LAYOUT)).encode())
    )
    assert str(state.layout[0].slot_of(3)) == "左中2"
    assert state.layout[0].slot_of(1) is not None


@pytest.mark.parametrize(
    ("read", "place"),
    [
        ({"card": DEAD, "moved": {"A": {"26": "左中2"}}}, "moved.A.26"),
        ({"card": DEAD, "moved": {"B": {"3": "左中2"}}}, "moved.B.3"),
        ({"card": DEAD, "moved": {"A": {"88": "左中2"}}}, "moved.A.88"),
        ({"card": 3, "took": "A", "moved": {"A": {"3": "左中2"}}}, "moved.A.3"),
        ({"card": 30, "took": "A", "sent": [3], "moved": {"A": {"3": "左中2"}}}, "moved.A.3"),
    ],
)
def test_a_moved_card_is_held_by_its_player_after_the_sends(read: dict[str, Any], place: str) -> None:
    assert refuses(read, layout=LAYOUT).startswith(f"reads[0].{place}: ")


@pytest.mark.parametrize(
    "moved",
    [
        {"A": {"3": "右下1"}},
        {"B": {"26": "浮左1"}},
        {"A": {"3": "右下2", "4": "左中1"}},
        {"A": {"3": "左中1", "4": "左中1"}},
    ],
)
def test_a_slot_that_is_taken_is_refused(moved: dict[str, Any]) -> None:
    assert " is taken by card " in refuses({"card": DEAD, "moved": moved}, layout=LAYOUT)


@pytest.mark.parametrize(
    ("read", "player", "card", "slot"),
    [
        ({"card": DEAD, "moved": {"A": {"1": "右下2", "2": "右下1"}}}, 0, 1, "右下2"),  # change places
        ({"card": DEAD, "moved": {"A": {"1": "右下1"}}}, 0, 1, "右下1"),  # stays
        ({"card": 1, "took": "A", "moved": {"A": {"3": "右下1"}}}, 0, 3, "右下1"),  # where the taken card lay
        (
            {"card": 30, "took": "A", "sent": [1], "moved": {"A": {"3": "右下1"}}},
            0,
            3,
            "右下1",
        ),  # … the sent card
        ({"card": DEAD, "moved": {"B": {"26": "右下2"}}}, 1, 26, "右下2"),  # the other side has its own slots
    ],
)
def test_a_slot_that_is_free_after_the_read(read: dict[str, Any], player: int, card: int, slot: str) -> None:
    state = replay(parse(json.dumps(a_record(read, layout=LAYOUT)).encode()))
    assert str(state.layout[player].slot_of(card)) == slot


@pytest.mark.parametrize(
    "moved",
    [
        [],
        {"A": []},
        {"A": {"3": 5}},
        {"A": {"3": "下右1"}},
        {"A": {"x": "右下1"}},
        {"A": {"101": "右下1"}},
        None,
    ],
)
def test_a_move_is_a_card_and_a_slot(moved: Any) -> None:
    assert refuses({"card": DEAD, "moved": moved}).startswith("reads[0].moved")


# `sent`: the cards that the sender sent, in order.


def test_sent_cards_change_sides_in_order() -> None:
    found = last({"card": DEAD, "touched": {"B": ["own", "opp"]}, "sent": [9, 1]})
    assert (found["sent"], found["sender"], found["counts"]) == ([9, 1], "A", {"A": 23, "B": 27})


def test_fewer_than_owed_is_allowed_and_flagged() -> None:
    for sent, flags in (([], ["forgotten_send:0"]), ([9], ["forgotten_send:0"]), ([9, 1], [])):
        read = {"card": DEAD, "touched": {"B": ["own", "opp"]}, "sent": sent}
        assert last(read)["flags"] == flags
        assert last(read)["owed"] == 2


def test_more_than_owed_is_refused() -> None:
    read = {"card": DEAD, "touched": {"B": ["own"]}, "sent": [9, 1]}
    assert refuses(read) == "reads[0].sent[1]: A sends 2 cards but owes 1"
    assert refuses({"card": 5, "took": "A", "sent": [9]}) == "reads[0].sent[0]: nobody owes a card here"


@pytest.mark.parametrize("card", [26, DEAD, 30])
def test_a_card_that_the_sender_does_not_hold_is_refused(card: int) -> None:
    read = {"card": 30, "took": "A", "sent": [card]}
    assert refuses(read) == f"reads[0].sent[0]: A does not hold card {card}"


def test_a_card_is_sent_once() -> None:
    read = {"card": DEAD, "touched": {"B": ["own", "opp"]}, "sent": [9, 9]}
    assert refuses(read) == "reads[0].sent[1]: A does not hold card 9"


def test_a_sent_cards_slot_comes_with_the_receivers_moved_of_the_same_read() -> None:
    read = {"card": 30, "took": "A", "sent": [3], "moved": {"B": {"3": "左上1"}}}
    state = replay(parse(json.dumps(a_record(read, layout=LAYOUT)).encode()))
    assert str(state.layout[1].slot_of(3)) == "左上1"
    assert state.layout[0].slot_of(3) is None
    assert " is taken by card 26" in refuses({**read, "moved": {"B": {"3": "右下1"}}}, layout=LAYOUT)


def test_a_sent_card_without_a_slot_has_none() -> None:
    state = replay(
        parse(json.dumps(a_record({"card": 30, "took": "A", "sent": [3]}, layout=LAYOUT)).encode())
    )
    assert state.layout[0].slot_of(3) is None
    assert state.layout[1].slot_of(3) is None


# A card on the field that nobody took stays there, may be sent later, and its poem is not read again.


def test_a_card_that_nobody_took_stays_and_may_be_sent() -> None:
    found = answers({"card": 5}, {"card": 30, "took": "A", "sent": [5]})
    assert found[0]["side"] == "A"
    assert found[1]["counts"] == {"A": 24, "B": 25}


def test_its_poem_is_not_read_again() -> None:
    assert (
        refuses({"card": 5}, {"card": 5, "took": "A"})
        == "reads[1].card: poem 5 was read already, at reads[0]"
    )


def test_a_poem_is_read_once() -> None:
    taken = "reads[2].card: card 5 was taken already by A, at reads[0]"
    assert refuses({"card": 5, "took": "A"}, {"card": DEAD}, {"card": 5}) == taken
    assert refuses({"card": DEAD}, {"card": DEAD}) == "reads[1].card: poem 88 was read already, at reads[0]"


def test_voids_apart() -> None:
    void = {"card": 5, "void": "noise"}
    found = answer_to(a_record(void, void, {"card": 5, "took": "A"}))
    assert found["flags"] == ["void:0", "void:1"]
    assert "reads[3].card" in refuses(void, void, {"card": 5}, void)


# Slots: end, row, ordinal from the outside; floats. From the owner's seat.


def test_a_layout_has_dealt_cards_in_slots_of_their_own() -> None:
    assert refuses(layout={"A": {"30": "右下1"}}) == "layout.A.30: card 30 was not dealt to A"
    assert refuses(layout={"A": {"88": "右下1"}}) == "layout.A.88: card 88 was not dealt to A"
    assert refuses(layout={"A": {"1": "右下1", "2": "右下1"}}) == "layout.A: 右下1 holds card 1 and card 2"
    assert refuses(layout={"A": {"1": "右下1", "01": "右下2"}}) == "layout.A.01: card 1 comes twice"
    assert refuses(layout={"A": {"1": "右下0"}}).startswith("layout.A.1: ")


def test_a_layout_may_leave_cards_out() -> None:
    assert answer_to(a_record({"card": 25, "took": "A"}, layout={"A": {"3": "浮右1"}}))["counts"]["A"] == 24


# `owed` is the net claim before the cap; `sender` is null only when it is 0.

TWO_LEFT = own_takes("A", 23)
ONE_LEFT = own_takes("A", 24)


def test_owed_is_the_net_claim_before_the_cap() -> None:
    dabu = {"card": 30, "took": "A", "touched": {"B": ["opp"]}, "sent": [25]}
    found = answer_to(a_record(*ONE_LEFT, dabu))
    assert (found["reads"][-1]["owed"], found["reads"][-1]["sender"]) == (2, "A")
    assert (found["winner"], found["margin"]) == ("A", 25)


def test_the_sender_is_named_also_without_a_card_to_send() -> None:
    semi_dabu = {"card": 25, "took": "A", "touched": {"B": ["own"]}}
    found = last(*ONE_LEFT, semi_dabu)
    assert (found["owed"], found["sender"], found["sent"]) == (1, "A", [])


def test_sending_all_one_holds_although_more_is_owed_is_not_forgotten() -> None:
    dabu = {"card": 30, "took": "A", "touched": {"B": ["opp"]}}
    assert last(*ONE_LEFT, {**dabu, "sent": [25]})["flags"] == []
    assert last(*ONE_LEFT, dabu)["flags"] == ["forgotten_send:24"]
    assert last(*TWO_LEFT, {**dabu, "sent": [24]})["flags"] == ["forgotten_send:23"]
    semi_dabu = {"card": 25, "took": "A", "touched": {"B": ["own"]}}
    assert last(*ONE_LEFT, semi_dabu)["flags"] == []


def test_labels_are_empty_in_the_article() -> None:
    read = {"card": DEAD, "touched": {"A": ["own", "opp"]}, "sent": [26, 27]}
    assert last(read)["labels"] == ["kara_dabu:A"]
    assert last(read, ruleset="article")["labels"] == []


def test_flags_carry_the_index_of_their_read() -> None:
    found = answer_to(
        a_record(
            {"card": DEAD, "touched": {"A": ["own"]}},
            {"card": 6, "void": "noise"},
            {"card": 30, "took": "A", "touched": {"A": ["own"]}, "override": {"net": 1, "sender": "A"}},
        )
    )
    assert found["flags"] == [
        "forgotten_send:0",
        "void:1",
        "forgotten_send:2",
        "cross_territory_push:2",
        "override:2",
    ]


# The match is over when a player holds no card after the sends; no further read is accepted.


def test_the_match_is_over_at_zero_after_the_sends() -> None:
    document = a_record(*own_takes("A", 25))
    found = answer_to(document)
    assert (found["counts"], found["winner"], found["margin"]) == ({"A": 0, "B": 25}, "A", 25)
    for read in ({"card": DEAD}, {"card": DEAD, "void": "noise"}, {"card": 1}):
        longer = deepcopy(document)
        longer["reads"].append(read)
        assert refusal(longer) == "reads[25]: the match is over, A has won"


def test_a_player_whose_last_card_was_taken_and_who_is_sent_one_plays_on() -> None:
    found = answer_to(a_record(*ONE_LEFT, {"card": 25, "took": "B", "sent": [26]}, {"card": DEAD}))
    assert (found["counts"], found["winner"]) == ({"A": 1, "B": 24}, None)


def test_a_player_whose_last_card_was_taken_and_to_whom_the_taker_forgot_to_send_has_won() -> None:
    found = answer_to(a_record(*ONE_LEFT, {"card": 25, "took": "B"}))
    assert (found["winner"], found["margin"], found["flags"]) == ("A", 25, ["forgotten_send:24"])


def test_a_foul_can_lose_the_match_at_one_all() -> None:
    reads = [*own_takes("A", 24), *own_takes("B", 24)]
    found = answer_to(
        a_record(*reads, {"card": 25, "took": "A", "touched": {"A": ["own", "opp"]}, "sent": [50]})
    )
    assert (found["counts"], found["winner"], found["margin"]) == ({"A": 1, "B": 0}, "B", 1)


def test_margins_above_25_are_possible_by_fouls() -> None:
    """25 take-aways by the opponent's fouls alone: A sends every card."""
    dead = iter(range(51, 101))
    reads = [{"card": next(dead), "touched": {"B": ["own"]}, "sent": [card]} for card in A_CARDS]
    found = answer_to(a_record(*reads))
    assert (found["winner"], found["margin"], found["counts"]) == ("A", 50, {"A": 0, "B": 50})
