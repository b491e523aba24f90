"""`naniwazu-match/1`, one test a sentence: ruleset, options, who took and touched what."""

from typing import Any

import pytest

from tests.support.records import (
    answers,
    last,
    refuses,
)

DEAD = 88


# `ruleset`: `official` or `article`; `options` override single keys. Claims are netted in both rulesets.


def test_an_unknown_ruleset_is_refused_by_name() -> None:
    assert (
        refuses(ruleset="house") == 'ruleset: there is no ruleset "house"; there are "official" and "article"'
    )


def test_an_unknown_option_is_refused_by_name() -> None:
    assert (
        refuses(options={"touch_form": "kami_start"}) == 'options.touch_form: there is no option "touch_form"'
    )


def test_an_unknown_value_is_refused_by_name() -> None:
    reason = 'touch_from cannot be "later"; it is "kami_start" or "shimo_start"'
    assert refuses(options={"touch_from": "later"}) == f"options.touch_from: {reason}"
    reason = "early_touch_penalty cannot be true; it is 0 or 1"
    assert refuses(options={"early_touch_penalty": True}) == f"options.early_touch_penalty: {reason}"


@pytest.mark.parametrize(
    ("options", "read", "fouls_of_a"),
    [
        ({"wrong_own_side": 2}, {"card": 5, "touched": {"A": ["opp"]}}, 2),
        ({"wrong_own_side": 2}, {"card": 5, "touched": {"A": ["own"]}, "cards_touched": {"A": [6]}}, 2),
        ({"wrong_own_side": 2}, {"card": 30, "touched": {"A": ["own"]}}, 1),
        ({"wrong_opp_side": 0}, {"card": 30, "touched": {"A": ["own"]}}, 0),
        ({"wrong_opp_side": 0}, {"card": 30, "touched": {"A": ["own", "opp"]}}, 0),
        ({"wrong_opp_side": 0}, {"card": 5, "touched": {"A": ["opp"]}}, 1),
        ({"both_sides": 2}, {"card": 5, "touched": {"A": ["own", "opp"]}}, 2),
        ({"both_sides": 2}, {"card": 5, "touched": {"A": ["opp"]}}, 1),
        ({"early_touch_penalty": 1}, {"card": 5, "early_touch": ["A"]}, 1),
        ({"wrong_hand": 1}, {"card": 5, "took": "A", "wrong_hand": ["A"]}, 1),
        ({"pre_read_touch": 1}, {"card": 5, "pre_read_touch": ["A"]}, 1),
        ({"any_breach": 1}, {"card": 5, "breach": ["A"]}, 1),
        ({"any_breach": 1}, {"card": 5, "early_touch": ["A"]}, 0),
    ],
)
def test_options_override_single_keys_of_the_official_rules(
    options: dict[str, Any], read: dict[str, Any], fouls_of_a: int
) -> None:
    assert last(read, options=options)["fouls"] == {"A": fouls_of_a, "B": 0}


@pytest.mark.parametrize(
    ("options", "read", "fouls_of_a"),
    [
        ({"wrong_own_side": "territory"}, {"card": 5, "touched": {"A": ["opp"]}}, 1),
        ({"wrong_opp_side": "territory"}, {"card": 30, "touched": {"A": ["own"]}}, 1),
        ({"both_sides": "territory"}, {"card": 30, "touched": {"A": ["own", "opp"]}}, 0),
        ({"both_sides": "territory"}, {"card": 5, "touched": {"A": ["own", "opp"]}}, 2),
        ({"early_touch_penalty": 0}, {"card": 5, "early_touch": ["A"], "breach": ["A"]}, 1),
        ({"any_breach": "referee"}, {"card": 5, "breach": ["A"]}, 0),
    ],
)
def test_options_override_single_keys_of_the_article(
    options: dict[str, Any], read: dict[str, Any], fouls_of_a: int
) -> None:
    found = last(read, ruleset="article", options=options)
    assert found["fouls"] == {"A": fouls_of_a, "B": 0}
    assert found["labels"] == []


