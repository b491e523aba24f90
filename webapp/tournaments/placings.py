"""Who came where in a class, with the points and the dan that are earned by it. Pure functions of what was played."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.tournament.placing import best_of, placing, wins
from engine.tournament.promotion import A_POINTS, Feat, Meet, Month, Promotion, promotions
from engine.tournament.standings import State
from webapp.tournaments.contests import Contest
from webapp.tournaments.league_view import block_table


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody's place. `best_of` is 4 for a lost semi-final, 8 for a quarter-final …; None in a league's table."""

    who: str
    place: int | None
    best_of: int | None = None
    wins: int = 0
    block: int | None = None
    points: int = 0
    """Points of class A."""
    promotion: Promotion | None = None


def places(found: Contest) -> tuple[Placed, ...]:
    """Return the places that are certain by now, best first, without what is earned by them.

    In a league without a bracket these are the tables of its blocks, as soon as a block is over.
    """
    bracket = found.state.main
    if bracket is not None:
        by_place, reached, won = placing(bracket), best_of(bracket), wins(bracket)
        known = [Placed(who, by_place.get(who), reached[who], won.get(who, 0)) for who in reached]
        order = {one.id: one.number for one in found.entries}
        return tuple(sorted(known, key=lambda one: (one.best_of or 0, order.get(one.who, 0))))
    tables = [
        (number, block_table(block, number, found.state.teams))
        for number, block in enumerate(found.state.blocks, 1)
    ]
    return tuple(
        Placed(line.player, line.rank if line.state is State.PLAYED else None, None, line.wins, number)
        for number, one in tables
        if not one.open
        for line in one.lines
    )


def earned(found: Contest, before: Mapping[str, Sequence[Feat]]) -> tuple[Placed, ...]:
    """Return the places with their points and promotions, by the rules in force on the day.

    `before` are the earlier feats of each entrant by id. Teams, and meets that nobody recognises, earn nothing.
    """
    rows = places(found)
    if not counts(found):
        return rows
    return tuple(_earned(found, one, before.get(one.who, ())) for one in rows)


def counts(found: Contest) -> bool:
    """Whether places in this class count for dan and points."""
    return bool(found.row.grade) and not found.rules.boards and found.tournament.meet in set(Meet)


def feat_of(found: Contest, one: Placed) -> Feat:
    """Return a place as the feat that it is."""
    day = found.tournament.day
    return Feat(Month(day.year, day.month), found.row.grade, one.place, one.wins, Meet(found.tournament.meet))


def _earned(found: Contest, one: Placed, before: Sequence[Feat]) -> Placed:
    if one.block is not None and len(found.state.blocks) > 1:
        return one
    feat = feat_of(found, one)
    entry = found.names.entry(one.who)
    points = A_POINTS.get(one.place or 0, 0) if feat.grade == "A" and feat.meet is Meet.CLASS else 0
    held = entry.dan if entry is not None else None
    new = (
        [] if held is None else [made for made in promotions((*before, feat), held) if made.when == feat.when]
    )
    return Placed(one.who, one.place, one.best_of, one.wins, one.block, points, new[-1] if new else None)


def feats(
    classes: Iterable[Contest], person: Callable[[int], int] = lambda member: member
) -> Mapping[int, tuple[Feat, ...]]:
    """Return what members did in finished classes that count, by their numbers in the club, in time.

    `person` gives the number that a member goes by now, where entries of one person were merged.
    """
    found: dict[int, list[Feat]] = {}
    for contest in classes:
        if not (contest.state.over and counts(contest)):
            continue
        for one in places(contest):
            entry = contest.names.entry(one.who)
            if entry is not None and entry.member is not None:
                found.setdefault(person(entry.member), []).append(feat_of(contest, one))
    return {member: tuple(sorted(row, key=lambda feat: feat.when)) for member, row in found.items()}
