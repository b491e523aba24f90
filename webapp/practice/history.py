"""What the club's records say to a pairing, and to the games of practices on boards."""

from collections.abc import Callable, Mapping
from functools import cache

from sqlalchemy import select
from sqlalchemy.orm import Session as DbSession

from engine.karuta.player import PLAYERS
from engine.karuta.state import Ending
from engine.tournament.promotion import class_of
from webapp.club.member_columns import CLASSES
from webapp.club.merged import Merged, merged
from webapp.club.names import folded
from webapp.db.models import Match
from webapp.db.people_models import FactKind, Member, PairRule
from webapp.matches.ended import Ended, ends, with_last
from webapp.practice.events import How, Pair, pair
from webapp.practice.games import BoardSays, Game, Outcome, games_of
from webapp.practice.log import practices
from webapp.practice.pairing import Evening, Known, Meeting, Past, SatOut
from webapp.practice.session import Session
from webapp.services import Services

HOW: Mapping[Ending, How] = {
    Ending.CARDS: How.CARDS,
    Ending.CONCESSION: How.FORFEIT,
    Ending.FORFEIT: How.WALKOVER,
    Ending.DISQUALIFICATION: How.RULED_OUT,
}


def evening_of(known: Services, session: Session) -> Evening:
    """Return a practice with everything that its pairing hangs on."""
    with known.database.session() as db:
        same = merged(db)
        numbers = {person: same.one(person) for person in session.people}
        query = select(Member).where(Member.id.in_(numbers.values()))
        members = {member.id: _known_of(member) for member in db.scalars(query)}
        people = {person: members[number] for person, number in numbers.items() if number in members}
        past = _past(known, db, session, same)
    return Evening(session, people, past)


def _known_of(member: Member) -> Known:
    return Known(level_of(member), folded(member.club), member.can_read)


def level_of(member: Member) -> int | None:
    """Return how many classes below A somebody plays: by the class, else by the dan; None where neither is known."""
    if not member.grade and not member.value(FactKind.DAN):
        return None
    return CLASSES.index(member.grade or class_of(member.dan or 0))


def _past(known: Services, db: DbSession, session: Session, same: Merged) -> Past:
    """Return the past with today's numbers: somebody who was entered twice counts as one."""
    numbers = {same.one(person): person for person in session.people}

    def both(one: int | None, other: int | None) -> Pair | None:
        a, b = (numbers.get(same.one(number)) if number is not None else None for number in (one, other))
        return pair(a, b) if a is not None and b is not None and a != b else None

    others = [one for one in practices(known.store).all() if one.code != session.code]
    boards = {code for one in (*others, session) for r in one.rounds.values() for code in r.boards.values()}
    meetings = [
        Meeting(one.plan.day, met)
        for one in others
        for round_ in one.rounds.values()
        if round_.called or round_.results
        for players in round_.tables
        if (met := both(*players)) is not None
    ]
    meetings += [
        Meeting(row.day, met)
        for row in db.scalars(select(Match))
        if row.code not in boards and (met := both(row.player_a_id, row.player_b_id)) is not None
    ]
    sat_out = tuple(
        SatOut(one.plan.day, numbers[same.one(person)], role)
        for one in others
        for round_ in one.rounds.values()
        if round_.called
        for person, role in round_.out
        if same.one(person) in numbers
    )
    rules = [(both(rule.one_id, rule.other_id), rule.apart) for rule in db.scalars(select(PairRule))]
    return Past(
        tuple(meetings),
        sat_out,
        frozenset(met for met, apart in rules if met is not None and not apart),
        frozenset(met for met, apart in rules if met is not None and apart),
    )


def board_says(known: Services) -> BoardSays:
    """Return what tells the outcome of a match on a board, by the members who sat there."""
    says = boards_say(known)
    return lambda code: says(code)[0]


BoardEnd = tuple[Outcome | None, str]
"""What the match of a code came to, by the members who sat there, and the reading that it followed."""


def boards_say(known: Services) -> Callable[[str], BoardEnd]:
    """Return what tells the ends of matches on boards. The first question is asked for all of them at once."""

    @cache
    def everything() -> Mapping[str, BoardEnd]:
        with known.database.session() as db:
            rows = with_last(db)
        ended = ends(known.store).of(rows)
        return {row.code: _board_end(row, ended[row.code]) for row, _last in rows if row.code in ended}

    return lambda code: everything().get(code, (None, ""))


def _board_end(row: Match, ended: Ended) -> BoardEnd:
    winner = (row.player_a_id, row.player_b_id)[PLAYERS.index(ended.winner)]
    outcome = None if winner is None else Outcome(winner, ended.margin, HOW[ended.ending])
    return outcome, ended.reading or ""


def games_by_hand(known: Services) -> tuple[Game, ...]:
    """Return the games that are over and whose result was entered by hand, the latest first; boards tell the others."""
    return tuple(
        game
        for session in practices(known.store).all()
        for game in reversed(games_of(session, lambda _board: None))
        if game.by_hand
    )


def games_of_member(known: Services, member: int) -> tuple[Game, ...]:
    """Return the practice games of a person that are over, the latest first; of every entry that was merged too."""
    with known.database.session() as db:
        numbers = merged(db).all(member)
    says = board_says(known)
    return tuple(
        game
        for session in practices(known.store).all()
        for game in reversed(games_of(session, says, numbers))
        if game.outcome is not None
    )
