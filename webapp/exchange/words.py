"""What is doubtful in a sheet, and what it claims, in the language of the request."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.tournament.outcome import How
from webapp.exchange.checks import Claim, ClassSum, Doubt, Doubtful, SheetMatch
from webapp.exchange.said import At

_DOUBTS = {
    Doubt.ONE_SIDED: _l("Only one of the two says this; %(about)s has no such row."),
    Doubt.BOTH_WON: _l("Both say that they won."),
    Doubt.BOTH_LOST: _l("Both say that they lost."),
    Doubt.MARGINS: _l("The two say different numbers of cards: %(about)s."),
    Doubt.ENDINGS: _l("One says it was played, the other that it was not."),
    Doubt.ZERO: _l("Won by 0 cards."),
    Doubt.UNUSUAL: _l("%(about)s cards: only penalties can make that."),
    Doubt.IMPOSSIBLE: _l("%(about)s cards: more than there are on the field."),
    Doubt.WALKOVER_CARDS: _l("Not played out, and yet by %(about)s cards."),
    Doubt.UNKNOWN: _l("%(about)s has no row in this class."),
    Doubt.TWICE: _l("%(about)s is said to play twice in this round."),
    Doubt.ITSELF: _l("%(about)s has no opponent here, or is their own."),
    Doubt.UNREAD: _l("“%(about)s” is not understood."),
    Doubt.NAMESAKES: _l("Two rows of this class have the name %(about)s."),
}


def doubt_words(one: Doubtful) -> str:
    """Return a doubt as a sentence."""
    return str(_DOUBTS[one.doubt]) % {"about": one.about}


def claim_words(match: SheetMatch, claim: Claim) -> str:
    """Return a claim: who won, and by how much."""
    name = match.sides[claim.winner].name
    if claim.how is How.WALKOVER:
        how = str(_("walkover"))
    elif claim.how is How.FORFEIT:
        how = str(_("forfeit"))
    else:
        how = "" if claim.margin is None else str(_("by %(number)s", number=claim.margin))
    said = str(_("%(name)s won", name=name))
    return f"{said} ({how})" if how else said


def where_words(at: At) -> str:
    """Return where something stands."""
    line = str(_("line %(number)s", number=at.line))
    return f"{at.sheet}, {line}" if at.sheet else line


def sum_words(one: ClassSum) -> str:
    """Return how a class adds up."""
    name = one.name or "–"
    if one.fits:
        return str(
            _(
                "Class %(name)s – names: %(people)s, rounds: %(rounds)s, matches: %(matches)s: a single elimination.",
                name=name,
                people=one.people,
                rounds=one.rounds,
                matches=one.matches,
            )
        )
    rounds, matches = one.expected
    said = _(
        "Class %(name)s – names: %(people)s, rounds: %(rounds)s, matches: %(matches)s. A single elimination has "
        "rounds: %(wanted_rounds)s, matches: %(wanted_matches)s. Was it a league, or are rows missing?",
        name=name,
        people=one.people,
        rounds=one.rounds,
        matches=one.matches,
        wanted_rounds=rounds,
        wanted_matches=matches,
    )
    return str(said)
