"""How fast the anthology answers."""

import random
import subprocess
import sys
import timeit
from collections.abc import Callable

from poems.answer import names_card
from poems.cards import mask, numbers
from poems.kimariji import current, current_all, safe_prefix
from poems.search import search
from webapp.bench.figure import Figure

_IMPORT = (
    "import time; start = time.perf_counter(); import poems.anthology; print(time.perf_counter() - start)"
)


def run() -> list[Figure]:
    """Measure loading, kimari-ji and search; takes about two seconds."""
    rng = random.Random(1)  # noqa: S311 - the same states each time
    states = [mask(rng.sample(range(1, 101), rng.randrange(100))) for _ in range(100)]
    half = mask(rng.sample(range(1, 101), 25))
    queries = ("はなの", "おほえ", "tsuki", "難波", "ふじわら")
    for query in queries:
        search(query)  # the texts are prepared once
    return [
        Figure(
            "load the anthology", _import_seconds() * 1e3, "ms", "fresh interpreter, best of 3; at most 50"
        ),
        Figure(
            "current kimari-ji, one poem",
            _best(lambda: [current(card, read) for read in states for card in range(1, 101)]) / 10_000 * 1e6,
            "µs",
            "mean over 100 random states; at most 50",
        ),
        Figure(
            "safe prefix, one poem",
            _best(lambda: [safe_prefix(card, read, half) for read in states for card in numbers(half)])
            / (len(states) * half.bit_count())
            * 1e6,
            "µs",
            "mean over 100 random states and 25 cards; at most 50",
        ),
        Figure(
            "current kimari-ji, all poems",
            _best(lambda: [current_all(read) for read in states]) / len(states) * 1e6,
            "µs",
            "mean over 100 random states",
        ),
        Figure(
            "search",
            _best(lambda: [search(q) for q in queries]) / len(queries) * 1e3,
            "ms",
            "mean of 5 queries",
        ),
        Figure(
            "judge an answer",
            _best(lambda: [names_card(q) for q in queries]) / len(queries) * 1e3,
            "ms",
            "same",
        ),
    ]


def _best(work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of five runs."""
    return min(timeit.repeat(work, number=1, repeat=5))


def _import_seconds() -> float:
    command = [sys.executable, "-c", _IMPORT]
    runs = (subprocess.run(command, capture_output=True, check=True, text=True) for _ in range(3))  # noqa: S603 - no input
    return min(float(done.stdout) for done in runs)
