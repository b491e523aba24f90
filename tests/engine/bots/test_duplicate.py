"""Duplicate matches: the statistics, and what an exchange of seats must give."""

import math
import statistics

import pytest

from engine.bots.bot import Budget
from engine.bots.duplicate import Duel, differences, duel_of, play_hand, visits
from engine.bots.levels import careful
from engine.bots.uniform import Uniform
from engine.games import make
from poems.chance import Seed

BUDGET = Budget()


def seeds(count: int) -> list[Seed]:
    return [Seed.numbered(number) for number in range(count)]


def test_a_duel_is_a_mean_with_its_standard_error() -> None:
    found = [1.5, -2.0, 0.0, 4.0, 1.0]
    result = duel_of(found)
    assert result.deals == 5
    assert result.mean == pytest.approx(statistics.mean(found))
    assert result.error == pytest.approx(statistics.stdev(found) / 5**0.5)
    assert result.significance == pytest.approx(result.mean / result.error)
    assert duel_of([0, 0]) == Duel(2, 0, 0)
    assert duel_of([0, 0]).significance == 0
    assert duel_of([2, 2]).significance == math.inf
    assert duel_of([-2, -2]).significance == -math.inf
    with pytest.raises(ValueError, match="1 deals tell no error"):
        duel_of([1.0])


@pytest.mark.parametrize("name", ["kakkuri", "yomi", "kakeya"])
def test_a_player_against_itself_is_even_on_every_deal(name: str) -> None:
    game = make(name)
    same = careful(game)
    assert list(differences(game, same, same, seeds(4), BUDGET)) == [0] * 4


def test_the_other_way_round_the_difference_turns_round() -> None:
    game = make("kakkuri")
    one, other = careful(game), Uniform()
    there = list(differences(game, one, other, seeds(5), BUDGET))
    back = list(differences(game, other, one, seeds(5), BUDGET))
    assert there == pytest.approx([-value for value in back])
    assert any(there)


def test_both_sittings_get_the_same_deals_and_every_dealer_comes_up() -> None:
    seen: list[tuple[int, int]] = []

    class Watching:
        def choose(self, view, legal, bits, budget):  # type: ignore[no-untyped-def]
            if not view.calls:
                seen.append((view.dealer, view.hand))
            return legal[0]

    game = make("napoleon", {"players": 3, "max_redeals": 0})
    list(differences(game, Watching(), Watching(), seeds(3), BUDGET))
    first, again = seen[::2], seen[1::2]
    assert first == again
    assert len({hand for _, hand in first}) == 3
    assert [dealer for dealer, _ in first] == [0, 1, 2]


def test_a_visitor_is_compared_with_the_host_in_the_same_seat() -> None:
    game, bots = make("kakkuri"), (careful(make("kakkuri")), Uniform())
    found = list(visits(game, *bots, seeds(9), BUDGET))
    for number, seed in enumerate(seeds(9)):
        dealer, seat = number % 7, number // 7
        mixed = [bots[one != seat] for one in range(7)]
        guest = play_hand(game, mixed, seed, dealer, BUDGET)[seat]
        assert found[number] == guest - play_hand(game, [bots[1]] * 7, seed, dealer, BUDGET)[seat]
    assert any(found)
    assert list(visits(game, bots[0], bots[0], seeds(3), BUDGET)) == [0] * 3


def test_a_hand_follows_from_its_seed() -> None:
    game = make("kakkuri", {"players": 8})
    bots = [Uniform()] * 8
    first, again, other = (play_hand(game, bots, Seed.numbered(n)) for n in (3, 3, 4))
    assert first == again
    assert first != other
    assert sum(first) == 0


@pytest.mark.parametrize(("name", "deals"), [("kakkuri", 25), ("ao_kammuri", 12)])
def test_the_rule_of_thumb_beats_chance_over_the_same_deals(name: str, deals: int) -> None:
    game = make(name)
    result = duel_of(list(differences(game, careful(game), Uniform(), seeds(deals), BUDGET)))
    assert result.significance > 2
