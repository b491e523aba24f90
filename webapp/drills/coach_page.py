"""The coach's glance at the members, in words and as a table. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from engine.training.rows import Row
from webapp.drills.coach import Others, Summary
from webapp.drills.progress_drawing import figure, told
from webapp.drills.progress_words import exercise_name


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member in the list; figures in words, with interval and count."""

    member: int
    name: str
    figures: tuple[tuple[str, str], ...]
    summary: Summary


@dataclass(frozen=True, slots=True)
class Together:
    """Several of whom nothing is told one by one: how many, and their middle in words, where they are enough."""

    count: int
    told: bool
    figures: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """Those who agreed, by name; the other people together, and the devices that are nobody's."""

    members: tuple[MemberLine, ...]
    others: Together
    devices: Together


def overview(members: Iterable[tuple[str, Summary]], people: Others, devices: Others) -> Overview:
    """Return the page."""
    lines = sorted((_line(name, one) for name, one in members), key=lambda line: (line.name, line.member))
    return Overview(tuple(lines), _together(people), _together(devices))


def _together(rest: Others) -> Together:
    figures = tuple(
        (str(_("days of practice")) if exercise is None else exercise_name(exercise), _middle(row))
        for exercise, row in rest.rows
    )
    return Together(rest.count, rest.told, figures)


def _middle(one: Row) -> str:
    """Return the middle of the people's figures alone: of a few people the ends of an interval are two persons' own."""
    value = figure(one.value or 0.0, one.unit)
    return str(_("%(value)s (n = %(count)s)", value=value, count=one.n))


def _line(name: str, one: Summary) -> MemberLine:
    figures = [
        (_("Last 30 days"), _practice(one)),
        (_("Cards"), _("%(met)s met, %(sure)s sure", met=one.met, sure=one.sure)),
        (_("Face → kimari-ji"), told(one.time)),
        (_("Got in matches"), told(one.match) if one.match.n else ""),
        (_("Got in drills"), told(one.drill) if one.drill.n else ""),
        (_("Mixed up"), " · ".join(one.confusions)),
        (_("All known"), _coming(one)),
    ]
    return MemberLine(one.member, name, tuple((str(head), str(text)) for head, text in figures if text), one)


def _practice(one: Summary) -> str:
    days = ngettext("%(num)s day", "%(num)s days", one.days)
    answers = ngettext("%(num)s answer", "%(num)s answers", one.answers)
    return str(_("%(days)s, %(answers)s", days=days, answers=answers))


def _coming(one: Summary) -> str:
    if one.forecast is None:
        return ""
    first, last = one.forecast.earliest.isoformat(), one.forecast.latest.isoformat()
    return str(_("%(first)s to %(last)s", first=first, last=last))


_HEADS = (
    *("member", "name", "days_30", "answers_30", "met", "sure"),
    *("time_ms", "time_low", "time_high", "time_n"),
    *("match", "match_low", "match_high", "match_n", "drill", "drill_low", "drill_high", "drill_n"),
    *("confusions", "all_known_earliest", "all_known_latest"),
)


def table(page: Overview) -> Sequence[Sequence[str]]:
    """Return the members who agreed as a table, the headings first."""
    return [_HEADS, *map(_cells, page.members)]


def _cells(line: MemberLine) -> tuple[str, ...]:
    one = line.summary
    figures = [
        value for row in (one.time, one.match, one.drill) for value in (row.value, row.low, row.high, row.n)
    ]
    coming = (
        ("", "")
        if one.forecast is None
        else (one.forecast.earliest.isoformat(), one.forecast.latest.isoformat())
    )
    counts = (line.member, line.name, one.days, one.answers, one.met, one.sure)
    cells = (
        "" if each is None else f"{each:.4g}" if isinstance(each, float) else str(each) for each in figures
    )
    return (*map(str, counts), *cells, " ".join(one.confusions), *coming)
