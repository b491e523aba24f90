"""A ghost match from its ticket and the player's moves: played again each time, and its reads kept as trials."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from itsdangerous import BadData, URLSafeSerializer

from engine.karuta.player import Player
from engine.karuta.refused import Refused
from engine.training.exercises.ghost_match import GhostMatch
from engine.training.exercises.memorising import Half
from engine.training.ghost import Ghost, Source
from engine.training.grading import History, grade, history
from engine.training.items import Skill
from engine.training.layout import HomeLayout, realistic
from engine.training.matches import trials_of
from engine.training.trial import DeviceClass, ErrorKind, Exercise, Trial
from poems.chance import Seed
from webapp import seeds
from webapp.db.columns import now
from webapp.drills import log
from webapp.drills.kinds.mats import seed_for
from webapp.drills.log import Person
from webapp.drills.operations import day_of
from webapp.ghosts.forms import Move, Moves, NewGhostMatch
from webapp.practice_day import practice_day
from webapp.services import Services

_SALT = "ghost match"


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a match follows from: whose it is, its seed and day, the ghost, the layouts, and how many cards each."""

    learner: int
    seed: str
    day: dt.date
    ghost: Ghost
    mate: int
    """The learner who lends the ghost; 0 for none."""
    home: str
    layout: str
    each: int
    voices: tuple[str, ...] = ()
    """Whose voices read; none where it is read in silence."""
    speed: str = "100"


class Impossible(ValueError):  # noqa: N818 - an answer, not a fault of the program
    """Moves that this match does not have: of another program, or made up."""


def begin(
    known: Services,
    person: Person,
    ghost: Ghost,
    *,
    mate: int,
    home: HomeLayout,
    given: NewGhostMatch,
    voices: tuple[str, ...],
) -> str:
    """Begin a match; return what stands in its address, signed."""
    day = practice_day(now()).isoformat()
    parts = [
        person.id,
        seeds.fresh().hex,
        day,
        asdict(ghost),
        mate,
        home.code(),
        given.layout,
        int(given.each),
    ]
    parts += [voices, given.speed]
    return _signer(known).dumps(parts)


def ticket(known: Services, text: str) -> Ticket | None:
    """Return what a match's address says; None for one that was not made here."""
    try:
        learner, seed, day, ghost, mate, home, layout, each, voices, speed = _signer(known).loads(text)
        opponent = Ghost(**(ghost | {"source": Source(ghost["source"])}))
    except (BadData, KeyError, TypeError, ValueError):  # also of an earlier program
        return None
    began = dt.date.fromisoformat(day)
    return Ticket(learner, seed, began, opponent, mate, home, layout, each, tuple(voices), speed)


def _signer(known: Services) -> URLSafeSerializer:
    return URLSafeSerializer(known.config.secret_key, salt=_SALT)


def homes(which: Ticket) -> tuple[HomeLayout, HomeLayout]:
    """Return one's own layout and the one that the ghost's side is laid by."""
    return HomeLayout.from_code(which.home), realistic(seed_for(Seed.from_hex(which.seed), "opponent"))


def begun(which: Ticket) -> GhostMatch:
    """Return the match before its first read."""
    mine, theirs = homes(which)
    return GhostMatch.begun(which.ghost, Seed.from_hex(which.seed), mine, theirs, each=which.each)


def played(which: Ticket, moves: Sequence[Move]) -> GhostMatch:
    """Return the match after these moves. Raises Impossible."""
    match = begun(which)
    try:
        for move in moves:
            match = _after(match, move)
    except (Refused, ValueError) as error:
        raise Impossible(str(error)) from error
    return match


def _after(match: GhostMatch, move: Move) -> GhostMatch:
    if move.send is None:
        return match.played(match.touched([(one.card, one.ms) for one in move.touches]))
    return match.sent(move.send) if move.send else match.forgone()


def keep(known: Services, person: Person, which: Ticket, match: GhostMatch, made: Moves) -> None:
    """Keep the reads of a match as trials, each once. Raises LearnerGone."""
    past = history(log.trials(known.database, person))
    log.add(known.database, person, [_graded(one, past) for one in trials(person, which, match, made)])


def _graded(trial: Trial, past: History) -> Trial:
    if trial.item is None:
        return trial
    found = grade(trial, past)
    return replace(trial, auto_grade=found.grade, grade_reason=found.reason)


def trials(person: Person, which: Ticket, match: GhostMatch, made: Moves) -> list[Trial]:
    """Return a trial for each read of a match: what was read, what was touched, and how fast."""
    reads = [move for move in made.moves if move.send is None]
    at = dt.datetime.combine(which.day, dt.time(12), dt.UTC)
    every = list(
        trials_of(match.state, Player.A, match_id=which.seed, user=person.user, at=at, day=which.day)
    )
    told = zip(every[match.before :], reads, match.state.reads[match.before :], strict=True)
    return [
        _trial(trial, move, which, number, made.device, faster=read.took is Player.B)
        for number, (trial, move, read) in enumerate(told)
    ]


def _trial(
    trial: Trial, move: Move, which: Ticket, number: int, device: DeviceClass, *, faster: bool
) -> Trial:
    """Return the trial of a read. Where the ghost was `faster` and nothing was touched, it tells nothing of a skill."""
    beaten = faster and trial.error_kind is ErrorKind.MISSED
    shown = dt.datetime.fromtimestamp(move.shown_at / 1000, dt.UTC)
    took = next((one.ms for one in move.touches if one.card == trial.poem), None)
    on_mat = trial.set_id != Half.AWAY
    return replace(
        trial,
        trial_id=f"{which.seed}-{number}",
        exercise=Exercise.GHOST,
        seed=which.seed,
        shown_at=shown,
        practice_day=day_of(which.day, shown),
        skill=Skill.SOUND if on_mat and not beaten else None,
        layout_id=which.layout,
        response="" if trial.chosen is None else str(trial.chosen),
        rt_ms=took if trial.correct and on_mat else None,
        sound=None if move.heard is None else move.heard.sound(),
        interrupted=move.interrupted,
        device=device,
        input_kind=move.input,
    )
