"""E2, sound → card: the upper half up to the end of the kimari-ji, and the card among eight faces."""

from collections.abc import Mapping
from typing import Any, Final

from flask_babel import gettext as _

from engine.training.chance import some
from engine.training.confusion import matrix
from engine.training.exercises.question import Question, Response, Verdict
from engine.training.exercises.sound_to_card import SoundToCard, level_of, summary
from engine.training.trial import Exercise
from poems.choice import chosen, written
from poems.kimariji import full
from webapp.drills.decks import cards_field, cards_of
from webapp.drills.kind import (
    MOST_NAMED,
    Choice,
    Ending,
    Field,
    Kind,
    Learner,
    Over,
    Start,
    Step,
    asked_by,
    numbered,
    score_of,
    usual_lines,
)
from webapp.hearing.endings import early, unmeasured
from webapp.hearing.views import heard_json, sound_words, whole_json
from webapp.hearing.voices import voice_fields, voices_of

READS: Final = (10, 20, 50)
STOPS: Final = "stops"


class SoundToFace(Kind):
    """What is heard, and its card."""

    key = "sound"
    exercise = Exercise.SOUND
    sign = "聴"
    styles = ("css/hearing.css",)

    def title(self) -> str:
        """Return its name."""
        return str(_("By ear"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("A sound up to its kimari-ji, and its card among eight."))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return the cards, how many, where the sound ends, and the voice."""
        reads = tuple(Choice(str(one), str(one)) for one in READS)
        ends = (
            Choice(STOPS, str(_("at the kimari-ji's end"))),
            Choice("runs_on", str(_("with the upper half"))),
        )
        return (
            *cards_field(learner, self.exercise),
            Field("reads", str(_("Reads")), str(READS[1]), reads),
            Field("ends", str(_("The sound ends")), STOPS, ends),
            *voice_fields(),
        )

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the cards themselves and how close the faces are. Raises BadOption."""
        found = super().options(typed, learner)
        level = level_of(learner.trials) if learner.chosen.adaptive else 0
        return found | {"_cards": written(cards_of(found, learner, self.exercise)), "_level": str(level)}

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return a question for each read."""
        return numbered([_step(one) for one in asked_by(_drill(start))])

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a chosen card counts."""
        return _drill(start).judge(step.question, response)

    def whole(self, start: Start) -> dict[str, Any]:
        """Return where the sounds come from."""
        return {"sound": whole_json(voices_of(start.options), start.options["speed"])}

    def words(self) -> dict[str, str]:
        """Return the sentences of its script."""
        return sound_words()

    def ending(self, start: Start, over: Over) -> Ending:
        """Return how many were right, how fast, and who was taken for whom."""
        found = summary(over.done)
        lines = [*usual_lines(found.tally, over.done), *unmeasured(over, start), *early(found.tally.early)]
        pairs = [" / ".join(map(full, pair.cards)) for pair in found.mixed_up][:MOST_NAMED]
        if pairs:
            lines.append((str(_("Mixed up")), " · ".join(pairs)))
        return Ending(score_of(found.tally), tuple(lines))


def _drill(start: Start) -> SoundToCard:
    options = start.options
    cards = some(chosen(options["_cards"]), int(options["reads"]), start.seed.stream("cards"))
    return SoundToCard(
        cards,
        start.seed,
        voices_of(options),
        runs_on=options["ends"] != STOPS,
        matrix=matrix(start.trials, start.day),
        level=int(options["_level"]),
    )


def _step(one: Question) -> Step:
    return Step(
        0,
        "listen",
        one,
        str(one.poem),
        tuple(map(str, one.options)),
        one.options,
        {"heard": heard_json(one)},
    )
