"""Strict reading of JSON documents: every fault names its place, such as `reads[3].card`."""

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NoReturn, TypeAlias

from engine.core.flaws import Flaw

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

DEEPEST = 64
"""Levels of lists and objects in a document."""

_PLAIN_KEY = re.compile(r"\w{1,40}")


class DocumentError(ValueError):
    """A document that cannot be used: `place` says where (counted from 0), `reason` why, in English.

    Where the reason is given as a code, such as a `Flaw`, that is kept as `flaw` with its `params`, so that it can be
    said in another language.
    """

    def __init__(self, place: str, reason: str, **params: str | int) -> None:
        self.flaw = reason if isinstance(reason, StrEnum) else None
        self.params = params
        self.place = place
        self.reason = reason.format(**params) if self.flaw is not None else reason
        super().__init__(f"{place}: {self.reason}" if place else self.reason)


class Node:
    """A value of a document with its place."""

    __slots__ = ("place", "value")

    def __init__(self, value: Json, place: str = "") -> None:
        self.value = value
        self.place = place

    def fail(self, reason: str, **params: str | int) -> NoReturn:
        """Raise `DocumentError` for this place."""
        raise DocumentError(self.place, reason, **params)

    def refuse(self, wanted: Flaw, **params: str | int) -> NoReturn:
        """Raise `DocumentError`: something else was wanted here."""
        self.fail(wanted, found=show(self.value), **params)

    def fields(self) -> dict[str, Json]:
        """Return the object that must be here."""
        if not isinstance(self.value, dict):
            self.refuse(Flaw.OBJECT_WANTED)
        return self.value

    def get(self, key: str) -> "Node | None":
        """Return the value of a key that may be left out."""
        fields = self.fields()
        return Node(fields[key], self.below(key)) if key in fields else None

    def need(self, key: str) -> "Node":
        """Return the value of a key that must be there."""
        found = self.get(key)
        if found is None:
            raise DocumentError(self.below(key), Flaw.MISSING)
        return found

    def entries(self) -> Iterator[tuple[str, "Node"]]:
        """Yield the keys and values of the object that must be here."""
        for key, value in self.fields().items():
            yield key, Node(value, self.below(key))

    def items(self) -> tuple["Node", ...]:
        """Return the items of the list that must be here."""
        if not isinstance(self.value, list):
            self.refuse(Flaw.LIST_WANTED)
        return tuple(Node(item, f"{self.place}[{index}]") for index, item in enumerate(self.value))

    def whole(self, low: int, high: int, what: str = "a whole number") -> int:
        """Return the whole number from `low` to `high` that must be here; true, 1.0 and "1" are none."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.refuse(Flaw.NUMBER_WANTED, what=what, low=low, high=high)
        return self.value

    def text(self) -> str:
        """Return the text that must be here."""
        if not isinstance(self.value, str):
            self.refuse(Flaw.TEXT_WANTED)
        return self.value

    def choice(self, *allowed: str) -> str:
        """Return the text that must be one of these."""
        if not isinstance(self.value, str) or self.value not in allowed:
            self.refuse(Flaw.CHOICE_WANTED, allowed=either(allowed))
        return self.value

    def below(self, key: str) -> str:
        """Return the place of a key of the object here."""
        name = key if _PLAIN_KEY.fullmatch(key) else show(key)
        return f"{self.place}.{name}" if self.place else name


def loads(data: bytes) -> Json:
    """Read a JSON document in UTF-8, with or without a BOM.

    Raises `DocumentError` for anything else, and for what JSON readers disagree about: a key that comes twice, NaN,
    numbers without bounds, nesting without end.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError("", Flaw.NOT_UTF8, byte=error.start) from None
    try:
        document: Json = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_float
        )
    except json.JSONDecodeError as error:
        where = {"line": error.lineno, "column": error.colno}
        raise DocumentError("", Flaw.NOT_JSON, what=error.msg, **where) from None
    except RecursionError:
        raise DocumentError("", Flaw.TOO_DEEP) from None
    except DocumentError:
        raise
    except ValueError:  # what is left is the interpreter's limit on the digits of a number
        raise DocumentError("", Flaw.TOO_MANY_DIGITS) from None
    if "\\u" in text or text.count("[") + text.count("{") > DEEPEST:
        _check(document)
    return document


def _check(document: Json) -> None:
    """Refuse what can be read but not be written again: half a character, nesting near the interpreter's limit."""
    waiting: list[tuple[Json, int]] = [(document, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, str):
            _check_text(value)
        elif isinstance(value, (list, dict)):
            if depth == DEEPEST:
                raise DocumentError("", Flaw.TOO_DEEP)
            if isinstance(value, dict):
                waiting.extend((key, depth) for key in value)
            waiting.extend(
                (item, depth + 1) for item in (value.values() if isinstance(value, dict) else value)
            )


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DocumentError("", Flaw.HALF_CHARACTER, text=json.dumps(text[:40])) from None


def _object(pairs: list[tuple[str, Json]]) -> Json:
    out = dict(pairs)
    if len(out) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise DocumentError("", Flaw.KEY_TWICE, key=show(twice))
    return out


def _no_constant(name: str) -> NoReturn:
    raise DocumentError("", Flaw.NOT_A_NUMBER, name=name)


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise DocumentError("", Flaw.TOO_LARGE, number=text[:20])
    return number


def show(value: Json) -> str:
    """Return a value as a short printable text for a message."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case list():
            return "a list"
        case dict():
            return "an object"
        case str():
            short = value if len(value) <= 40 else value[:40] + "…"
            return json.dumps(short, ensure_ascii=not short.isprintable())
        case _:
            digits = str(value)
            return digits if len(digits) <= 40 else digits[:40] + "…"


def either(choices: tuple[str, ...]) -> str:
    """Return `"a", "b" or "c"`."""
    quoted = [f'"{choice}"' for choice in choices]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)
