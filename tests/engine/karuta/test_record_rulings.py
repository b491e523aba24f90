"""`naniwazu-match/1`, one test a sentence: cards touched, void, breaches, contact, override."""

from typing import Any

import pytest

from tests.support.records import (
    a_record,
    answer_to,
    answers,
    last,
    refuses,
)

DEAD = 88
BREACHES = ("wrong_hand", "early_touch", "pre_read_touch", "breach")


# `cards_touched`: the cards, where the referee knows them.


def test_cards_touched_lie_on_sides_that_were_touched() -> None:
    read = {"card": 30, "took": "A", "cards_touched": {"A": [30, 40]}, "sent": [1]}
    assert last(read)["fouls"] == {"A": 0, "B": 0}


def test_a_card_touched_that_is_not_on_the_field_is_refused() -> None:
    reads = [{"card": 30, "took": "A", "sent": [1]}]
    for card in (30, DEAD):
        read = {"card": 31, "touched": {"B": ["own"]}, "cards_touched": {"B": [card]}}
        assert refuses(*reads, read) == (
            f"reads[1].cards_touched.B: B cannot have touched card {card}: it is not on the field"
        )


def test_a_card_whose_side_is_missing_from_touched_is_refused() -> None:
    read = {"card": 5, "touched": {"A": ["own"], "B": []}, "cards_touched": {"A": [5, 30]}}
    assert refuses(read) == (
        'reads[0].cards_touched.A: card 30 lies on the side "opp" of A, which is missing from touched'
    )
    read = {"card": 5, "took": "B", "cards_touched": {"B": [30]}}
    assert 'card 30 lies on the side "own" of B' in refuses(read)


def test_a_card_sent_over_lies_on_its_new_side() -> None:
    sent = {"card": 30, "took": "A", "sent": [7]}
    touched_where_it_was = {"card": 31, "touched": {"A": ["own"]}, "cards_touched": {"A": [7]}, "sent": [26]}
    assert "reads[1].cards_touched.A" in refuses(sent, touched_where_it_was)
    touched_where_it_is = {**touched_where_it_was, "touched": {"A": ["opp"]}, "sent": []}
    assert answers(sent, touched_where_it_is)[1]["fouls"] == {"A": 0, "B": 0}


@pytest.mark.parametrize(
    ("read", "fouls"),
    [
        # swept own cards on the way to the own card: free only for the taker
        ({"card": 5, "took": "A", "cards_touched": {"A": [5, 6]}}, 0),
        ({"card": 5, "touched": {"A": ["own"]}, "cards_touched": {"A": [5]}}, 0),
        ({"card": 5, "touched": {"A": ["own"]}, "cards_touched": {"A": [5, 6]}}, 2),
        ({"card": 5, "touched": {"A": ["own"]}, "cards_touched": {"A": [6]}}, 2),
        ({"card": 5, "took": "B", "touched": {"A": ["own"]}, "cards_touched": {"A": [6]}}, 2),
        # wrong cards beside an opponent's card are free
        ({"card": 30, "touched": {"A": ["opp"]}, "cards_touched": {"A": [31]}}, 0),
        ({"card": 30, "touched": {"A": ["own"]}, "cards_touched": {"A": [6]}}, 0),
    ],
)
def test_in_the_article_a_wrong_card_is_any_but_the_read_card(read: dict[str, Any], fouls: int) -> None:
    assert last(read, ruleset="article")["fouls"]["A"] == fouls


@pytest.mark.parametrize(
    ("read", "fouls"),
    [
        ({"card": 5, "touched": {"A": ["own"]}}, 0),
        ({"card": 5, "touched": {"A": ["opp"]}}, 2),
        ({"card": 5, "touched": {"A": ["own", "opp"]}}, 2),
        ({"card": 30, "touched": {"A": ["own"]}}, 0),
        ({"card": 30, "touched": {"A": ["own", "opp"]}}, 2),
        ({"card": DEAD, "touched": {"A": ["own"]}}, 1),
        ({"card": DEAD, "touched": {"A": ["own", "opp"]}}, 2),
    ],
)
def test_in_the_article_without_cards_a_side_without_the_read_card_counts(
    read: dict[str, Any], fouls: int
) -> None:
    assert last(read, ruleset="article")["fouls"]["A"] == fouls


# `void`: fouls, claims and owed are 0, nothing moves, and the poem may be read again.


def test_a_void_read_counts_for_nothing() -> None:
    read = {"card": 30, "took": "A", "touched": {"A": ["own", "opp"]}, "void": "the reader slipped"}
    found = answer_to(a_record(read, {"card": 30, "took": "B"}))
    assert found["reads"][0] == {
        "card": 30,
        "side": "B",
        "fouls": {"A": 0, "B": 0},
        "claims": {"A": 0, "B": 0},
        "owed": 0,
        "sender": None,
        "sent": [],
        "labels": [],
        "counts": {"A": 25, "B": 25},
    }
    assert found["reads"][1]["counts"] == {"A": 25, "B": 24}
    assert found["flags"] == ["void:0"]


