"""How a class is played."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.tournament.league import Leaving
from engine.tournament.standings import USUAL, Points, TieBreak
from webapp.door import Body


class Format(StrEnum):
    """What a class is."""

    KNOCKOUT = "knockout"
    """A single elimination that is drawn as a whole."""
    BY_ROUND = "by_round"
    """A single elimination whose every round is drawn by itself."""
    LEAGUE = "league"
    """Blocks in which everybody meets everybody."""


MOST_BLOCKS = 64
MOST_QUALIFY = 8
Score = Annotated[int, Field(ge=0, le=99)]
Games = Literal[1, 3, 5, 7]
"""Games of a match, of which the majority wins."""


class ClassRules(Body):
    """The rules of a class; `boards` and `games` are 0 and 1 where single players meet once."""

    format: Format = Format.KNOCKOUT
    boards: Literal[0, 3, 5] = 0
    """Boards of a team; 0 where everybody plays alone."""
    games: Games = 1
    """Games of the final."""
    games_semi: Games = 1
    games_quarter: Games = 1
    games_before: Games = 1
    """Games of all rounds before the quarter-finals."""
    games_in_block: Games = 1
    blocks: Annotated[int, Field(ge=1, le=MOST_BLOCKS)] = 1
    qualify: Annotated[int, Field(ge=0, le=MOST_QUALIFY)] = 0
    """How many of each block play on in a single elimination; 0: the table is the result."""
    win: Score = 1
    loss: Score = 0
    walkover_win: Score = 1
    walkover_loss: Score = 0
    tie_breaks: Annotated[tuple[TieBreak, ...], Field(min_length=1, max_length=10)] = USUAL
    leaving: Leaving = Leaving.KEEP
    first: Literal["", "fewest"] = ""
    """Who has a place before the lots: whoever played the class least in the fiscal year, or nobody."""
    host: Annotated[str, Field(max_length=200)] = ""
    """The host club, a fifth of whose places may be for its own."""

    @model_validator(mode="after")
    def one_way(self) -> Self:
        """Refuse several games between teams."""
        if self.boards and max(*map(self.games_at, range(4)), self.games_in_block) > 1:
            raise ValueError("teams meet once")
        return self

    def games_at(self, depth: int) -> int:
        """Return the games of a match so many rounds before the final."""
        return (self.games, self.games_semi, self.games_quarter, self.games_before)[min(depth, 3)]

    @property
    def points(self) -> Points:
        """What a match is worth in a league."""
        return Points(self.win, self.loss, self.walkover_win, self.walkover_loss)

    @property
    def is_league(self) -> bool:
        """Whether it begins with blocks."""
        return self.format is Format.LEAGUE


TEAM_TIE_BREAKS = (TieBreak.POINTS, TieBreak.BOARDS, TieBreak.BOARD_ORDER, TieBreak.HEAD_TO_HEAD)
"""The usual order for teams: 勝点, 勝数, 将順."""
