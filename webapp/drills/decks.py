"""Which cards an exercise is about: sets as the programme page has them, one's own list, or what one's log says."""

from collections.abc import Mapping, Sequence
from typing import Final

from flask_babel import gettext as _

from engine.training.exercises.fudanagashi import next_cards, slowest
from engine.training.exercises.question import Answered, Face, Kana, Question, Response, Verdict
from engine.training.speed import speeds
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.cards import ALL_CARDS, numbers
from poems.choice import chosen
from poems.kimariji import full
from webapp.drills.kind import BadOption, Choice, Field, Learner, runs_of
from webapp.drills.run import usual_device
from webapp.reading import saved
from webapp.reading.choices import card_sets
from webapp.reading.saved import Saved
from webapp.security import visitor
from webapp.services import services

SLOWEST: Final = 20
OWN: Final = "own"


def cards_field(learner: Learner, exercise: Exercise) -> tuple[Field, Field]:
    """Return the field of a set, with what the log of an exercise offers, and that of a list of one's own."""
    by_log = exercise is Exercise.FUDANAGASHI
    everything = (Choice("all", str(_("All hundred"))),)
    mine: tuple[Choice, ...] = ()
    if by_log and slow_cards(learner.trials):
        mine += (Choice("slowest", str(_("My slowest 20"))),)
    if by_log and hard_cards(learner.trials):
        mine += (Choice("hard", str(_("What was hard last time, and what looks like it"))),)
    if not by_log and missed_cards(learner.trials, exercise):
        mine += (Choice("missed", str(_("What I missed last time"))),)
    if met := {one.poem for one in learner.trials if one.item is not None}:
        mine += (Choice("met", str(_("The %(count)s that I have met", count=len(met)))),)
    sets = [
        (group.label, tuple(Choice(option.value, option.label) for option in group.options))
        for group in card_sets(_saved())
    ]
    own = ("", (Choice(OWN, str(_("My own list"))),))
    field = Field("cards", str(_("Cards")), "all", groups=(("", (*everything, *mine)), own, *sets))
    typed = Field(
        "own",
        str(_("My own list")),
        "",
        help=str(_("Openings such as きみ あさ, or numbers such as 1-20")),
        only=("cards", (OWN,)),
    )
    return field, typed


def _saved() -> Sequence[Saved]:
    """Return the club's own sets; none for a visitor who looks on because all may."""
    return () if visitor().is_public else saved.everything(services())


def cards_of(options: Mapping[str, str], learner: Learner, exercise: Exercise) -> tuple[int, ...]:
    """Return the cards that were chosen. Raises BadOption."""
    name = options["cards"]
    match name:
        case "all":
            return numbers(ALL_CARDS)
        case "slowest":
            return slow_cards(learner.trials)
        case "hard":
            return hard_cards(learner.trials)
        case "missed":
            return missed_cards(learner.trials, exercise)
        case "met":
            return tuple(sorted({one.poem for one in learner.trials if one.item is not None and one.poem}))
        case _:
            field = OWN if name == OWN else "cards"
            text = options[OWN] if name == OWN else name
            try:
                found = chosen(text, {one.name: one.mask for one in _saved()})
            except ValueError:
                raise BadOption(
                    field, str(_("Write openings such as きみ, or numbers such as 1-20."))
                ) from None
            return tuple(dict.fromkeys(found))


def slow_cards(trials: Sequence[Trial]) -> tuple[int, ...]:
    """Return the slowest faces on the kind of device that is used the most; none before there are twenty."""
    own = [one for one in trials if one.exercise is Exercise.FUDANAGASHI]
    found = speeds(own, (Exercise.FUDANAGASHI, usual_device(own, Exercise.FUDANAGASHI)))
    if len(found) < SLOWEST:
        return ()
    return slowest([(card, one.ms) for card, one in found.items()], SLOWEST)


def hard_cards(trials: Sequence[Trial]) -> tuple[int, ...]:
    """Return what was hard in the last run through the faces, with what looks like it."""
    runs = runs_of(trials, Exercise.FUDANAGASHI)
    return next_cards([_answered(one) for one in runs[-1]], SLOWEST) if runs else ()


def missed_cards(trials: Sequence[Trial], exercise: Exercise) -> tuple[int, ...]:
    """Return what was wrong in the last run of an exercise."""
    runs = runs_of([one for one in trials if one.poem is not None], exercise, 1)
    wrong = (one.poem for one in runs[-1] if one.correct is False) if runs else ()
    return tuple(dict.fromkeys(card for card in wrong if card))


def _answered(one: Trial) -> Answered:
    card = one.poem or 0
    question = Question(
        one.exercise, 0, Face(card, one.turned), Kana(full(card) if card else ""), poem=one.poem
    )
    verdict = Verdict.right(card) if one.correct else Verdict.wrong(one.error_kind or ErrorKind.OTHER)
    return Answered(question, Response(Kana(one.response), one.rt_ms), verdict)
