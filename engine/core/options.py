"""A game's options: one typed dataclass a game, and one way to read them from a record or a command line.

Each field says its values with `choice`, `flag` or `count`. In records null stands for "none". An unknown option or
value is refused by name.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Self, cast

from engine.core.document import Json, show

OptionValue = str | int | bool | None

MOST: Final = 1_000_000
"""The highest whole number of an option that sets no limit of its own: scores stay numbers that can be written."""


class OptionError(ValueError):
    """An option that a game does not have, or a value that it does not take; `option` is the name as given."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


@dataclass(frozen=True, slots=True)
class Values:
    """What a field accepts: listed values, or whole numbers from `low` to `high`, or null."""

    listed: tuple[OptionValue, ...] = ()
    low: int | None = None
    high: int = MOST

    def accepts(self, value: object) -> bool:
        """Say whether the value may be given; True is not 1 and 5.0 is not 5."""
        if any(value == one and type(value) is type(one) for one in self.listed):
            return True
        if type(value) is not int or self.low is None:
            return False
        return self.low <= value <= self.high

    def __str__(self) -> str:
        words = [json.dumps(one) for one in self.listed]
        if self.low is not None:
            words.append(f"a whole number from {self.low} to {self.high}")
        return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def choice(default: OptionValue, *others: OptionValue) -> Any:
    """Declare a field with these values, the default first."""
    return field(default=default, metadata={"values": Values((default, *others))})


def flag(default: bool) -> Any:  # noqa: FBT001 - the default is the only thing there is to say
    """Declare a field that is true or false."""
    return choice(default, not default)


def count(default: int | None, low: int, high: int = MOST, *, none: bool = False) -> Any:
    """Declare a field that takes whole numbers from `low` to `high`, and null where `none` or the default is."""
    listed: tuple[OptionValue, ...] = (None,) if none or default is None else ()
    return field(default=default, metadata={"values": Values(listed, low, high)})


@dataclass(frozen=True, slots=True)
class Options:
    """The base of every game's options."""

    @classmethod
    def values(cls) -> Mapping[str, Values]:
        """Return what each option accepts."""
        itself: Any = cls
        return _values(itself)

    @classmethod
    def read(cls, given: Mapping[str, object]) -> Self:
        """Return the options with these values, the others at their defaults. Raises OptionError."""
        known = cls.values()
        for name, value in given.items():
            if name not in known:
                raise OptionError(name, f"there is no option {name[:40]!r}; there are {', '.join(known)}")
            if not known[name].accepts(value):
                shown = show(cast("Json", value))
                raise OptionError(name, f"{shown} is none of its values: {known[name]}")
        options = cls(**given)
        options.check()
        return options

    def check(self) -> None:
        """Raise OptionError where values do not go together; nothing is wrong by default."""

    def changed(self) -> dict[str, OptionValue]:
        """Return the options that differ from their defaults, as a record writes them."""
        usual = type(self)()
        return {name: value for name, value in self.all().items() if value != getattr(usual, name)}

    def all(self) -> dict[str, OptionValue]:
        """Return every option by name."""
        return asdict(self)


@cache
def _values(options: type[Options]) -> Mapping[str, Values]:
    return MappingProxyType({one.name: cast("Values", one.metadata["values"]) for one in fields(options)})


def typed(text: str) -> OptionValue:
    """Read an option's value as typed on a command line: a number, true, false, null (or none), else text."""
    words: dict[str, OptionValue] = {"true": True, "false": False, "null": None, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text
