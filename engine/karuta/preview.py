"""What would follow, before the referee commits to it."""

from dataclasses import dataclass

from engine.karuta.commands import Correct, Settle
from engine.karuta.explain import Statement, explain
from engine.karuta.match import decide, fold
from engine.karuta.outcome import Outcome, outcomes
from engine.karuta.read import Read
from engine.karuta.refused import Refused
from engine.karuta.state import MatchState, PendingSend


@dataclass(frozen=True, slots=True)
class Preview:
    """What entering a read would come to: the state after it and why, or the refusal."""

    state: MatchState
    """The state after; the one before where the read is refused."""
    outcome: Outcome | None
    statements: tuple[Statement, ...]
    refused: Refused | None

    @property
    def pending(self) -> PendingSend | None:
        """Who would have how many cards to send."""
        return self.state.pending if self.outcome is not None else None


def preview(state: MatchState, read: Read, index: int | None = None) -> Preview:
    """Return what a read would come to, entered next or, with `index`, in the place of an earlier one.

    The read may be half entered: what is left out did not happen.
    """
    command = Settle(read) if index is None else Correct(index, read)
    try:
        after = fold(decide(state, command), state)
    except Refused as refused:
        return Preview(state, None, (), refused)
    found = outcomes(after)
    at = (
        next(i for i in range(len(found) - 1, -1, -1) if found[i].read.card == read.card)
        if index is None
        else index
    )
    last = at == len(found) - 1
    statements = explain(found[at], after.rules, send_open=last and after.send_open)
    return Preview(after, found[at], statements, None)
