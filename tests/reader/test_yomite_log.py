"""Facts as plain dicts: what is stored can be read back, and nothing else is taken for a fact."""

import json
from dataclasses import replace
from typing import Any, get_args

import pytest

from reader.gaps import Gaps
from reader.pace import Pace
from reader.pattern import Half, Pattern
from reader.plan import plan
from reader.programme import Programme
from reader.yomite_facts import (
    BroughtForward,
    Called,
    CallEnded,
    Decided,
    Fact,
    Finished,
    HalfBegan,
    HalfEnded,
    HandLowered,
    HandRaised,
    Held,
    HoldReason,
    LeftOut,
    Opened,
    Resumed,
    SetAside,
    Stopped,
    TakenBack,
)
from reader.yomite_log import from_dict, to_dict

PROGRAMME = Programme((5, 9), Pattern.parse("CUR2 NEXT1"), Pace.parse("4.5-3-1-5.125"), 1, 96_000, "ajka")

ONE_OF_EACH: list[Fact] = [
    Opened(0.5, PROGRAMME, "bundled", "ab" * 32),
    Called(1.0, 1, "card", 0, (Half(0, "kami"), Half(5, "kami")), again=True),
    Called(1.0, 2, "replay", None, (Half(5, "shimo"),)),
    HalfBegan(1.25, 1, 0, Half(0, "kami")),
    HalfEnded(2.0, 1, 0, Half(0, "kami")),
    Decided(3.0, 1, 0, 5),
    CallEnded(4.0, 1),
    Held(5.0, HoldReason.DEVICE, "もう聞こえない"),
    Resumed(6.0),
    TakenBack(7.0, 0),
    LeftOut(8.0, 1),
    BroughtForward(9.0, 1),
    SetAside(10.0, 9),
    HandRaised(11.0, "table 3"),
    HandLowered(12.0, "table 3"),
    Stopped(13.0),
    Finished(14.0),
]


def test_the_list_has_one_of_each() -> None:
    assert {type(fact) for fact in ONE_OF_EACH} == set(get_args(Fact))


@pytest.mark.parametrize("fact", ONE_OF_EACH, ids=lambda fact: type(fact).__name__)
def test_facts_survive_json(fact: Fact) -> None:
    assert from_dict(json.loads(json.dumps(to_dict(fact), ensure_ascii=False))) == fact


def _with(**changes: object) -> dict[str, Any]:
    """Return the fact that opens a reading with other values in its programme."""
    raw = to_dict(ONE_OF_EACH[0])
    return {**raw, "programme": raw["programme"] | changes}


def test_a_programme_of_an_older_log_has_one_gap_and_one_upper_half() -> None:
    raw = to_dict(ONE_OF_EACH[0])
    del raw["programme"]["joka_upper"], raw["programme"]["gaps"]
    found = from_dict(raw)
    assert found == ONE_OF_EACH[0]
    assert isinstance(found, Opened)
    assert plan(found.programme).id == plan(PROGRAMME).id


def test_an_opener_and_silences_of_ones_own_survive_json() -> None:
    opened = Opened(0.0, replace(PROGRAMME, joka_upper=2, gaps=Gaps(1, 2, 3, 4)))
    assert from_dict(json.loads(json.dumps(to_dict(opened)))) == opened


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ({}, "fact None is unknown"),
        ({"fact": "sung", "at": 1.0}, "fact 'sung' is unknown"),
        ({"fact": "resumed"}, "resumed lacks the key 'at'"),
        ({"fact": "resumed", "at": 1.0, "by": "A"}, "resumed has no key 'by'"),
        ({"fact": "resumed", "at": "1.0"}, "resumed.at cannot be '1.0'"),
        ({"fact": "resumed", "at": True}, "resumed.at cannot be True"),
        ({"fact": "held", "at": 1.0, "reason": "lunch", "message": ""}, "held.reason cannot be 'lunch'"),
        ({"fact": "half_began", "at": 1.0, "call": 1, "place": 0, "half": [5, "middle"]}, "half_began.half"),
        ({"fact": "half_began", "at": 1.0, "call": 1, "place": 0, "half": 5}, "half_began.half"),
        (
            {
                "fact": "called",
                "at": 1,
                "number": 1,
                "kind": "x",
                "position": 0,
                "halves": [],
                "again": False,
            },
            "called.kind cannot be 'x'",
        ),
        ({**to_dict(ONE_OF_EACH[0]), "programme": {"cards": [5]}}, "opened.programme"),
        (_with(gaps={"lead": 10**9}), "lead 20833.3 s: it may be 0 to 60 s"),
        (_with(gaps={"lead": "long"}), "opened.programme"),
        (_with(gaps={"tail": True}), "opened.programme"),
        (_with(gaps=3), "opened.programme"),
        (_with(joka_upper=3), "joka upper 3"),
    ],
)
def test_what_is_no_fact_is_refused_by_its_key(raw: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        from_dict(raw)
