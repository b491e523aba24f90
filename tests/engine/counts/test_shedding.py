"""The last turns of Kakkuri, Ao-kammuri and Bōzu-mekuri, in all ways to the end.

Kakkuri and Ao-kammuri are counted in their `test_oracle.py` too, from the deal on and from three cards each; here it is
what each line ends in. In Bōzu-mekuri only a second stack gives a choice: five cards in each of two stacks are drawn in
10 over 5, 252, orders, four and six in 210.
"""

import random
from typing import Any

import pytest

from engine.games import make
from engine.games.kakkuri import KakkuriState
from tests.support.ao_kammuri import position
from tests.support.counting import last_cards, lines, size, told_lines
from tests.support.games import Playout
from tests.support.naive_ao_kammuri import NaiveAoKammuri
from tests.support.naive_bozu_mekuri import NaiveBozuMekuri
from tests.support.naive_kakkuri import NaiveKakkuri

HANDS = {0: "hime hime yoko", 1: "hime jito bozu", 2: "bozu yoko yoko", 3: "tenchi hime bozu"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"scoring": "win"}, (260, 2)),
        ({"scoring": "remaining"}, (260, 8)),
        ({"scoring": "remaining", "goita_chain": True}, (638, 7)),
    ],
)
def test_ao_kammuri_with_three_cards_each(options: dict[str, Any], expected: tuple[int, int]) -> None:
    state = position(HANDS, 0, **options)
    told = NaiveAoKammuri([HANDS[seat].split() for seat in range(4)], 0, **state.game.options.all())
    found = lines(state)
    assert found == told_lines(told)
    assert size(found) == expected


@pytest.mark.parametrize(
    ("options", "seed", "back", "depth", "expected"),
    [
        ({"players": 5}, 2, 10, 9, (65, 11)),
        ({"swap_phase": False}, 1, 14, 9, (562, 7)),
        ({"preset": "yafune", "players": 6}, 3, 6, 8, (749, 7)),
    ],
)
def test_last_turns_of_kakkuri(
    options: dict[str, Any], seed: int, back: int, depth: int, expected: tuple[int, int]
) -> None:
    """From so many decisions before the end; some lines are longer, and end at the depth without a score."""
    game = make("kakkuri", options)
    playout = Playout(game, random.Random(seed))
    state = playout.state
    assert isinstance(state, KakkuriState)
    deck = playout.shuffle(game.pack)
    state.deal(deck)
    played: list[str] = []
    while state.to_act() is not None:
        action = playout.choose(state, state.legal_actions(), playout.rng)
        played.append(game.text(action))
        state.play(action)
    given = {name: value for name, value in game.options.all().items() if name != "rounds"}
    told = NaiveKakkuri(list(map(game.deck.code, deck)), 0, [], **given)
    again = game.new()
    again.deal(deck)
    for text in played[:-back]:
        again.play(game.parse(text))
        told.play(text)
    found = lines(again, depth)
    assert found == told_lines(told, depth)
    assert size(found) == expected


class TwoStacks:
    """Bōzu-mekuri from a position on, with a choice of what is drawn next."""

    def __init__(self, state: Any) -> None:
        options = state.game.options.all()
        self.stacks = [list(stack) for stack in state.stacks]
        self.told = NaiveBozuMekuri([], state.game.seats, state.turn, **options)
        self.told.hands, self.told.pot = [list(hand) for hand in state.hands], list(state.pot)
        seats = range(state.game.seats)
        self.told.step = state.direction
        self.told.out = {seat for seat in seats if not state.inside >> seat & 1}
        self.told.skips = {seat for seat in seats if state.missing >> seat & 1}
        self.result: list[int] | None = None

    def legal(self) -> list[str]:
        return [f"draw {at}" for at, stack in enumerate(self.stacks, start=1) if stack]

    def play(self, text: str) -> None:
        at = int(text.split()[1]) - 1
        rest = [card for other, stack in enumerate(self.stacks) for card in stack[other == at :]]
        self.told.stack = [self.stacks[at].pop(0), *rest]
        self.told.draw()
        if not rest:
            self.result = list(map(len, self.told.hands))


@pytest.mark.parametrize(
    ("options", "seed", "expected"),
    [
        ({"players": 2}, 7, (252, 17)),
        ({"players": 3, "hime_again": True, "semimaru": "take_all"}, 17, (210, 45)),
        ({"players": 4, "dan": "take_from_max", "yumi": "reverse", "bozu_loss": "five"}, 12, (252, 81)),
        ({"players": 5, "dan": "draw_again", "yumi": "rotate_hands", "nyudo_as_bozu": True}, 12, (252, 67)),
    ],
)
def test_the_last_ten_cards_of_bozu_mekuri(
    options: dict[str, Any], seed: int, expected: tuple[int, int]
) -> None:
    state = last_cards(make("bozu_mekuri", {**options, "stacks": 2}), seed, 10)
    found = lines(state)
    assert found == told_lines(TwoStacks(state))
    assert size(found) == expected
