"""Words of the practice's pages, in the language of the request."""

from collections.abc import Iterable

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from engine.tournament.division import By, Division
from engine.tournament.practice import Aim, Because, Reason, Role
from webapp.practice.events import How, Reading
from webapp.practice.pairing import Wrong


def reason_words(because: Because) -> str:
    """Return why a pair is as dear or as cheap as it is."""
    number = because.number or 0
    counted = {
        Reason.SAME_DAY: lambda: ngettext("met today already", "met %(num)d times today", number),
        Reason.RECENT: lambda: ngettext("met yesterday", "met %(num)d days ago", number),
        Reason.LEVELS: lambda: ngettext("%(num)d class apart", "%(num)d classes apart", number),
        Reason.SAT_OUT: lambda: ngettext("sat out once lately", "sat out %(num)d times lately", number),
        Reason.HAS_READ: lambda: ngettext("read once lately", "read %(num)d times lately", number),
    }
    say = counted.get(because.reason)
    return str(say() if say is not None else _REASONS[because.reason])


_REASONS = {
    Reason.SAME_CLUB: _l("same club"),
    Reason.WISH: _l("wanted pair"),
    Reason.AGAINST_AIM: _l("one of them wants it otherwise"),
    Reason.WITH_AIM: _l("as one of them wants"),
    Reason.NEVER_MET: _l("never met"),
    Reason.CANNOT_READ: _l("nobody here can read"),
    Reason.LOCKED: _l("fixed by hand"),
}


def reasons(because: Iterable[Because], *, classes_known: bool = False) -> tuple[str, ...]:
    """Return the reasons of a pair, or of somebody who does not play; of a pair also that their class is the same."""
    found = tuple(because)
    same = classes_known and not any(one.reason is Reason.LEVELS for one in found)
    return (*((str(_("same class")),) if same else ()), *map(reason_words, found))


_ROLES = {Role.READER: _l("reads"), Role.REST: _l("rests")}


def role_name(role: Role) -> str:
    """Return what somebody does who does not play."""
    return str(_ROLES[role])


AIMS = {
    Aim.ANY: _l("anybody"),
    Aim.STRONGER: _l("stronger players"),
    Aim.WEAKER: _l("weaker players"),
}
"""Whom somebody wants to play."""

READINGS = {
    Reading.ODD: _l("the odd one out, else a machine"),
    Reading.PERSON: _l("always one of us"),
    Reading.MACHINE: _l("always a machine"),
}
"""Who reads."""

_HOW = {
    How.CARDS: "",
    How.WALKOVER: _l("walkover"),
    How.FORFEIT: _l("given up"),
    How.RULED_OUT: _l("disqualified"),
}


def how_name(how: How) -> str:
    """Return how a game ended where it did not end by the cards, else an empty text."""
    return str(_HOW[how])


_WRONG = {
    Wrong.SAME: _l("Choose two people who do not play each other already."),
    Wrong.BEGUN: _l("%(names)s: the game has begun or is over. Take its result back first."),
    Wrong.AWAY: _l("%(names)s: not here. Note them as here first."),
}


def wrong_words(wrong: Wrong, names: Iterable[str]) -> str:
    """Return why the pairs cannot be changed so."""
    return str(_WRONG[wrong]) % {"names": ", ".join(names)}


def division_words(division: Division) -> str:
    """Return how the cards of a round are told."""
    digits = " ".join(map(str, division.digits))
    match division.by:
        case By.ONES:
            return str(_("last digit %(digits)s", digits=digits))
        case By.TENS:
            return str(_("first digit %(digits)s", digits=digits))
    return str(
        _("a digit %(digits)s in either place, without %(card)s", digits=digits, card=division.without)
    )
