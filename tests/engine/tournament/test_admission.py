"""Who has a place where more enter than there are: by lot, or whoever played least in the fiscal year."""

from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.admission import by_lot, fewest_first
from poems.chance import Seed

SEEDS = st.binary(min_size=16, max_size=16).map(lambda bits: Seed.from_hex(bits.hex()))


@given(
    played=st.dictionaries(st.integers(1, 60), st.integers(0, 4), max_size=40),
    hosts=st.sets(st.integers(1, 60)),
    places=st.integers(0, 50),
    seed=SEEDS,
)
def test_whoever_played_least_comes_first(
    played: dict[int, int], hosts: set[int], places: int, seed: Seed
) -> None:
    order = fewest_first(played, hosts, places, seed)
    assert sorted(order) == sorted(played)
    assert order == fewest_first(dict(reversed(played.items())), hosts, places, seed)
    own = min(places // 5, len(hosts & played.keys()))
    first, rest = order[:own], order[own:]
    assert set(first) <= hosts
    assert all(played[one] <= played[other] for one in first for other in (hosts & set(rest)))
    assert [played[one] for one in rest] == sorted(played[one] for one in rest)
    lots = {one: lot for lot, one in enumerate(by_lot(played, seed))}
    for part in (first, rest):
        keys = [(played[one], lots[one]) for one in part]
        assert keys == sorted(keys), "lots part those who played as often"


@given(entries=st.sets(st.integers(1, 200)), seed=SEEDS)
def test_without_that_rule_lots_alone_say_it(entries: set[int], seed: Seed) -> None:
    assert fewest_first(dict.fromkeys(entries, 3), (), 10, seed) == by_lot(entries, seed)
