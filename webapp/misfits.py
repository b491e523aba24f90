"""What does not fit in a form or a body, in words: the field by its label, what is wrong, and the cure."""

from collections.abc import Mapping
from typing import Any, Final

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from pydantic_core import ErrorDetails

LABELS: Final[Mapping[str, Any]] = {
    "address": _l("Address"),
    "cards": _l("Cards"),
    "cards_a": _l("Cards of A"),
    "cards_b": _l("Cards of B"),
    "club": _l("Club"),
    "code": _l("Code"),
    "code_a": _l("Code of A's layout"),
    "code_b": _l("Code of B's layout"),
    "credit": _l("Who reads"),
    "day": _l("Day"),
    "deal": _l("Cards"),
    "goal": _l("Goal"),
    "kana": _l("Kana"),
    "language": _l("Language"),
    "licence": _l("Licence"),
    "margin": _l("by how many cards"),
    "member_a": _l("Player A"),
    "member_b": _l("Player B"),
    "minutes": _l("Minutes a day"),
    "name": _l("Name"),
    "name_a": _l("Name of A"),
    "name_b": _l("Name of B"),
    "note": _l("Note"),
    "one": _l("One"),
    "other": _l("The other"),
    "own_cards": _l("Cards"),
    "person": _l("Person"),
    "place": _l("Where"),
    "reading": _l("Who reads"),
    "reason": _l("Reason"),
    "rounds": _l("Rounds"),
    "ruleset": _l("Rules"),
    "title": _l("Name"),
    "tournament": _l("Tournament"),
    "voice": _l("Voice"),
    "winner": _l("Who won"),
}
"""What fields are called on their pages; others have the name that they are sent by."""
TOO_LONG: Final = ("string_too_long", "too_long", "bytes_too_long")
CHOICES: Final = frozenset({"literal_error", "enum", "union_tag_invalid", "union_tag_not_found"})
ORDER: Final = {"greater_than_equal": "ge", "greater_than": "gt", "less_than_equal": "le", "less_than": "lt"}


def label(place: str) -> str:
    """Return what a field is called where people see it."""
    return str(LABELS[place] if place in LABELS else _("“%(field)s”", field=place))


def misfit(detail: ErrorDetails) -> str:
    """Return what is wrong with one value and how to mend it, as a sentence without its field."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "missing" or _is_empty(detail):
        return str(_("this is missing; fill it in, or choose something."))
    if kind in TOO_LONG:
        return _too_long(kind, context.get("max_length", 0))
    if kind in ("string_too_short", "too_short"):
        return str(_("this is too short; at least %(least)s are wanted.", least=context.get("min_length", 1)))
    if kind in ORDER:
        return _beyond(ORDER[kind], context)
    return _other(detail)


def _other(detail: ErrorDetails) -> str:
    kind = detail["type"]
    if kind == "extra_forbidden":
        return no_such_field()
    if kind in CHOICES:
        return str(_("this is none of the choices; load the page again and choose one."))
    if kind.startswith(("int_", "float_", "finite_number", "decimal_")):
        return str(_("this is no number that can be used; type one such as 12."))
    if kind == "control_signs":
        return str(_("this has signs that cannot be kept; type it anew."))
    return str(_("this does not fit here; type it anew, or choose it from the list."))


def no_such_field() -> str:
    """Return what is said of a field that no page sends."""
    return str(_("the page has no such field; load the page again."))


def _is_empty(detail: ErrorDetails) -> bool:
    """Whether nothing was typed where something is wanted."""
    least = detail.get("ctx", {}).get("min_length")
    return detail["input"] == "" and (least == 1 or not detail["type"].startswith("string_"))


def _too_long(kind: str, most: int) -> str:
    if kind == "too_long":
        return str(ngettext("at most %(num)s is taken.", "at most %(num)s are taken.", most))
    said = ngettext(
        "this is too long; shorten it to %(num)s sign at most.",
        "this is too long; shorten it to %(num)s signs at most.",
        most,
    )
    return str(said)


def _beyond(bound: str, context: Mapping[str, Any]) -> str:
    limit = context[bound]
    if bound == "ge":
        return str(_("this is too small; type %(limit)s or more.", limit=limit))
    if bound == "le":
        return str(_("this is too large; type %(limit)s or less.", limit=limit))
    if bound == "gt":
        return str(_("this is too small; type more than %(limit)s.", limit=limit))
    return str(_("this is too large; type less than %(limit)s.", limit=limit))


def sentence(place: str, reason: str) -> str:
    """Return what is said of one place: its label, and what is wrong."""
    return f"{label(place)}: {reason}"
