"""The outcome of one match between two, whoever they are: entrants, members of teams, or teams' players."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.tournament.refused import Refused, Why

USUAL_MOST: Final = 25
"""The largest margin without a penalty."""
MOST: Final = 50
"""Cards on the field: no margin is larger."""


class How(StrEnum):
    """How a match ended."""

    NORMAL = "normal"
    WALKOVER = "walkover"
    """不戦: somebody was not there."""
    FORFEIT = "forfeit"
    """棄権: somebody gave up during it, or was ruled out."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who met whom, who won, and by how many cards.

    The two are kept in the order of their ids, so it says nothing who comes first. `winner` is None where both lost
    by walkover or forfeit. `margin` is None where it is not known, and for everything but `NORMAL`.
    """

    players: tuple[str, str]
    winner: str | None
    how: How = How.NORMAL
    margin: int | None = None

    def __post_init__(self) -> None:
        one, other = self.players
        if other < one:
            object.__setattr__(self, "players", (other, one))

    @property
    def pair(self) -> frozenset[str]:
        """The two, in no order."""
        return frozenset(self.players)

    @property
    def loser(self) -> str | None:
        """Who lost; None where both did."""
        if self.winner is None:
            return None
        return self.players[0] if self.winner == self.players[1] else self.players[1]

    @property
    def played(self) -> bool:
        """Whether it counts as a match played: in averages, ratings and wins."""
        return self.how is How.NORMAL

    @property
    def unusual(self) -> bool:
        """Whether the margin is one that only penalties can make; worth a second look."""
        return self.margin is not None and self.margin > USUAL_MOST

    def of(self, player: str) -> bool:
        """Whether this player won."""
        return self.winner == player

    def against(self, player: str) -> str:
        """Return the opponent of one of the two."""
        return self.players[1] if self.players[0] == player else self.players[0]


def check(outcome: Outcome) -> None:
    """Refuse an outcome that cannot be."""
    one, other = outcome.players
    if one == other:
        raise Refused(Why.SAME_PLAYER, entrant=one)
    if outcome.winner is None and outcome.how is How.NORMAL:
        raise Refused(Why.NO_WINNER)
    if outcome.winner is not None and outcome.winner not in outcome.players:
        raise Refused(Why.NO_WINNER)
    if outcome.margin is None:
        return
    if outcome.how is not How.NORMAL:
        raise Refused(Why.MARGIN_UNPLAYED)
    if not 1 <= outcome.margin <= MOST:
        raise Refused(Why.BAD_MARGIN, margin=outcome.margin, most=MOST)
