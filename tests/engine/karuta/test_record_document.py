"""`naniwazu-match/1` as a document, one test a sentence: keys, types, format, deal."""

import json
from typing import Any

import pytest

from engine.karuta.record import dumps, parse, replay, to_record
from tests.support.records import (
    A_CARDS,
    B_CARDS,
    a_record,
    answer_to,
    refusal,
    refuses,
)

DEAD = 88


# May be left out: everything but `format`, `ruleset`, `deal`, `reads` and each read's `card`. Unknown keys are kept.


def test_only_the_card_of_a_read_is_needed() -> None:
    assert answer_to(a_record({"card": 5}, {"card": DEAD})) == {
        "reads": [
            {
                "card": 5,
                "side": "A",
                "fouls": {"A": 0, "B": 0},
                "claims": {"A": 0, "B": 0},
                "owed": 0,
                "sender": None,
                "sent": [],
                "labels": [],
                "counts": {"A": 25, "B": 25},
            },
            {
                "card": DEAD,
                "side": "dead",
                "fouls": {"A": 0, "B": 0},
                "claims": {"A": 0, "B": 0},
                "owed": 0,
                "sender": None,
                "sent": [],
                "labels": [],
                "counts": {"A": 25, "B": 25},
            },
        ],
        "counts": {"A": 25, "B": 25},
        "winner": None,
        "margin": None,
        "flags": [],
    }


def test_a_match_before_its_first_read() -> None:
    assert answer_to(a_record())["counts"] == {"A": 25, "B": 25}
    assert answer_to(a_record())["winner"] is None


@pytest.mark.parametrize("key", ["format", "ruleset", "deal", "reads"])
def test_what_must_be_there(key: str) -> None:
    document = a_record({"card": 1})
    del document[key]
    assert refusal(document) == f"{key}: is missing"


def test_the_card_must_be_there() -> None:
    assert refuses({"card": 1}, {"took": "A"}) == "reads[1].card: is missing"


@pytest.mark.parametrize("player", ["A", "B"])
def test_both_deals_must_be_there(player: str) -> None:
    document = a_record()
    del document["deal"][player]
    assert refusal(document) == f"deal.{player}: is missing"


UNKNOWN_KEYS = a_record(
    {
        "card": 30,
        "took": "A",
        "touched": {"A": ["opp"], "note": "swept"},
        "contact": [{"by": "B", "on": "A", "seen": "clearly"}],
        "override": {"net": 1, "sender": "A", "reason": "agreed", "by": "the chief"},
        "moved": {"A": {"3": "左中2"}, "why": "tidied"},
        "sent": [5],
        "at": 12.5,
    },
    {"card": 31, "void": "noise", "took": "B", "touched": "whatever"},
    players={"A": {"name": "甲", "club": "難波津会"}, "judge": {"name": "丙"}},
    deal={"A": A_CARDS, "B": B_CARDS, "by": "hand"},
    layout={"A": {"3": "右下1"}, "drawn": True},
    venue={"hall": "第一", "table": 4},
)


def test_unknown_keys_are_ignored() -> None:
    assert answer_to(UNKNOWN_KEYS)["counts"] == {"A": 24, "B": 25}


def test_unknown_keys_are_kept() -> None:
    written = json.loads(dumps(parse(json.dumps(UNKNOWN_KEYS).encode())))
    assert_within(UNKNOWN_KEYS, written)
    assert_within(
        UNKNOWN_KEYS, json.loads(dumps(to_record(replay(parse(json.dumps(UNKNOWN_KEYS).encode())))))
    )


def assert_within(part: Any, whole: Any) -> None:
    """Everything of a document stands in another one, at the same place."""
    if isinstance(part, dict):
        for key, value in part.items():
            assert_within(value, whole[key])
    elif isinstance(part, list):
        for value, other in zip(part, whole, strict=True):
            assert_within(value, other)
    else:
        assert part == whole


def test_a_written_record_is_read_again_and_written_alike() -> None:
    text = dumps(parse(json.dumps(UNKNOWN_KEYS).encode()))
    assert dumps(parse(text.encode())) == text


