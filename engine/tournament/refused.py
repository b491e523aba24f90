"""How the tournament desk says no: a code and its parameters, which a page puts into any language.

Entrants, teams and players are named by their ids in the parameters.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Param: TypeAlias = int | str


class Why(StrEnum):
    """Why something cannot be entered."""

    # results
    UNKNOWN_MATCH = "unknown_match"
    NOT_IN_MATCH = "not_in_match"
    NOT_READY = "not_ready"
    HAS_RESULT = "has_result"
    NO_RESULT = "no_result"
    SAME_PLAYER = "same_player"
    NO_WINNER = "no_winner"
    MARGIN_UNPLAYED = "margin_unplayed"
    BAD_MARGIN = "bad_margin"
    # people
    UNKNOWN_ENTRANT = "unknown_entrant"
    ALREADY_IN = "already_in"
    ABSENT = "absent"
    NOT_ABSENT = "not_absent"
    HAS_PLAYED = "has_played"
    NO_SUCH_PLACE = "no_such_place"
    # rounds drawn one by one
    NOT_DRAWN_BY_ROUND = "not_drawn_by_round"
    ROUND_NOT_OVER = "round_not_over"
    TOURNAMENT_OVER = "tournament_over"
    WRONG_ROUND = "wrong_round"
    # leagues, teams, titles
    OUT_OF_LEAGUE = "out_of_league"
    TEAM_SIZE = "team_size"
    TOO_MANY_ON_SHEET = "too_many_on_sheet"
    NOT_OF_TEAM = "not_of_team"
    TWICE_ON_SHEET = "twice_on_sheet"
    SHEET_IS_IN = "sheet_is_in"
    SHEETS_FIRST = "sheets_first"
    NO_SUCH_BOARD = "no_such_board"
    NOBODY_AT_BOARD = "nobody_at_board"
    NO_SUCH_GAME = "no_such_game"
    GAMES_IN_ORDER = "games_in_order"
    TITLE_DECIDED = "title_decided"
    EVEN_GAMES = "even_games"


SENTENCES: Final = {
    Why.UNKNOWN_MATCH: "there is no match {match}",
    Why.NOT_IN_MATCH: "{entrant} does not play in match {match}",
    Why.NOT_READY: "match {match} still waits for its players",
    Why.HAS_RESULT: "match {match} has a result already; correct it, or take it back",
    Why.NO_RESULT: "match {match} has no result",
    Why.SAME_PLAYER: "{entrant} cannot play against themselves",
    Why.NO_WINNER: "the winner is missing; only a match that was not played out can be lost by both",
    Why.MARGIN_UNPLAYED: "a match that was not played out has no margin",
    Why.BAD_MARGIN: "the margin is {margin}; it is 1 to {most} cards, 1 to 25 as a rule",
    Why.UNKNOWN_ENTRANT: "{entrant} is not entered",
    Why.ALREADY_IN: "{entrant} is entered already",
    Why.ABSENT: "{entrant} is absent",
    Why.NOT_ABSENT: "{entrant} is not absent",
    Why.HAS_PLAYED: "{entrant} has played already",
    Why.NO_SUCH_PLACE: "nobody stands at place {place}",
    Why.NOT_DRAWN_BY_ROUND: "this tournament was drawn as a whole",
    Why.ROUND_NOT_OVER: "match {match} of this round is not decided",
    Why.TOURNAMENT_OVER: "the tournament is decided",
    Why.WRONG_ROUND: "these pairs are not the round that comes next",
    Why.OUT_OF_LEAGUE: "{one} and {other} do not meet in this league",
    Why.TEAM_SIZE: "a team plays at 3 or 5 boards, not {boards}",
    Why.TOO_MANY_ON_SHEET: "{names} names are on the order sheet, for {boards} boards",
    Why.NOT_OF_TEAM: "{player} is not of team {team}",
    Why.TWICE_ON_SHEET: "{player} is twice on the order sheet",
    Why.SHEET_IS_IN: "the order sheet of {team} was handed in; the order stands",
    Why.SHEETS_FIRST: "the order sheet of {team} is missing",
    Why.NO_SUCH_BOARD: "there is no board {board}",
    Why.NOBODY_AT_BOARD: "nobody of {team} sits at board {board}",
    Why.NO_SUCH_GAME: "there is no game {game}; at most {games} are played",
    Why.GAMES_IN_ORDER: "game {game} comes before",
    Why.TITLE_DECIDED: "the title was decided in game {game}",
    Why.EVEN_GAMES: "a title is played for in an odd number of games, not {games}",
}


class Refused(ValueError):  # noqa: N818 - an answer of the desk, not a fault of the program
    """It cannot be entered. `code` and `params` say why; `str()` is the English sentence."""

    def __init__(self, code: Why, **params: Param) -> None:
        super().__init__(SENTENCES[code].format(**params))
        self.code = code
        self.params: Mapping[str, Param] = params
