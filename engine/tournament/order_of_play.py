"""In which round of a league who meets whom, and where a late entry's matches go. docs/rules/tournaments.md §4.

Rounds are those of the circle method. A late entry plays those who rest, round by round, so that nobody else is moved;
only where there are not enough rests are rounds that have not begun laid out anew.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from engine.tournament.edge import Edge, edge

Row: TypeAlias = tuple[Edge, ...]
Rounds: TypeAlias = tuple[Row, ...]


def order_of_play(players: Sequence[str]) -> Rounds:
    """Return the rounds of a block: each player once a round, everybody meets once. Of an odd number one rests."""
    circle: list[str | None] = [*players]
    if len(circle) % 2:
        circle.append(None)
    rounds = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        rounds.append(
            tuple(edge(one, other) for one, other in pairs if one is not None and other is not None)
        )
        circle[1:] = [circle[-1], *circle[1:-1]]
    return tuple(rounds)


def with_late(rounds: Rounds, begun: int, late: str, others: Sequence[str]) -> Rounds:
    """Return the rounds with the matches of a late entry against all others.

    The first `begun` rounds keep the matches that they have. All rounds do where everybody can be met in a round in
    which they rest; else the matches of later rounds are laid out anew, as few rounds as that takes.
    """
    at_rest = [[index for index, row in enumerate(rounds) if not _plays(one, row)] for one in others]
    meets = _chosen(at_rest)
    if len(meets) == len(others):
        return _with(rounds, late, others, meets)
    if not begun:
        return order_of_play((*others, late))
    meets = _chosen([[index for index in rests if index < begun] for rests in at_rest])
    to_meet = [edge(other, late) for one, other in enumerate(others) if one not in meets]
    left = [*(pair for row in rounds[begun:] for pair in row), *to_meet]
    return (*_with(rounds[:begun], late, others, meets), *_packed(left))


def _plays(player: str, row: Row) -> bool:
    return any(player in pair for pair in row)


def _with(rounds: Rounds, late: str, others: Sequence[str], meets: Mapping[int, int]) -> Rounds:
    return tuple(
        (*row, *(edge(others[one], late) for one, at in meets.items() if at == index))
        for index, row in enumerate(rounds)
    )


def _chosen(possible: Sequence[Sequence[int]]) -> Mapping[int, int]:
    """Return one round for each of several, none twice, for as many of them as can be: by augmenting paths."""
    taken: dict[int, int] = {}

    def finds(one: int, tried: set[int]) -> bool:
        for index in possible[one]:
            if index in tried:
                continue
            tried.add(index)
            if index not in taken or finds(taken[index], tried):
                taken[index] = one
                return True
        return False

    for one in range(len(possible)):
        finds(one, set())
    return {one: index for index, one in taken.items()}


def _packed(pairs: Sequence[Edge]) -> Rounds:
    """Return rounds that hold these pairs; whoever has most left to play is placed first."""
    left, rounds = list(pairs), []
    while left:
        owing = Counter(one for pair in left for one in pair)
        busy: set[str] = set()
        row = []
        for pair in sorted(left, key=lambda pair: (-max(owing[one] for one in pair), left.index(pair))):
            if busy.isdisjoint(pair):
                row.append(pair)
                busy.update(pair)
        left = [pair for pair in left if pair not in row]
        rounds.append(tuple(row))
    return tuple(rounds)
