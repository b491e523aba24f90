"""What happens in a round of yomi."""

from engine.core.events import Dealt, Event, HandScored, Passed
from engine.games.mechanics.shedding import Laid, TurnEnded

EVENTS: tuple[type[Event], ...] = (Dealt, Laid, Passed, TurnEnded, HandScored)
