"""One measured figure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured: `value` in `unit`, and in `note` how, or what it is to be held against."""

    name: str
    value: float
    unit: str
    note: str
