"""Match formats: how many cards a player holds at the start (docs/rules/karuta.md §10)."""

from dataclasses import dataclass
from typing import Final

from engine.karuta.refused import Refused, Why


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """The frame of a match: `each` cards a player out of the 100, the rest read as dead cards."""

    name: str
    each: int


INDIVIDUAL_50: Final = MatchFormat("individual_50", each=25)

FORMATS: Final = {known.name: known for known in (INDIVIDUAL_50,)}


def named(name: str) -> MatchFormat:
    """Return a format. Raises `Refused` for an unknown name."""
    if name not in FORMATS:
        raise Refused(Why.UNKNOWN_FORMAT, "match_format", name=name[:40], allowed=", ".join(FORMATS))
    return FORMATS[name]
