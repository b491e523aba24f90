"""E3, the hearing threshold: two or three cards that sound alike, and as little of the sound as can be."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from flask_babel import gettext as _
from flask_babel import ngettext

from engine.training.confusion import matrix
from engine.training.exercises.contrast import Cards, Contrast, next_contrasts, summary
from engine.training.exercises.question import Heard, Question, Response, Verdict
from engine.training.pairs import LAST_KANA, TRIOS, Pair, SoundClass, only_consonant
from engine.training.threshold import (
    CEILING_MS,
    FLOOR_MS,
    LONGEST,
    RIGHT,
    START_MS,
    Answer,
    Standing,
    Threshold,
    fold,
    rules,
)
from engine.training.trial import Exercise, Trial
from poems.kimariji import full
from webapp.drills.kind import Choice, Ending, Field, Kind, Learner, Over, Start, Step, numbered, score_of
from webapp.hearing.views import heard_json, sound_words, whole_json
from webapp.hearing.voices import in_turn, voice_fields

OWN: Final = "mine"
OWN_TRIO: Final = "mine-of-three"
LATEST: Final = 60
"""Answers of a pair or trio by which it is chosen: two runs, as hearing changes."""
PAIRS: Final[tuple[Cards, ...]] = tuple(pair.cards for pair in LAST_KANA)


class HearingThreshold(Kind):
    """How little of a sound is enough."""

    key = "hearing"
    exercise = Exercise.CONTRAST
    sign = "耳"
    styles = ("css/hearing.css",)

    def title(self) -> str:
        """Return its name."""
        return str(_("How little is enough"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Two or three cards that sound alike, the sound cut shorter and shorter."))

    def best(self, trials: Sequence[Trial]) -> str:
        """Return how many pairs and trios were measured."""
        known = (fold(own).standing for own in answers_by_cards(trials).values())
        count = sum(one in (Standing.FOUND, Standing.BELOW) for one in known)
        return str(ngettext("%(num)s measured", "%(num)s measured", count)) if count else ""

    def fields(self, _learner: Learner) -> tuple[Field, ...]:
        """Return the cards and the voice."""
        mine = (
            Choice(OWN, str(_("The two that I hear the latest"))),
            Choice(OWN_TRIO, str(_("The three that I hear the latest"))),
        )
        groups = (
            ("", mine),
            (str(_("A consonant alone tells")), _choices(filter(_hard, PAIRS))),
            (str(_("The vowel tells too")), _choices(one for one in PAIRS if not _hard(one))),
            (str(_("Three cards: a consonant alone tells some")), _choices(filter(_alike, TRIOS))),
            (str(_("Three cards: the vowel tells too")), _choices(one for one in TRIOS if not _alike(one))),
        )
        return (Field("pair", str(_("Cards")), OWN, groups=groups), *voice_fields())

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the cards and the voice themselves. Raises BadOption."""
        found = super().options(typed, learner)
        own = {OWN: tuple(filter(_hard, PAIRS)), OWN_TRIO: TRIOS}.get(found["pair"])
        cards = found["pair"] if own is None else _key(latest_of(own, learner))
        return found | {"_pair": cards, "_voice": in_turn(learner.trials, found)}

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return as many questions as a run can take; the page stops where the threshold is known."""
        drill, asked, out = _drill(start), list[int](), list[Question]()
        while len(out) < LONGEST:
            out.append(drill.question(asked, START_MS))
            asked.append(out[-1].poem or 0)
        return numbered([_step(one) for one in out])

    def settled(self, step: Step, asked: float | None) -> Step:
        """Return the step with the sound cut where the page cut it, within the limits."""
        if asked is None or not isinstance(step.question.prompt, Heard):
            return step
        cut = min(max(asked, FLOOR_MS), CEILING_MS)
        prompt = replace(step.question.prompt, cut_ms=cut)
        return replace(step, question=replace(step.question, prompt=prompt, level=cut))

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a chosen card counts."""
        return _drill(start).judge(step.question, response)

    def whole(self, start: Start) -> dict[str, Any]:
        """Return where the sounds come from, and how a threshold is believed in."""
        return {
            "sound": whole_json((start.options["_voice"],), start.options["speed"]),
            "threshold": rules(len(_drill(start).cards)),
        }

    def words(self) -> dict[str, str]:
        """Return the sentences of its script."""
        return sound_words() | {
            "hearing": str(_("Which card is it? Guess where you cannot tell.")),
            "so_far_found": str(_("So far: {middle} ms ({low} to {high})")),
            "so_far_below": str(_("So far: {high} ms or less")),
            "so_far_above": str(_("Not found yet: {low} ms or more")),
            "so_far_open": str(_("Not found yet")),
        }

    def ending(self, start: Start, over: Over) -> Ending:
        """Return the threshold with its interval where there is one, and what has to be heard for it."""
        drill = _drill(start)
        found = summary(drill, over.done)
        names = class_names()
        kinds = " · ".join(names[one] for one in found.sound_classes)
        score, told = _told(found.threshold, len(drill.cards))
        named = " / ".join(map(full, drill.cards))
        lines = ((str(_("Threshold")), told), (str(_("What tells them apart")), kinds))
        return Ending(f"{named}: {score}" if score else score_of(found.tally), lines)


