"""What is wrong with a record's file, in words: the codes are the engine's, the sentences are here."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.core.document import DocumentError
from engine.core.flaws import Flaw
from engine.karuta.flaws import RecordFlaw
from engine.karuta.record import RecordError
from webapp.characters import shortened
from webapp.matches.names import Names
from webapp.matches.refusals import refusal

FLAWS: Mapping[StrEnum, Any] = {
    Flaw.NOT_UTF8: _l("This is no text in UTF-8: byte %(byte)s does not fit."),
    Flaw.NOT_JSON: _l("This is no JSON: it breaks off or goes wrong in line %(line)s, column %(column)s."),
    Flaw.NOT_A_NUMBER: _l("This is no JSON: %(name)s is no number."),
    Flaw.TOO_DEEP: _l("Its lists and objects are nested too deeply."),
    Flaw.TOO_MANY_DIGITS: _l("It holds a number with thousands of digits."),
    Flaw.TOO_LARGE: _l("It holds a number beyond all bounds: %(number)s."),
    Flaw.HALF_CHARACTER: _l("It holds half a character in the text %(text)s."),
    Flaw.KEY_TWICE: _l("The key %(key)s comes twice in one object."),
    Flaw.MISSING: _l("This is missing."),
    Flaw.OBJECT_WANTED: _l("An object is wanted here, not %(found)s."),
    Flaw.LIST_WANTED: _l("A list is wanted here, not %(found)s."),
    Flaw.LIST_OF_WANTED: _l("A list of %(count)s is wanted here, not %(found)s."),
    Flaw.TEXT_WANTED: _l("A text is wanted here, not %(found)s."),
    Flaw.NUMBER_WANTED: _l("A whole number from %(low)s to %(high)s is wanted here, not %(found)s."),
    Flaw.TRUTH_WANTED: _l("True or false is wanted here, not %(found)s."),
    Flaw.CHOICE_WANTED: _l("What may stand here: %(allowed)s. Found: %(found)s."),
    RecordFlaw.OTHER_VERSION: _l("The version %(name)s is not known; this program reads %(known)s."),
    RecordFlaw.OTHER_FORMAT: _l("%(name)s is no match record; this program reads %(known)s."),
    RecordFlaw.NO_PLAYER: _l("The players are called A and B here."),
    RecordFlaw.NO_CARD_KEY: _l("The key %(key)s is no card; cards are numbered 1 to 100."),
    RecordFlaw.CARD_AGAIN: _l("Card %(card)s comes twice."),
    RecordFlaw.NO_SLOT: _l("%(slot)s is no place; places are written 右下1, 左中2 or 浮左1."),
    RecordFlaw.SLOT_SHARED: _l("Cards %(card)s and %(other)s lie in the same place %(slot)s."),
    RecordFlaw.TWICE: _l("This comes twice."),
    RecordFlaw.CARD_TWICE: _l("The list names a card twice."),
    RecordFlaw.PLAYER_TWICE: _l("The list names a player twice."),
    RecordFlaw.OWN_HAND: _l("Nobody can foul on the own hand."),
    RecordFlaw.VOID_WITHOUT_REASON: _l("A read that does not count needs its reason."),
    RecordFlaw.NOBODY_SENDS_NONE: _l("Where no card is sent, nobody sends it."),
    RecordFlaw.WHO_SENDS: _l("Who sends the %(net)s: A or B?"),
}


def file_fault(error: DocumentError, name: str) -> str:
    """Return why a file cannot be used, and where in it; a broken rule is told as the board tells it."""
    said = {"file": shortened(name, 80), "place": error.place, "reason": _reason(error)}
    if error.place:
        return str(_("%(file)s cannot be used. At %(place)s: %(reason)s", **said))
    return str(_("%(file)s cannot be used. %(reason)s", **said))


def _reason(error: DocumentError) -> str:
    if isinstance(error, RecordError) and error.refused is not None:
        return refusal(error.refused, Names(("A", "B")))
    if error.flaw is None:
        return error.reason
    found: dict[str | int, str] = {"a list": _("a list"), "an object": _("an object")}
    params = {name: found.get(value, value) for name, value in error.params.items()}
    return str(FLAWS[error.flaw]) % params
