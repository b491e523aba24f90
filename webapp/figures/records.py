"""All games of the club from its records: tournaments, practices, boards, sheets that were taken in.

A game on a board that belongs to a tournament or a practice is told there, and counted once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session as DbSession

from engine.tournament.outcome import How
from engine.tournament.practice import Role
from engine.tournament.promotion import Feat
from webapp.club.merged import Merged, merged
from webapp.db.exchange_models import ImportedMatch, ImportedSheet
from webapp.db.models import Match
from webapp.db.tournament_models import TournamentBoard
from webapp.figures.games import Game, Person, Where, chronological
from webapp.kept import Kept
from webapp.matches.ended import ends, with_last
from webapp.practice.games import games_of
from webapp.practice.history import BoardEnd, boards_say
from webapp.practice.log import practices
from webapp.practice.session import Session
from webapp.reading.readings import NoSuchReading, readings
from webapp.results import result_of
from webapp.services import Services
from webapp.tournaments import contests, placings
from webapp.tournaments.contests import Contest
from webapp.tournaments.export import label, outcomes
from webapp.tournaments.imported import Done, done, together


@dataclass(frozen=True, slots=True)
class Records:
    """What figures are made from: every game that is over, in the order of play, and the classes of all tournaments.

    Games have the numbers that people have now; `same` gives them for the members of a class.
    """

    games: tuple[Game, ...]
    classes: tuple[Contest, ...]
    same: Merged
    elsewhere: Mapping[Person, tuple[Done, ...]]
    """What people did by the sheets that were taken in."""

    def feats(self, person: Person) -> tuple[Feat, ...]:
        """Return what somebody achieved that counts for a dan, in time."""
        here = placings.feats(self.classes, self.same.one).get(person, ())
        return together(here, self.elsewhere.get(person, ()))


def all_games(known: Services) -> tuple[Game, ...]:
    """Return every game that is over, as `records` does."""
    return records(known).games


_RECORDS: Final = Kept[Records]()


def records(known: Services) -> Records:
    """Return the games with the classes, loaded once for all views until anything is written.

    They are the same whoever asks, so that ratings are; what a page shows of them is the page's affair.
    """
    return _RECORDS.of(known.database, lambda: _load(known))


def _load(known: Services) -> Records:
    sessions, voices = practices(known.store).all(), _Voices(known)
    says = boards_say(known)
    with known.database.session() as session:
        same = merged(session)
        elsewhere = set(session.scalars(select(TournamentBoard.match_code)))
        elsewhere |= {
            code for one in sessions for round_ in one.rounds.values() for code in round_.boards.values()
        }
        of_sheets = list(_of_sheets(session, same))
        elsewhere_done = done(session, same)
        of_boards = list(_of_boards(known, session, same, frozenset(elsewhere), voices))
    of_practices = [game for one in sessions for game in _of_practice(one, says, same, voices)]
    classes = contests.all_classes(known)
    of_tournaments = [game for one in classes for game in _of_class(one, same, voices)]
    games = chronological([*of_tournaments, *of_practices, *of_boards, *of_sheets])
    return Records(games, classes, same, elsewhere_done)


class _Voices:
    """The voices of readings."""

    def __init__(self, known: Services) -> None:
        self._known = known
        self._found: dict[str, str] = {}

    def of(self, reading: str | None) -> str:
        """Return the voice of a reading; empty for none."""
        if not reading:
            return ""
        if reading not in self._found:
            self._found[reading] = self._load(reading)
        return self._found[reading]

    def _load(self, reading: str) -> str:
        try:
            return readings(self._known.store, self._known.database).load(reading).settings.voice
        except NoSuchReading:
            return ""


def _of_boards(
    known: Services, session: DbSession, same: Merged, elsewhere: frozenset[str], voices: _Voices
) -> Iterator[Game]:
    rows = with_last(session, select(Match).order_by(Match.opened_at, Match.id))
    ended = ends(known.store).of(rows)
    for row, _last in rows:
        if row.code in ended and row.code not in elsewhere:
            result = result_of(row, ended[row.code], same, frozenset())
            yield Game(
                day=result.day,
                where=Where.TABLE,
                event="",
                people=result.members,
                names=result.names,
                winner=int(result.winner),
                margin=result.margin,
                counts=result.played,
                voice=voices.of(result.reading),
                order=(row.id,),
            )


def _of_sheets(session: DbSession, same: Merged) -> Iterator[Game]:
    query = (
        select(ImportedMatch, ImportedSheet)
        .join(ImportedSheet, ImportedSheet.id == ImportedMatch.sheet_id)
        .where(ImportedSheet.taken_out_at.is_(None))
        .order_by(ImportedMatch.id)
    )
    for row, sheet in session.execute(query):
        one, other = (
            None if number is None else same.one(number) for number in (row.member_a_id, row.member_b_id)
        )
        yield Game(
            day=sheet.day,
            where=Where.IMPORTED,
            event=f"{sheet.event} {row.class_name} {row.label}".strip(),
            people=(one, other),
            names=(row.name_a, row.name_b),
            winner=row.winner,
            margin=row.margin,
            counts=row.how == How.NORMAL,
            order=(sheet.id, row.round, row.line),
        )


def _of_practice(
    session: Session, says: Callable[[str], BoardEnd], same: Merged, voices: _Voices
) -> Iterator[Game]:
    readers = {
        number: next((same.one(one) for one, role in round_.out if role is Role.READER), None)
        for number, round_ in session.rounds.items()
    }
    for game in games_of(session, lambda code: says(code)[0]):
        if game.outcome is None:
            continue
        yield Game(
            day=game.day,
            where=Where.PRACTICE,
            event=session.plan.place,
            people=(same.one(game.pair[0]), same.one(game.pair[1])),
            names=("", ""),
            winner=game.pair.index(game.outcome.winner),
            margin=game.outcome.margin,
            counts=game.counts,
            reader=readers.get(game.round),
            voice=voices.of(says(game.board)[1]) if game.board else "",
            order=(game.round, game.table),
        )


def _of_class(found: Contest, same: Merged, voices: _Voices) -> Iterator[Game]:
    numbers = dict(_numbers(found, same))
    for at, fixture in enumerate(sorted(found.fixtures, key=found.round_of)):
        round_ = found.round_of(fixture)
        plan = found.plan.get(round_)
        for board, outcome in enumerate(outcomes(found, fixture)):
            one, other = outcome.players
            yield Game(
                day=found.tournament.day,
                where=Where.TOURNAMENT,
                event=f"{found.tournament.name} {found.row.name} {label(found, fixture)}",
                people=(numbers.get(one), numbers.get(other)),
                names=(found.names.plain(one), found.names.plain(other)),
                winner=None if outcome.winner is None else outcome.players.index(outcome.winner),
                margin=outcome.margin,
                counts=outcome.played,
                reader=(plan.reader_id or plan.reader or None) if plan is not None else None,
                voice=voices.of(plan.reading) if plan is not None else "",
                order=(round_, found.number, at, board),
            )


def _numbers(found: Contest, same: Merged) -> Iterable[tuple[str, Person]]:
    for entry in found.entries:
        if entry.member is not None:
            yield entry.id, same.one(entry.member)
        for player in entry.squad:
            if player.member is not None:
                yield player.id, same.one(player.member)