def test_in_a_void_read_only_the_card_and_an_empty_sent_are_checked() -> None:
    nonsense = {
        "card": DEAD,
        "void": "x",
        "took": "Z",
        "touched": 5,
        "cards_touched": {"A": [999]},
        "moved": {"A": {"3": "nowhere"}},
        "override": {"net": 9},
        "contact": "no",
        "wrong_hand": "A",
        "sent": [],
    }
    assert last(nonsense)["flags"] == ["void:0"]
    assert refuses({"card": 30, "void": "x", "sent": [1]}) == "reads[0].sent: nothing is sent in a void read"
    assert refuses({"card": 0, "void": "x"}).startswith("reads[0].card: a poem number from 1 to 100")
    assert (
        refuses({"card": 5}, {"card": 5, "void": "x"})
        == "reads[1].card: poem 5 was read already, at reads[0]"
    )


@pytest.mark.parametrize("reason", ["", "  ", 1, True, False, []])
def test_a_void_read_has_its_reason(reason: Any) -> None:
    assert refuses({"card": 5, "void": reason}).startswith("reads[0].void")


# `wrong_hand`, `early_touch`, `pre_read_touch`, `breach`: one card each in `article`, none in `official`.


@pytest.mark.parametrize("key", BREACHES)
def test_in_the_article_a_breach_costs_one_card(key: str) -> None:
    found = last({"card": DEAD, key: ["A"], "sent": [26]}, ruleset="article")
    assert (found["fouls"], found["owed"], found["sender"]) == ({"A": 1, "B": 0}, 1, "B")
    both = last({"card": DEAD, key: ["A", "B"]}, ruleset="article")
    assert (both["fouls"], both["owed"]) == ({"A": 1, "B": 1}, 0)


def test_breaches_are_added_to_the_fouls() -> None:
    read = {"card": DEAD, "touched": {"A": ["own", "opp"]}, **{key: ["A"] for key in BREACHES}}
    found = last({**read, "sent": [26, 27, 28, 29, 30, 31]}, ruleset="article")
    assert found["fouls"] == {"A": 6, "B": 0}
    assert (found["owed"], found["counts"]) == (6, {"A": 31, "B": 19})


@pytest.mark.parametrize("key", BREACHES)
def test_in_the_official_rules_a_breach_changes_no_number(key: str) -> None:
    plain = {"card": 5, "touched": {"A": ["own", "opp"], "B": ["opp"]}, "took": "B"}
    assert last({**plain, key: ["A"]}) == last(plain)


def test_in_the_official_rules_a_taker_with_the_wrong_hand_is_refused() -> None:
    reason = "reads[0].wrong_hand: A cannot take with the wrong hand: the touch is void"
    assert refuses({"card": 5, "took": "A", "wrong_hand": ["A"]}) == reason
    assert last({"card": 5, "took": "B", "wrong_hand": ["A"], "sent": [26]})["counts"] == {"A": 25, "B": 24}
    assert last({"card": 5, "took": "A", "wrong_hand": ["A"]}, ruleset="article")["fouls"]["A"] == 1


@pytest.mark.parametrize("key", BREACHES)
@pytest.mark.parametrize("value", ["A", ["C"], [1], None, {"A": True}, ["A", "A"], [["A"]]])
def test_a_breach_lists_players(key: str, value: Any) -> None:
    assert refuses({"card": 5, key: value}).startswith(f"reads[0].{key}")


# `contact` (official only): fouls(by) = max(fouls(by), fouls(on)), both from before any contact.


def test_contact_makes_a_joint_foul() -> None:
    read = {"card": 5, "touched": {"A": ["opp"]}, "contact": [{"by": "B", "on": "A"}]}
    found = last(read)
    assert (found["fouls"], found["owed"], found["labels"]) == ({"A": 1, "B": 1}, 0, ["tomo_ote"])


def test_contact_takes_over_a_double() -> None:
    read = {"card": DEAD, "touched": {"A": ["own", "opp"], "B": ["own"]}, "contact": [{"by": "B", "on": "A"}]}
    found = last(read)
    assert found["fouls"] == {"A": 2, "B": 2}
    assert found["labels"] == ["tomo_ote", "kara_dabu:A", "kara_dabu:B"]


def test_contact_never_lowers_a_foul() -> None:
    read = {"card": DEAD, "touched": {"A": ["own"], "B": ["own", "opp"]}, "contact": [{"by": "B", "on": "A"}]}
    assert last({**read, "sent": [1]})["fouls"] == {"A": 1, "B": 2}


def test_contact_with_a_hand_that_did_not_foul_is_none() -> None:
    assert last({"card": 5, "contact": [{"by": "B", "on": "A"}]})["fouls"] == {"A": 0, "B": 0}


