"""E5: what is the kimari-ji now? A list of reads, reads that tick by, an alarm, and the safe prefix of a side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from flask_babel import gettext as _

from engine.karuta.deal import deal
from engine.training.chance import pick
from engine.training.exercises.kimariji_now import (
    LENGTHS,
    Alarm,
    Form,
    Snapshot,
    Stream,
    drawn_group,
    level_of,
    summary,
)
from engine.training.exercises.question import Question, Response, Unread, Verdict
from engine.training.exercises.tally import Tally
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.anthology import POEMS
from poems.cards import ALL_CARDS, mask, numbers
from poems.kimariji import Change, changes, current, full
from poems.poem import Poem
from poems.sets import in_musume_order
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
    usual_lines,
)
from webapp.drills.kinds import mats
from webapp.drills.run import kimariji_level, openings
from webapp.hearing.endings import early, unmeasured
from webapp.hearing.views import item_json, sound_words

ALARM: Final = "alarm"
FORMS: Final = (Form.SNAPSHOT, Form.STREAM, ALARM, Form.SAFE)
TICKING: Final = (Form.STREAM, ALARM)
"""The forms in which reads come one after another: they are spoken where there is sound."""
BY_LOG: Final = "auto"
QUESTIONS: Final = 15
"""As many as bring a run from the shortest lists to some of the longest."""
PACES_S: Final = ("5", "3", "2")


class Now(Kind):
    """The kimari-ji of the moment, in four forms."""

    key = "now"
    exercise = Exercise.KIMARIJI_NOW
    sign = "今"
    styles = ("css/hearing.css",)

    def title(self) -> str:
        """Return its name."""
        return str(_("Kimari-ji now"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("It changes about 42 times in a match. What is it now?"))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return the form, how long the lists are, how fast reads tick by, and whether they are spoken."""
        lengths = (
            Choice(BY_LOG, str(_("as I get better"))),
            *(Choice(str(one), str(one)) for one in LENGTHS),
        )
        usual = BY_LOG if learner.chosen.adaptive else str(LENGTHS[0])
        forms = (
            Choice(Form.SNAPSHOT, str(_("A list of what was read, and a card"))),
            Choice(Form.STREAM, str(_("Reads tick by, and a card now and then"))),
            Choice(ALARM, str(_("Reads tick by: press when a group changes"))),
            Choice(Form.SAFE, str(_("My side of the mat: how early may the hand go?"))),
        )
        paces = tuple(Choice(pace, str(_("%(time)s s", time=pace))) for pace in PACES_S)
        return (
            Field("form", str(_("What is asked")), Form.SNAPSHOT, forms),
            Field(
                "length", str(_("Poems in a list")), usual, lengths, only=("form", (Form.SNAPSHOT, Form.SAFE))
            ),
            Field("pace", str(_("From one read to the next")), "3", paces, only=("form", TICKING)),
            *_sound_fields(learner),
        )

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the questions of the form."""
        drill = _drill(start)
        match drill:
            case Alarm():
                reads = _reads(drill.order, start)
                each = zip(asked_by(drill), reads, strict=True)
                return numbered([_read(drill, one, tick, start) for one, tick in each])
            case Stream():
                return numbered(_ticking(drill, start))
            case _:
                return numbered(_snapshots(drill, start))

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a kimari-ji, or a press, counts."""
        return _drill(start).judge(step.question, response)

    def ending(self, start: Start, over: Over) -> Ending:
        """Return what was right, which changes were missed, and how long the lists are next time."""
        found = summary(over.done)
        lines = [line for line in (_errors(found.tally), _lags(found.by_lag)) if line is not None]
        lines += usual_lines(found.tally, over.done)
        if _spoken(start):
            lines += [*early(found.tally.early), *unmeasured(over, start)]
        if start.options["form"] in (Form.SNAPSHOT, Form.SAFE) and start.options["length"] == BY_LOG:
            length = LENGTHS[_level(start.options["form"], over.trials)]
            lines.append((str(_("Next time")), str(_("Lists of %(count)s poems.", count=length))))
        return Ending(score_of(found.tally), tuple(lines))

    def whole(self, start: Start) -> dict[str, Any]:
        """Return where the sounds come from, for reads that are spoken."""
        return mats.sound(start) if _spoken(start) else {}

    def words(self) -> dict[str, str]:
        """Return the sentences of the scripts."""
        return sound_words() | {
            "stream": str(_("Keep up with the reading")),
            "stream_ask": str(_("What is its kimari-ji now?")),
            "alarm": str(_("Press when one of these changes")),
            "safe": str(_("How early may the hand go for it?")),
            "mine": str(_("On my side")),
            "read": str(_("Read so far")),
            "too_long": str(_("Too long: it is %(kimariji)s by now.", kimariji="{kimariji}")),
            "too_short": str(_("Too short, a foul: it is %(kimariji)s.", kimariji="{kimariji}")),
            "changed": str(_("%(was)s became %(now)s with %(by)s.", was="{was}", now="{now}", by="{by}")),
            "nothing": str(_("Nothing changed.")),
        }


def _sound_fields(learner: Learner) -> tuple[Field, ...]:
    """Return how reads that tick by are read, where they can be spoken."""
    fields = (replace(one, only=("form", TICKING)) for one in mats.sound_fields(learner))
    shown = Choice("shown", str(_("on the screen")))
    return tuple(
        replace(one, choices=(one.choices[0], shown)) if one.name == "read" else one for one in fields
    )


