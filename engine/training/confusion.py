"""Which cards a player takes for which: counts with a half-life over a prior, and what may be said of them.

A target's answers have a Dirichlet posterior: the card itself, and every card that it could be taken for. Before any
trial those that begin alike, differ in a consonant alone or look alike are the likelier ones. A mistake in a match
counts three times. Nothing is called a confusion before eight trials in which it could have happened.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from math import exp, lgamma, log, sqrt
from statistics import NormalDist
from typing import Final

from engine.training.chance import unit
from engine.training.pairs import LAST_KANA, Pair, face_alike, only_consonant, shared_kana
from engine.training.trial import Exercise, Trial
from poems.chance import Bits

HALF_LIFE_DAYS: Final = 30
HALF_LIFE_CHANCES: Final = 20
"""After so many later chances to mix a pair up an older one counts half: practice changes it more than time."""
MATCH_WEIGHT: Final = 3.0
FEWEST: Final = 8
"""Trials in which a pair could be mixed up, before it is called a confusion."""
MISTAKES: Final = 3
"""Mistakes without which nothing is called a confusion: two may be chance."""
THRESHOLD: Final = 0.08
"""A pair is called a confusion when it is mixed up more often than this …"""
SURE: Final = 0.95
"""… with this certainty."""
CLEAR_CUT_MS: Final = 200.0
"""In the contrast drill the sound is cut until mistakes come: only cuts that leave so much count here."""

PRIOR_TRIALS: Final = 5.0
"""How many trials the prior weighs for each target."""
UNLIKE_TRIALS: Final = 30.0
"""Right answers that the choice of what to practise adds to those of cards that are hardly alike."""
PRIOR_ERROR: Final = 0.1
"""The share of mistakes that the prior expects."""
_BASE: Final = 0.05
_CONSONANT: Final = 1.0
_FACE: Final = 0.5
_PARTNER: Final = 0.5
"""For the seven of one kana, which share nothing, and yet are what one hand waits for."""
_LAST_KANA: Final = frozenset(LAST_KANA)

_NORMAL: Final = NormalDist()
SOURCES: Final = frozenset(
    {
        Exercise.FUDANAGASHI,
        Exercise.SOUND,
        Exercise.CONTRAST,
        Exercise.WARM_UP,
        Exercise.FULL_MAT,
        Exercise.GHOST,
        Exercise.MATCH,
    }
)
"""Where a mistake says that two cards were mixed up."""


@dataclass(frozen=True, slots=True)
class Beta:
    """A rate's posterior: `yes` and `no` with the prior, `n` trials as they happened."""

    yes: float
    no: float
    n: int

    @property
    def mean(self) -> float:
        """The expected rate."""
        return self.yes / (self.yes + self.no)

    @property
    def variance(self) -> float:
        """How unsure the rate is."""
        total = self.yes + self.no
        return self.yes * self.no / (total * total * (total + 1))

    def over(self, rate: float) -> float:
        """Return the chance that the rate is higher than this one."""
        return 1 - beta_below(rate, self.yes, self.no)

    def draw(self, bits: Bits) -> float:
        """Return a rate as likely as the posterior says."""
        yes, no = _gamma(self.yes, bits), _gamma(self.no, bits)
        return yes / (yes + no) if yes + no else 0.0

    def quantile(self, q: float) -> float:
        """Return the rate below which the true one lies with chance q."""
        low, high = 0.0, 1.0
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if beta_below(middle, self.yes, self.no) < q else (low, middle)
        return (low + high) / 2


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two cards with the rate at which one is taken for the other, either way, and its 95 % interval."""

    pair: Pair
    rate: float
    low: float
    high: float
    n: int
    mistakes: int


@dataclass(frozen=True, slots=True)
class Counts:
    """What a pair has shown: weighted trials in which it could be mixed up, and mixed-up ones; and both as counted."""

    chances: float = 0.0
    mixed: float = 0.0
    n: int = 0
    mistakes: int = 0

    def and_also(self, more: "Counts") -> "Counts":
        """Return both together."""
        return Counts(
            self.chances + more.chances,
            self.mixed + more.mixed,
            self.n + more.n,
            self.mistakes + more.mistakes,
        )


@dataclass(frozen=True, slots=True)
class Matrix:
    """A player's confusions on one day, both ways of a pair together; pairs without a trial are left out."""

    counts: Mapping[Pair, Counts] = field(default_factory=dict)

    def of(self, pair: Pair) -> Beta:
        """Return the posterior of how often a pair is mixed up."""
        found = self.counts.get(pair, _NONE)
        yes = prior_share(pair)
        return Beta(yes + found.mixed, 2 * PRIOR_TRIALS - yes + found.chances - found.mixed, found.n)

    def expected(self, pair: Pair) -> float:
        """Return how often a pair is likely to be mixed up next time: what is practised is chosen by it.

        A single mistake makes much of two cards of the 88 pairs, or with faces alike. Of any others it is mostly a
        slip, as there are thousands of these; so they are believed less.
        """
        rate = self.of(pair)
        if pair in _LAST_KANA or face_alike(*pair.cards):
            return rate.mean
        return rate.yes / (rate.yes + rate.no + UNLIKE_TRIALS)

    def with_more(self, more: Mapping[Pair, Counts]) -> "Matrix":
        """Return the matrix with what was counted elsewhere, as if neither had come after the other."""
        if not more:
            return self
        return Matrix(
            {
                **self.counts,
                **{pair: self.counts.get(pair, _NONE).and_also(one) for pair, one in more.items()},
            }
        )

    def named(self) -> tuple[Confusion, ...]:
        """Return what may be called a confusion, the likeliest first."""
        found = (
            self._told(pair)
            for pair, one in self.counts.items()
            if one.n >= FEWEST and one.mistakes >= MISTAKES
        )
        return tuple(sorted((one for one in found if one), key=lambda one: (-one.rate, one.pair)))

    def ranked(self, pairs: Iterable[Pair] = LAST_KANA) -> tuple[Pair, ...]:
        """Return pairs by how often they are expected to be mixed up, those that were never met too."""
        every = {*pairs, *self.counts}
        return tuple(sorted(every, key=lambda pair: (-self.expected(pair), pair)))

    def _told(self, pair: Pair) -> Confusion | None:
        rate = self.of(pair)
        if rate.over(THRESHOLD) < SURE:
            return None
        found = self.counts[pair]
        return Confusion(pair, rate.mean, rate.quantile(0.025), rate.quantile(0.975), found.n, found.mistakes)


