"""How well a draw keeps club-mates and family apart: what it has, beside the fewest that any draw could have."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from engine.tournament.draw import Draw
from engine.tournament.entrant import Entrant
from engine.tournament.meetings import Groups, clubs, family
from engine.tournament.redraw import RoundDraw
from webapp.tournaments.drawing import Plan


@dataclass(frozen=True, slots=True)
class Apart:
    """Pairs of mates who could meet: for each round (found, fewest), in it or before; item 0 is round 1.

    Where single rounds or blocks are drawn there is one item.
    """

    family: bool
    counts: tuple[tuple[int, int], ...]

    @property
    def best(self) -> bool:
        """Whether no draw of these people has fewer, in any round."""
        return all(found == least for found, least in self.counts)

    @property
    def nobody(self) -> bool:
        """Whether no mates can meet at all."""
        return not any(found for found, _ in self.counts)


def of_plan(plan: Plan) -> tuple[Apart, ...]:
    """Return how a draw keeps apart club-mates, and family where there is any."""
    if plan.tree is not None:
        return of_tree(plan.tree, plan.people)
    if plan.pairs is not None:
        return (_of_round(plan.pairs),)
    return of_blocks(plan.blocks, plan.people)


def of_tree(tree: Draw, field: Collection[Entrant]) -> tuple[Apart, ...]:
    """Return how a whole tree keeps people apart."""
    return tuple(
        Apart(
            groups is family,
            tuple(zip(tree.meetings(field, groups), tree.fewest(field, groups), strict=True)),
        )
        for groups in _groups(field)
    )


def of_blocks(blocks: Collection[tuple[str, ...]], field: Collection[Entrant]) -> tuple[Apart, ...]:
    """Return how blocks keep people apart: pairs of mates in one block, beside those of an even spread."""
    people = {one.id: one for one in field}
    found = []
    for groups in _groups(field):
        within = [Counter(key for who in block for key in groups(people[who])) for block in blocks]
        total = Counter(key for one in field for key in groups(one))
        least = sum(_even(size, len(blocks)) for size in total.values())
        pairs = sum(size * (size - 1) // 2 for block in within for size in block.values())
        found.append(Apart(groups is family, ((pairs, min(least, pairs)),)))
    return tuple(found)


def _of_round(pairs: RoundDraw) -> Apart:
    return Apart(family=False, counts=((pairs.mates, pairs.fewest),))


def _groups(field: Collection[Entrant]) -> tuple[Groups, ...]:
    named = [one.family for one in field if one.family]
    return (clubs, family) if len(set(named)) < len(named) else (clubs,)


def _even(members: int, blocks: int) -> int:
    each, more = divmod(members, blocks)
    return blocks * each * (each - 1) // 2 + more * each
