"""A bracket cut into sheets that can be read: whole parts of the tree, and a last sheet on which their winners meet."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from webapp.tournaments.bracket_view import Joint, Leaf, Line, Tree

MOST: Final = 40
"""So many entrants on one sheet."""
SHEET: Final = "sheet "
"""What the id of a leaf begins with that stands for the winner of another sheet; its number follows, from 1."""


@dataclass(frozen=True, slots=True)
class Part:
    """A sheet: its piece of the tree, and how many rounds were before its first column."""

    tree: Tree
    before: int = 0


def parts(whole: Tree, most: int = MOST) -> tuple[Part, ...]:
    """Return the sheets of a bracket, from the top of the draw; one where it fits on one."""
    if whole.rows <= most or not whole.joints:
        return (Part(whole),)
    cutting = _Cutting(whole, most)
    cut = [joint for root in cutting.roots() for joint in cutting.cut(root)]
    sheets = [Part(cutting.below(joint)) for joint in cut]
    last = cutting.above(cut)
    return (*sheets, *((last,) if last.tree.joints else ()))


class _Cutting:
    def __init__(self, whole: Tree, most: int) -> None:
        self._whole = whole
        self._most = most
        self._joints = {(joint.column, joint.row): joint for joint in whole.joints}
        self._leaves = {leaf.row: leaf for leaf in whole.leaves}

    def child(self, line: Line) -> Joint | Leaf:
        """Return what a line comes from."""
        return self._joints[line.start, line.row] if line.start else self._leaves[line.row]

    def roots(self) -> list[Joint]:
        """Return the matches that lead to no other, from the top."""
        led = {(line.start, line.row) for joint in self._whole.joints for line in joint.lines}
        found = [joint for place, joint in self._joints.items() if place not in led]
        return sorted(found, key=lambda joint: joint.row)

    def under(self, node: Joint | Leaf) -> list[Leaf]:
        """Return the entrants under a match, from the top."""
        if isinstance(node, Leaf):
            return [node]
        return [leaf for line in node.lines for leaf in self.under(self.child(line))]

    def cut(self, node: Joint | Leaf) -> Iterator[Joint]:
        """Yield the matches that a sheet ends with."""
        if isinstance(node, Leaf):
            return
        if len(self.under(node)) <= self._most:
            yield node
            return
        for line in node.lines:
            yield from self.cut(self.child(line))

    def matches(self, node: Joint | Leaf) -> Iterator[Joint]:
        """Yield a match and all before it."""
        if isinstance(node, Joint):
            yield node
            for line in node.lines:
                yield from self.matches(self.child(line))

    def below(self, top: Joint) -> Tree:
        """Return the sheet that ends with a match."""
        leaves = self.under(top)
        first = leaves[0].row
        joints = [_moved(joint, first) for joint in self.matches(top)]
        return Tree(tuple(replace(one, row=one.row - first) for one in leaves), tuple(joints), top.column)

    def above(self, cut: list[Joint]) -> Part:
        """Return the sheet on which the winners of the others meet."""
        before = min(joint.column for joint in cut)
        numbers = {(joint.column, joint.row): number for number, joint in enumerate(cut, 1)}
        leaves: list[Leaf] = []
        joints: list[Joint] = []

        def add(node: Joint | Leaf) -> tuple[float, int]:
            if isinstance(node, Leaf) or (node.column, node.row) in numbers:
                number = 0 if isinstance(node, Leaf) else numbers[node.column, node.row]
                who = node.who if isinstance(node, Leaf) else f"{SHEET}{number}"
                leaves.append(Leaf(who, len(leaves), bye=False))
                return len(leaves) - 1.0, 0
            ends = [add(self.child(line)) for line in node.lines]
            upper, lower = (
                replace(line, row=row, start=start)
                for line, (row, start) in zip(node.lines, ends, strict=True)
            )
            row, column = (upper.row + lower.row) / 2, node.column - before
            joints.append(Joint(node.match, column, row, (upper, lower), node.winner))
            return row, column

        for root in self.roots():
            add(root)
        return Part(Tree(tuple(leaves), tuple(joints), self._whole.columns - before), before)


def _moved(joint: Joint, up: float) -> Joint:
    upper, lower = (replace(line, row=line.row - up) for line in joint.lines)
    return replace(joint, row=joint.row - up, lines=(upper, lower))
