"""What happens in a single elimination, as facts that are stored and never changed.

The bracket is the fold of its events (`engine.tournament.bracket`) and nothing else. Who advances, walkovers and
places are no events: they follow.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.tournament.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Drawn:
    """The whole tree was drawn: (place, entrant's id), as `Draw.leaves`. `seed` is what it was drawn from, if known."""

    leaves: tuple[tuple[int, str], ...]
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """The field of a tournament whose rounds are drawn one by one; entrant i, from 0, stands at place i + 1."""

    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """A round was drawn: pairs of places that meet. The matches take the next free numbers, in this order.

    Places that are in no pair have a bye; there are byes in the first round only.
    """

    pairs: tuple[tuple[int, int], ...]
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A match has this outcome. One that was recorded before for the same two is thereby corrected."""

    match: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was recorded for these two in a match does not count."""

    match: int
    players: tuple[str, str]


class Absence(StrEnum):
    """Why somebody does not play on."""

    NO_SHOW = "no_show"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Absent:
    """Somebody does not play, or does not play on: matches at `depth` and nearer to the final are walkovers.

    The final has depth 0. What was decided before, by play or by somebody else's absence, stands.
    """

    entrant: str
    depth: int
    why: Absence = Absence.NO_SHOW


@dataclass(frozen=True, slots=True)
class Returned:
    """Somebody who was absent is here after all."""

    entrant: str


@dataclass(frozen=True, slots=True)
class Replaced:
    """A late entry, or somebody on the waiting list, takes the place of an entrant who has not played."""

    place: int
    entrant: str


@dataclass(frozen=True, slots=True)
class Joined:
    """A late entry plays one more match, against the entrant who stood at a place.

    The place becomes that match; its sides are the one who stood there and the late entry.
    """

    place: int
    entrant: str


@dataclass(frozen=True, slots=True)
class JoinedRound:
    """A late entry plays in round 1 against the entrant at a place, who had a bye, where rounds are drawn one by one.

    Their match takes the next free number. The nth late entry who comes in so stands at place -n.
    """

    place: int
    entrant: str


Event: TypeAlias = (
    Drawn | Entered | RoundDrawn | Recorded | TakenBack | Absent | Returned | Replaced | Joined | JoinedRound
)
