"""The rule-of-thumb players: legal everywhere, the same from a view that went through JSON, better than chance."""

import math
import random
from collections.abc import Sequence
from itertools import count
from statistics import mean, stdev
from typing import Any

import pytest

from engine.bots.bot import AnyBot, Budget, Quick
from engine.bots.thumb import thumb
from engine.bots.uniform import Uniform
from engine.core.codec import decode, dumps, encode
from engine.core.document import Node, loads
from engine.core.game import Game
from engine.games import ENTRIES, make
from poems.chance import shuffled
from tests.support.games import grid, mixtures, name_of

BUDGET = Budget()
FEW = 2
GAMES = tuple(game for game in ENTRIES if game != "bozu_mekuri")
"""In bōzu-mekuri there is nothing to decide."""


def hand(
    game: Game[Any], pack: Sequence[int], bots: Sequence[AnyBot], seed: int, dealer: int | None = None
) -> tuple[int, ...]:
    """Play a hand of this pack and return its scores."""
    state, rng = game.new(seed % game.seats if dealer is None else dealer), random.Random(seed)
    state.deal(pack)
    while not state.hand_scores:
        seat = state.to_act()
        if seat is None:
            state.deal(shuffled(state.wants() or (), rng))
            continue
        state.play(bots[seat].choose(state.view(seat), state.legal_actions(), rng, BUDGET))
    return state.hand_scores[0]


@pytest.mark.parametrize(
    "game",
    [game for name in GAMES for game in grid(name, extra=8 if mixtures(name) > FEW else 1)],
    ids=name_of,
)
def test_it_plays_legally_and_from_the_view_alone(game: Game[Any]) -> None:
    state, bot, rng = game.new(), thumb(game), random.Random(1)
    for step in count():
        if state.hand_scores:
            break
        seat = state.to_act()
        if seat is None:
            state.deal(shuffled(state.wants() or (), rng))
            continue
        view, legal = state.view(seat), state.legal_actions()
        action = bot.choose(view, legal, random.Random(step), BUDGET)
        if isinstance(bot, Quick):
            assert bot.act(game.sample_world(view, random.Random(step)), legal) == action
        text = dumps(encode(view, game.deck)).encode()
        again = decode(type(view), Node(loads(text)), game.deck)
        assert bot.choose(again, legal, random.Random(step), BUDGET) == action
        state.play(action)


DUELS = [
    ("ao_kammuri", {}, (0, 2)),
    ("ao_kammuri", {"goita_chain": True, "scoring": "remaining"}, (1, 3)),
    ("kakkuri", {}, (3,)),
    ("kakkuri", {"players": 8, "preset": "yafune"}, (0,)),
    ("hachinin_meri", {}, (0, 2, 4, 6)),
    ("hachinin_meri", {"players": 4}, (1, 3)),
    ("napoleon", {}, (2,)),
    ("napoleon", {"joker": "strong"}, (0,)),
    ("napoleon", {"players": 4, "joker": "weak"}, (1,)),
    ("judan", {"full_deal": True}, (0,)),
    ("mekuri", {}, (1,)),
    ("yomi", {"must_play": False}, (0,)),
    ("mighty", {}, (2,)),
    ("kakeya", {}, (0, 2)),
    ("shirinma", {"max_bid": 40}, (0, 5)),
]


DEALS = {"kakeya": 240}
"""Where a hand moves one stone mostly, more of them are needed."""


@pytest.mark.parametrize(("name", "options", "seats"), DUELS)
def test_it_beats_chance_by_two_standard_errors(
    name: str, options: dict[str, object], seats: tuple[int, ...]
) -> None:
    """The same deals with and without the thumb player in these seats, chance everywhere else."""
    game = make(name, options)
    rng, better = random.Random(7), []
    with_thumb = [thumb(game) if seat in seats else Uniform() for seat in range(game.seats)]
    without = [Uniform()] * game.seats
    for seed in range(DEALS.get(name, 120)):
        pack = shuffled(game.pack, rng)
        good, chance = hand(game, pack, with_thumb, seed), hand(game, pack, without, seed)
        better.append(mean(good[seat] - chance[seat] for seat in seats))
    assert mean(better) > 2 * stdev(better) / math.sqrt(len(better))


@pytest.mark.parametrize(("game", "hands"), [("oicho_kabu", 120), ("kyo_kabu", 100)])
def test_as_a_banker_it_beats_chance_by_two_standard_errors(game: str, hands: int) -> None:
    made, rng, better = make(game), random.Random(8), []
    for seed in range(hands):
        pack = shuffled(made.pack, rng)
        chance: list[AnyBot] = [Uniform()] * made.seats
        good = hand(made, pack, [thumb(made), *chance[1:]], seed, dealer=0)
        better.append(good[0] - hand(made, pack, chance, seed, dealer=0)[0])
    assert mean(better) > 2 * stdev(better) / math.sqrt(len(better))


def test_in_kan_it_beats_chance_by_two_standard_errors() -> None:
    """Who plays with whom is known only after the deal: the three against the kankei play by rule of thumb."""
    game, rng, better = make("kan"), random.Random(9), []
    for seed in range(120):
        pack = shuffled(game.pack, rng)
        state = game.new(seed % game.seats)
        state.deal(pack)
        kankei = state.view(None).partners
        mixed: list[AnyBot] = [Uniform() if seat in kankei else thumb(game) for seat in range(game.seats)]
        good, chance = hand(game, pack, mixed, seed), hand(game, pack, [Uniform()] * game.seats, seed)
        better.append(chance[kankei[0]] - good[kankei[0]])
    assert mean(better) > 2 * stdev(better) / math.sqrt(len(better))


def test_a_game_without_a_thumb_says_so() -> None:
    class Other:
        id = "other"

    with pytest.raises(LookupError, match="other has no rule-of-thumb player"):
        thumb(Other())  # type: ignore[arg-type]
