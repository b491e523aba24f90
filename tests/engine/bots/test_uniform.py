from collections import Counter

from engine.bots.bot import Budget
from engine.bots.uniform import Uniform, random_hand
from engine.core.packs import seed_of
from engine.games import make
from poems.chance import Seed


def test_it_picks_every_action_about_equally_often() -> None:
    bits = Seed(bytes(16)).stream("test")
    view = make("napoleon").new().view(0)
    picked = Counter(Uniform().choose(view, [3, 5, 9], bits, Budget()) for _ in range(3000))
    assert set(picked) == {3, 5, 9}
    assert all(900 < count < 1100 for count in picked.values())


def test_a_random_hand_follows_from_its_seed() -> None:
    game = make("napoleon", {"joker": "weak"})
    first, again, other = (random_hand(game, seed_of(number)) for number in (5, 5, 6))
    assert first == again
    assert first.events != other.events
    assert first.commitment == seed_of(5).commitment()
    assert first.fold().hand_scores
