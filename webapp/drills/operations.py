"""What can be done with drills: begin a run, keep what was answered, and end it."""

import datetime as dt
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import median
from typing import Final

from flask_babel import get_locale
from itsdangerous import BadData, URLSafeSerializer

from engine.training.exercises.question import Answered, Response
from engine.training.exercises.recording import Circumstances, trial_of
from engine.training.grading import history
from engine.training.trial import Exercise, Row, Trial, reaction, settled
from poems.chance import Seed
from webapp import seeds
from webapp.db.columns import now
from webapp.drills import log, settings
from webapp.drills.forms import Batch, Given
from webapp.drills.kind import Ending, Kind, Learner, Over, Start, Step
from webapp.drills.kinds import kind
from webapp.drills.log import Person
from webapp.drills.mat_records import match_trials
from webapp.practice_day import practice_day
from webapp.services import Services

_SALT = "run of an exercise"
NOBODY: Final = 0
"""In a ticket: a device that never practised. Its log is empty, so the run is the same whoever begins it."""

MOST_DERIVED: Final = 64
"""Runs whose questions are kept, the last ones used: each answer is judged by them, and they never change."""
_DERIVED: Final[OrderedDict[tuple[str, str], tuple[Start, tuple[Step, ...]]]] = OrderedDict()
_LOCK: Final = threading.Lock()


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a run follows from: whose it is, its kind, seed, day and options, and how far the log stood as it began."""

    learner: int
    kind: Kind
    seed: str
    day: dt.date
    upto: int
    options: Mapping[str, str]

    def is_for(self, person: Person | None) -> bool:
        """Whether a run may be begun by whoever has a device, None for one that never practised."""
        return self.learner == NOBODY or (person is not None and person.id == self.learner)


class OtherRun(ValueError):  # noqa: N818 - an answer, not a fault of the program
    """None of the answers is to a question of the run: the program changed under an open page."""


def learner(known: Services, person: Person | None) -> Learner:
    """Return who is about to begin something."""
    database = known.database
    found = log.trials(database, person) if person is not None else ()
    number = None if person is None else person.id
    chosen, matches = settings.load(database, number), partial(match_trials, known, person)
    return Learner(number, found, chosen, practice_day(now()), matches)


def begin(known: Services, person: Person | None, which: Kind, typed: Mapping[str, str]) -> str:
    """Begin a run of today; return what stands in its address, signed. Raises BadOption.

    Nothing is stored, so a run may as well lie ready, and be begun later or never.
    """
    options = which.options(typed, learner(known, person))
    number, head = (NOBODY, 0) if person is None else (person.id, log.head(known.database, person))
    return _signer(known).dumps(
        [number, which.key, seeds.fresh().hex, practice_day(now()).isoformat(), head, options]
    )


def ticket(known: Services, text: str) -> Ticket | None:
    """Return what a run's address says; None for one that was not made here, or whose exercise is there no more."""
    try:
        learner, key, seed, day, upto, options = _signer(known).loads(text)
        began = dt.date.fromisoformat(day)
    except (BadData, TypeError, ValueError):  # also of an earlier program
        return None
    which = kind(key)
    return None if which is None else Ticket(learner, which, seed, began, upto, options)


def _signer(known: Services) -> URLSafeSerializer:
    return URLSafeSerializer(known.config.secret_key, salt=_SALT)


def derived(rows: Sequence[Row], which: Ticket) -> tuple[Start, tuple[Step, ...]]:
    """Return all that a run follows from, and its questions; `rows` is the learner's log."""
    key = (which.seed, str(get_locale()))  # what a script shows may be in words
    with _LOCK:
        known = _DERIVED.get(key)
        if known is not None:
            _DERIVED.move_to_end(key)
            return known
    before = settled(rows[: which.upto])
    start = Start(str(which.learner), Seed.from_hex(which.seed), which.day, before, which.options)
    found = start, which.kind.steps(start)
    with _LOCK:
        _DERIVED[key] = found
        while len(_DERIVED) > MOST_DERIVED:
            _DERIVED.popitem(last=False)
    return found


def answered(every: Iterable[Trial], which: Ticket) -> dict[int, Trial]:
    """Return the trials of a run by the numbers of their questions."""
    return {int(one.trial_id.rpartition("-")[2]): one for one in every if one.seed == which.seed}


def keep(known: Services, person: Person, which: Ticket, batch: Batch) -> Ending:
    """Keep the answers of a run, each once however often it is sent; return its end, empty while it is not over.

    Where the program changed under an open page, it keeps those to questions that are still the same. Raises OtherRun
    and LearnerGone.
    """
    start, steps = derived(log.rows(known.database, person), which)
    fitting = [one for one in batch.answers if _fits(which, steps, one)]
    if batch.answers and not fitting:
        raise OtherRun(which.seed)
    own = replace(start, user=person.user)  # a run of nobody's becomes somebody's with its first answer
    kept = batch.model_copy(update={"answers": fitting})
    fresh = _trials(own, steps, which, kept, log.trials(known.database, person))
    log.add(known.database, person, fresh)
    if not batch.over:
        return Ending("")
    every = log.trials(known.database, person)
    over = Over(_done(start, steps, which, every), every, batch.device)
    return which.kind.ending(start, over)


