"""Results as people type them: by who won, not by where they stand."""

import pytest

from webapp.practice.events import How, Played
from webapp.practice.results_typed import Fault, Unusable, typed_result

BOTH = (3, 7)


@pytest.mark.parametrize("winner", [3, 7])
@pytest.mark.parametrize(
    ("typed", "cards"),
    [("1", 1), ("12", 12), ("25", 25), ("26", 26), ("１２", 12), (" 12 ", 12), ("", None), ("  ", None)],
)
def test_left_and_right_behave_alike(winner: int, typed: str, cards: int | None) -> None:
    assert typed_result(1, BOTH, str(winner), typed, How.CARDS) == Played(1, BOTH, winner, cards)


@pytest.mark.parametrize("typed", ["0", "51", "-3", "1.5", "①", "十二", "〇", "viel"])
def test_what_is_no_number_of_cards_is_refused(typed: str) -> None:
    assert typed_result(1, BOTH, "3", typed, How.CARDS) == Unusable(Fault.MARGIN)


@pytest.mark.parametrize("winner", ["", "4", "drei"])
def test_somebody_has_to_have_won(winner: str) -> None:
    assert typed_result(1, BOTH, winner, "12", How.CARDS) == Unusable(Fault.WINNER)


@pytest.mark.parametrize("how", [How.WALKOVER, How.FORFEIT])
def test_a_walkover_has_no_cards(how: How) -> None:
    assert typed_result(1, BOTH, "3", "", how) == Played(1, BOTH, 3, None, how)
    assert typed_result(1, BOTH, "3", "5", how) == Unusable(Fault.NO_MARGIN)
