"""E10, harai (払い): real cards are swept, and one tap says what came of it; and swings by a metronome.

Nothing is timed: a phone cannot see a hand.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import url_for
from flask_babel import gettext as _

from engine.training.chance import some
from engine.training.exercises.harai import (
    REST_AFTER_S,
    Harai,
    Outcome,
    Swing,
    SwingSet,
    summary,
    swing_sets,
    told,
)
from engine.training.exercises.question import Given, Named, Question, Response, Told, Verdict
from engine.training.interval import Interval
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.anthology import POEMS
from poems.cards import ALL_CARDS, mask, numbers
from poems.choice import chosen, written
from poems.kimariji import full
from poems.poem import Poem
from poems.sets import in_musume_order
from webapp.drills.decks import cards_field, cards_of
from webapp.drills.kind import (
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
)
from webapp.hearing.views import item_json, sound_words

REST_S: Final = 60
VOICE: Final = "mei"
"""Nothing is measured here, so the bundled voice will do."""
SWING: Final = "swing/"


class Cards(Kind):
    """A reading for real cards."""

    key = "harai"
    exercise = Exercise.HARAI
    sign = "払"

    def title(self) -> str:
        """Return its name."""
        return str(_("Real cards"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Sweep your own cards; one tap says what came of it (払い)."))

    def best(self, trials: Sequence[Trial]) -> str:
        """Return how many reads were swept: counts alone, for the player's word is all there is."""
        own = [one for one in trials if one.exercise is self.exercise and not one.set_id.startswith(SWING)]
        return str(_("%(count)s reads", count=len(own))) if own else ""

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return which cards lie, how many are read, and whether dead ones come."""
        counts = tuple(Choice(count, count) for count in ("10", "25", "50"))
        dead = (
            Choice("no", str(_("Only what lies there"))),
            Choice("yes", str(_("Half of them dead cards"))),
        )
        aloud = (
            Choice("yes", str(_("This device, aloud"))),
            Choice("no", str(_("Somebody, from the screen"))),
        )
        gaps = tuple(Choice(gap, str(_("%(time)s s", time=gap))) for gap in ("3", "6", "10"))
        return (
            *cards_field(learner, self.exercise),
            Field("count", str(_("Reads at most")), "25", counts),
            Field("dead", str(_("What is read")), "no", dead),
            Field("gap", str(_("From my tap to the next read")), "6", gaps),
            Field("aloud", str(_("Who reads")), "yes", aloud),
        )

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the cards themselves. Raises BadOption."""
        found = super().options(typed, learner)
        return found | {"_cards": written(cards_of(found, learner, self.exercise))}

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the reads."""
        drill = _drill(start)
        steps = [_read(drill, one, start.options) for one in asked_by(drill)]
        return numbered(steps)

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return the player's own word."""
        return _drill(start).judge(step.question, response)

    def understood(self, step: Step, text: str, *, told: bool) -> Given | None:
        """Return what came of a read, as the player says it."""
        return outcome(text)

    def ending(self, _start: Start, over: Over) -> Ending:
        """Return counts of taken cards and of dead ones let pass."""
        found = summary(over.done)
        lines = []
        for head, one in ((_("Taken"), found.taken), (_("Dead cards let pass"), found.let_pass)):
            if one is not None:
                lines.append((str(head), share_words(one)))
        wrong = [full(one.question.poem or 1) for one in over.done if one.verdict.correct is False]
        if wrong:
            lines.append((str(_("Look out for")), " · ".join(dict.fromkeys(wrong))))
            lines.append((str(_("Next time")), str(_("“What I missed last time” has them."))))
        return Ending(str(_("%(count)s reads", count=len(over.done))), tuple(lines))

    def whole(self, _start: Start) -> dict[str, Any]:
        """Return where the sounds are."""
        return {"clips": url_for("hearing.clips")}

    def words(self) -> dict[str, str]:
        """Return the sentences of the script."""
        return {
            **sound_words(),
            "lay": str(_("Warm your arm up, and lay these cards")),
            "lay_all": str(_("All hundred")),
            "laid": str(_("They lie; read")),
            "harai": str(_("What came of it?")),
            "coming": str(_("Hands back: the next read comes")),
            "took": str(_("Taken")),
            "late": str(_("Late")),
            "fault": str(_("Foul")),
            "not_there": str(_("Rightly let pass")),
            "rest": str(_("Rest for a minute: shake your arm out")),
            "rested": str(_("Go on")),
        }


