"""The results of a tournament as a CSV file in the long form: one row for each player and match.

Columns as `webapp.tournaments.results_file` reads them. Boards of teams and games of a title are rows of their own; a
match of two teams has none.
"""

from collections.abc import Iterable, Iterator

from engine.tournament.outcome import Outcome
from webapp import csv_file
from webapp.club.export import COLUMNS
from webapp.tournaments.contests import Contest
from webapp.tournaments.fixtures import Fixture


def to_csv(classes: Iterable[Contest]) -> bytes:
    """Return the file, a class after the other."""
    return csv_file.to_csv((COLUMNS, *(row for found in classes for row in rows(found))))


def rows(found: Contest) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a class, round by round; two of each match that has a result."""
    for fixture in sorted(found.fixtures, key=found.round_of):
        for outcome in outcomes(found, fixture):
            one, other = outcome.players
            yield _row(found, fixture, outcome, one, other)
            yield _row(found, fixture, outcome, other, one)


def outcomes(found: Contest, fixture: Fixture) -> tuple[Outcome, ...]:
    """Return what was decided in a match: its boards, its games, or the match itself."""
    if fixture.boards:
        match = found.state.teams.get(fixture.log_name)
        return tuple(filter(None, match.recorded)) if match is not None else ()
    games = found.state.games.get(fixture.log_name)
    if games is not None and fixture.compound:
        return tuple(filter(None, games.games[: games.decided_in]))
    return (fixture.outcome,) if fixture.outcome is not None else ()


def _row(found: Contest, fixture: Fixture, outcome: Outcome, one: str, other: str) -> tuple[str, ...]:
    names = found.names
    return (
        found.tournament.name,
        found.tournament.day.isoformat(),
        found.row.name,
        found.row.grade,
        str(found.round_of(fixture)),
        label(found, fixture),
        names.plain(one),
        names.club(one),
        names.plain(other),
        names.club(other),
        "win" if outcome.of(one) else "lose",
        "" if outcome.margin is None else str(outcome.margin),
        str(outcome.how),
    )


def label(found: Contest, fixture: Fixture) -> str:
    """Return what a round is called in Japanese, as organisers' sheets write it."""
    if fixture.block is not None:
        return f"リーグ{fixture.block}組{fixture.round}回戦"
    bracket = found.state.main
    left = bracket.rounds - fixture.round if bracket is not None else 0
    return {0: "決勝", 1: "準決勝", 2: "準々決勝"}.get(left, f"{fixture.round}回戦")
