"""How long the strongest bot thinks at a table, in the time of one core, as whoever waits sees it on a free one."""

from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from statistics import median, quantiles
from time import process_time
from typing import Any, Final

from engine.bots.bot import AnyBot, Budget
from engine.bots.levels import DEFAULT, at_level, careful
from engine.core.game import Game, View
from engine.core.packs import SeededPacks, seed_of
from engine.games import ENTRIES, make
from webapp.bench.figure import Figure
from webapp.table.thinking import blink

MOMENTS: Final = 10
"""Decisions of a hand that are timed, from its beginning to its end."""
MANY: Final = 300
"""Decisions of each game that are timed where there is time for it."""


def long() -> list[Figure]:
    """Time many moves of hands in a row in every game that has any to think about; takes five minutes."""
    figures = []
    for name in ENTRIES:
        game = make(name)
        waits = [1000 * wait for wait in islice(_waits_in_hands(game), MANY)]
        if waits:
            note = f"p95 of {len(waits)} decisions, median {median(waits):.0f}, longest {max(waits):.0f}"
            figures.append(Figure(f"{DEFAULT} move {name}", _p95(waits), "ms", f"{note}; at most 100"))
    return figures


def run() -> list[Figure]:
    """Time moves in every game that has any to think about; takes about ten seconds."""
    waits = {name: [1000 * wait for wait in _waits(make(name))] for name in ENTRIES}
    everything = [wait for one in waits.values() for wait in one]
    figures = [Figure(f"{DEFAULT} move", _p95(everything), "ms", "p95 over all games; at most 100")]
    note = f"the longest of at most {MOMENTS} decisions of a hand"
    return figures + [
        Figure(f"{DEFAULT} move {name}", max(one), "ms", note) for name, one in waits.items() if one
    ]


def _p95(waits: Sequence[float]) -> float:
    return quantiles(waits, n=20, method="inclusive")[-1]


def _waits(game: Game[Any]) -> Iterator[float]:
    """Yield the seconds that each timed decision of one hand takes."""
    bot, moments = at_level(DEFAULT, game), list(_moments(game, 1))
    for number in range(min(MOMENTS, len(moments))):
        view, legal = moments[number * len(moments) // min(MOMENTS, len(moments))]
        yield _wait(bot, view, legal, number)


def _waits_in_hands(game: Game[Any]) -> Iterator[float]:
    """Yield the seconds that decisions take, hand after hand; nothing where a hand has none."""
    bot, first = at_level(DEFAULT, game), list(_moments(game, 1))
    if first:
        hands = chain(first, chain.from_iterable(_moments(game, rng) for rng in count(2)))
        for number, (view, legal) in enumerate(hands):
            yield _wait(bot, view, legal, number)


def _wait(bot: AnyBot, view: View, legal: Sequence[int], number: int) -> float:
    start = process_time()
    bot.choose(view, legal, seed_of(number).stream("bench"), blink(process_time))
    return process_time() - start


def _moments(game: Game[Any], rng: int) -> Iterator[tuple[View, Sequence[int]]]:
    """Yield what there was to decide in a hand that the rule of thumb played."""
    bot, seed = careful(game), seed_of(rng)
    state, packs, bits = game.new(), SeededPacks(seed), seed.stream("bench")
    while not state.hand_scores:
        seat = state.to_act()
        if seat is None:
            state.deal(packs.shuffle(state.wants() or ()))
            continue
        view, legal = state.view(seat), state.legal_actions()
        if len(legal) > 1:
            yield view, legal
        state.play(bot.choose(view, legal, bits, Budget()))
