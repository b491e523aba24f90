"""All auctions of a round of shirinma with one or two showdown cards: docs/rules/shirinma.md §3 and §4.

With one unit to bid there are twelve ways for each card: one of the eleven others bids it, or nobody does; after a bid
all others can only pass. With two units: nobody bids (1), somebody bids both (11), or one (11), over which nobody or
one of the ten others bids two (11): 1 + 11 + 121.
"""

import random
from typing import Any

import pytest

from engine.decks.mekuri import mekuri48
from engine.games import make
from engine.games.shirinma.ranks import is_showdown
from poems.chance import shuffled
from tests.support.counting import lines, size, told_lines
from tests.support.naive_shirinma import NaiveShirinma


def packed(field: str, showdown: str, bottom: str, seed: int) -> list[str]:
    """Return a pack that gives so many showdown cards to the first dozen players, and the others to nobody."""
    deck = mekuri48()
    named = [deck.number(code) for code in (field, *showdown.split(), bottom)]
    rest = [one for one in deck.numbers if one not in named]
    plain = shuffled([one for one in rest if not is_showdown(one)], random.Random(seed))
    given = shuffled([*named[1:-1], *plain[: 24 - len(named[1:-1])]], random.Random(seed))
    order = [named[0], *given, *plain[len(given) - len(named[1:-1]) :], *filter(is_showdown, rest), named[-1]]
    return list(map(deck.code, order))


@pytest.mark.parametrize(
    ("field", "showdown", "bottom", "options", "expected"),
    [
        ("P5", "C11", "C9", {"max_bid": 1}, (12, 12)),
        ("P5", "C11 C10", "C9", {"max_bid": 1}, (144, 133)),
        ("P5", "C11 P12", "C9", {"max_bid": 1, "horse": 7, "king": 0}, (144, 132)),
        ("C5", "C11", "C9", {"max_bid": 1}, (12, 12)),
        ("P5", "C1", "C3", {"max_bid": 1}, (12, 12)),
        ("P5", "O12", "O9", {"max_bid": 2, "ante": 3}, (133, 12)),
    ],
)
def test_all_auctions(
    field: str, showdown: str, bottom: str, options: dict[str, Any], expected: tuple[int, int]
) -> None:
    game = make("shirinma", options)
    pack = packed(field, showdown, bottom, seed=1)
    state = game.new(3)
    state.deal(game.deck.numbers_of(pack))
    found = lines(state)
    assert found == told_lines(NaiveShirinma(pack, 3, **game.options.all()))
    assert size(found) == expected
