"""How short the sounds at the end of a contrast set are cut: by what was heard before, and only of pairs of two."""

import random
from itertools import combinations
from typing import Any

import pytest

from engine.training.confusion import Counts, Matrix
from engine.training.cuts import LATEST, Ears, heard_so_far
from engine.training.pairs import LAST_KANA, Pair, SoundClass, sound_class
from engine.training.threshold import FEWEST, START_MS, right_share
from engine.training.trial import Exercise, Trial
from poems.kimariji import full
from tests.engine.training.makers import DAY, trial

CARD = {full(number): number for number in range(1, 101)}
SAME = [pair for pair in LAST_KANA if sound_class(pair) is SoundClass.FRICATIVES]
PAIR, ALIKE = SAME[:2]


def cut(number: int, pair: Pair, level: float, *, right: bool, **fields: Any) -> Trial:
    card = pair.cards[number % 2]
    given = card if right else next(one for one in pair.cards if one != card)
    plain: dict[str, Any] = {
        "exercise": Exercise.CONTRAST, "skill": None, "options": pair.cards, "correct": right, "chosen": given,
        "level": level,
    }  # fmt: skip
    return trial(number, card, DAY, **(plain | fields))


def listened(pair: Pair, count: int, threshold: float, seed: int = 1) -> list[Trial]:
    """Return the answers of a listener with a threshold, each sound cut where the engine would cut it."""
    rng, trials = random.Random(seed), list[Trial]()
    for number in range(count):
        level = heard_so_far(trials).cut_ms(pair)
        trials.append(cut(number, pair, level, right=rng.random() < right_share(level - threshold, 15)))
    return trials


def test_nobody_knows_anything_at_first() -> None:
    assert Ears().cut_ms(PAIR) == START_MS


@pytest.mark.parametrize("threshold", [40.0, 120.0, 250.0])
def test_the_cut_comes_to_where_the_learner_begins_to_hear(threshold: float) -> None:
    trials = listened(PAIR, 40, threshold)
    found = [heard_so_far(trials[:end]).cut_ms(PAIR) for end in range(30, 40)]
    assert abs(sum(found) / len(found) - threshold) <= 40


def test_before_a_pair_is_known_its_class_of_sounds_tells() -> None:
    known = listened(ALIKE, 30, 60.0)
    of_class = heard_so_far(known).cut_ms(PAIR)
    assert of_class < 150
    other = next(pair for pair in LAST_KANA if sound_class(pair) is not SoundClass.FRICATIVES)
    assert heard_so_far(known).cut_ms(other) == START_MS
    # the pair itself was heard much later, but that counts by itself from its twelfth answer on
    own = [cut(100 + n, PAIR, 300.0, right=n % 4 == 0) for n in range(FEWEST)]
    alike = listened(ALIKE, LATEST, 60.0)
    assert heard_so_far([*own[:-1], *alike]).cut_ms(PAIR) < 150
    assert heard_so_far([*own, *alike]).cut_ms(PAIR) > 250


@pytest.mark.parametrize(
    "fields",
    [
        {"interrupted": True},
        {"exercise": Exercise.SOUND},
        {"level": None},
        {"options": (*PAIR.cards, 100)},
        {"poem": 100, "options": PAIR.cards},
    ],
)
def test_what_was_no_cut_sound_of_two_cards_tells_nothing(fields: dict[str, object]) -> None:
    plain = {"poem": PAIR.one, "exercise": Exercise.CONTRAST, "skill": None, "level": 10.0}
    made: dict[str, Any] = plain | {"options": PAIR.cards} | fields
    trials = [trial(n, day=DAY, **made) for n in range(20)]
    assert heard_so_far(trials) == Ears()


def test_the_pair_of_a_set_that_is_heard_the_latest_and_mixed_up_the_most_comes() -> None:
    cards = tuple(sorted(CARD[name] for name in ("む", "す", "め", "ふ")))
    pairs = [Pair.of(*two) for two in combinations(cards, 2)]
    assert set(pairs) <= set(LAST_KANA)
    for pair in pairs:
        assert Ears().hardest(cards, Matrix({pair: Counts(30, 12, 30, 12)})) == pair
    early = [one for pair in pairs[1:] for one in listened(pair, 14, 0.0)]
    assert heard_so_far(early).hardest(cards, Matrix()) == pairs[0]


def test_cards_that_part_early_have_no_cut_sounds() -> None:
    assert Ears().hardest((CARD["む"], CARD["たち"]), Matrix()) is None
    assert Ears().hardest((), Matrix()) is None
