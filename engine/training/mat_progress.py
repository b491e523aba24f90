"""What a player can read of the mat: how well places are remembered, and matches beside drills.

As in `engine.training.progress`, views are pure folds over settled trials, and nothing is told by too few.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Final

from engine.karuta.field import End
from engine.karuta.field import Row as RowOfField
from engine.training.exercises import laps
from engine.training.exercises.memorising import Half, Probe
from engine.training.progress import FEWEST_SHARE, right
from engine.training.rows import Row, row
from engine.training.trial import Exercise, Trial
from poems.kimariji import full

MAT: Final = (
    (Half.OPPONENT, (RowOfField.LOWER, RowOfField.MIDDLE, RowOfField.UPPER), (End.RIGHT, End.LEFT)),
    (Half.OWN, (RowOfField.UPPER, RowOfField.MIDDLE, RowOfField.LOWER), (End.LEFT, End.RIGHT)),
)
"""The rows and their ends as they lie before a player, the farthest first and from the left."""


@dataclass(frozen=True, slots=True)
class Corner:
    """An end of a row, as its owner calls it, and a figure of its cards: the share that were remembered, say."""

    half: Half
    row: RowOfField
    end: End
    figure: Row


def layout_memory(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the share of places remembered by minutes since, by half of the field, then by events since."""
    every = list(trials)
    rows = []
    asked = places(every)
    for minutes in sorted({one.level for one in asked if one.level is not None}):
        part = [one for one in asked if one.level == minutes]
        rows.append(row(f"{minutes:g} min", right(part), "share", FEWEST_SHARE))
    for half in (Half.OWN, Half.OPPONENT):
        part = [one for one in asked if where(one)[:1] == (half,)]
        rows.append(row(half, right(part), "share", FEWEST_SHARE))
    moved = [one for one in every if one.exercise is Exercise.UPDATING]
    for low, high in ((0, 0), (1, 5), (6, 10), (11, 10**6)):
        part = [one for one in moved if one.level is not None and low <= one.level <= high]
        name = (
            f"{low} events" if low == high else f"{low}-{high} events" if high < 10**6 else f"{low}+ events"
        )
        rows.append(row(name, right(part), "share", FEWEST_SHARE))
    return tuple(rows)


def mat(trials: Iterable[Trial]) -> tuple[Corner, ...]:
    """Return the share of places remembered at each end of each row, in the order in which they lie before one."""
    asked = places(trials)
    out = []
    for half, rows, ends in MAT:
        for at, end in product(rows, ends):
            part = [one for one in asked if where(one) == (half, at, end)]
            about = f"{half} {at} {end}"
            out.append(Corner(half, at, end, row(about, right(part), "share", FEWEST_SHARE)))
    return tuple(out)


def places(trials: Iterable[Trial]) -> list[Trial]:
    """Return the questions for a place, or for what lies there."""
    asked = (one for one in trials if one.exercise is Exercise.MEMORISING and one.set_id != laps.SET_ID)
    return [one for one in asked if not one.set_id.startswith(Probe.PRESENT)]


def where(trial: Trial) -> tuple[str, ...]:
    """Return where the card of a question lay: the half, and where the trial says it the row and its end."""
    return tuple(trial.set_id.split("/")[1:])


def match_beside_drill(trials: Iterable[Trial]) -> tuple[Row, Row]:
    """Return the share of cards got in matches and on the mat of the drills: their gap is the coach's view."""
    every = list(trials)
    drill = [one for one in every if one.exercise is Exercise.FULL_MAT and one.skill is not None]
    return row("match", right(_taken(every)), "share", FEWEST_SHARE), row(
        "drill", right(drill), "share", FEWEST_SHARE
    )


def match_takes(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the share of cards got in matches by whose half, by the kana that were needed, by the number of the read.

    A dead card is nobody's to take, so it is in none of them.
    """
    own = _taken(trials)
    rows = []
    for half in (Half.OWN, Half.OPPONENT):
        part = [one for one in own if one.set_id == half]
        rows.append(row(half, right(part), "share", FEWEST_SHARE))
    for length in sorted({one.kimariji_length for one in own if one.kimariji_length is not None}):
        part = [one for one in own if one.kimariji_length == length]
        rows.append(row(f"{length} kana", right(part), "share", FEWEST_SHARE))
    for first in range(1, 100, 25):
        part = [
            one
            for one in own
            if one.unread is not None and first <= 101 - one.unread.bit_count() < first + 25
        ]
        rows.append(row(f"reads {first}-{first + 24}", right(part), "share", FEWEST_SHARE))
    return tuple(rows)


def match_cards(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the share of matches in which a card was got, for each card that came often enough, the least first."""
    by: dict[int, list[Trial]] = {}
    for one in _taken(trials):
        by.setdefault(one.poem or 0, []).append(one)
    rows = [row(full(card), right(own), "share", FEWEST_SHARE) for card, own in sorted(by.items())]
    return tuple(sorted((one for one in rows if one.value is not None), key=lambda one: one.value or 0.0))


def _taken(trials: Iterable[Trial]) -> list[Trial]:
    """Return the reads of matches whose card lay on the field."""
    return [
        one
        for one in trials
        if one.exercise is Exercise.MATCH and one.poem and one.correct is not None and one.set_id != Half.AWAY
    ]
