"""Laying one's own cards: four packs are the hundred, a card's place is the layout's, times and points add up."""

import pytest

from engine.karuta.field import Slot
from engine.karuta.player import Side
from engine.training.exercises.laying import PACKS, Laying, summary
from engine.training.exercises.question import Answered, Place, Response, answer
from engine.training.layout import DEALT, realistic
from poems.chance import Seed

HOME = realistic(Seed.numbered(3))
DRILL = Laying(HOME, Seed.numbered(8))


def test_four_packs_are_the_hundred() -> None:
    packs = [DRILL.pack(number) for number in range(PACKS)]
    assert {len(pack) for pack in packs} == {DEALT}
    assert sorted(card for pack in packs for card in pack) == list(range(1, 101))
    assert Laying(HOME, Seed.numbered(9)).pack(0) != packs[0]


@pytest.mark.parametrize("packs", [0, PACKS + 1])
def test_no_other_number_of_packs(packs: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 packs"):
        Laying(HOME, Seed.numbered(1), packs)


def test_every_card_is_asked_for_its_own_place() -> None:
    done: tuple[Answered, ...] = ()
    while (question := DRILL.ask(done)) is not None:
        assert isinstance(question.answer, Place)
        pack = DRILL.pack(question.number // DEALT)
        row, end = HOME.corner(question.poem or 0)
        assert (question.answer.slot.row, question.answer.slot.end) == (row, end)
        before = [card for card in dict(HOME.items())[row, end] if card in pack]
        assert before[question.answer.slot.ordinal - 1] == question.poem
        done = answer(DRILL, done, Response(question.answer, 2000.0))
    assert len(done) == 100
    assert [(one.pack, one.seconds) for one in summary(done)] == [(1, 50), (2, 50), (3, 50), (4, 50)]


def test_an_end_of_a_row_is_worth_more_than_half() -> None:
    question = DRILL.ask(())
    assert question is not None
    assert isinstance(question.answer, Place)
    slot = question.answer.slot
    inner = Place(Side.A, Slot(slot.end, slot.row, slot.ordinal + 1))
    assert DRILL.judge(question, Response(question.answer)).points == 1
    assert DRILL.judge(question, Response(inner)).points == pytest.approx(0.6)
    assert DRILL.judge(question, Response(None)).points == 0
    shown = summary([Answered(question, Response(inner, 1500.0), DRILL.judge(question, Response(inner)))])[0]
    assert shown.places is not None
    assert shown.corners is not None
    assert (shown.places.value, shown.corners.value, shown.seconds) == (0, 1, 1.5)
