"""Why something cannot be used: a code and what belongs to it, so that a page can say it in its own language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self, TypeAlias

from reader.packs.halves import listed
from reader.pattern import Half


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason; `str` gives its English.

    A flaw's value is its English sentence, with the names of `params` in braces.
    """

    flaw: StrEnum
    params: Mapping[str, "Value"] = field(default_factory=dict)

    @classmethod
    def of(cls, flaw: StrEnum, **params: object) -> Self:
        """Return a reason; what is no text, reason or halves is written as a text."""
        kept = {name: one if isinstance(one, Reason | tuple) else str(one) for name, one in params.items()}
        return cls(flaw, kept)

    def __str__(self) -> str:
        return self.flaw.value.format(
            **{name: listed(one) if isinstance(one, tuple) else str(one) for name, one in self.params.items()}
        )


Value: TypeAlias = str | Reason | tuple[Half, ...]
"""What belongs to a code: a text or a number as written, a reason inside the reason, or halves of poems."""


class ReasonedError(Exception):
    """An error that says why by a reason; its message is the reason's English."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def to_dict(reason: Reason) -> dict[str, Any]:
    """Return a reason without reasons and halves inside it as JSON, to be told by one process to another."""
    return {"flaw": reason.flaw.name, "params": {name: str(one) for name, one in reason.params.items()}}


def from_dict(flaws: type[StrEnum], told: Mapping[str, Any]) -> Reason:
    """Read what `to_dict` made of a reason with one of these flaws. Raises KeyError."""
    return Reason(flaws[told["flaw"]], dict(told["params"]))
