"""How well the drills find what a player needs, on simulated players: each figure stands beside its gate.

The players are seeded, so the figures are the same on every machine. They show that the parts do what they are meant
to, not that people learn by them.
"""

from dataclasses import replace
from itertools import product
from math import log

from engine.training.daily import LONG_MIN, SHORT_MIN
from engine.training.interval import share
from engine.training.items import Skill
from engine.training.schedule import Settings
from engine.training.threshold import LONGEST as ANSWERS
from webapp.bench.confused import USUAL, Confused, Practice, planted
from webapp.bench.figure import Figure
from webapp.bench.learners import Recall, guessed, listened, remembering, staircase

SEEDS = 200
"""Players of each kind."""
TO_CURE = 60
"""Players who practise until they mix nothing up any more."""
FIRST_SEED = 900_000
"""The first of the players who mix cards up."""
LEARNERS = 40
DAYS = 150
PLANTED = 5
RATE = 0.30
SLIPS = 0.02
SESSIONS = 10
CURED = 0.05
LEARNING = 0.93
"""What a chance to mix a pair up leaves of its rate."""
LONGEST = 120
"""Sessions after which a player who is not cured stops."""


def run() -> list[Figure]:
    """Measure confusions, practice, hearing and the schedule; takes some minutes."""
    return [*_finding(), *_practising(), *_hearing(), *_scheduling()]


def _finding() -> list[Figure]:
    note = f"of {SEEDS} players, {SESSIONS} sessions with sound, all faces on the first and the eighth day"
    figures = []
    for minutes in (SHORT_MIN, LONG_MIN):
        each = [_found(seed, minutes) for seed in players(SEEDS)]
        listed, seen = (sum(one[at] for one in each) for at in (0, 1))
        figures += [
            Figure(
                f"players whose {PLANTED} confusions are all in the top 8, {minutes} minutes a day",
                100 * listed / SEEDS,
                "%",
                f"{note}, {RATE:.0%} mix-ups among {SLIPS:.0%} slips{_of(listed)}; at least 90",
            ),
            Figure(
                f"players who mixed each of the {PLANTED} up at all, {minutes} minutes a day",
                100 * seen / SEEDS,
                "%",
                f"the same players{_of(seen)}: no list can have what never showed",
            ),
        ]
    named = sum(_named(seed) for seed in players(SEEDS))
    return [
        *figures,
        Figure(
            "players without confusions who have one named",
            100 * named / SEEDS,
            "%",
            f"{note}, {SLIPS:.0%} slips{_of(named)}; 0",
        ),
    ]


def players(count: int) -> range:
    """Return the seeds of so many players: none of these was looked at when the drills were made."""
    return range(FIRST_SEED, FIRST_SEED + count)


def _found(seed: int, minutes: int) -> tuple[bool, bool]:
    """Whether all planted pairs are in the top 8 at once after one of the sessions, and whether each was mixed up."""
    pairs = planted(seed, PLANTED)
    practice = Practice(
        Confused(seed, pairs, SLIPS, RATE, learning=1.0), seed, replace(USUAL, minutes=minutes)
    )
    listed = False
    for number in range(SESSIONS):
        practice.day(number)
        listed = listed or set(pairs) <= set(practice.known.ranked()[:8])
    counts = practice.known.counts
    return listed, all(pair in counts and counts[pair].mistakes for pair in pairs)


def _named(seed: int) -> bool:
    """Whether a player without confusions has one named after one of the sessions."""
    practice = Practice(Confused(seed, (), SLIPS, RATE, learning=1.0), seed)
    for number in range(SESSIONS):
        practice.day(number)
        if practice.known.named():
            return True
    return False


def _practising() -> list[Figure]:
    used = {
        adaptive: [_until_cured(seed, adaptive=adaptive) for seed in players(TO_CURE)]
        for adaptive in (True, False)
    }
    chosen, plain = (sum(each) / len(each) for each in used.values())
    note = f"mean of {TO_CURE} players, all {PLANTED} under {CURED:.0%}"
    return [
        Figure("contrast trials until cured, chosen sets", chosen, "trials", note),
        Figure("contrast trials until cured, any sets", plain, "trials", note),
        Figure("fewer trials than with any sets", 100 * (1 - chosen / plain), "%", "at least 30"),
    ]


