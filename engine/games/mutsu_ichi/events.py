"""What happens in a round of mutsu-ichi."""

from dataclasses import dataclass

from engine.core.events import Event, HandScored, Seat


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """The banker picked a number in secret."""

    seat: Seat
    number: int | None


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A bettor placed cards face down, as many as nobody else sees."""

    seat: Seat
    numbers: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class AllShown(Event):
    """The pick and what each seat placed were turned up."""

    number: int
    placed: tuple[tuple[int, ...], ...]


EVENTS: tuple[type[Event], ...] = (Picked, Placed, AllShown, HandScored)
