"""How fast tournaments are drawn, folded and paired, in seconds of one core."""

import random
import time
from collections.abc import Callable

from engine.tournament import desk
from engine.tournament.bracket import Bracket, fold
from engine.tournament.draw import draw
from engine.tournament.entrant import Entrant
from engine.tournament.events import Event, Recorded
from engine.tournament.outcome import Outcome
from engine.tournament.practice import Person, Room, pair_up
from engine.tournament.redraw import redraw
from poems.chance import Seed
from webapp.bench.figure import Figure

ENTRANTS = 1024
CLUBS = 40
PRACTICE = 32


def run() -> list[Figure]:
    """Measure a draw, a bracket, a round of practice and a round drawn by itself; takes about three seconds."""
    rng = random.Random(1)  # noqa: S311 - the same field each time
    field = [Entrant(f"p{number}", frozenset({f"c{rng.randrange(CLUBS)}"})) for number in range(ENTRANTS)]
    seed = Seed.numbered(1)
    drawn = draw(field, seed)
    log = _played(fold(desk.open_drawn(drawn.leaves)))
    people = tuple(Person(f"p{number}", level=rng.randrange(5)) for number in range(PRACTICE))
    room = Room(people, days_ago={(f"p{n}", f"p{n + 1}"): n for n in range(PRACTICE - 1)})
    return [
        Figure(
            f"draw {ENTRANTS:,} entrants",
            _seconds(lambda: draw(field, seed)) * 1e3,
            "ms",
            f"of {CLUBS} clubs, CPU time; at most 1,000",
        ),
        Figure(
            "count the club-mates' meetings",
            _seconds(lambda: (drawn.meetings(field), drawn.fewest(field))) * 1e3,
            "ms",
            f"of the same {ENTRANTS:,}, in every round, with the bound",
        ),
        Figure(
            "fold the whole bracket",
            _seconds(lambda: fold(log)) * 1e3,
            "ms",
            f"{len(log):,} events; so long does a correction take",
        ),
        Figure(f"pair {PRACTICE} for practice", _seconds(lambda: pair_up(room, seed)) * 1e3, "ms", "exact"),
        Figure(
            "draw one round of 128",
            _seconds(lambda: redraw(field[:128], seed)) * 1e3,
            "ms",
            "in blocks of 64",
        ),
    ]


def _played(bracket: Bracket) -> tuple[Event, ...]:
    """Return the log of the bracket when everything is played; the upper side wins."""
    log = bracket.log
    while bracket.ready:
        results = []
        for match in bracket.ready:
            one, other = match.players
            results.append(Recorded(match.match, Outcome((one, other), one, margin=5)))
        log = (*log, *results)
        bracket = fold(log)
    return log


def _seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the fastest of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best