_NONE: Final = Counts()
_FADE: Final = 0.5 ** (1 / HALF_LIFE_CHANCES)


def matrix(trials: Iterable[Trial], today: date) -> Matrix:
    """Return the fold of settled trials, as they weigh today."""
    shown = [trial for trial in trials if shows(trial)]
    rivals = _rivals(shown)
    sums: dict[Pair, list[float]] = {}
    for trial in shown:
        target = trial.poem or 0
        weight = 0.5 ** ((today - trial.practice_day).days / HALF_LIFE_DAYS)
        weight *= MATCH_WEIGHT if trial.exercise is Exercise.MATCH else 1.0
        mistaken = set(mistaken_for(trial))
        for card in mistaken.union(card for card in rivals[target] if offered(trial, card)):
            one = sums.setdefault(Pair.of(target, card), [0.0, 0.0, 0.0, 0.0])
            mixed = card in mistaken
            one[0] = one[0] * _FADE + weight
            one[1] = one[1] * _FADE + weight * mixed
            one[2] += 1
            one[3] += mixed
    return Matrix({pair: Counts(one[0], one[1], int(one[2]), int(one[3])) for pair, one in sums.items()})


def _rivals(trials: Iterable[Trial]) -> dict[int, set[int]]:
    """Return the cards to count for each card: those that are alike, and any that was taken for it or it for them."""
    out = {card: set(alike(card)) for card in range(1, 101)}
    for trial in trials:
        for card in mistaken_for(trial):
            out[trial.poem or 0].add(card)
            out[card].add(trial.poem or 0)
    return out


def shows(trial: Trial) -> bool:
    """Whether a trial says anything about confusions."""
    if trial.exercise not in SOURCES or trial.poem is None or trial.interrupted or trial.correct is None:
        return False
    if trial.exercise is Exercise.WARM_UP and not trial.options:
        return False  # a press at a sign takes no card for another
    cut = trial.level if trial.exercise is Exercise.CONTRAST else None
    return cut is None or cut >= CLEAR_CUT_MS


def mistaken_for(trial: Trial) -> Iterator[int]:
    """Yield the cards that the target was taken for: chosen, or touched before the right one."""
    cards = (*trial.touched, *(() if trial.correct or trial.chosen is None else (trial.chosen,)))
    return (card for card in cards if card not in (0, trial.poem))


def offered(trial: Trial, card: int) -> bool:
    """Whether a card could have been chosen in a trial: it was among the options, or its poem could still come."""
    if trial.options:
        return card in trial.options
    return trial.unread is None or bool(trial.unread >> card & 1)


@cache
def alike(card: int) -> tuple[int, ...]:
    """Return the cards that one may be taken for before a player has shown it: by sound or by face."""
    return tuple(other for other in range(1, 101) if other != card and _points(card, other) > _BASE)


@cache
def prior_share(pair: Pair) -> float:
    """Return the mixed-up trials that the prior counts for a pair, both ways together."""
    one, other = pair.cards
    return PRIOR_TRIALS * PRIOR_ERROR * _points(one, other) * (1 / _total(one) + 1 / _total(other))


@cache
def _points(one: int, other: int) -> float:
    """Return how likely a mistake is before any trial, in proportion: a point for each shared kana."""
    pair = Pair.of(one, other)
    consonant = _CONSONANT * only_consonant(pair) + _PARTNER * (pair in _LAST_KANA)
    return _BASE + shared_kana(one, other) + consonant + _FACE * face_alike(one, other)


@cache
def _total(card: int) -> float:
    return sum(_points(card, other) for other in range(1, 101) if other != card)


def beta_below(x: float, a: float, b: float) -> float:
    """Return the chance that a Beta(a, b) lies below x (the regularised incomplete beta function)."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    tiny, c = 1e-300, 1.0
    d = 1 / _away(1 - (a + b) * x / (a + 1), tiny)
    out = d
    for m in range(1, 300):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + top * d, tiny)
            c = _away(1 + top / c, tiny)
            out *= d * c
        if abs(d * c - 1) < 1e-12:
            break
    return out


def _gamma(shape: float, bits: Bits) -> float:
    """Draw from a gamma distribution (Marsaglia and Tsang), for any shape over 0."""
    if shape < 1:
        return _gamma(shape + 1, bits) * float(unit(bits) ** (1 / shape))
    d = shape - 1 / 3
    while True:
        x = _NORMAL.inv_cdf(unit(bits))
        v = (1 + x / sqrt(9 * d)) ** 3
        if v > 0 and log(unit(bits)) < x * x / 2 + d - d * v + d * log(v):
            return d * v


def _away(value: float, tiny: float) -> float:
    """Keep a denominator away from nothing."""
    return value if abs(value) > tiny else tiny