def _told(known: Threshold, choices: int) -> tuple[str, str]:
    """Return what may be said of a threshold, in short, and as a sentence; nothing in short after few answers."""
    one, count = known.estimate, known.answers
    if one is None:
        return "", str(_("After %(count)s answers nothing can be told yet.", count=count))
    ms, low, high = (f"{value:.0f}" for value in (one.value, one.low, one.high))
    match known.standing:
        case Standing.OPEN:
            told = _("Not found: guesses alone would do as well (%(count)s answers).", count=count)
            return str(_("not found yet")), str(told)
        case Standing.ABOVE:  # more of the sound was never asked, so it may as well be much more
            told = _(
                "Not told apart surely, however much was heard: %(low)s ms or more (%(count)s answers).",
                low=low,
                count=count,
            )
            return f"≥ {low} ms", str(told)
        case Standing.BELOW:
            told = _(
                "Told apart however little was heard: %(high)s ms or less (%(count)s answers).",
                high=high,
                count=count,
            )
            return f"≤ {high} ms", str(told)
    told = _(
        "Heard from %(ms)s ms after the decision point (%(low)s to %(high)s, %(count)s answers).",
        ms=ms,
        low=low,
        high=high,
        count=count,
    )
    share, guess = round(100 * RIGHT), 100 // choices
    meaning = _(
        "From there on %(share)s of 100 answers are right; guessing, it would be %(guess)s.",
        share=share,
        guess=guess,
    )
    return f"{ms} ms", f"{told} {meaning}"


def answers_by_cards(trials: Sequence[Trial]) -> dict[Cards, list[Answer]]:
    """Return the answers to cut sounds by pair and by trio."""
    found: dict[Cards, list[Answer]] = {}
    for one in trials:
        counts = one.exercise is Exercise.CONTRAST and not one.interrupted and len(one.options) in (2, 3)
        if counts and one.level is not None:
            answer = Answer(one.level, one.correct is True, len(one.options))
            found.setdefault(tuple(sorted(one.options)), []).append(answer)
    return found


def latest_of(these: Collection[Cards], learner: Learner) -> Cards:
    """Return which to hear next: the latest heard times how often it is mixed up; unknown ones count as late."""
    answers = answers_by_cards(learner.trials)
    known = {cards: fold(answers[cards][-LATEST:]).estimate for cards in these if cards in answers}
    late = {cards: START_MS if (one := known.get(cards)) is None else one.value for cards in these}
    mixed = matrix(learner.trials, learner.day)
    matter = {cards: sum(mixed.of(pair).mean for pair in _pairs(cards)) for cards in these}
    return next_contrasts(late, matter, 1)[0]


def class_names() -> dict[SoundClass, str]:
    """Return what the classes of sounds are called."""
    return {
        SoundClass.VOWEL: str(_("the vowel")),
        SoundClass.FRICATIVES: str(_("s, f and h")),
        SoundClass.K_AND_G: str(_("k and g")),
        SoundClass.NASALS: str(_("n and m")),
        SoundClass.LIQUID: str(_("r")),
        SoundClass.OTHER: str(_("other consonants")),
    }


def _pairs(cards: Cards) -> list[Pair]:
    return [Pair.of(one, other) for one, other in combinations(cards, 2)]


def _hard(cards: Cards) -> bool:
    """Whether all of them have the same vowel where they part, so that a consonant alone tells."""
    return all(map(only_consonant, _pairs(cards)))


def _alike(cards: Cards) -> bool:
    """Whether any two of them have."""
    return any(map(only_consonant, _pairs(cards)))


def _choices(these: Iterable[Cards]) -> tuple[Choice, ...]:
    return tuple(Choice(_key(cards), " / ".join(map(full, cards))) for cards in these)


def _key(cards: Cards) -> str:
    return "-".join(map(str, cards))


def _drill(start: Start) -> Contrast:
    cards = tuple(map(int, start.options["_pair"].split("-")))
    return Contrast(cards, start.seed, start.options["_voice"])


def _step(one: Question) -> Step:
    shown = {"heard": heard_json(one)}
    return Step(0, "hearing", one, str(one.poem), tuple(map(str, one.options)), one.options, shown)
