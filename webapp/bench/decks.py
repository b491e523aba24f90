"""How fast the deck games play, replay and show themselves, per second of one core.

Every figure stands beside a calibration loop and, where it is installed, beside OpenSpiel's hearts through its Python
bindings. They take turns in the same run, a slice of one and a slice of the other, and what counts is the median of the
ratios of such pairs: then whatever else the machine does falls on both. Absolute figures tell more of the machine.
"""

import gc
import importlib
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from engine.bots.uniform import random_hand
from engine.core.game import Game
from engine.core.packs import seed_of
from engine.core.record import dump, parse
from engine.core.replay import replay
from engine.games import ENTRIES, make, of_record
from webapp.bench import bots
from webapp.bench.figure import Figure

PAIRS: Final = 11
"""Slices of every contestant, each beside one of every yardstick."""
SLICE: Final = 0.03
"""CPU seconds of a slice."""
CALIBRATION_TURNS: Final = 1000
TRICK_GAMES: Final = ("napoleon", "hachinin_meri")
REPLAYED: Final = (*TRICK_GAMES, "kakkuri", "ao_kammuri")
PLAIN: Final = "plain loop"
HEARTS: Final = "OpenSpiel hearts"
FLOORS: Final = (
    dict.fromkeys(TRICK_GAMES, 1.3)
    | dict.fromkeys(("kakkuri", "ao_kammuri", "yomi", "shirinma"), 0.8)
    | {f"replay {name}": 0.8 for name in REPLAYED}
)
"""The least that a contestant should do, in decisions of OpenSpiel hearts."""

Contest = Callable[[], int]
"""Something to do over and over; it returns how many decisions it made."""


@dataclass(frozen=True, slots=True)
class Result:
    """A contestant's median speed a CPU second, and its median ratio to each yardstick that ran beside it."""

    speed: float
    beside: dict[str, float]


def run() -> list[Figure]:
    """Measure random play of every game, replay, views and the bots' thinking; takes about forty seconds."""
    games = {name: make(name) for name in ENTRIES}
    contests: dict[str, Contest] = {name: _playing(game) for name, game in games.items()}
    contests |= {f"replay {name}": _replaying(games[name]) for name in REPLAYED}
    yardsticks: dict[str, Contest] = {PLAIN: _calibration}
    hearts = _hearts()
    if hearts is not None:
        yardsticks[HEARTS] = hearts
        contests[HEARTS] = hearts
    figures = [_speed(name, result) for name, result in _race(contests, yardsticks).items()]
    return figures + [_view(name, games[name]) for name in TRICK_GAMES] + bots.run()


def _speed(name: str, result: Result) -> Figure:
    if name == HEARTS:
        return Figure(name, result.speed, "decisions/s", "random play through its Python bindings")
    what = "parsed, checked and replayed from JSON" if name.startswith("replay") else "checked random play"
    note = f"{what}; {result.beside[PLAIN]:.3f} of the turns of a plain loop"
    if HEARTS in result.beside:
        least = f", at least {FLOORS[name]}" if name in FLOORS else ""
        note += f"; {result.beside[HEARTS]:.2f} x {HEARTS}{least}"
    return Figure(name, result.speed, "decisions/s", note)


def _race(contests: dict[str, Contest], yardsticks: dict[str, Contest]) -> dict[str, Result]:
    """Let each contestant run beside each yardstick, in turns and in both orders."""
    for work in (*contests.values(), *yardsticks.values()):
        work()
    gc.collect()
    gc.freeze()
    try:
        return {name: _beside(work, yardsticks) for name, work in contests.items()}
    finally:
        gc.unfreeze()


def _beside(work: Contest, yardsticks: dict[str, Contest]) -> Result:
    """Run slices of a contestant, each between slices of the yardsticks, and return the medians."""
    speeds: list[float] = []
    ratios: dict[str, list[float]] = {name: [] for name in yardsticks}
    for turn in range(PAIRS):
        first = _slice(work) if turn % 2 else 0.0
        measured = {name: _slice(yardstick) for name, yardstick in yardsticks.items()}
        speed = first or _slice(work)
        speeds.append(speed)
        for name, yardstick in measured.items():
            ratios[name].append(speed / yardstick)
    return Result(median(speeds), {name: median(ratio) for name, ratio in ratios.items()})


def _slice(work: Contest) -> float:
    """Return how many decisions were made in a CPU second, over a slice."""
    start, done, spent = time.process_time(), 0, 0.0
    while spent < SLICE:
        done += work()
        spent = time.process_time() - start
    return done / spent


def _playing(game: Game[Any]) -> Contest:
    """Return what plays one hand at random, every action checked."""
    draw = random.Random(1).random  # noqa: S311 - the same games each time

    def key(_card: int) -> float:
        return draw()

    def play() -> int:
        state, decisions = game.new(), 0
        while not state.hand_scores:
            wanted = state.wants()
            if wanted is not None:
                state.deal(sorted(wanted, key=key))
            legal_actions, play_ = state.legal_actions, state.play
            while state.turn >= 0:
                legal = legal_actions()
                play_(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return play


def _replaying(game: Game[Any]) -> Contest:
    """Return what parses a record and replays it, one of twenty hands after the other."""
    files = [dump(random_hand(game, seed_of(rng)).record()).encode() for rng in range(20)]
    lengths = [len(json.loads(file)["actions"]) for file in files]
    turn = 0

    def again() -> int:
        nonlocal turn
        turn = (turn + 1) % len(files)
        record = parse(files[turn])
        replay(of_record(record), record)
        return lengths[turn]

    return again


def _calibration() -> int:
    seen: dict[int, int] = {}
    for turn in range(CALIBRATION_TURNS):
        seen[turn & 63] = turn >> 1
    return CALIBRATION_TURNS


def _hearts() -> Contest | None:
    """Return what plays OpenSpiel's hearts at random; None where it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game, draw = pyspiel.load_game("hearts"), random.Random(1).random  # noqa: S311

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return play


def _view(name: str, game: Game[Any]) -> Figure:
    """Measure what the view of the seat to act costs, over all decisions of a hand."""
    log = random_hand(game, seed_of(1))
    state, moments = game.new(log.dealer), []
    for event in log.events:
        if state.to_act() is not None:
            moments.append(state.clone())
        state.apply(event)
    best = float("inf")
    for _ in range(40):
        start = time.process_time()
        for moment in moments:
            moment.view(moment.turn)
        best = min(best, (time.process_time() - start) / len(moments))
    return Figure(f"view {name}", best * 1e6, "µs", "of the seat to act, mean over a hand; at most 5")
