"""The first lead between partners: one of them says whether to lead (*iku*, I go) or to let the other (*koi*, come)."""

from dataclasses import dataclass
from typing import Final

from engine.core.events import Event, Seat

WORDS: Final = ("iku", "koi")
"""By action: lead oneself, let the partner lead."""


@dataclass(frozen=True, slots=True)
class OpeningSaid(Event):
    """A seat said who of the two leads first: `leader` is itself or its partner."""

    seat: Seat
    leader: Seat