def test_a_wrong_hand_that_is_void_cannot_take_in_the_article_either() -> None:
    read = {"card": 5, "took": "A", "wrong_hand": ["A"]}
    assert "reads[0].wrong_hand: A cannot take" in refuses(
        read, ruleset="article", options={"wrong_hand": "void"}
    )


def test_claims_are_netted_in_both_rulesets() -> None:
    both_foul = {"card": DEAD, "touched": {"A": ["own"], "B": ["opp"]}}
    for ruleset in ("official", "article"):
        found = last(both_foul, ruleset=ruleset)
        assert (found["claims"], found["owed"], found["sender"]) == ({"A": 1, "B": 1}, 0, None)


# `took`: "A", "B" or null (missing = null); not null on a dead card is refused.


@pytest.mark.parametrize("read", [{"card": 5, "took": None}, {"card": 5}])
def test_nobody_took(read: dict[str, Any]) -> None:
    assert last(read)["counts"] == {"A": 25, "B": 25}


@pytest.mark.parametrize("took", ["A", "B"])
def test_nobody_takes_a_dead_card(took: str) -> None:
    reason = f"reads[0].took: {took} cannot have taken card 88: it is not on the field"
    assert refuses({"card": DEAD, "took": took}) == reason


@pytest.mark.parametrize("took", ["C", "a", "", 1, True, ["A"], {}])
def test_took_is_a_player(took: Any) -> None:
    assert refuses({"card": 5, "took": took}).startswith('reads[0].took: "A" or "B" is wanted here')


# `touched`: from each player's own seat. The taker's side is filled in; flagged where the list lacks it.


def test_touches_are_seen_from_the_own_seat() -> None:
    found = answers(
        {"card": 5, "touched": {"B": ["opp"]}}, {"card": 6, "touched": {"B": ["own"]}, "sent": [1]}
    )
    assert [read["fouls"]["B"] for read in found] == [0, 1]


@pytest.mark.parametrize("touched", [None, {}, {"A": []}, {"B": []}, {"A": ["opp"]}])
def test_the_takers_side_is_filled_in_when_left_out(touched: Any) -> None:
    read = {"card": 30, "took": "A", "sent": [1]} | ({} if touched is None else {"touched": touched})
    found = last(read)
    assert (found["fouls"], found["claims"], found["flags"]) == ({"A": 0, "B": 0}, {"A": 1, "B": 0}, [])


@pytest.mark.parametrize(
    ("read", "fouls", "labels"),
    [
        ({"card": 30, "took": "A", "touched": {"A": ["own"]}}, {"A": 1, "B": 0}, ["tori_zon:A"]),
        ({"card": 5, "took": "A", "touched": {"A": ["opp"]}, "sent": []}, {"A": 1, "B": 0}, ["tori_zon:A"]),
        ({"card": 5, "took": "B", "touched": {"B": ["own"]}}, {"A": 0, "B": 1}, ["tori_zon:B"]),
    ],
)
def test_a_list_that_is_not_empty_and_lacks_the_side_is_flagged(
    read: dict[str, Any], fouls: dict[str, int], labels: list[str]
) -> None:
    found = last({"card": DEAD}, read)
    assert "cross_territory_push:1" in found["flags"]
    assert found["fouls"] == fouls
    assert found["labels"] == labels


def test_a_player_who_did_not_take_is_not_filled_in() -> None:
    found = last({"card": 30, "took": "A", "touched": {"B": ["opp"]}, "sent": [1, 2]})
    assert found["flags"] == []
    assert found["labels"] == ["dabu:B"]


@pytest.mark.parametrize("value", [["left"], ["OWN"], [1], [None], "own", None, {"own": 1}, ["own", "own"]])
def test_a_territory_is_own_or_opp(value: Any) -> None:
    assert refuses({"card": 5, "touched": {"A": value}}).startswith("reads[0].touched.A")


@pytest.mark.parametrize("key", ["a", "b", " A", "Ａ"])
def test_a_player_written_otherwise_is_refused_not_ignored(key: str) -> None:
    assert 'the players are "A" and "B"' in refuses({"card": 5, "touched": {key: ["own"]}})
