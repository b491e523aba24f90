import pytest

from engine.core.why import IllegalAction, Why
from engine.games import make


def test_a_reason_is_a_sentence_and_what_it_was_made_from() -> None:
    why = Why("{card} is not in your hand", card="SA")
    assert why == "SA is not in your hand"
    assert (why.template, why.values) == ("{card} is not in your hand", {"card": "SA"})


def test_an_illegal_action_carries_its_reason() -> None:
    game = make("napoleon")
    state = game.new()
    state.deal(game.pack)
    with pytest.raises(IllegalAction, match="this is the auction") as refused:
        state.play(0)
    assert (refused.value.action, refused.value.count) == (0, 41)
    assert refused.value.why.template == "this is the auction: pass or bid"
