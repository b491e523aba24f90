"""What each read of a match came to: sends, running counts, what the referee should look at."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.karuta.player import Pair, Player
from engine.karuta.position import debt
from engine.karuta.read import Read
from engine.karuta.settlement import Settlement
from engine.karuta.state import MatchState


class Flag(StrEnum):
    """What makes a read worth a second look."""

    FORGOTTEN_SEND = "forgotten_send"
    CROSS_TERRITORY_PUSH = "cross_territory_push"
    OVERRIDE = "override"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One read with what followed. `counts` are the cards held after the sends."""

    index: int
    read: Read
    settlement: Settlement
    owed: int
    """Cards owed before the cap: by the rules, or as the referee ruled."""
    sender: Player | None
    could_send: int
    """Cards owed, capped by what the sender held."""
    counts: Pair[int]

    @property
    def unsent(self) -> int:
        """Cards that could have been sent and were not; for the last read they may still come."""
        return self.could_send - len(self.read.sent)

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What to look at; a send that is still open counts as forgotten here."""
        if self.read.void is not None:
            return (Flag.VOID,)
        found = (
            (Flag.FORGOTTEN_SEND, self.unsent > 0),
            (Flag.CROSS_TERRITORY_PUSH, self.settlement.pushed_across),
            (Flag.OVERRIDE, self.read.override is not None),
        )
        return tuple(flag for flag, holds in found if holds)

    @property
    def winner(self) -> Player | None:
        """The player who holds no card after this read."""
        return next((player for player in Player if self.counts[player] == 0), None)


def outcomes(state: MatchState) -> tuple[Outcome, ...]:
    """Return what each read of a match came to, in order."""
    start = (len(state.opened.deal[0]), len(state.opened.deal[1]))
    return tuple(_outcomes(start, zip(state.reads, state.settlements, strict=True)))


def _outcomes(start: Pair[int], settled: Iterable[tuple[Read, Settlement]]) -> Iterator[Outcome]:
    counts = start
    for index, (read, settlement) in enumerate(settled):
        outcome = outcome_of(index, read, settlement, counts)
        counts = outcome.counts
        yield outcome


def outcome_of(index: int, read: Read, settlement: Settlement, before: Pair[int]) -> Outcome:
    """Return what one read came to, from the counts before it."""
    counts = list(before)
    if settlement.took is not None:
        counts[settlement.side] -= 1
    owed, sender = debt(read, settlement)
    could_send = 0
    if sender is not None:
        could_send = min(owed, counts[sender])
        counts[sender] -= len(read.sent)
        counts[sender.other] += len(read.sent)
    return Outcome(index, read, settlement, owed, sender, could_send, (counts[0], counts[1]))
