"""Every match of a class in one form, whatever the format: what the desk, the pages and the prints go through.

A fixture's key stands in addresses and forms: `m5` is match 5 of the bracket, `b2-3-7` what 3 and 7 play in block 2.
Where teams meet, or a match has several games, `m5.2` is its second board or game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.tournament.bracket import OPEN, Bracket, Match, Who
from engine.tournament.edge import edge
from engine.tournament.league import League
from engine.tournament.outcome import Outcome
from webapp.tournaments.log import ClassState
from webapp.tournaments.rules import ClassRules


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match as it stands. `match` is its number in the bracket, `block` its block, from 1; one of them is None."""

    key: str
    round: int
    sides: tuple[Who, Who]
    winner: Who
    outcome: Outcome | None = None
    entered: bool = False
    set_aside: Outcome | None = None
    match: int | None = None
    block: int | None = None
    ready: bool = False
    """Whether both are known and here, and nothing is decided."""
    boards: int = 0
    """Boards of the two teams; 0 where single players meet."""
    games: int = 1
    """At most so many games."""
    late: bool = False
    """Whether somebody plays who came into a block late: the tables of all others keep their numbers."""

    @property
    def players(self) -> tuple[str, ...]:
        """The entrants who are known."""
        return tuple(side for side in self.sides if isinstance(side, str))

    @property
    def pair(self) -> tuple[str, str] | None:
        """The two, by their ids; None while they are not both known."""
        one, other = self.sides
        return edge(one, other) if isinstance(one, str) and isinstance(other, str) else None

    @property
    def undecided(self) -> bool:
        """Whether it is still to be decided; what somebody who left a league did not play is not."""
        return self.winner is OPEN and (self.block is None or self.ready)

    @property
    def log_name(self) -> str:
        """The name of its own log, where it has boards or games: for others who meet here it would be another."""
        one, other = self.pair or ("", "")
        return f"m{self.match}-{one}-{other}" if self.match is not None else self.key

    @property
    def parts(self) -> int:
        """How many results it takes at most: boards, games, or 1."""
        return self.boards or self.games

    @property
    def compound(self) -> bool:
        """Whether it is decided by boards or games."""
        return self.parts > 1


def fixtures(state: ClassState, rules: ClassRules) -> tuple[Fixture, ...]:
    """Return all matches of a class, block by block, then the bracket; each from the first round on, from the top."""
    blocks = [one for number, block in enumerate(state.blocks, 1) for one in _of_block(block, number, rules)]
    return (*blocks, *(_of_bracket(state.main, rules) if state.main is not None else ()))


def by_key(state: ClassState, rules: ClassRules) -> Mapping[str, Fixture]:
    """Return the matches by their keys."""
    return {one.key: one for one in fixtures(state, rules)}


def rounds(found: Iterable[Fixture]) -> list[tuple[Fixture, ...]]:
    """Return matches by rounds, from the first on."""
    rows: dict[int, list[Fixture]] = {}
    for one in found:
        rows.setdefault(one.round, []).append(one)
    return [tuple(rows[number]) for number in sorted(rows)]


def tables(found: Sequence[Fixture], first: Mapping[int, int]) -> Mapping[str, int]:
    """Return the number of the (first) table of each match; `first` is that of the first match by round, else 1."""
    numbers: dict[str, int] = {}
    for row in rounds(found):
        number = first.get(row[0].round, 1)
        for one in sorted(row, key=lambda one: one.late):
            numbers[one.key] = number
            number += one.boards or 1
    return numbers


def parts_won(state: ClassState, fixture: Fixture) -> Mapping[str, int]:
    """Return how many boards or games each of the two has won; nothing where there are none yet."""
    if fixture.boards:
        match = state.teams.get(fixture.log_name)
        won = zip(match.met.teams, map(sum, match.won), strict=True) if match is not None else ()
    else:
        games = state.games.get(fixture.log_name)
        won = zip(games.opened.players, games.score, strict=True) if games is not None else ()
    return dict(won)


def _of_bracket(bracket: Bracket, rules: ClassRules) -> Iterable[Fixture]:
    found = (_of_match(bracket, match, rules) for match in bracket.matches.values())
    return sorted(found, key=lambda one: (one.round, one.match))


def _of_match(bracket: Bracket, match: Match, rules: ClassRules) -> Fixture:
    return Fixture(
        key=f"m{match.match}",
        round=bracket.round_of(match.match),
        sides=match.sides,
        winner=match.winner,
        outcome=match.outcome,
        entered=match.entered,
        set_aside=match.set_aside,
        match=match.match,
        ready=match.ready,
        boards=rules.boards,
        games=rules.games_at(match.depth),
    )


def _of_block(block: League, number: int, rules: ClassRules) -> Iterable[Fixture]:
    recorded = {one.pair: one for one in block.recorded}
    known = recorded | {one.pair: one for one in block.walkovers}
    for round_number, row in enumerate(block.rounds, 1):
        for pair in row:
            outcome = known.get(frozenset(pair))
            yield Fixture(
                key=f"b{number}-{pair[0]}-{pair[1]}",
                round=round_number,
                sides=pair,
                winner=outcome.winner or OPEN if outcome is not None else OPEN,
                outcome=outcome,
                entered=frozenset(pair) in recorded,
                block=number,
                ready=outcome is None and not block.left & set(pair),
                boards=rules.boards,
                games=rules.games_in_block,
                late=bool(block.late & set(pair)),
            )
