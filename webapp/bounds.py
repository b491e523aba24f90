"""Numbers within bounds, as they are typed on the command line: whatever else is typed is told the bounds."""

import re
import unicodedata
from typing import Any, Final

import click

from poems.chance import SEED_BYTES


class Whole(click.IntRange):
    """An option that takes a whole number within bounds."""

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__(least, most)
        self._bounds = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; what is none is refused with the bounds."""
        try:
            return whole(str(value), *self._bounds)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Number(click.FloatRange):
    """An option that takes a number within bounds, with or without a fraction."""

    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)
        self._bounds = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; what is none is refused with the bounds."""
        try:
            return decimal(str(value), *self._bounds)
        except ValueError as error:
            self.fail(str(error), param, ctx)


MOST_SEED: Final = (1 << 8 * SEED_BYTES) - 1
SEED: Final = Whole(0, MOST_SEED)
"""An option that takes a seed."""
FIRST_DEAL: Final = Whole(0, (1 << 64) - 1)
"""An option that numbers the first of many deals; the others follow it."""

_HUGE: Final = 1 << 32
"""From here on a bound is told as a power of two."""


def whole(text: str, least: int, most: int | None) -> int:
    """Return a whole number as it is typed. Raises ValueError, with the bounds, for anything else."""
    plain = unicodedata.normalize("NFKC", text).strip()
    if re.fullmatch(r"[0-9]{1,39}", plain) and least <= int(plain) and (most is None or int(plain) <= most):
        return int(plain)
    high = "" if most is None else f" to {_told(most)}"
    raise ValueError(f"{text!r} is no whole number from {least}{high}")


def decimal(text: str, least: float, most: float, of: str = "") -> float:
    """Return a number as it is typed, with at most six decimals. Raises ValueError, with the bounds, for anything else.

    `of` says what it counts, such as seconds.
    """
    plain = unicodedata.normalize("NFKC", text).strip()
    if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,6})?", plain) and least <= float(plain) <= most:
        return float(plain)
    kind = f"number of {of}" if of else "number"
    raise ValueError(f"{text!r} is no {kind} from {least:g} to {most:g}")


def _told(bound: int) -> str:
    return f"2^{bound.bit_length()} - 1" if bound > _HUGE and bound & (bound + 1) == 0 else str(bound)