def _until_cured(seed: int, *, adaptive: bool) -> int:
    pairs = planted(seed, PLANTED)
    player = Confused(seed, pairs, SLIPS, RATE, LEARNING)
    practice = Practice(player, seed, replace(USUAL, adaptive=adaptive))
    for number in range(LONGEST):
        practice.day(number)
        if all(rate < CURED for rate in player.rates.values()):
            break
    return practice.contrast_trials


def _hearing() -> list[Figure]:
    figures = []
    for (choices, name), spread in product(((2, "pair"), (3, "trio")), (10.0, 20.0, 30.0)):
        near, plain = (
            sum(
                one is not None and abs(one - 120) <= 20
                for one in (method(seed, 120, spread, choices) for seed in range(SEEDS))
            )
            for method in (listened, staircase)
        )
        note = f"{SEEDS} listeners at 120 ms, spread {spread:g} ms, {ANSWERS} answers at most"
        gate = "; at least 80" if spread == 20 else ""
        figures += [
            Figure(f"thresholds told, and within 20 ms, {name}", 100 * near / SEEDS, "%", f"{note}{gate}"),
            Figure(f"the same by a plain staircase, {name}", 100 * plain / SEEDS, "%", note),
        ]
    for choices, name in ((2, "pair"), (3, "trio")):
        told = sum(guessed(seed, choices) for seed in range(SEEDS))
        note = f"{SEEDS} people who hear nothing, after any answer of a run; 5 at most"
        figures.append(Figure(f"people who guess and are told one, {name}", 100 * told / SEEDS, "%", note))
    return figures


def _scheduling() -> list[Figure]:
    settings = Settings(skills=(Skill.FACE, Skill.SOUND))
    runs = [remembering(seed, DAYS, settings) for seed in range(LEARNERS)]
    ours, plain, average = (
        sum(loss(reviews) for reviews, _ in runs) / LEARNERS for loss in (_loss, _plain_loss, _average_loss)
    )
    every = [one for reviews, _ in runs for one in reviews]
    kept = 100 * sum(one.recalled for one in every) / len(every)
    note = f"mean of {LEARNERS} learners, {DAYS} days, {len(every):,} reviews"
    return [
        Figure("log loss of the schedule's forecast", ours, "nats", f"{note}; under the next two"),
        Figure(
            "log loss of FSRS by 24 hours", plain, "nats", "the same, from evening to morning being no day"
        ),
        Figure("log loss of the learner's average", average, "nats", "the same reviews"),
        Figure("recalled", kept, "%", f"aimed at {100 * settings.retention:g}; within 3 points"),
        Figure(
            "items a day", sum(late for _, late in runs) / LEARNERS, "items", "the last 20 days; 14 at most"
        ),
    ]


def _loss(reviews: list[Recall]) -> float:
    return sum(_one(one.forecast, recalled=one.recalled) for one in reviews) / len(reviews)


def _plain_loss(reviews: list[Recall]) -> float:
    return sum(_one(one.plain, recalled=one.recalled) for one in reviews) / len(reviews)


def _average_loss(reviews: list[Recall]) -> float:
    rate = sum(one.recalled for one in reviews) / len(reviews)
    return sum(_one(rate, recalled=one.recalled) for one in reviews) / len(reviews)


def _one(forecast: float, *, recalled: bool) -> float:
    # a forecast of 1 that fails would outweigh a hundred others, so none is taken at more than its word
    safe = min(max(forecast, 0.01), 0.99)
    return -log(safe if recalled else 1 - safe)


def _of(count: int) -> str:
    found = share(count, SEEDS)
    return "" if found is None else f", 95 % interval {100 * found.low:.0f} to {100 * found.high:.0f}"
