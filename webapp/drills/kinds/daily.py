"""The run of a day: parts of several exercises, planned for five minutes or ten (`webapp.drills.run`)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask_babel import gettext as _

from engine.training.exercises.question import Card, Heard, Press, Response, Verdict
from engine.training.layout import HomeLayout, suggested
from engine.training.schedule import new_cards
from engine.training.trial import Exercise
from poems.kimariji import full
from poems.sets import MUSUME_ORDER
from webapp.drills import mat_mistakes
from webapp.drills.kind import Ending, Kind, Learner, Over, Start, Step, numbered
from webapp.drills.kinds import mats
from webapp.drills.kinds.full_mat import WholeMat, adapting
from webapp.drills.kinds.mats import own
from webapp.drills.run import Part, Run, daily, read_before, schedule_of, verdict
from webapp.drills.run import Step as Planned
from webapp.drills.settings import from_texts, to_texts
from webapp.drills.views import BATCH, closing_lines
from webapp.hearing.endings import unmeasured
from webapp.hearing.views import heard_json, whole_json
from webapp.hearing.voices import ROTATING, TURNS, can_be_heard

SCRIPTS: Final[Mapping[Part, str]] = {
    Part.WARM_UP: "press",
    Part.DUE: "face",
    Part.SOUND: "listen",
    Part.AGAIN: "face",
    Part.CONTRAST: "cards",
    Part.CUT: "cut",
    Part.NOW: "now",
}

HEARD: Final[Mapping[Part, str]] = {
    Part.WARM_UP: "warm_up",
    Part.SOUND: "listen",
    Part.CONTRAST: "listen",
    Part.CUT: "cut",
}
"""The scripts of what is heard."""
MAT: Final = WholeMat()


class Daily(Kind):
    """The plan of a day. Its options are the settings as they stood when it began."""

    key = "daily"
    exercise = Exercise.WARM_UP
    sign = "日"
    batch = BATCH
    styles = mats.STYLES

    def title(self) -> str:
        """Return the name of the page."""
        return str(_("Today's plan"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("What is due, what is mixed up, and the kimari-ji now."))

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the settings, without sound where no voice can be heard or none is wanted, and what is elsewhere.

        That is the own layout, where there is one, and what matches on the board tell of mix-ups.
        """
        chosen, home = learner.chosen, next(iter(own(learner)), None)
        silent = typed.get("sound") == "no"
        found = to_texts(replace(chosen, sound=chosen.sound and not silent and can_be_heard()))
        found |= adapting(learner)
        if typed.get("more") == "yes":
            news = new_cards(schedule_of(learner.trials), from_texts(found).schedule, learner.day)
            found |= {"_new": str(news.met + news.more)} if news.more else {}
        found["_mat"] = mat_mistakes.to_text(learner.matches(), learner.day)
        return found if home is None or home.whole is None else found | {"_home": home.whole.code()}

    def planned(self, start: Start) -> Run:
        """Return the plan as it was made."""
        code = start.options.get("_home")
        across = HomeLayout.from_code(code).across() if code else frozenset()
        told = mat_mistakes.from_text(start.options.get("_mat", ""))
        return daily(
            start.trials,
            start.day,
            start.seed,
            from_texts(dict(start.options)),
            across=across,
            matches=told,
            new=int(start.options["_new"]) if "_new" in start.options else None,
        )

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the questions of the plan; on every other day with sound its end is read on a mat."""
        planned = self.planned(start)
        reads = MAT.steps(_on_mat(start, planned)) if planned.reads else ()
        return numbered((*map(_step, planned.steps), *reads))

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a response counts in its part."""
        if "part" not in step.shown:
            return MAT.judge(step, response, _on_mat(start, self.planned(start)))
        return verdict(Part(step.shown["part"]), step.question, response)

    def whole(self, start: Start) -> dict[str, Any]:
        """Return where the sounds come from, if there are any, and the mat."""
        if not from_texts(dict(start.options)).sound:
            return {}
        planned = self.planned(start)
        mat = MAT.whole(_on_mat(start, planned)) if planned.reads else {}
        return mat | {"sound": whole_json(ROTATING)}

    def words(self) -> dict[str, str]:
        """Return the sentences of what is heard, and of the mat."""
        return MAT.words() | {"cut": str(_("Cut short: which card is it? Guess where you cannot tell."))}

    def ending(self, start: Start, over: Over) -> Ending:
        """Return three lines: what is better, what to watch, what comes tomorrow."""
        chosen = from_texts(dict(start.options))
        lines = closing_lines(over.trials, start.seed.hex, start.day, over.device, chosen.schedule)
        lines += unmeasured(over, start)
        planned = self.planned(start)
        if planned.longer:
            told = _(
                "%(count)s items were due: ten minutes a day would keep up with them.", count=planned.waiting
            )
            lines += ((str(_("Ten minutes")), str(told)),)
        if not chosen.adaptive:
            lines += ((str(_("Adaptation")), str(_("It is off: the contrasts were drawn at random."))),)
        return Ending("", lines)


def _on_mat(start: Start, planned: Run) -> Start:
    """Return what the reads on a mat at the end of a day follow from."""
    options = {
        "_home": suggested().code(),
        **start.options,
        "reads": str(planned.reads),
        "mat": "shown",
        "read": mats.HEARD,
        "voice": TURNS,
        "speed": "100",
        "_known": f"{planned.known:x}",
        "_favoured": f"{planned.favoured:x}",
    }
    return replace(start, seed=mats.seed_for(start.seed, "mat"), options=options)


def _step(one: Planned) -> Step:
    answer = one.question.answer
    pressed, by_card = isinstance(answer, Press), isinstance(answer, Card)
    right = "press" if pressed else str(one.card) if by_card else getattr(answer, "text", "")
    order = [card for card in MUSUME_ORDER if read_before(one) >> card & 1]
    shown = {
        "part": str(one.part),
        "turned": getattr(one.question.prompt, "turned", False),
        "isNew": one.new,
        "wait": one.wait_ms,
        "read": [full(card) for card in order],
    }
    faces = one.question.options if by_card else ()
    asked_as = one.part
    if one.part is Part.WARM_UP and by_card:  # asked as a contrast is, and no part of the score
        asked_as = Part.CONTRAST
        shown |= {"uncounted": True}
    script = SCRIPTS[asked_as]
    if isinstance(one.question.prompt, Heard) and one.question.prompt.voice:
        script = HEARD[asked_as]
        among = "set" if one.part is Part.CONTRAST else "faces"
        shown |= {"heard": heard_json(one.question), "among": among}
    return Step(one.number, script, one.question, right, one.choices, (one.card, *faces), shown)
