"""A match as it stood earlier."""

from engine.karuta.events import Called, Opened, Settled
from engine.karuta.fold import fold
from engine.karuta.state import MatchState


def before_read(state: MatchState, index: int, card: int | None = None) -> MatchState:
    """Return the match as it stood when a read began, of its own card or of another.

    Raises IndexError where there is no such read.
    """
    if not 0 <= index < len(state.reads):
        raise IndexError(index)
    opened = state.opened
    start = Opened(opened.deal, opened.ruleset, opened.options, opened.names, state.start_layout)
    return fold((start, *map(Settled, state.reads[:index]), Called(card or state.reads[index].card)))
