"""What the routes of tournaments share: forms as typed with what is wrong in them, refusals in words, the way back."""

from collections.abc import Mapping
from typing import Any, TypeVar

from flask import flash, redirect, request, url_for
from pydantic import BaseModel, ValidationError
from werkzeug.wrappers import Response

from engine.tournament.refused import Refused
from webapp.door import only_forms
from webapp.live.mark import Mark
from webapp.services import services
from webapp.tournaments import log
from webapp.tournaments.contests import Contest
from webapp.tournaments.objections import Objection
from webapp.tournaments.refusals import refusal

M = TypeVar("M", bound=BaseModel)


def typed_fields() -> dict[str, str]:
    """Return the form's fields as they were typed. Another content type is answered 415."""
    only_forms()
    return {name: text for name, text in request.form.items() if name != "csrf_token"}


def checked(model: type[M], typed: Mapping[str, str]) -> M | tuple[str, ...]:
    """Return the form, or the names of the fields that do not fit; "" is the form as a whole."""
    known = {name: text for name, text in typed.items() if name in model.model_fields}
    try:
        return model.model_validate(known, strict=False)
    except (ValidationError, ValueError) as error:
        if not isinstance(error, ValidationError):
            return ("",)
        return tuple(str(fault["loc"][0]) if fault["loc"] else "" for fault in error.errors())


def say_no(error: Refused | Objection, found: Contest) -> None:
    """Show why something cannot be done on the next page."""
    flash(refusal(error, found.names), "bad")


def to(endpoint: str, found: Contest, **values: Any) -> Response:
    """Go to a page of a class."""
    return redirect(
        url_for(f"tournaments.{endpoint}", code=found.code, number=found.number, **values), code=303
    )


def live(*classes: Contest) -> dict[str, str]:
    """Return what a page needs to follow classes: their topics, and how far it knows them."""
    seen = {log.stream_of(one.code, one.number): one.state.seq for one in classes[:64]}
    return {"topics": ",".join(map(str, seen)), "mark": str(Mark(services().hub.epoch, seen))}
