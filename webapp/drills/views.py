"""What the pages of drills show: pure, from a run and from trials."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, Final

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from engine.training.daily import Extra, done, extras
from engine.training.progress import Closing, Line, closing
from engine.training.rows import Row
from engine.training.schedule import MOST_DUE_FOR_NEW, Settings, fold, new_cards
from engine.training.trial import DeviceClass, Exercise, Sound, Trial
from poems.anthology import POEMS
from poems.cards import numbers
from poems.kimariji import full
from poems.poem import Poem
from poems.romaji import hepburn
from webapp.drills.kind import Kind, Learner, Step
from webapp.drills.progress_words import exercise_name
from webapp.drills.run import FEWEST_MET, schedule_of
from webapp.hearing.voices import KEPT
from webapp.i18n import decimal

MOST_NAMED = 3
"""Cards that the end of a day names."""
EXTRAS: Final = {Extra.FACES: "faces", Extra.FIELD: "memorising", Extra.UPDATE: "updating"}
"""The exercises that a plan offers every week, by what it calls them."""
BATCH = 6
"""Answers of a day's run that go out together: each makes the server plan the day again."""


@dataclass(frozen=True, slots=True)
class MenuCard:
    """An exercise in the menu."""

    key: str
    """Its exercise's, empty for what is none."""
    address: str
    sign: str
    title: str
    trains: str
    best: str


def menu(kinds: Sequence[Kind], trials: Sequence[Trial]) -> tuple[MenuCard, ...]:
    """Return the menu: every exercise, a match against a ghost, home layouts, and the reading lists."""
    trains = str(_("For a real practice: by time, or what I mix up (抜き札)."))
    lists = MenuCard("", url_for("drills.lists"), "抜", str(_("Reading list")), trains, "")
    against = str(_("A match against a level, my own past, or a club-mate."))
    ghost = MenuCard("", url_for("ghosts.start"), "影", str(_("Ghost match")), against, "")
    own = str(_("Where my hundred cards lie (定位置)."))
    homes = MenuCard("", url_for("teiichi.mine"), "定", str(_("Home layouts")), own, "")
    return (*(_card(one, trials) for one in kinds), ghost, homes, lists)


def _card(one: Kind, trials: Sequence[Trial]) -> MenuCard:
    address = url_for("drills.exercise", key=one.key)
    return MenuCard(one.key, address, one.sign, one.title(), one.trains(), one.best(trials))


def also(kinds: Sequence[Kind], who: Learner) -> tuple[MenuCard, ...]:
    """Return the exercises that are due this week beside the plan, for whoever has met enough cards for them.

    Once a month, with sound, that is also the voice that nothing else is practised with.
    """
    if met_cards(who.trials) < FEWEST_MET:
        return ()
    due = extras(who.chosen.schedule, who.day, done(who.trials, KEPT))
    keys = {EXTRAS.get(one) for one in due}
    found = tuple(_card(one, who.trials) for one in kinds if one.key in keys)
    return (*found, _test_voice()) if Extra.TEST_VOICE in due and who.chosen.sound else found


@dataclass(frozen=True, slots=True)
class News:
    """What is said of today's new cards; `more` names the button for further ones, empty where there is none."""

    words: str
    more: str = ""


def news(who: Learner) -> News:
    """Return how it stands with today's new cards, in words, and the offer of more once they were met."""
    found = new_cards(schedule_of(who.trials), who.chosen.schedule, who.day)
    if not (found.usual and found.left):
        return News("")
    if found.blocked:
        told = _(
            "%(count)s questions are due: new cards come once no more than %(most)s are.",
            count=found.waiting,
            most=MOST_DUE_FOR_NEW,
        )
        return News(str(told))
    if not found.more:
        coming = min(found.usual - found.met, found.left)
        return News(str(ngettext("%(num)s new card comes today.", "%(num)s new cards come today.", coming)))
    told = _("Today's new cards were met. Each further one comes again tomorrow, and makes its day longer.")
    more = ngettext("%(num)s more new card today", "%(num)s more new cards today", found.more)
    return News(str(told), str(more))


def _test_voice() -> MenuCard:
    trains = str(_("Once a month: were the sounds learned, or the voices?"))
    address = url_for("drills.exercise", key="sound", voice=KEPT)
    return MenuCard("", address, "聴", str(_("By ear, in the voice kept for tests")), trains, "")


def cards_of(steps: Sequence[Step]) -> tuple[Poem, ...]:
    """Return the cards whose faces a run shows."""
    shown = {card for step in _every(steps) for card in step.faces}
    return tuple(POEMS[card - 1] for card in sorted(shown))


def _every(steps: Sequence[Step]) -> Iterator[Step]:
    return (one for step in steps for one in step.levels)