class Swings(Kind):
    """Sets of swings by a metronome, with rests."""

    key = "swings"
    exercise = Exercise.HARAI
    sign = "振"

    def title(self) -> str:
        """Return its name."""
        return str(_("Swings"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Four corners, watarite, kakoite by a metronome, with rests."))

    def best(self, trials: Sequence[Trial]) -> str:
        """Return how many sets were done."""
        own = [one for one in trials if one.set_id.startswith(SWING) and one.correct]
        return str(_("%(count)s sets", count=len(own))) if own else ""

    def fields(self, _learner: Learner) -> tuple[Field, ...]:
        """Return how long, and how fast."""
        minutes = tuple(Choice(one, str(_("%(count)s minutes", count=one))) for one in ("3", "5", "10", "20"))
        beats = tuple(Choice(one, one) for one in ("30", "40", "50", "60"))
        return (
            Field("minutes", str(_("How long")), "5", minutes),
            Field("beats", str(_("Beats a minute")), "40", beats),
        )

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the sets."""
        sets = swing_sets(int(start.options["minutes"]), int(start.options["beats"]))
        return numbered([_swing(number, one) for number, one in enumerate(sets)])

    def judge(self, _step: Step, response: Response, _start: Start) -> Verdict:
        """Return whether a set was done, by the player's own word."""
        if not isinstance(response.given, Told):
            return Verdict(correct=None)
        return Verdict.right() if response.given.right else Verdict.wrong(ErrorKind.OTHER)

    def ending(self, start: Start, over: Over) -> Ending:
        """Return how many sets were done, and how long."""
        sets = swing_sets(int(start.options["minutes"]), int(start.options["beats"]))
        done = [sets[one.question.number] for one in over.done if one.verdict.correct is True]
        minutes = f"{sum(one.seconds for one in done) / 60:.0f}"
        score = _("%(count)s of %(all)s sets", count=len(done), all=len(sets))
        return Ending(str(score), ((str(_("Time taken")), str(_("%(count)s minutes", count=minutes))),))

    def words(self) -> dict[str, str]:
        """Return the sentences of the script."""
        return {
            Swing.WARM_UP: str(_("Warm-up: slow and wide")),
            Swing.FOUR_CORNERS: str(_("Four corners in turn")),
            Swing.WATARITE: str(_("Watarite: from one card over to its partner")),
            Swing.KAKOITE: str(_("Kakoite: cover the card until the sound tells")),
            "swing_ready": str(_("Start this set")),
            "swing_skip": str(_("Leave this set out")),
            "swing_done": str(_("Done. Rest for %(count)s s.", count="{count}")),
            "swing_left": str(_("%(count)s s left", count="{count}")),
        }


def outcome(text: str) -> Told | None:
    """Return an outcome by its name; None for what is none."""
    return told(Outcome(text)) if text in tuple(Outcome) else None


def share_words(one: Interval) -> str:
    """Return a share as a count of how many."""
    return str(_("%(right)s of %(count)s", right=round(one.value * one.n), count=one.n))


def _drill(start: Start) -> Harai:
    bits = start.seed.stream("cards")
    lying = mask(chosen(start.options["_cards"]))
    dead = start.options["dead"] == "yes"
    count = int(start.options["count"])
    here = some(numbers(lying), count // 2 if dead else count, bits)
    away = some(numbers(ALL_CARDS & ~lying), count - len(here), bits) if dead else ()
    return Harai((*here, *away), lying, start.seed)


def _read(drill: Harai, question: Question, options: Mapping[str, str]) -> Step:
    card = question.poem or 0
    poem = POEMS[card - 1]
    here = question.set_id == "here"
    listed = drill.field != ALL_CARDS and not question.number
    shown = {
        "upper": list(poem.kana_modern[Poem.kami]),
        "lower": list(poem.kana_modern[Poem.shimo]),
        "gap": int(options["gap"]),
        "heard": item_json(card, VOICE) if options["aloud"] == "yes" else None,
        "rest": REST_S,
        "restAfter": REST_AFTER_S,
        "here": here,
        "lay": [full(one) for one in in_musume_order(drill.field)] if listed else [],
    }
    right = Outcome.TOOK if here else Outcome.NOT_THERE
    return Step(0, "read", question, right, tuple(Outcome), shown=shown)


def _swing(number: int, one: SwingSet) -> Step:
    question = Question(Exercise.HARAI, number, Named(0), Told(right=True), set_id=f"{SWING}{one.swing}")
    shown = {"swing": one.swing, "beats": one.beats_a_minute, "seconds": one.seconds, "rest": one.rest_s}
    return Step(0, "swing", question, "right", shown=shown)
