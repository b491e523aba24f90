"""E8: cards are taken, sent and moved at the pace of a match; then it is asked where they are now."""

from collections.abc import Mapping
from typing import Any, Final

from flask_babel import gettext as _

from engine.karuta.field import End, Row, Slot
from engine.karuta.player import Side
from engine.training.exercises.memorising import SWINGS_S
from engine.training.exercises.question import Given, Place, Present, Question, Response, Verdict
from engine.training.exercises.tally import tally
from engine.training.exercises.updating import Happening, Updating, What, after, summary
from engine.training.interval import Interval
from engine.training.trial import Exercise
from poems.cards import numbers
from webapp.drills import given
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
    score_of,
)
from webapp.drills.kinds import mats

TIMES_S: Final = (300, 120, 30)
EVENTS: Final = (10, 15, 20)
PACES_S: Final = (3, 5, 8)
_ANY_PLACE: Final = Place(Side.A, Slot(End.RIGHT, Row.LOWER, 1))


class Update(Kind):
    """Keep up with a mat."""

    key = "updating"
    exercise = Exercise.UPDATING
    sign = "動"
    styles = mats.STYLES
    on_mat = True

    def title(self) -> str:
        """Return its name."""
        return str(_("Keep up with the mat"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Cards are taken, sent and moved; where are they now?"))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return the time to memorise, how much happens and how fast, and the layout."""
        times = tuple(Choice(str(one), f"{one // 60}:{one % 60:02}") for one in TIMES_S)
        events = tuple(Choice(str(one), str(one)) for one in EVENTS)
        paces = tuple(Choice(str(one), str(_("%(time)s s", time=one))) for one in PACES_S)
        return (
            Field("time", str(_("Time to memorise")), str(TIMES_S[1]), times),
            Field("events", str(_("How much happens")), str(EVENTS[0]), events),
            Field("pace", str(_("One thing every")), str(PACES_S[1]), paces),
            mats.layout_field(learner),
        )

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the layout itself. Raises BadOption."""
        return mats.with_home(super().options(typed, learner), learner)

    def layout_id(self, start: Start) -> str:
        """Return the own layout."""
        return start.options["layout"]

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the questions after all that happens."""
        return numbered([_step(one) for one in asked_by(_drill(start))])

    def understood(self, _step: Step, text: str, *, told: bool) -> Given | None:
        """Return the place that is named, or that the card is away; both can be said of any card."""
        if text == "away":
            return Present(here=False)
        return given.understood(_ANY_PLACE, text, told=told)

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how an answer counts; the old place of a card is an intrusion."""
        return _drill(start).judge(step.question, response)

    def whole(self, start: Start) -> dict[str, Any]:
        """Return the mat, what happens on it, and every place that can be named afterwards."""
        drill = _drill(start)
        now = drill.field
        for one in drill.happenings():
            now = after(now, one)
        return {
            "sides": mats.sides(drill.field),
            "after": mats.sides(now),
            "faces": mats.faces(numbers(drill.field.cards)),
            "time_s": int(start.options["time"]),
            "swings_s": SWINGS_S,
            "pace_s": int(start.options["pace"]),
            "delays": [0],
            "events": [_told(one) for one in drill.happenings()],
        }

    def words(self) -> dict[str, str]:
        """Return the sentences of its script."""
        return mats.words() | mats.memory_words()

    def ending(self, _start: Start, over: Over) -> Ending:
        """Return what was right by how much happened since, and how often the old place was named."""
        found = summary(over.done)
        names = {
            "0": _("the last of all"),
            "1-5": _("1–5 things since"),
            "6-10": _("6–10 things since"),
            "11+": _("11 things since or more"),
            "never": _("not moved"),
        }
        lines = [(str(names[name]), _share(one)) for name, one in found.by_since if one is not None]
        lines.append((str(_("Old place named")), str(found.intrusions)))
        return Ending(score_of(tally(over.done)), tuple(lines))


def _share(one: Interval) -> str:
    told = _("%(right)s of %(count)s right", right=round(one.value * one.n), count=one.n)
    return f"{told} ({one.low:.0%}–{one.high:.0%})"


def _drill(start: Start) -> Updating:
    return Updating(mats.mat(start), start.seed, int(start.options["events"]))


def _step(one: Question) -> Step:
    card = one.poem or 0
    shown: dict[str, Any] = {"after": 0, "group": 0, "probe": "now"}
    if isinstance(one.answer, Place):
        shown["name"] = mats.place_name(one.answer)
        return Step(0, "mat_memory", one, mats.place_text(one.answer), faces=(card,), shown=shown)
    return Step(0, "mat_memory", one, "away", faces=(card,), shown=shown)


def _told(one: Happening) -> dict[str, Any]:
    """Return what happens to a card, for the script and in words."""
    if one.to is None:
        return {"card": one.card, "to": None, "text": str(_("{card} is taken"))}
    place = mats.place_name(one.to)
    said = (
        _("{card} is sent: %(place)s", place=place)
        if one.what is What.SENT
        else _("{card} is moved: %(place)s", place=place)
    )
    to = {
        "side": one.to.owner.label,
        "end": mats.END_WORDS[one.to.slot.end],
        "row": mats.ROW_WORDS[one.to.slot.row],
        "place": mats.place_text(one.to),
        "name": place,
    }
    return {"card": one.card, "to": to, "text": str(said)}
