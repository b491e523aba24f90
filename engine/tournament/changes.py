"""What a correction leads to: two brackets side by side, match by match and place by place."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.tournament.bracket import OPEN, Bracket, Match
from engine.tournament.placing import placing


class Became(StrEnum):
    """What became of a match or a place in the ranking."""

    NEW_PLAYERS = "new_players"
    """Others meet here than before."""
    NEW_RESULT = "new_result"
    SET_ASIDE = "set_aside"
    """Its result was between others than those who meet now: it has to be played, or entered, again."""
    STANDS_AGAIN = "stands_again"
    """A result that was set aside counts again."""
    OPEN_AGAIN = "open_again"
    NEW_PLACE = "new_place"


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed: in a match (by number) or for an entrant (by id)."""

    became: Became
    match: int | None = None
    entrant: str | None = None
    places: tuple[int | None, int | None] = (None, None)
    """Place before and after."""


def changes(before: Bracket, after: Bracket) -> tuple[Change, ...]:
    """Return what is different, from the first round to the final, and then in the places."""
    return tuple(_changes(before, after))


def _changes(before: Bracket, after: Bracket) -> Iterator[Change]:
    for number, match in after.matches.items():
        old = before.matches.get(number)
        if old is not None:
            yield from (Change(became, match=number) for became in _of_match(old, match))
    old_places, new_places = placing(before), placing(after)
    for entrant in sorted(old_places.keys() | new_places.keys()):
        places = old_places.get(entrant), new_places.get(entrant)
        if places[0] != places[1]:
            yield Change(Became.NEW_PLACE, entrant=entrant, places=places)


def _of_match(old: Match, new: Match) -> Iterator[Became]:
    if old.sides != new.sides and OPEN not in old.sides:
        yield Became.NEW_PLAYERS
    if new.set_aside is not None and old.set_aside != new.set_aside:
        yield Became.SET_ASIDE
    elif old.set_aside is not None and new.outcome == old.set_aside:
        yield Became.STANDS_AGAIN
    elif old.winner is not OPEN and new.winner is OPEN:
        yield Became.OPEN_AGAIN
    elif new.winner is not OPEN and (new.winner, new.outcome) != (old.winner, old.outcome):
        yield Became.NEW_RESULT
