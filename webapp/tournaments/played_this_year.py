"""How often people played class A in a fiscal year, as far as the club knows: what says who plays where many enter."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.tournament.promotion import Meet
from webapp.club.merged import merged
from webapp.db.tournament_models import Tournament, TournamentClass
from webapp.tournaments import imported
from webapp.tournaments.contests import entries_of
from webapp.tournaments.people import Entry, admitted

TOP: Final = "A"
APRIL: Final = 4


def fiscal_year(day: dt.date) -> tuple[dt.date, dt.date]:
    """Return the first day of the fiscal year that a day is in, 1 April, and that of the next."""
    year = day.year if day.month >= APRIL else day.year - 1
    return dt.date(year, APRIL, 1), dt.date(year + 1, APRIL, 1)


def played_this_year(session: Session, of: Tournament, entries: Iterable[Entry]) -> Mapping[int, int]:
    """Return for each entry, by its number, how often they play class A in the fiscal year but in this tournament.

    What was typed of an entry goes before what the club knows of a member: the recognised meets held here in which
    they have a place, and the sheets that were taken in.
    """
    first, end = fiscal_year(of.day)
    same = merged(session)
    query = (
        select(TournamentClass)
        .join(Tournament, Tournament.id == TournamentClass.tournament_id)
        .where(
            TournamentClass.grade == TOP,
            TournamentClass.tournament_id != of.id,
            Tournament.meet.in_([str(one) for one in Meet]),
            Tournament.day >= first,
            Tournament.day < end,
        )
    )
    meets = {
        (row.tournament_id, same.one(entry.member))
        for row in session.scalars(query)
        for entry in admitted(entries_of(session, row.id), row.capacity, lottery=row.lottery).playing
        if entry.member is not None
    }
    counted = Counter(member for _, member in meets)
    for member, rows in imported.done(session, same).items():
        counted[member] += len({one.day for one in rows if one.feat.grade == TOP and first <= one.day < end})
    return {
        one.number: counted[same.one(one.member or 0)] if one.played is None else one.played
        for one in entries
    }
