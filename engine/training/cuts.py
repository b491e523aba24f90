"""How short a sound is cut for a pair of cards, where it is not measured but practised: by what was heard so far.

A contrast set of the day ends with some sounds that are cut short, once whole ones are told apart. They are cut where
the learner's answers to this pair say that hearing begins; before there are enough of them, where those to all pairs
of its class of sounds do; and before any, where a measurement would begin.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from engine.training.confusion import Matrix
from engine.training.pairs import LAST_KANA, Pair, SoundClass, sound_class
from engine.training.threshold import FEWEST, Answer, fold
from engine.training.trial import Exercise, Trial

LATEST: Final = 40
"""Answers by which a sound is cut: hearing changes."""
_LAST_KANA: Final = frozenset(LAST_KANA)


@dataclass(frozen=True, slots=True)
class Ears:
    """What a learner answered to cut sounds, by pair and by class of sounds, in the order in which it was."""

    by_pair: Mapping[Pair, Sequence[Answer]] = field(default_factory=dict)
    by_class: Mapping[SoundClass, Sequence[Answer]] = field(default_factory=dict)

    def cut_ms(self, pair: Pair) -> float:
        """Return how many milliseconds past the decision point a sound of the pair is cut."""
        own = self.by_pair.get(pair, ())
        known = own if len(own) >= FEWEST else self.by_class.get(sound_class(pair), ())
        return fold(known[-LATEST:]).close_cut_ms

    def hardest(self, cards: Sequence[int], mixed: Matrix) -> Pair | None:
        """Return the pair of a set to hear next: the latest heard times how often it is mixed up.

        None where no two of the cards differ in the last kana of their kimari-ji alone: they part too early.
        """
        pairs = [pair for pair in map(_pair, combinations(sorted(cards), 2)) if pair in _LAST_KANA]
        worth = {pair: max(self.cut_ms(pair), 0.0) * mixed.of(pair).mean for pair in pairs}
        return max(pairs, key=lambda pair: (worth[pair], pair), default=None)


def heard_so_far(trials: Iterable[Trial]) -> Ears:
    """Return what settled trials tell of cut sounds; two cards were to be told apart, and nothing interrupted."""
    by_pair: dict[Pair, list[Answer]] = {}
    by_class: dict[SoundClass, list[Answer]] = {}
    for one in trials:
        if one.exercise is Exercise.CONTRAST and one.level is not None and not one.interrupted:
            if len(one.options) != 2 or one.poem not in one.options:
                continue
            pair, answer = Pair.of(*one.options), Answer(one.level, one.correct is True)
            by_pair.setdefault(pair, []).append(answer)
            by_class.setdefault(sound_class(pair), []).append(answer)
    return Ears(by_pair, by_class)


def _pair(cards: tuple[int, int]) -> Pair:
    return Pair.of(*cards)
