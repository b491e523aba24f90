"""A title match: the best of n games between two. docs/rules/tournaments.md §6."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.tournament import outcome as results
from engine.tournament.outcome import Outcome
from engine.tournament.refused import Refused, Why


@dataclass(frozen=True, slots=True)
class TitleOpened:
    """Two play for a title, the best of so many games, an odd number."""

    players: tuple[str, str]
    games: int


@dataclass(frozen=True, slots=True)
class GameRecorded:
    """What became of a game, counted from 1; what was recorded for it before is thereby corrected."""

    game: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class GameTakenBack:
    """What was recorded for a game does not count."""

    game: int


Event: TypeAlias = TitleOpened | GameRecorded | GameTakenBack


@dataclass(frozen=True, slots=True)
class TitleMatch:
    """A title match as it stands."""

    opened: TitleOpened
    games: tuple[Outcome | None, ...]
    log: tuple[Event, ...] = field(default=(), compare=False, repr=False)

    @property
    def needed(self) -> int:
        """Games that win the title."""
        return self.opened.games // 2 + 1

    @property
    def score(self) -> tuple[int, int]:
        """Games won by the two, up to the one that decides."""
        counted = [game for game in self.games[: self.decided_in] if game is not None]
        one, other = (sum(game.of(player) for game in counted) for player in self.opened.players)
        return one, other

    @property
    def decided_in(self) -> int | None:
        """The game that decided it, counted from 1, or None."""
        for player in self.opened.players:
            won = [
                number for number, game in enumerate(self.games, 1) if game is not None and game.of(player)
            ]
            if len(won) >= self.needed:
                return won[self.needed - 1]
        return None

    @property
    def winner(self) -> str | None:
        """Who won the title, or None."""
        decided = self.decided_in
        last = self.games[decided - 1] if decided is not None else None
        return last.winner if last is not None else None

    @property
    def surplus(self) -> tuple[int, ...]:
        """Games that have a result but come after the decision, as a correction can leave them: they do not count."""
        decided = self.decided_in
        if decided is None:
            return ()
        return tuple(number for number in range(decided + 1, self.opened.games + 1) if self.games[number - 1])


def fold(log: Iterable[Event]) -> TitleMatch:
    """Return the title match after these events. Raises ValueError where they do not begin with its opening."""
    events = tuple(log)
    if not events or not isinstance(events[0], TitleOpened):
        raise ValueError("a title match begins with its opening")
    games: list[Outcome | None] = [None] * events[0].games
    for event in events[1:]:
        match event:
            case GameRecorded():
                games[event.game - 1] = event.outcome
            case GameTakenBack():
                games[event.game - 1] = None
    return TitleMatch(events[0], tuple(games), events)


def open_title(one: str, other: str, games: int) -> tuple[Event, ...]:
    """Let two play for a title. Refuses an even number of games, or of players."""
    if one == other:
        raise Refused(Why.SAME_PLAYER, entrant=one)
    if games < 1 or games % 2 == 0:
        raise Refused(Why.EVEN_GAMES, games=games)
    return (TitleOpened((one, other), games),)


def enter(match: TitleMatch, game: int, outcome: Outcome) -> tuple[Event, ...]:
    """Enter what became of a game, or correct it. Refuses what cannot be, and games after the decision."""
    if not 1 <= game <= match.opened.games:
        raise Refused(Why.NO_SUCH_GAME, game=game, games=match.opened.games)
    results.check(outcome)
    for player in outcome.players:
        if player not in match.opened.players:
            raise Refused(Why.NOT_IN_MATCH, entrant=player, match=game)
    missing = next((number for number in range(1, game) if match.games[number - 1] is None), None)
    if missing is not None:
        raise Refused(Why.GAMES_IN_ORDER, game=missing)
    if match.decided_in is not None and game > match.decided_in:
        raise Refused(Why.TITLE_DECIDED, game=match.decided_in)
    return () if match.games[game - 1] == outcome else (GameRecorded(game, outcome),)


def take_back(match: TitleMatch, game: int) -> tuple[Event, ...]:
    """Take back what was entered for a game."""
    if not 1 <= game <= match.opened.games:
        raise Refused(Why.NO_SUCH_GAME, game=game, games=match.opened.games)
    if match.games[game - 1] is None:
        raise Refused(Why.NO_RESULT, match=game)
    return (GameTakenBack(game),)