def _drill(start: Start) -> Snapshot | Stream | Alarm:
    match start.options["form"]:
        case Form.STREAM:
            return Stream(start.seed, 40)
        case name if name == ALARM:
            return Alarm(drawn_group(start.seed), start.seed)
        case form:
            length = start.options["length"]
            by_log = length == BY_LOG
            level = _level(form, start.trials) if by_log else LENGTHS.index(int(length))
            return Snapshot(start.seed, QUESTIONS, level, _mine(start))


def _spoken(start: Start) -> bool:
    """Whether the reads of a run are spoken."""
    return start.options["form"] in TICKING and mats.heard(start)


def _mine(start: Start) -> int:
    """Return the cards of the own side where the safe prefix is asked; 0 elsewhere."""
    return mask(deal(start.seed)[0]) if start.options["form"] == Form.SAFE else 0


def _level(form: str, trials: Sequence[Trial]) -> int:
    """Return how long the lists of a form are by now."""
    if form == Form.SAFE:
        return level_of([one for one in trials if one.set_id == Form.SAFE and not one.interrupted])
    return kimariji_level(trials)


def _snapshots(drill: Snapshot, start: Start) -> list[Step]:
    """Return the questions of lists; where they grow with success, each with the same on longer ones."""
    last = len(LENGTHS) - 1 if start.options["length"] == BY_LOG else drill.level
    drills = [replace(drill, level=level) for level in range(drill.level, last + 1)]
    each = zip(*map(asked_by, drills), strict=True)
    levels = [[_snapshot(one, drill.territory) for one in ways] for ways in each]
    return [replace(easiest, harder=tuple(harder)) for easiest, *harder in levels]


def _snapshot(question: Question, mine: int) -> Step:
    assert isinstance(question.prompt, Unread)
    shown = _asked(question) | {
        "part": "safe" if mine else "now",
        "read": _names(question.prompt.read),
        "mine": _names(mine & ~question.prompt.read),
    }
    card = question.poem or 0
    return Step(0, "now", question, getattr(question.answer, "text", ""), openings(card), (card,), shown)


def _ticking(drill: Stream, start: Start) -> list[Step]:
    """Return the questions of a stream, each with the reads that come before it."""
    order, points = drill.order, drill.points()
    reads = _reads(order, start)
    out = []
    for question, before, at in zip(asked_by(drill), (0, *points), points, strict=False):
        shown = _asked(question, order[:at]) | {
            "part": "stream",
            "pace": int(start.options["pace"]),
            "ticks": list(reads[before:at]),
        }
        card, right = question.poem or 0, getattr(question.answer, "text", "")
        out.append(Step(0, "stream", question, right, openings(card), (card,), shown))
    return out


def _read(drill: Alarm, question: Question, tick: Mapping[str, Any], start: Start) -> Step:
    """Return a read of the alarm, with what changes by it."""
    assert isinstance(question.prompt, Unread)
    read, card = question.prompt.read, question.poem or 0
    changed = [one for one in changes(read, card) if drill.group >> one.card & 1]
    shown = {
        "part": ALARM,
        "pace": int(start.options["pace"]),
        "tick": tick,
        "group": [current(one, read) for one in in_musume_order(drill.group & ~read)],
        "changed": list(map(_change, changed)),
    }
    shown |= {"heard": tick["heard"]} if "heard" in tick else {}
    return Step(0, "alarm", question, "press" if changed else "wait", shown=shown)


def _asked(question: Question, order: Sequence[int] = ()) -> dict[str, Any]:
    """Return the last change of the asked card, where the order of the reads is known."""
    found: Change | None = None
    read = 0
    for card in order:
        found = next((one for one in changes(read, card) if one.card == question.poem), found)
        read |= 1 << card
    return {} if found is None else {"changed": [_change(found)]}


def _change(one: Change) -> dict[str, str]:
    return {"was": one.before, "now": one.after, "by": full(one.because)}


def _reads(order: Sequence[int], start: Start) -> tuple[dict[str, Any], ...]:
    """Return how reads are shown, their first lines and kimari-ji; and how they are heard, where they are spoken."""
    spoken, voices, bits = _spoken(start), mats.voices(start), start.seed.stream("voices")
    out, read = [], 0
    for card in order:
        shown: dict[str, Any] = {
            "kimariji": full(card),
            "line": POEMS[card - 1].kana_modern[Poem.kami][0],
        }
        heard = {"heard": item_json(card, pick(voices, bits), ALL_CARDS & ~read)} if spoken else {}
        out.append(shown | heard)
        read |= 1 << card
    return tuple(out)


def _names(cards: int) -> list[str]:
    return [full(card) for card in in_musume_order(cards)] if numbers(cards) else []


def _errors(found: Tally) -> tuple[str, str] | None:
    words: Mapping[ErrorKind, str] = {
        ErrorKind.TOO_LONG: str(_("too long, a change missed: %(count)s", count="{}")),
        ErrorKind.TOO_SHORT: str(_("too short, a foul: %(count)s", count="{}")),
        ErrorKind.MISSED: str(_("changes missed: %(count)s", count="{}")),
        ErrorKind.FALSE_ALARM: str(_("pressed for nothing: %(count)s", count="{}")),
    }
    told = [text.format(found.errors[kind]) for kind, text in words.items() if kind in found.errors]
    return (str(_("Mistakes")), "; ".join(told)) if told else None


def _lags(by_lag: Sequence[tuple[str, int, int]]) -> tuple[str, str] | None:
    """Return right answers by how many reads ago the kimari-ji changed."""
    names = {
        "1-3": _("changed 1–3 reads ago"),
        "4-10": _("4–10"),
        "11+": _("longer ago"),
        "never": _("never"),
    }
    told = [f"{names[name]}: {right}/{count}" for name, right, count in by_lag if count]
    return (str(_("Right")), "; ".join(told)) if len(told) > 1 else None
