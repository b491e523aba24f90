"""What a page sends, read back: the inverse of how answers are written into the log, and nothing fails on any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.karuta.field import End, Row, Slot
from engine.karuta.player import Side
from engine.training.exercises import harai
from engine.training.exercises.question import (
    Answered,
    Card,
    Cards,
    Given,
    Kana,
    Laps,
    Place,
    Present,
    Press,
    Question,
    Response,
    Told,
    Unread,
    Verdict,
)
from engine.training.exercises.recording import written
from engine.training.trial import Exercise
from poems.cards import ALL_CARDS
from webapp.drills.given import understood
from webapp.drills.kinds.harai import outcome

VALUES: list[Given] = [
    Card(0),
    Card(100),
    Kana("あさぼらけあ"),
    Press(pressed=True),
    Press(pressed=False),
    Cards(0),
    Cards(ALL_CARDS),
    Cards(1 << 100 | 2),
    Told(right=True),
    Told(right=False),
    Present(here=True),
    Present(here=False),
    Laps((), 30.0),
    Laps((41.2, 38.0), 120.5),
    *(Place(side, Slot(end, row, 3)) for side in (Side.A, Side.B) for end in End for row in Row),
]


def text_of(value: Given) -> str:
    question = Question(Exercise.POEM, 0, Unread(1, 0), value)
    return written(Answered(question, Response(value), Verdict(correct=None)))


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_what_is_written_is_read_back(value: Given) -> None:
    assert understood(value, text_of(value)) == value


@pytest.mark.parametrize("one", harai.Outcome)
def test_an_outcome_is_read_back(one: harai.Outcome) -> None:
    assert outcome(text_of(harai.told(one))) == harai.told(one)
    assert harai.told(one).right is (one in (harai.Outcome.TOOK, harai.Outcome.NOT_THERE))


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=40), value=st.sampled_from(VALUES), told=st.booleans())
def test_any_text_is_an_answer_of_its_kind_or_none(text: str, value: Given, told: bool) -> None:
    found = understood(value, text, told=told)
    assert found is None or isinstance(found, Told if told else type(value))
    assert outcome(text) is None or text in list(harai.Outcome)


@pytest.mark.parametrize("text", ["101", "-1", "²", "１", "1 ", ""])
def test_what_is_no_card_says_nothing(text: str) -> None:
    assert understood(Card(1), text) is None


@pytest.mark.parametrize("text", ["-2", "1", f"{1 << 101:x}", "xyz"])
def test_a_mask_has_only_cards(text: str) -> None:
    assert understood(Cards(2), text) is None