def steps_json(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return the questions as the page's scripts ask them, with what is right, for the answer at once."""
    return [_step(step) for step in steps]


def _step(step: Step) -> dict[str, Any]:
    return {
        **step.shown,
        "number": step.number,
        "script": step.script,
        "card": step.card,
        "choices": list(step.choices),
        "right": step.right,
        "set": step.question.set_id,
        "harder": [_step(one) for one in step.harder],
    }


def names_json(steps: Sequence[Step]) -> dict[str, dict[str, Any]]:
    """Return by card what is said of it: kimari-ji, and the verse that is read."""
    shown = {card for step in _every(steps) for card in (step.card, *step.faces, *step.question.options)}
    return {str(card): _name(POEMS[card - 1]) for card in sorted(shown) if card}


def _name(poem: Poem) -> dict[str, Any]:
    return {"kimariji": full(poem.number), "upper": list(poem.kana_modern[Poem.kami])}


def romaji(steps: Sequence[Step]) -> dict[str, str]:
    """Return every text that can be chosen or is read out, in letters."""
    texts = {full(card) for step in _every(steps) for card in (step.card, *step.faces) if card}
    texts |= {text for step in _every(steps) for text in step.choices if not text.isascii()}
    return {text: hepburn(text) for text in sorted(texts)}


# The end of a day.


def closing_lines(
    trials: Sequence[Trial], seed: str, day: date, device: DeviceClass, settings: Settings
) -> tuple[tuple[str, str], ...]:
    """Return the three lines of the end: what is better, what to watch, what comes tomorrow; each with its heading."""
    found = {one.line: one for one in closing(trials, fold(trials), settings, day, device)}
    own = [one for one in trials if one.seed == seed and not _cut_short(one)]
    return (
        (_("Today"), _better(found[Line.BETTER], own)),
        (_("Look out for"), _watch(found[Line.WATCH], own)),
        (_("Tomorrow"), _tomorrow(found[Line.TOMORROW])),
    )


def _cut_short(one: Trial) -> bool:
    """Whether a sound was cut so that it can hardly be told: to miss it is no mistake to look out for."""
    return one.exercise is Exercise.CONTRAST and one.level is not None


def _better(one: Closing, own: Sequence[Trial]) -> str:
    if len(one.rows) == 2:
        before, after = one.rows
        return str(
            _(
                "%(exercise)s, faster: %(before)s s the week before, %(after)s s now (%(count)s times).",
                exercise=exercise_name(Exercise(after.about)),
                before=seconds(before),
                after=seconds(after),
                count=after.n,
            )
        )
    counted = [trial for trial in own if trial.exercise is not Exercise.WARM_UP and not trial.interrupted]
    right = sum(trial.correct is True for trial in counted)
    return str(_("%(right)s of %(count)s right.", right=right, count=len(counted)))


def _watch(one: Closing, own: Sequence[Trial]) -> str:
    if one.rows:
        row = one.rows[0]
        return str(
            _(
                "%(pair)s: mixed up in %(share)s of %(count)s chances (likely %(low)s to %(high)s).",
                pair=row.about,
                share=percent(row.value),
                count=row.n,
                low=percent(row.low),
                high=percent(row.high),
            )
        )
    missed = (trial for trial in own if trial.correct is False and trial.exercise is not Exercise.WARM_UP)
    wrong = dict.fromkeys(trial.poem for trial in missed if trial.poem is not None)
    if not wrong:
        return str(_("Nothing: no mistake today."))
    return str(_("Missed today: %(cards)s", cards=" · ".join(full(card) for card in [*wrong][:MOST_NAMED])))


def _tomorrow(one: Closing) -> str:
    again, new = (row.n for row in one.rows)
    told = [str(ngettext("%(num)s card comes again.", "%(num)s cards come again.", again))]
    if new:
        told.append(str(ngettext("%(num)s new card comes.", "%(num)s new cards come.", new)))
    return " ".join(told)


def seconds(row: Row) -> str:
    """Return a time in seconds; empty where it is not known."""
    return "" if row.value is None else decimal(row.value / 1000, 2)


def percent(share: float | None) -> str:
    """Return a share in percent; empty where it is not known."""
    return "" if share is None else f"{share:.0%}"


def met_cards(trials: Iterable[Trial]) -> int:
    """Return how many cards were asked at least once."""
    return len({trial.poem for trial in trials if trial.item is not None})


def answered_json(found: Mapping[int, Trial]) -> dict[str, bool]:
    """Return by question whether it was answered right, so that a page that was left goes on."""
    return {str(number): trial.correct is True for number, trial in found.items()}


SOUND_HEADS: Final = tuple(one.name for one in fields(Sound))


def trial_table(trials: Sequence[Trial]) -> list[list[str]]:
    """Return a learner's trials as rows for a CSV file, the headings first: all that figures are made of.

    `timed` says whether a time counts in statistics of speed; the last columns are those of a sound that was heard. A
    `warmup_median_ms` of the first version is one of presses at a sign, and counts for nothing.
    """
    heads = [
        "trial_id",
        "exercise",
        "shown_at",
        "practice_day",
        "poem",
        "skill",
        "options",
        "response",
        "chosen",
    ]
    heads += ["correct", "error_kind", "rt_ms", "interrupted", "device", "input_kind", "warmup_median_ms"]
    heads += ["unread", "level", "set_id", "turned", "grade", "grade_reason", "seed"]
    heads += ["touched", "hint", "self_judged", "confidence", "recalled", "layout_id", "version", "timed"]
    heads += SOUND_HEADS
    return [heads, *(_cells(one) for one in trials)]


def _cells(one: Trial) -> list[str]:
    cells: list[object] = [one.trial_id, one.exercise, one.shown_at.isoformat(), one.practice_day]
    cells += [one.poem, one.skill, _numbers(one.options), one.response, one.chosen]
    cells += [one.correct, one.error_kind, one.rt_ms]
    cells += [one.interrupted, one.device, one.input_kind, one.warmup_median_ms]
    cells += [None if one.unread is None else _numbers(numbers(one.unread))]
    cells += [one.level, one.set_id, one.turned, one.grade, one.grade_reason, one.seed]
    cells += [_numbers(one.touched), one.hint, one.self_judged, one.confidence, one.recalled]
    cells += [one.layout_id, one.version, one.timed]
    cells += [None if one.sound is None else getattr(one.sound, name) for name in SOUND_HEADS]
    return ["" if cell is None else str(cell) for cell in cells]


def _numbers(cards: Iterable[int]) -> str:
    return " ".join(map(str, cards))
