"""Who came where in a single elimination. docs/rules/tournaments.md §3.

The winner is 1, who lost the final 2, both who lost a semi-final 3, those who lost a quarter-final 4.
"""

from collections.abc import Mapping

from engine.tournament.bracket import OPEN, Bracket
from engine.tournament.events import Absence

QUARTER_FINAL = 2
"""Depth of the last round whose losers have a place."""


def placing(bracket: Bracket) -> Mapping[str, int]:
    """Return the places that are certain by now, best first.

    Whoever won nothing because they never came has none. A place that nobody has (both lost the final) stays empty.
    """
    found: dict[str, int] = {}
    champion = bracket.champion
    if isinstance(champion, str):
        found[champion] = 1
    for match in sorted(bracket.matches.values(), key=lambda one: one.depth):
        if match.depth > QUARTER_FINAL or match.winner is OPEN:
            continue
        for loser in match.players:
            if loser != match.winner and not _never_came(bracket, loser):
                found[loser] = match.depth + 2
    return found


def best_of(bracket: Bracket) -> Mapping[str, int]:
    """Return for everybody who is out how far they came: 2 for the final, 4 for a semi-final, 8, 16, 32 …

    The champion is 1. `place` 3 is best of 4, `place` 4 best of 8.
    """
    found = {bracket.champion: 1} if isinstance(bracket.champion, str) else {}
    for match in bracket.matches.values():
        for loser in match.players:
            if match.winner is not OPEN and loser != match.winner and not _never_came(bracket, loser):
                found[loser] = 2 << match.depth
    return found


def wins(bracket: Bracket, *, played: bool = True) -> Mapping[str, int]:
    """Return how many matches each entrant won; only those played, or also by walkover and forfeit."""
    found = dict.fromkeys(sorted(bracket.entrants), 0)
    for match in bracket.matches.values():
        counts = match.outcome is not None and (match.outcome.played or not played)
        if counts and isinstance(match.winner, str):
            found[match.winner] += 1
    return found


def _never_came(bracket: Bracket, entrant: str) -> bool:
    """Whether somebody did not show up, and no result was ever entered for them."""
    gone = bracket.absent.get(entrant)
    no_show = gone is not None and gone.why is Absence.NO_SHOW
    return no_show and not any(match.entered for match in bracket.played_by(entrant))
