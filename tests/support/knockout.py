"""A single elimination worked out the plain way: from the final down, asking each match who comes out of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.tournament import desk
from engine.tournament.bracket import Bracket, fold
from engine.tournament.events import Event
from engine.tournament.outcome import How, Outcome

UNKNOWN = "?"
NONE = "-"


def knockout(*names: str) -> Bracket:
    """Return a bracket with these at the leaves from top to bottom, byes below: 5 of 8 are a b | c | d | e."""
    depth = (len(names) - 1).bit_length()
    full = len(names) - (1 << depth - 1)
    leaves: list[tuple[int, str]] = []
    left = list(names)
    for block in range(1 << depth - 1, 1 << depth):
        if full:
            leaves += [(2 * block, left.pop(0)), (2 * block + 1, left.pop(0))]
            full -= 1
        else:
            leaves.append((block, left.pop(0)))
    return fold(desk.open_drawn(leaves))


def after(bracket: Bracket, *steps: Iterable[Event]) -> Bracket:
    """Return the bracket after these events."""
    for events in steps:
        bracket = fold((*bracket.log, *events))
    return bracket


def won(winner: str, loser: str, margin: int | None = 5, how: How = How.NORMAL) -> Outcome:
    """Return an ordinary win."""
    return Outcome((winner, loser), winner, how, margin if how is How.NORMAL else None)


def win(bracket: Bracket, winner: str, loser: str, margin: int | None = 5) -> Bracket:
    """Enter a win in the match in which the two meet now."""
    match = next(one.match for one in bracket.ready if set(one.players) == {winner, loser})
    return after(bracket, desk.enter(bracket, match, won(winner, loser, margin)))


def meeting(bracket: Bracket, one: str, other: str) -> int:
    """Return the match in which two meet now."""
    return next(found.match for found in bracket.matches.values() if set(found.players) == {one, other})


@dataclass
class Plain:
    """What was entered, without any history: names at leaves, who is away, and who won which match against whom."""

    leaves: dict[int, str]
    away: dict[str, int] = field(default_factory=dict)
    """Who is away, and the depth of the first match that they miss."""

    results: dict[tuple[int, frozenset[str]], str | None] = field(default_factory=dict)

    def out_of(self, place: int) -> str:
        """Return who comes out of a place."""
        if place in self.leaves:
            return self.leaves[place]
        pair = [self.out_of(2 * place), self.out_of(2 * place + 1)]
        key = (place, frozenset(pair))
        if key in self.results:
            return self.results[key] or NONE
        if UNKNOWN in pair:
            return UNKNOWN
        fit = [one for one in pair if one != NONE and self.away.get(one, -1) < place.bit_length() - 1]
        return UNKNOWN if len(fit) == 2 else fit[0] if fit else NONE


def shown(bracket: Bracket) -> Mapping[int, str]:
    """Return who comes out of each match, in the words of `Plain`."""
    words = {"open": UNKNOWN, "nobody": NONE}
    return {
        number: match.winner if isinstance(match.winner, str) else words[match.winner.value]
        for number, match in bracket.matches.items()
    }
