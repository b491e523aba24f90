"""The door of every request that changes something: strict types, limits, and an answer instead of a fault."""

import re
import unicodedata
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Generic, ParamSpec, TypeVar

from flask import Response, jsonify, request
from flask_babel import gettext as _
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError
from werkzeug.exceptions import UnprocessableEntity, UnsupportedMediaType

from webapp.misfits import misfit, sentence
from webapp.unseen import seen

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=BaseModel)
C = TypeVar("C")


class Body(BaseModel):
    """What comes through a door: no other keys, no conversions, no changes afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


def clean(text: str) -> str:
    """Return a typed line without outer blanks and unseen signs; ValueError for signs that no database keeps.

    The text stays as typed: normal forms are for comparing, not for storing.
    """
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
        raise PydanticCustomError("control_signs", "control signs are not allowed")
    return seen(text).strip()


def without_controls(text: str) -> str:
    """Return a text without the signs that no database keeps."""
    return "".join(sign for sign in text if unicodedata.category(sign) not in ("Cc", "Cs"))


Line = Annotated[str, Field(max_length=200), AfterValidator(clean)]
"""One line of text that a person typed."""


def count(text: object) -> object:
    """Read a whole number as people type it: blanks around it, full-width digits; anything else is left to fail.

    `isdigit` will not do: it takes ① for a digit and `int` does not.
    """
    if isinstance(text, str) and text.strip().isdecimal() and len(text.strip()) < 10:
        return int(text)
    return text


Count = Annotated[int, Field(ge=0), BeforeValidator(count)]
"""A whole number from a form's field; an empty field is no zero."""

_DECIMAL = re.compile(r"(\d{1,9})(?:[.,．，](\d{1,9}))?")


def decimal(text: object) -> object:
    """Read a number as people type it: as `count`, and with a point or a comma; anything else is left to fail."""
    if isinstance(text, str) and (found := _DECIMAL.fullmatch(text.strip())):
        return float(f"{found[1]}.{found[2] or 0}")
    return text


Decimal = Annotated[float, BeforeValidator(decimal)]
"""A number from a form's field, with or without a fraction."""

ClientId = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
"""The 128 random bits that a client gives a command, so that sending it twice does it once."""

Seq = Annotated[int, Field(ge=0, le=2**31 - 1)]
"""A number in a stream; 0 is before the first event."""


class CommandBody(Body, Generic[C]):
    """A command against a stream: made when its maker had seen the events up to `expected_seq`."""

    client_id: ClientId
    expected_seq: Seq
    command: C


class BodyRefused(UnprocessableEntity):
    """The body does not fit; `faults` are places and reasons."""

    def __init__(self, faults: list[dict[str, str]]) -> None:
        super().__init__(description=" ".join(sentence(fault["place"], fault["reason"]) for fault in faults))
        self.faults = faults


def door(model: type[M]) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Pass the request's JSON to the view as `body`, checked by `model`.

    Another content type is answered 415, what does not fit 422 with the place and the reason.
    """

    def wrap(view: Callable[..., R]) -> Callable[..., R]:
        @wraps(view)
        def checked(*args: Any, **kwargs: Any) -> R:
            if request.mimetype != "application/json":
                raise UnsupportedMediaType(description=_("Send application/json."))
            return view(*args, body=_json(model), **kwargs)

        return checked

    return wrap


def carries(mimetype: str) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Pass the request's bytes to the view as `body`, unchecked; another content type is answered 415."""

    def wrap(view: Callable[..., R]) -> Callable[..., R]:
        @wraps(view)
        def checked(*args: Any, **kwargs: Any) -> R:
            if request.mimetype != mimetype:
                raise UnsupportedMediaType(description=_("Send %(kind)s.", kind=mimetype))
            return view(*args, body=request.get_data(cache=False), **kwargs)

        return checked

    return wrap


def form(model: type[M]) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Pass a form's fields to the view as its last argument by position, checked by `model`.

    A number is read from its text; another content type is answered 415, a field given twice, an unknown one or a wrong
    value 422.
    """

    def wrap(view: Callable[..., R]) -> Callable[..., R]:
        @wraps(view)
        def checked(*args: Any, **kwargs: Any) -> R:
            return view(_form(model), *args, **kwargs)

        return checked

    return wrap


def _json(model: type[M]) -> M:
    try:
        return model.model_validate_json(request.get_data(cache=False))
    except ValidationError as error:
        raise BodyRefused([_fault(detail) for detail in error.errors(include_url=False)]) from error


def only_forms() -> None:
    """Refuse a request that is no form: its body would count as a form with nothing filled in."""
    if request.mimetype not in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raise UnsupportedMediaType(description=_("Send a form."))


def _form(model: type[M]) -> M:
    only_forms()
    fields = {name: values for name, values in request.form.lists() if name != "csrf_token"}
    if twice := [name for name, values in fields.items() if len(values) > 1]:
        raise BodyRefused(
            [
                {"place": name[:100], "reason": _("this was given twice; load the page again.")}
                for name in twice
            ]
        )
    try:
        return model.model_validate_strings({name: values[0] for name, values in fields.items()}, strict=True)
    except ValidationError as error:
        raise BodyRefused([_fault(detail) for detail in error.errors(include_url=False)]) from error


def _fault(detail: ErrorDetails) -> dict[str, str]:
    place = ".".join(str(part) for part in detail["loc"]) or "body"
    return {"place": place[:200], "reason": misfit(detail)}


def refused_json(error: BodyRefused) -> Response:
    """Return the answer to a body that does not fit."""
    message = _("This was not understood.")
    response = jsonify(refused="body", message=message, faults=error.faults)
    response.status_code = error.code or 422
    return response
