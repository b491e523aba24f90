"""Finished matches as the club keeps them: each a fact that follows from the match's log, and nothing that is stored.

A later correction of a match changes its result here with it.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import Select, or_, select

from engine.karuta.player import PLAYERS, Pair, Player
from engine.karuta.state import Ending
from webapp.club.merged import Merged, merged
from webapp.club.seen import asker, hidden
from webapp.db.models import Match
from webapp.matches.ended import Ended, ends, with_last
from webapp.matches.names import seat_name
from webapp.matches.seen import without
from webapp.services import Services


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match: margin None unless won by cards.

    Names are those under which the players sat down, as whoever asks may see them. Members are those that they are now,
    where entries were merged; None for somebody without a number.
    """

    code: str
    opened_at: dt.datetime
    day: dt.date
    """The evening it belongs to."""
    names: Pair[str]
    members: Pair[int | None]
    winner: Player
    ending: Ending
    margin: int | None
    fouls: Pair[int]
    reads: int
    reading: str | None
    confirmed: bool

    @property
    def played(self) -> bool:
        """Whether it counts in wins and losses; a forfeit and a disqualification do not."""
        return self.ending in (Ending.CARDS, Ending.CONCESSION)

    def side_of(self, member: int) -> Player | None:
        """Return where a member sat; None for one who did not play."""
        return next((player for player in PLAYERS if self.members[player] == member), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a member's matches add up to; cards are those of the matches won and lost by cards, `by_cards` of them."""

    wins: int
    losses: int
    unplayed: int
    by_cards: tuple[int, int]
    cards_won: int
    cards_lost: int
    fouls: int

    @property
    def played(self) -> int:
        """Matches that count."""
        return self.wins + self.losses


def latest(known: Services, most: int | None = None) -> tuple[Result, ...]:
    """Return the finished matches, the latest first."""
    return _finished(known, _newest(), most)


def of_member(known: Services, member: int) -> tuple[Result, ...]:
    """Return a member's finished matches, the latest first: those of every entry that was merged into theirs too."""
    with known.database.session() as session:
        entries = merged(session).all(member)
    query = _newest().where(or_(Match.player_a_id.in_(entries), Match.player_b_id.in_(entries)))
    return _finished(known, query, None)


def tally(results: Iterable[Result], member: int) -> Tally:
    """Return what these results add up to for a member who played in all of them."""
    seen = [(result, side) for result in results if (side := result.side_of(member)) is not None]
    won = [result for result, side in seen if result.played and result.winner is side]
    lost = [result for result, side in seen if result.played and result.winner is not side]
    ahead, behind = ([one.margin for one in matches if one.margin is not None] for matches in (won, lost))
    return Tally(
        wins=len(won),
        losses=len(lost),
        unplayed=len(seen) - len(won) - len(lost),
        by_cards=(len(ahead), len(behind)),
        cards_won=sum(ahead),
        cards_lost=sum(behind),
        fouls=sum(result.fouls[side] for result, side in seen),
    )


def result_of(row: Match, ended: Ended, same: Merged, unseen: frozenset[int]) -> Result:
    """Return the result of a match that ended; `unseen` are the members whose names are not for whoever asks."""
    return Result(
        code=row.code,
        opened_at=row.opened_at,
        day=row.day,
        names=_names(row, unseen),
        members=(_member(row.player_a_id, same, unseen), _member(row.player_b_id, same, unseen)),
        winner=ended.winner,
        ending=ended.ending,
        margin=ended.margin,
        fouls=ended.fouls,
        reads=ended.reads,
        reading=ended.reading,
        confirmed=ended.confirmed,
    )


def _names(row: Match, unseen: frozenset[int]) -> Pair[str]:
    names = without((row.name_a, row.name_b), (row.player_a_id, row.player_b_id), unseen)
    return seat_name(names[0], Player.A), seat_name(names[1], Player.B)


def _member(number: int | None, same: Merged, unseen: frozenset[int]) -> int | None:
    return None if number is None or number in unseen else same.one(number)


def _newest() -> Select[Match]:
    return select(Match).order_by(Match.opened_at.desc(), Match.id.desc())


def _finished(known: Services, query: Select[Match], most: int | None) -> tuple[Result, ...]:
    with known.database.session() as session:
        rows = with_last(session, query)
        same, unseen = merged(session), hidden(session, asker())
    ended = ends(known.store).of(rows)
    found = (result_of(row, ended[row.code], same, unseen) for row, _last in rows if row.code in ended)
    return tuple(islice(found, most))
