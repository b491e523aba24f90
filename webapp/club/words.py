"""Words of the club's pages, in the language of the request."""

import datetime as dt
from dataclasses import dataclass

from flask_babel import format_date
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.karuta.state import Ending
from webapp.club.importing.reading import Doubt, Skipped
from webapp.club.merging import Wrong
from webapp.db.people_models import FactKind, Member, MemberFact, Standing
from webapp.i18n import language

DAN = ("", "初段", "弐段", "参段", "四段", "五段", "六段", "七段", "八段", "九段", "十段")


def dan_name(dan: int | None) -> str:
    """Return a dan as players write it, and where that is not Japanese with its number; empty for none."""
    if not dan:
        return ""
    numbered = _("%(number)s dan", number=dan)
    return DAN[dan] if language() == "ja" else f"{DAN[dan]} ({numbered})"


def ending_name(ending: Ending) -> str:
    """Return how a match ended, where it did not end by the cards; else an empty text."""
    names = {
        Ending.CARDS: "",
        Ending.CONCESSION: _("given up"),
        Ending.FORFEIT: _("forfeit"),
        Ending.DISQUALIFICATION: _("disqualified"),
    }
    return str(names[ending])


_STANDINGS = {Standing.MEMBER: _l("member"), Standing.GUEST: _l("guest"), Standing.LEFT: _l("left the club")}


def standing_name(standing: str) -> str:
    """Return what somebody is to the club."""
    return str(_STANDINGS[Standing(standing)])


@dataclass(frozen=True, slots=True)
class FactWords:
    """A dated fact in words. `removable` where it can be taken out as a mistake."""

    id: int
    day: str
    text: str


def fact_words(member: Member) -> tuple[FactWords, ...]:
    """Return what holds of a person from when on, the latest first."""
    ordered = sorted(member.facts, key=lambda fact: (fact.day or dt.date.min, fact.noted_at, fact.id))
    return tuple(FactWords(fact.id, _day(fact), _fact(fact)) for fact in reversed(ordered))


def _day(fact: MemberFact) -> str:
    return str(format_date(fact.day, "medium")) if fact.day is not None else ""


def _fact(fact: MemberFact) -> str:
    match fact.kind:
        case FactKind.GRADE:
            return str(_("class %(grade)s", grade=fact.value) if fact.value else _("no class"))
        case FactKind.DAN:
            return dan_name(int(fact.value)) or str(_("no dan"))
        case FactKind.FORMER_NAME:
            return str(_("until then: %(name)s", name=fact.value))
    return standing_name(fact.value)


_WRONG = {
    Wrong.SAME: _l("These are one person already."),
    Wrong.FORGOTTEN: _l("One of them was forgotten: nobody can say any more who it was."),
    Wrong.MET: _l("They played each other, so they are two people."),
}


def wrong_words(wrong: Wrong) -> str:
    """Return why two entries cannot be merged."""
    return str(_WRONG[wrong])


_DOUBTS = {
    Doubt.NAMESAKE: _l("Somebody of this name is known."),
    Doubt.NEAR: _l("Somebody of nearly this name is known."),
    Doubt.SAME_LINE: _l("Line %(about)s says the same."),
    Doubt.NAMESAKE_LINE: _l("Line %(about)s has the same name."),
    Doubt.NEAR_LINE: _l("Line %(about)s has nearly the same name, or the same kana."),
    Doubt.CLASS: _l("“%(about)s” is no class and is left out; A to G would be."),
    Doubt.DAN: _l("“%(about)s” is no dan and is left out; 初段, 4 or 四段 would be."),
    Doubt.HAND: _l("“%(about)s” is no hand and is left out; left or right would be."),
    Doubt.STATUS: _l("“%(about)s” is not understood; taken for a member."),
    Doubt.DAY: _l("“%(about)s” is no day and is left out; 2026-04-01 would be."),
    Doubt.FUTURE: _l("“%(about)s” is still to come and is left out."),
    Doubt.LONG: _l("“%(about)s …” is too long and is cut."),
}


def doubt_words(doubt: Doubt, about: str) -> str:
    """Return what is doubtful in a line."""
    return str(_DOUBTS[doubt]) % {"about": about}


_SKIPPED = {
    Skipped.ABOVE: _l("above the headings"),
    Skipped.HEADINGS: _l("the headings again"),
    Skipped.SECTION: _l("the heading of a part"),
    Skipped.REMARK: _l("a remark"),
    Skipped.NAMELESS: _l("without a name"),
}


def skipped_words(why: Skipped) -> str:
    """Return why a line is nobody."""
    return str(_SKIPPED[why])


_COLUMNS = {
    "kana": _l("Kana"),
    "club": _l("Club"),
    "class": _l("Class"),
    "dan": _l("Dan"),
    "hand": _l("Hand"),
    "note": _l("Note"),
    "status": _l("Status"),
}


def column_name(column: str) -> str:
    """Return what a column is called."""
    return str(_COLUMNS[column])
