"""What a learner's matches on the board tell of them: trials made of the records anew whenever they are asked for.

Nothing is copied: a match that is corrected, set aside or given to somebody else tells something else the next time.
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import or_, select

from engine.karuta.player import Player
from engine.training.matches import trials_of
from engine.training.trial import Trial
from webapp.club.merged import merged
from webapp.db.models import Match
from webapp.drills.log import Person
from webapp.matches.ended import with_last
from webapp.matches.tables import tables
from webapp.practice_day import practice_day
from webapp.services import Services

MOST: Final = 200
"""Matches that are looked at, the latest: older ones hardly count among mix-ups."""


def match_trials(known: Services, person: Person | None) -> tuple[Trial, ...]:
    """Return a trial for each read of the finished matches that a learner's member played; none for nobody's."""
    if person is None or person.member is None:
        return ()
    with known.database.session() as session:
        numbers = merged(session).all(person.member)
        seated = or_(Match.player_a_id.in_(numbers), Match.player_b_id.in_(numbers))
        rows = with_last(session, select(Match).where(seated).order_by(Match.opened_at.desc()).limit(MOST))
    found: list[Trial] = []
    for row, last in rows:
        if last is not None:
            table = tables(known.store).load(row.code, last)
            if table.state.result is not None and not table.set_aside:
                player = Player.A if row.player_a_id in numbers else Player.B
                at = row.opened_at
                read = trials_of(
                    table.state, player, match_id=row.code, user=person.user, at=at, day=practice_day(at)
                )
                found += read
    return tuple(found)


def with_matches(known: Services, person: Person | None, trials: Iterable[Trial]) -> tuple[Trial, ...]:
    """Return trials of drills and those of matches, in the order of a settled log."""
    every = (*trials, *match_trials(known, person))
    return tuple(sorted(every, key=lambda one: (one.practice_day, one.shown_at, one.trial_id)))
