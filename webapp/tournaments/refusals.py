"""What the desk says when something cannot be done: what is wrong, and what would help."""

from collections.abc import Callable
from typing import Final

from flask_babel import gettext as _

from engine.tournament.refused import Refused, Why
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.people import Names

Params = dict[str, int | str]
_BECAUSE: Final[dict[Because, Callable[[], str]]] = {
    Because.NOBODY: lambda: _("Nobody is there to be drawn: enter people, or draw the lots first."),
    Because.TOO_FEW: lambda: _("Too few people for this: a block takes two, and a round too."),
    Because.DRAWN: lambda: _("This class is drawn: how it is played stands. Take the draw back first."),
    Because.NOT_DRAWN: lambda: _("This class is not drawn yet."),
    Because.BEGUN: lambda: _(
        "Something was played already, so the draw stands. No-shows and late entries are repaired at the desk."
    ),
    Because.NO_SEED: lambda: _(
        "There is no secret number yet: make one first, so that everybody sees that it was not chosen."
    ),
    Because.OVER: lambda: _("This class is finished. Let it go on first."),
    Because.NOT_DECIDED: lambda: _("Something is still to be played, or to be entered again."),
    Because.MOVED: lambda: _("Something else was entered in the meantime. Look again, then confirm."),
    Because.NO_FIXTURE: lambda: _("There is no such match, or its players are not known yet."),
    Because.BY_PARTS: lambda: _("This match is decided by its boards or games: enter those."),
    Because.NO_LOTTERY: lambda: _(
        "There is nothing to draw lots for: everybody has a place, or the lots are drawn."
    ),
    Because.CLOSED: lambda: _("The deadline has passed. Tick “late entry” to enter them all the same."),
    Because.NO_ENTRY: lambda: _("Nobody was entered."),
    Because.MEMBER_TWICE: lambda: _("%(name)s is entered in this class already."),
    Because.BLOCKS_NOT_OVER: lambda: _("The blocks are not over: enter their results first."),
    Because.TIED: lambda: _(
        "%(one)s and %(other)s are equal, and only one plays on: add the lot to the tie-breaks, or correct a result."
    ),
    Because.NO_LATE: lambda: _(
        "The bracket after the blocks is drawn: take that draw back, or enter them elsewhere."
    ),
    Because.IS_PLAYED: lambda: _("This match has a result already."),
    Because.CLASS_HAS_ENTRIES: lambda: _(
        "Somebody entered this class: it stays. Withdraw the entries instead."
    ),
    Because.ALREADY_PLAYING: lambda: _("They have a place in the draw already."),
}
_WHY: Final[dict[Why, Callable[[], str]]] = {
    Why.UNKNOWN_MATCH: lambda: _("There is no such match, or its players are not known yet."),
    Why.NOT_IN_MATCH: lambda: _("%(entrant)s does not play in this match any more: load the page again."),
    Why.NOT_READY: lambda: _("There is no such match, or its players are not known yet."),
    Why.HAS_RESULT: lambda: _("This match has a result already. Correct it, if it is wrong."),
    Why.NO_RESULT: lambda: _("This match has no result that could be taken back."),
    Why.SAME_PLAYER: lambda: _("Nobody plays against themselves."),
    Why.NO_WINNER: lambda: _(
        "The winner is missing: choose who won. Only a match that was not played out can be lost by both."
    ),
    Why.MARGIN_UNPLAYED: lambda: _("A walkover or a forfeit has no number of cards: leave it empty."),
    Why.BAD_MARGIN: lambda: _("The number of cards is 1 to 25; up to 50 with penalties."),
    Why.UNKNOWN_ENTRANT: lambda: _("%(entrant)s has no place in the draw."),
    Why.ALREADY_IN: lambda: _("They have a place in the draw already."),
    Why.ABSENT: lambda: _("%(entrant)s is noted as absent: note them as here first, or enter a walkover."),
    Why.NOT_ABSENT: lambda: _("%(entrant)s is not absent."),
    Why.HAS_PLAYED: lambda: _("%(entrant)s has played already: that place is not free."),
    Why.NO_SUCH_PLACE: lambda: _("This place is not free any more: choose another."),
    Why.ROUND_NOT_OVER: lambda: _("Something is still to be played, or to be entered again."),
    Why.TOURNAMENT_OVER: lambda: _("This class is decided."),
    Why.OUT_OF_LEAGUE: lambda: _("These two do not meet in this block."),
    Why.TOO_MANY_ON_SHEET: lambda: _("More names are on the order sheet than there are boards."),
    Why.NOT_OF_TEAM: lambda: _("%(player)s is not of this team."),
    Why.TWICE_ON_SHEET: lambda: _("%(player)s is twice on the order sheet."),
    Why.SHEET_IS_IN: lambda: _("Both order sheets are in: the order stands."),
    Why.SHEETS_FIRST: lambda: _("The order sheets of both teams come first."),
    Why.NOBODY_AT_BOARD: lambda: _("Nobody sits at this board: it is lost without a match."),
    Why.GAMES_IN_ORDER: lambda: _("Game %(game)s comes before."),
    Why.TITLE_DECIDED: lambda: _("It was decided in game %(game)s."),
}
_PEOPLE: Final = ("entrant", "one", "other", "player", "team")
"""Parameters that are ids."""


def refusal(error: Refused | Objection, names: Names) -> str:
    """Return why something cannot be done, as a page says it."""
    if isinstance(error, Objection):
        text = _BECAUSE[error.because]()
    else:
        known = _WHY.get(error.code)
        text = known() if known is not None else str(error)
    params = {key: names[str(value)] if key in _PEOPLE else value for key, value in error.params.items()}
    return str(text) % params if params else str(text)