def _trials(
    start: Start, steps: Sequence[Step], which: Ticket, batch: Batch, before: Sequence[Trial]
) -> list[Trial]:
    past, there = history(before), list(answered(before, which).values())
    layout = which.kind.layout_id(start)
    fresh: list[Trial] = []
    for one in batch.answers:
        shown = dt.datetime.fromtimestamp(one.shown_at / 1000, dt.UTC)
        circumstances = Circumstances(
            start.user,
            day_of(which.day, shown),
            which.seed,
            layout,
            device=batch.device,
            input_kind=one.input,
            warmup_median_ms=_warm_up([*there, *fresh]),
        )
        step = _step(which, steps, one)
        sound = one.heard.sound() if one.heard is not None else None
        measured = None if sound is None else reaction(sound)
        response = _response(which.kind, step, one, one.rt_ms if measured is None else measured)
        found = Answered(step.question, response, which.kind.judge(step, response, start))
        trial_id = f"{which.seed}-{one.number}"
        fresh.append(trial_of(found, trial_id, shown, circumstances, past, sound=sound))
    return fresh


def day_of(began: dt.date, shown: dt.datetime) -> dt.date:
    """Return the practice day that an answer counts on: when it was shown, by a clock that nobody vouches for.

    So what a run left open was answered on the next day counts there, and what waited for a connection on its own day;
    no clock takes an answer to before its run began, or past today.
    """
    return min(max(practice_day(shown), began), practice_day(now()))


def _response(which: Kind, step: Step, one: Given, rt_ms: float | None) -> Response:
    given = None if one.given is None else which.understood(step, one.given, told=one.told)
    return Response(
        given,
        rt_ms,
        tuple(one.touched),
        interrupted=one.interrupted,
        confidence=one.confidence,
        recalled=one.recalled,
    )


def _done(start: Start, steps: Sequence[Step], which: Ticket, every: Sequence[Trial]) -> tuple[Answered, ...]:
    """Return a run's answers as they were judged, in the order of its questions.

    A time against a sound that measures nothing is left out: no end tells a speed that nobody knows.
    """
    out = []
    for number, trial in sorted(answered(every, which).items()):
        if number < len(steps):
            step = _asked(which.kind, steps[number], trial)
            response = _told(which.kind, step, trial)
            judged = which.kind.judge(step, response, start)
            if trial.sound is not None and not trial.sound.measures:
                response = replace(response, rt_ms=None)
            out.append(Answered(step.question, response, judged))
    return tuple(out)


def _fits(which: Ticket, steps: Sequence[Step], one: Given) -> bool:
    """Whether a run asks about the card that was answered, at the same place."""
    return one.number < len(steps) and _step(which, steps, one).card == one.card


def _step(which: Ticket, steps: Sequence[Step], one: Given) -> Step:
    """Return the question of an answer, as its script asked it."""
    return which.kind.settled(steps[one.number], one.asked)


def _asked(which: Kind, step: Step, trial: Trial) -> Step:
    """Return the question of a trial, as it was asked then."""
    if not step.harder:
        return which.settled(step, trial.level)
    of = (trial.poem, trial.unread, trial.level)
    every = ((one, one.question) for one in step.levels)
    return next((one for one, asked in every if (asked.poem, asked.unread, asked.level) == of), step)


def _told(which: Kind, step: Step, trial: Trial) -> Response:
    given = which.understood(step, trial.response, told=trial.self_judged) if trial.response else None
    return Response(
        given,
        trial.rt_ms,
        trial.touched,
        trial.interrupted,
        trial.hint,
        trial.confidence,
        trial.recalled,
    )


def _warm_up(own: Sequence[Trial]) -> float | None:
    """Return the median of a run's warm-up, of what counts as a reaction; a press at a sign is no choice."""
    chosen = (one for one in own if one.exercise is Exercise.WARM_UP and one.options and one.timed)
    times = [one.rt_ms for one in chosen if one.rt_ms is not None and one.rt_ms >= 0]
    return median(times) if times else None


def opened(
    known: Services, person: Person | None, which: Ticket
) -> tuple[Start, tuple[Step, ...], dict[int, Trial]]:
    """Return what a run's page is made of: what it follows from, its questions, and what was answered already."""
    if person is None:
        return *derived((), which), {}
    start, steps = derived(log.rows(known.database, person), which)
    return start, steps, answered(log.trials(known.database, person), which)


def forget_derived() -> None:
    """Derive every run anew: for tests that want to see it."""
    with _LOCK:
        _DERIVED.clear()
