"""Who of a class met whom in tournaments of the year before, for rounds that are drawn one by one."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeAlias

from engine.tournament.edge import Edge, edge
from webapp.club.merged import Merged, merged
from webapp.club.names import folded
from webapp.services import Services
from webapp.tournaments import contests
from webapp.tournaments.contests import Contest
from webapp.tournaments.people import Entry

LATELY: Final = dt.timedelta(days=365)

_Who: TypeAlias = int | tuple[str, str]


def met_before(known: Services, found: Contest) -> Mapping[Edge, int]:
    """Return how often two who entered a class played each other in the year up to its day, by their ids.

    Members are known by their numbers, all others by name and club.
    """
    with known.database.session() as session:
        same = merged(session)
    here = {who: entry.id for entry in found.entries if (who := _who(entry, same)) is not None}
    day = found.tournament.day
    met: Counter[Edge] = Counter()
    for one in contests.all_classes(known, since=day - LATELY, before=day + dt.timedelta(days=1)):
        ids = {entry.id: here.get(_who(entry, same) or 0) for entry in one.entries}
        for fixture in one.fixtures:
            if fixture.outcome is None or not fixture.outcome.played:
                continue
            a, b = (ids.get(player) for player in fixture.outcome.players)
            if a is not None and b is not None and a != b:
                met[edge(a, b)] += 1
    return met


def _who(entry: Entry, same: Merged) -> _Who | None:
    if entry.member is not None:
        return same.one(entry.member)
    return (folded(entry.name), folded(entry.club)) if entry.name else None