def test_contact_counts_the_fouls_from_before_any_contact() -> None:
    touched = {"A": ["own", "opp"], "B": ["own"]}
    both = [{"by": "A", "on": "B"}, {"by": "B", "on": "A"}]
    for contact in (both, both[::-1]):
        assert last({"card": DEAD, "touched": touched, "contact": contact})["fouls"] == {"A": 2, "B": 2}


def test_contact_is_ignored_in_the_article() -> None:
    read = {"card": DEAD, "touched": {"A": ["own"]}, "contact": [{"by": "B", "on": "A"}], "sent": [26]}
    assert last(read, ruleset="article")["fouls"] == {"A": 1, "B": 0}


def test_a_taker_in_contact_loses_the_send() -> None:
    read = {
        "card": 30,
        "took": "A",
        "touched": {"B": ["opp"]},
        "contact": [{"by": "A", "on": "B"}],
        "sent": [1],
    }
    found = last(read)
    assert (found["fouls"], found["owed"], found["labels"]) == ({"A": 1, "B": 1}, 1, ["tomo_ote"])


@pytest.mark.parametrize(
    "contact",
    [
        {},
        [{}],
        [{"on": "A"}],
        [{"by": "A"}],
        [{"by": "A", "on": None}],
        [{"by": "A", "on": "A"}],
        [{"by": "C", "on": "A"}],
        ["A"],
        None,
        [None],
    ],
)
def test_a_contact_is_by_one_player_on_the_other(contact: Any) -> None:
    assert refuses({"card": 5, "contact": contact}).startswith("reads[0].contact")


def test_a_contact_says_on_whom() -> None:
    assert refuses({"card": 5, "contact": [{"by": "A"}]}) == "reads[0].contact[0].on: is missing"


@pytest.mark.parametrize("key", ["took", "void", "override"])
def test_null_says_as_much_as_a_key_left_out(key: str) -> None:
    read = {"card": 30, "touched": {"A": ["opp"]}}
    assert last({**read, key: None}) == last(read)


# `override`: `owed` and `sender` are as given; the computed fouls, claims and labels stay.


def test_a_ruling_decides_the_sends_and_nothing_else() -> None:
    read = {"card": 30, "took": "A", "touched": {"B": ["opp"]}}
    computed = last({**read, "sent": [1, 2]})
    ruled = last({**read, "override": {"net": 1, "sender": "B", "reason": "agreed"}, "sent": [26]})
    for key in ("fouls", "claims", "labels", "side"):
        assert ruled[key] == computed[key]
    assert (ruled["owed"], ruled["sender"], ruled["counts"]) == (1, "B", {"A": 26, "B": 23})
    assert ruled["flags"] == ["override:0"]


def test_a_ruling_that_nothing_is_sent() -> None:
    found = last({"card": 30, "took": "A", "override": {"net": 0, "sender": None, "reason": "agreed"}})
    assert (found["owed"], found["sender"], found["flags"]) == (0, None, ["override:0"])
    assert refuses({"card": 30, "took": "A", "override": {"net": 0, "sender": None}, "sent": [1]}) == (
        "reads[0].sent[0]: nobody owes a card here"
    )


def test_a_forgotten_send_counts_against_the_ruling() -> None:
    ruling = {"net": 4, "sender": "A", "reason": "agreed"}
    found = last({"card": DEAD, "override": ruling, "sent": [1, 2, 3]})
    assert found["flags"] == ["forgotten_send:0", "override:0"]
    assert last({"card": DEAD, "override": ruling, "sent": [1, 2, 3, 4]})["flags"] == ["override:0"]
    assert "A sends 5 cards but owes 4" in refuses(
        {"card": DEAD, "override": ruling, "sent": [1, 2, 3, 4, 5]}
    )


@pytest.mark.parametrize(
    ("ruling", "place"),
    [
        ({"net": 5, "sender": "A"}, "override.net"),
        ({"net": -1, "sender": "A"}, "override.net"),
        ({"net": True, "sender": "A"}, "override.net"),
        ({"net": "1", "sender": "A"}, "override.net"),
        ({"sender": "A"}, "override.net"),
        ({"net": 1, "sender": None}, "override.sender"),
        ({"net": 1}, "override"),
        ({"net": 0, "sender": "A"}, "override.sender"),
        ({"net": 1, "sender": "C"}, "override.sender"),
        ({"net": 1, "sender": "A", "reason": 5}, "override.reason"),
        ([], "override"),
        (False, "override"),
    ],
)
def test_a_ruling_is_on_0_to_4_cards_and_names_the_sender(ruling: Any, place: str) -> None:
    assert refuses({"card": 5, "override": ruling}).startswith(f"reads[0].{place}: ")


def test_a_ruling_without_its_sender_is_asked_for_it() -> None:
    assert refuses({"card": 5, "override": {"net": 2}}) == 'reads[0].override: who sends the 2? "A" or "B"'
    read = {"card": 5, "override": {"net": 0, "sender": "B"}}
    assert refuses(read) == "reads[0].override.sender: nobody sends no cards"
