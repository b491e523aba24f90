"""The pack of 48 and its notation."""

import pytest

from engine.core.deck import NotationError
from engine.decks.mekuri import card, mekuri48, number


def test_four_suits_of_twelve_in_the_order_of_the_pack() -> None:
    codes = [one.code for one in mekuri48().cards]
    assert codes == [f"{suit}{face}" for suit in "PICO" for face in range(1, 13)]
    assert mekuri48().numbers == tuple(range(48))


def test_codes_read_back() -> None:
    for one in mekuri48().cards:
        assert card(one.code) == one.number == mekuri48().number(one.code)
        assert number(one.number) == int(one.code[1:])


@pytest.mark.parametrize("code", ["P0", "P13", "G1", "p1", "P01", "", "1P"])
def test_other_codes_are_refused(code: str) -> None:
    with pytest.raises(NotationError, match="cards are written as P1, C1 or O12"):
        mekuri48().number(code)