def test_a_record_may_start_with_a_bom() -> None:
    data = json.dumps(a_record({"card": 5, "took": "A"})).encode("utf-8-sig")
    assert replay(parse(data)).counts == (24, 25)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("naniwazu-match/2", 'version "naniwazu-match/2" is not known; this program reads naniwazu-match/1'),
        ("naniwazu-game/1", '"naniwazu-game/1" is no match record; this program reads naniwazu-match/1'),
        ("", '"" is no match record; this program reads naniwazu-match/1'),
        ("naniwazu-match", '"naniwazu-match" is no match record; this program reads naniwazu-match/1'),
    ],
)
def test_an_unknown_format_or_version_is_refused_by_name(name: str, reason: str) -> None:
    assert refusal({**a_record(), "format": name}) == f"format: {reason}"


# The deal


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ({"A": A_CARDS[:24], "B": B_CARDS}, "deal.A: A was dealt 24 cards instead of 25"),
        ({"A": A_CARDS, "B": [*B_CARDS, 51]}, "deal.B: B was dealt 26 cards instead of 25"),
        ({"A": [], "B": B_CARDS}, "deal.A: A was dealt 0 cards instead of 25"),
        ({"A": [*A_CARDS[:24], 1], "B": B_CARDS}, "deal.A[24]: card 1 was dealt twice, first at deal.A[0]"),
        ({"A": A_CARDS, "B": [*B_CARDS[:24], 3]}, "deal.B[24]: card 3 was dealt twice, first at deal.A[2]"),
        (
            {"A": [0, *A_CARDS[1:]], "B": B_CARDS},
            "deal.A[0]: a poem number from 1 to 100 is wanted here, not 0",
        ),
        (
            {"A": [101, *A_CARDS[1:]], "B": B_CARDS},
            "deal.A[0]: a poem number from 1 to 100 is wanted here, not 101",
        ),
        (
            {"A": [True, *A_CARDS[1:]], "B": B_CARDS},
            "deal.A[0]: a poem number from 1 to 100 is wanted here, not true",
        ),
        (
            {"A": ["1", *A_CARDS[1:]], "B": B_CARDS},
            'deal.A[0]: a poem number from 1 to 100 is wanted here, not "1"',
        ),
        (
            {"A": [1.0, *A_CARDS[1:]], "B": B_CARDS},
            "deal.A[0]: a poem number from 1 to 100 is wanted here, not 1.0",
        ),
        ({"A": 25, "B": B_CARDS}, "deal.A: a list is wanted here, not 25"),
        ([A_CARDS, B_CARDS], "deal: an object is wanted here, not a list"),
    ],
)
def test_a_wrong_deal_is_refused(deal: Any, reason: str) -> None:
    assert refuses(deal=deal) == reason


# Wrong types


@pytest.mark.parametrize("value", [None, True, 5, 1.5, "x", []])
@pytest.mark.parametrize("key", ["options", "players", "deal", "layout"])
def test_objects_are_objects(key: str, value: Any) -> None:
    assert refuses(**{key: value}).startswith(f"{key}: an object is wanted here")


@pytest.mark.parametrize("value", [None, True, 5, 1.5, "x", {}])
def test_the_reads_are_a_list(value: Any) -> None:
    assert refusal({**a_record(), "reads": value}).startswith("reads: a list is wanted here")


@pytest.mark.parametrize("value", [None, True, 5, 1.5, "x", []])
def test_a_read_is_an_object(value: Any) -> None:
    assert refuses(value).startswith("reads[0]: an object is wanted here")


@pytest.mark.parametrize("value", [None, True, 0, 101, -1, 1.0, "1", [], {}, 10**40])
def test_a_card_is_a_poem_number(value: Any) -> None:
    assert refuses({"card": value}).startswith("reads[0].card: a poem number from 1 to 100 is wanted here")


@pytest.mark.parametrize("value", [None, True, "1", [None], [True], ["1"], [0], [[1]], {"A": [1]}])
def test_sent_is_a_list_of_cards(value: Any) -> None:
    assert refuses({"card": 30, "took": "A", "sent": value}).startswith("reads[0].sent")


@pytest.mark.parametrize("value", [None, 5, ["name"], {"name": 5}, {"name": None}])
def test_a_player_is_an_object_with_a_name(value: Any) -> None:
    assert refuses(players={"A": value}).startswith("players.A")


@pytest.mark.parametrize("value", [None, True, 5, "x", []])
def test_a_record_is_an_object(value: Any) -> None:
    assert refusal(value).startswith("an object is wanted here")


@pytest.mark.parametrize("key", ["format", "ruleset"])
@pytest.mark.parametrize("value", [None, 1, True, [], {}])
def test_names_are_texts(key: str, value: Any) -> None:
    assert refusal({**a_record(), key: value}).startswith(f"{key}: a text is wanted here")
