"""The time before the probes of E7: the mat is open, and whoever likes marks each lap round it.

It is a question of the run like the others, with nothing to be judged, so its trial is kept, handed out and erased with
them.
"""

from typing import Final

from engine.training.exercises.question import Laps, Open, Question
from engine.training.trial import Exercise, Trial

SET_ID: Final = "laps"
"""By this the trial of the time before is told from those of the probes."""
MOST: Final = 30
"""Laps that are kept of one run."""


def question() -> Question:
    """Return the question that asks nothing: the open mat."""
    return Question(Exercise.MEMORISING, 0, Open(), Laps((), 0.0), set_id=SET_ID)


def written(laps: Laps) -> str:
    """Return laps and the whole time in seconds as text: `41.2 38.0 / 92.5`."""
    return " ".join([*(f"{one:.1f}" for one in laps.laps_s), "/", f"{laps.whole_s:.1f}"])


def understood(text: str) -> Laps | None:
    """Return what such a text says; None for any other, and for laps that took longer than the whole."""
    head, slash, tail = text.partition("/")
    try:
        laps, whole = tuple(map(_seconds, head.split())), _seconds(tail.strip())
    except ValueError:
        return None
    kept = slash and len(laps) <= MOST and sum(laps) <= whole + 2  # each was rounded
    return Laps(laps, whole) if kept else None


def laps_of(trial: Trial) -> Laps | None:
    """Return the laps that a trial tells; None for the trial of anything else, and for one that was interrupted."""
    here = trial.exercise is Exercise.MEMORISING and trial.set_id == SET_ID and not trial.interrupted
    return understood(trial.response) if here else None


def _seconds(text: str) -> float:
    """Return seconds with at most one decimal, an hour at most. Raises ValueError for anything else."""
    whole, dot, tenth = text.partition(".")
    digits = whole + (tenth if dot else "0")
    if not (digits.isascii() and digits.isdigit() and len(tenth or "0") == 1 and len(whole) in range(1, 5)):
        raise ValueError(f"{text!r} is no time")
    seconds = float(text)
    if seconds > 3600:
        raise ValueError(f"{text!r} is longer than any time to memorise")
    return seconds
