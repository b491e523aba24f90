"""The games of practices and what came of them: entered by hand, or told by the match on a board. Pure."""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from webapp.practice.events import How, Pair
from webapp.practice.session import Round, Session


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `margin` is None unless it was won by cards."""

    winner: int
    margin: int | None
    how: How

    @property
    def played(self) -> bool:
        """Whether it counts among matches played, by the same rule as a match on a board."""
        return self.how in (How.CARDS, How.FORFEIT)


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a round at its table, counted from 1; `outcome` is None while it is played."""

    practice: str
    day: dt.date
    round: int
    table: int
    pair: Pair
    outcome: Outcome | None
    lesson: bool = False
    board: str = ""
    """The code of the match on a board, empty for none."""
    by_hand: bool = False
    """Whether the outcome was entered by hand, also where a board says another one."""

    @property
    def counts(self) -> bool:
        """Whether it counts in anybody's figures: it was played to its end and was no lesson."""
        return self.outcome is not None and self.outcome.played and not self.lesson


BoardSays = Callable[[str], Outcome | None]
"""What the match of a code came to, None while it is played or where it was set aside."""


def games_of(
    session: Session, board_says: BoardSays, people: frozenset[int] | None = None
) -> tuple[Game, ...]:
    """Return the games of a practice, round by round; only those of some `people`, where they are given."""
    return tuple(
        game
        for number in sorted(session.rounds)
        for game in games_in(session, session.rounds[number], board_says, people)
    )


def games_in(
    session: Session, round_: Round, board_says: BoardSays, people: frozenset[int] | None = None
) -> Iterator[Game]:
    """Yield the games of a round (of some people) by their tables; what was entered goes before what a board says.

    A board is asked only about a game that is yielded.
    """
    for table, both in enumerate(round_.tables, 1):
        if people is not None and people.isdisjoint(both):
            continue
        board, entered = round_.boards.get(both, ""), round_.results.get(both)
        if entered is not None:
            outcome: Outcome | None = Outcome(entered.winner, entered.margin, entered.how)
        else:
            outcome = board_says(board) if board else None
        yield Game(
            session.code,
            session.plan.day,
            round_.number,
            table,
            both,
            outcome,
            lesson=both in round_.lessons,
            board=board,
            by_hand=entered is not None,
        )
