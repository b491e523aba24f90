"""A block of a league as it is looked at: the table, best first, and who did what against whom. Pure: ids only."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.tournament import teams
from engine.tournament.league import League
from engine.tournament.outcome import Outcome
from engine.tournament.standings import Line, table
from engine.tournament.teams import TeamMatch


@dataclass(frozen=True, slots=True)
class BlockTable:
    """The lines of a block in the order of the table, and its outcomes by the two who met."""

    lines: tuple[Line, ...]
    outcomes: Mapping[frozenset[str], Outcome]
    left: frozenset[str]
    open: int
    """Matches still to be played."""

    @property
    def order(self) -> tuple[str, ...]:
        """The players, best first."""
        return tuple(line.player for line in self.lines)

    def between(self, one: str, other: str) -> Outcome | None:
        """Return what became of two; None where they have not met."""
        return self.outcomes.get(frozenset((one, other)))


def block_table(block: League, number: int, matches: Mapping[str, TeamMatch]) -> BlockTable:
    """Return the table of block `number`; `matches` are the team matches of the class by their logs' names."""
    record = block.record
    own = [match for name, match in matches.items() if name.startswith(f"b{number}-")]
    if own:
        boards = teams.record(block.players, own).boards
        record = type(record)(
            record.players, record.outcomes, record.points, record.withdrawn, boards, record.lots
        )
    return BlockTable(
        lines=table(record, block.opened.tie_breaks),
        outcomes={one.pair: one for one in block.outcomes},
        left=block.left,
        open=len(block.to_play),
    )
