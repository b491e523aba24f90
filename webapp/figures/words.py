"""What occasions and ways to a dan are called."""

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.tournament.promotion import Ground, Outlook
from webapp.figures.games import Where

_WHERE: Mapping[str, object] = {
    Where.TOURNAMENT: _l("Tournament"),
    Where.PRACTICE: _l("Practice"),
    Where.TABLE: _l("Board"),
    Where.IMPORTED: _l("Taken in"),
}
_GROUNDS: Mapping[str, object] = {
    Ground.CLASS_TITLE: _l("winner of class B"),
    Ground.TWICE_SECOND: _l("second in class B"),
    Ground.A_TITLES: _l("winner of class A"),
    Ground.A_TOP_THREE: _l("among the best four of class A"),
    Ground.A_POINTS: _l("points in class A"),
    Ground.A_WINS: _l("wins in class A"),
    Ground.CHALLENGER: _l("second in a title match"),
    Ground.TITLE_TERMS: _l("term as Meijin or Queen"),
    Ground.NATIONAL: _l("national title"),
    Ground.INVITATIONAL: _l("invitational title"),
}
_BEST_FOUR = {1: "E", 2: "D", 3: "C"}
"""The class whose best four earn a dan, since 2020."""


def where_name(where: Where) -> str:
    """Return what an occasion is called."""
    return str(_WHERE[where])


def outlook_words(way: Outlook) -> str:
    """Return what a way to a dan asks for."""
    if way.rule.ground is Ground.BEST_FOUR:
        return str(_("among the best four of class %(grade)s", grade=_BEST_FOUR.get(way.rule.dan, "B")))
    return str(_GROUNDS[way.rule.ground])
