"""Results as a CSV file, in the long form: one row a player and match, for spreadsheets and other programs.

Matches on boards have the names under which the players sat down; games of a practice that were entered by hand have
the names by which the players went on that day, since their events name nobody. A match on a board that was one of a
tournament says its event and class. What a tournament's desk entered by hand is in the tournament's own file.
"""

from collections.abc import Iterable, Mapping

from engine.karuta.player import PLAYERS
from engine.karuta.state import Ending
from webapp import csv_file
from webapp.club.meets import Meet
from webapp.db.people_models import FactKind, Member
from webapp.practice.events import How
from webapp.practice.games import Game
from webapp.results import Result

COLUMNS = (
    "event", "date", "class", "grade", "round", "round_label", "player", "club", "opponent", "opponent_club",
    "result", "diff", "status",
)  # fmt: skip
_STATUS: Mapping[Ending, str] = {
    Ending.CARDS: "normal",
    Ending.CONCESSION: "forfeit",
    Ending.FORFEIT: "forfeit",
    Ending.DISQUALIFICATION: "forfeit",
}
_GAME_STATUS: Mapping[How, str] = {
    How.CARDS: "normal",
    How.WALKOVER: "walkover",
    How.FORFEIT: "forfeit",
    How.RULED_OUT: "forfeit",
}


def to_csv(
    results: Iterable[Result],
    members: Mapping[int, Member],
    games: Iterable[Game],
    meets: Mapping[str, Meet],
) -> bytes:
    """Return the file: two rows for each match and game, one of either side; `meets` are by the codes of matches."""
    of_boards = (
        _row(result, player, members, meets.get(result.code)) for result in results for player in PLAYERS
    )
    of_practices = (
        _game_row(game, own, other, members) for game in games for own, other in (game.pair, game.pair[::-1])
    )
    return csv_file.to_csv([COLUMNS, *of_boards, *of_practices])


def _row(result: Result, player: int, members: Mapping[int, Member], meet: Meet | None) -> list[str]:
    own, other = PLAYERS[player], PLAYERS[player].other
    member, opponent = (members.get(result.members[side] or 0) for side in (own, other))
    grade = member.value(FactKind.GRADE, result.day) if member else ""
    return [
        meet.event if meet else "",
        result.day.isoformat(),
        meet.class_name if meet else "",
        meet.grade or grade if meet else grade,
        "",
        "",
        result.names[own],
        member.club if member else "",
        result.names[other],
        opponent.club if opponent else "",
        "win" if result.winner is own else "lose",
        "" if result.margin is None else str(result.margin),
        _STATUS[result.ending],
    ]


def _game_row(game: Game, own: int, other: int, members: Mapping[int, Member]) -> list[str]:
    assert game.outcome is not None, "only games that are over"
    member, opponent = members.get(own), members.get(other)
    margin = game.outcome.margin
    return [
        "practice",
        game.day.isoformat(),
        "",
        member.value(FactKind.GRADE, game.day) if member else "",
        str(game.round),
        "lesson" if game.lesson else "",
        member.name_on(game.day) if member else "",
        member.club if member else "",
        opponent.name_on(game.day) if opponent else "",
        opponent.club if opponent else "",
        "win" if game.outcome.winner == own else "lose",
        "" if margin is None else str(margin),
        _GAME_STATUS[game.outcome.how],
    ]
