"""What a change of a class leads to, before it is made: matches that change, and who plays on or comes where."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.tournament.changes import Became, Change, changes
from engine.tournament.outcome import Outcome
from webapp.tournaments import running
from webapp.tournaments.contests import Contest, supposed
from webapp.tournaments.league_view import block_table
from webapp.tournaments.log import ClassEvent
from webapp.tournaments.running import Spot


@dataclass(frozen=True, slots=True)
class Rank:
    """Somebody's new place in a block's table."""

    block: int
    who: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Follows:
    """What follows from a change. `after` is the class as it would stand."""

    after: Contest
    events: tuple[ClassEvent, ...]
    bracket: tuple[Change, ...] = ()
    ranks: tuple[Rank, ...] = ()
    qualifiers: tuple[str, ...] = ()
    """Those who would be in the bracket after the blocks, or would not, though it is drawn: it stays as it is."""

    @property
    def later(self) -> tuple[int, ...]:
        """Matches whose results would be set aside: they are to be played again."""
        return tuple(one.match for one in self.bracket if one.became is Became.SET_ASIDE and one.match)


def follows(found: Contest, spot: Spot, outcome: Outcome | None) -> Follows:
    """Return what would follow from another result at a spot, None: from taking it back. Raises Refused, Objection."""
    return of_events(found, running.events_for(found, spot, outcome))


def of_events(found: Contest, events: tuple[ClassEvent, ...]) -> Follows:
    """Return what would follow from events."""
    then = supposed(found, events)
    before, after = found.state.main, then.state.main
    moved = changes(before, after) if before is not None and after is not None else ()
    return Follows(then, events, moved, tuple(_ranks(found, then)), tuple(_qualifiers(found, then)))


def _ranks(found: Contest, then: Contest) -> Iterator[Rank]:
    for number, (old, new) in enumerate(zip(found.state.blocks, then.state.blocks, strict=True), 1):
        if old == new:
            continue
        was = {line.player: line.rank for line in block_table(old, number, found.state.teams).lines}
        for line in block_table(new, number, then.state.teams).lines:
            if was[line.player] != line.rank:
                yield Rank(number, line.player, was[line.player], line.rank)


def _qualifiers(found: Contest, then: Contest) -> Iterator[str]:
    """Yield who is in the bracket and would not have qualified, or would have and is not in it."""
    bracket = found.state.main
    if bracket is None or not found.rules.is_league:
        return
    for block in then.state.blocks:
        for place, line in enumerate(block.standings):
            if (place < found.rules.qualify) != (line.player in bracket.entrants):
                yield line.player
