"""What members did in tournaments that were held elsewhere, as sheets that were taken in tell it.

A place follows only where a class is a whole single elimination: of those who played all but one lost, and each once.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.tournament.outcome import How
from engine.tournament.promotion import Feat, Meet, Month
from webapp.club.merged import Merged
from webapp.club.names import folded
from webapp.db.exchange_models import ImportedMatch, ImportedSheet
from webapp.tournaments.grades import grade_in

OTHER_WAYS: Final = ("リーグ", "順位", "予選", "スイス", "総当")
"""Words in the names of rounds that are none of a single elimination."""

Who: TypeAlias = int | tuple[str, str]
"""A member's number, or a name with its club."""


@dataclass(frozen=True, slots=True)
class Met:
    """A match of a sheet: who won against whom in which round, and how it ended."""

    round: int
    winner: Who
    loser: Who
    how: How = How.NORMAL
    label: str = ""


@dataclass(frozen=True, slots=True)
class Reached:
    """A place (None beyond the best eight, and for a no-show) and the matches won."""

    place: int | None
    wins: int


def reached(matches: Sequence[Met]) -> Mapping[Who, Reached]:
    """Return what everybody reached in a class; nothing where it is no whole single elimination. Pure."""
    people = {who for one in matches for who in (one.winner, one.loser)}
    lost = {one.loser: one for one in matches}
    champions = people - lost.keys()
    other = any(word in one.label for one in matches for word in OTHER_WAYS)
    if other or len(matches) != len(people) - 1 or len(lost) != len(matches) or len(champions) != 1:
        return {}
    last = max(one.round for one in matches)
    of_round = Counter(one.round for one in matches)
    if any(count > 1 << (last - round_) for round_, count in of_round.items()):
        return {}
    wins = Counter(one.winner for one in matches if one.how is How.NORMAL)
    came = {one.winner for one in matches} | {one.loser for one in matches if one.how is not How.WALKOVER}
    return {who: Reached(_place(lost.get(who), last) if who in came else None, wins[who]) for who in people}


def _place(lost: Met | None, last: int) -> int | None:
    if lost is None:
        return 1
    return {0: 2, 1: 3, 2: 4}.get(last - lost.round)


@dataclass(frozen=True, slots=True)
class Done:
    """What a member did, on a day."""

    day: dt.date
    feat: Feat


def done(session: Session, same: Merged) -> Mapping[int, tuple[Done, ...]]:
    """Return what members did by the sheets that were taken in, by the numbers that they have now."""
    query = (
        select(ImportedMatch, ImportedSheet)
        .join(ImportedSheet, ImportedSheet.id == ImportedMatch.sheet_id)
        .where(ImportedSheet.taken_out_at.is_(None), ImportedSheet.meet.in_([str(one) for one in Meet]))
    )
    classes: dict[tuple[int, str], list[ImportedMatch]] = defaultdict(list)
    sheets: dict[int, ImportedSheet] = {}
    for match, sheet in session.execute(query):
        classes[sheet.id, match.class_name].append(match)
        sheets[sheet.id] = sheet
    found: dict[int, list[Done]] = defaultdict(list)
    for (number, name), rows in classes.items():
        grade = grade_in(name.strip().removesuffix("級"))[:1]
        for who, what in (reached(_met(rows, same)) if grade else {}).items():
            if isinstance(who, int):
                found[who].append(_done(sheets[number], grade, what))
    return {who: tuple(rows) for who, rows in found.items()}


def _done(sheet: ImportedSheet, grade: str, what: Reached) -> Done:
    when = Month(sheet.day.year, sheet.day.month)
    return Done(sheet.day, Feat(when, grade, what.place, what.wins, Meet(sheet.meet)))


def _met(rows: Iterable[ImportedMatch], same: Merged) -> list[Met]:
    found = []
    for row in rows:
        sides = (
            _who(row.member_a_id, row.name_a, row.club_a, same),
            _who(row.member_b_id, row.name_b, row.club_b, same),
        )
        winner, loser = sides[row.winner], sides[1 - row.winner]
        found.append(Met(row.round, winner, loser, How(row.how), row.label))
    return found


def _who(member: int | None, name: str, club: str, same: Merged) -> Who:
    return same.one(member) if member is not None else (folded(name), folded(club))


def together(
    here: Iterable[Feat], elsewhere: Iterable[Done], before: dt.date = dt.date.max
) -> tuple[Feat, ...]:
    """Return what somebody did here and, before a day, elsewhere, in time."""
    other = [one.feat for one in elsewhere if one.day < before]
    return tuple(sorted([*here, *other], key=lambda feat: feat.when))
