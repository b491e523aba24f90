"""The desk of a single elimination: what may be entered, and what would follow from it.

Each function checks and returns the events to be stored, none where nothing changes, or raises `Refused`. The bracket
after them is `fold(bracket.log + events)`.

>>> from engine.tournament.bracket import fold
>>> from engine.tournament.draw import draw
>>> from engine.tournament.entrant import Entrant
>>> from poems.chance import Seed
>>> drawn = draw([Entrant("ono"), Entrant("ise"), Entrant("iga")], Seed.numbered(1))
>>> bracket = fold([Drawn(drawn.leaves)])
>>> first, = bracket.ready
>>> one, other = first.players
>>> bracket = fold(bracket.log + enter(bracket, first.match, Outcome((one, other), one, margin=7)))
>>> bracket.at(first.match) == one, len(bracket.ready)
(True, 1)
>>> enter(bracket, first.match, Outcome((one, other), other))
Traceback (most recent call last):
    ...
engine.tournament.refused.Refused: match 2 has a result already; correct it, or take it back
"""

from collections.abc import Collection

from engine.tournament import outcome as results
from engine.tournament import tree
from engine.tournament.bracket import OPEN, Bracket, Match
from engine.tournament.events import (
    Absence,
    Absent,
    Drawn,
    Entered,
    Event,
    Joined,
    JoinedRound,
    Recorded,
    Replaced,
    Returned,
    RoundDrawn,
    TakenBack,
)
from engine.tournament.outcome import Outcome
from engine.tournament.refused import Refused, Why

Events = tuple[Event, ...]


def open_drawn(leaves: Collection[tuple[int, str]], seed: str = "") -> Events:
    """Begin with a whole tree. Refuses an entrant who is in it twice."""
    _check_once([one for _, one in leaves])
    return (Drawn(tuple(leaves), seed),)


def open_by_round(entrants: Collection[str]) -> Events:
    """Begin with a field whose rounds are drawn one by one. Refuses an entrant who is in it twice."""
    _check_once(list(entrants))
    return (Entered(tuple(entrants)),)


def enter(bracket: Bracket, match: int, outcome: Outcome) -> Events:
    """Enter the result of a match that has none."""
    found = _meeting(bracket, match, outcome)
    if found.entered:
        raise Refused(Why.HAS_RESULT, match=match)
    return (Recorded(match, outcome),)


def correct(bracket: Bracket, match: int, outcome: Outcome) -> Events:
    """Enter another result for a match that has one; `changes` tells what that leads to."""
    found = _meeting(bracket, match, outcome)
    if not found.entered:
        raise Refused(Why.NO_RESULT, match=match)
    return () if outcome == found.outcome else (Recorded(match, outcome),)


def take_back(bracket: Bracket, match: int) -> Events:
    """Open a match again: its result, or the one that was set aside, does not count."""
    found = _match(bracket, match)
    stored = found.outcome if found.entered else found.set_aside
    if stored is None:
        raise Refused(Why.NO_RESULT, match=match)
    return (TakenBack(match, stored.players),)


def leave(bracket: Bracket, entrant: str, why: Absence = Absence.NO_SHOW) -> Events:
    """Say that somebody does not come, or does not play on: what is decided stands, the next match is a walkover.

    Whoever never came and played nothing misses the first match too, if that was a walkover for them. For somebody
    who is out already, or has won, nothing follows.
    """
    _check_known(bracket, entrant)
    before = bracket.absent.get(entrant)
    if before is not None:
        return () if before.why is why else (Absent(entrant, before.depth, why),)
    depth = bracket.next_depth(entrant)
    decided = bracket.played_by(entrant)
    if depth is not None and why is Absence.NO_SHOW and not any(match.entered for match in decided):
        depth = max([depth, *(match.depth for match in decided)])
    return () if depth is None else (Absent(entrant, depth, why),)


def come_back(bracket: Bracket, entrant: str) -> Events:
    """Say that an absent entrant is here after all; walkovers that followed are open again."""
    _check_known(bracket, entrant)
    if entrant not in bracket.absent:
        raise Refused(Why.NOT_ABSENT, entrant=entrant)
    return (Returned(entrant),)


def replace(bracket: Bracket, place: int, entrant: str) -> Events:
    """Give the place of somebody who has not played to a late entry."""
    _check_new(bracket, entrant)
    _check_unplayed(bracket, place)
    return (Replaced(place, entrant),)


def join(bracket: Bracket, place: int, entrant: str) -> Events:
    """Let a late entry play one more match, against the entrant at a place, who has not played."""
    if bracket.by_round:
        raise Refused(Why.NO_SUCH_PLACE, place=place)
    _check_new(bracket, entrant)
    _check_unplayed(bracket, place)
    if bracket.leaves[place] in bracket.absent:
        raise Refused(Why.ABSENT, entrant=bracket.leaves[place])
    return (Joined(place, entrant),)


def join_round(bracket: Bracket, place: int, entrant: str) -> Events:
    """Let a late entry play in round 1 against somebody with a bye, where rounds are drawn one by one."""
    rounds = sum(isinstance(event, RoundDrawn) for event in bracket.log)
    if not bracket.by_round or rounds != 1 or place not in bracket.leaves or place in bracket.leads:
        raise Refused(Why.NO_SUCH_PLACE, place=place)
    _check_new(bracket, entrant)
    if bracket.leaves[place] in bracket.absent:
        raise Refused(Why.ABSENT, entrant=bracket.leaves[place])
    return (JoinedRound(place, entrant),)


def draw_round(bracket: Bracket, pairs: Collection[tuple[int, int]], seed: str = "") -> Events:
    """Take the pairs of the next round, by their places, where rounds are drawn one by one."""
    if not bracket.by_round:
        raise Refused(Why.NOT_DRAWN_BY_ROUND)
    waiting = bracket.free
    if len(waiting) < 2:
        raise Refused(Why.TOURNAMENT_OVER)
    for place in waiting:
        if bracket.at(place) is OPEN:
            raise Refused(Why.ROUND_NOT_OVER, match=place)
    named = [place for pair in pairs for place in pair]
    if sorted(named) != sorted(set(named) & set(waiting)) or len(pairs) != tree.next_matches(len(waiting)):
        raise Refused(Why.WRONG_ROUND)
    return (RoundDrawn(tuple(pairs), seed),)


def _meeting(bracket: Bracket, match: int, outcome: Outcome) -> Match:
    """Return the match in which these two meet now; by who they are, not by the side they are on."""
    found = _match(bracket, match)
    results.check(outcome)
    for one in outcome.players:
        if one not in found.sides:
            if OPEN in found.sides:
                raise Refused(Why.NOT_READY, match=match)
            raise Refused(Why.NOT_IN_MATCH, entrant=one, match=match)
        if bracket.is_absent(one, match) and not found.entered and outcome.played:
            raise Refused(Why.ABSENT, entrant=one)
    return found


def _match(bracket: Bracket, match: int) -> Match:
    if match not in bracket.matches:
        raise Refused(Why.UNKNOWN_MATCH, match=match)
    return bracket.matches[match]


def _check_once(entrants: list[str]) -> None:
    for index, one in enumerate(entrants):
        if one in entrants[:index]:
            raise Refused(Why.ALREADY_IN, entrant=one)


def _check_known(bracket: Bracket, entrant: str) -> None:
    if entrant not in bracket.entrants:
        raise Refused(Why.UNKNOWN_ENTRANT, entrant=entrant)


def _check_new(bracket: Bracket, entrant: str) -> None:
    if entrant in bracket.entrants:
        raise Refused(Why.ALREADY_IN, entrant=entrant)


def _check_unplayed(bracket: Bracket, place: int) -> None:
    """Refuse a place whose entrant, or whose coming opponent, has got a result there already."""
    if place not in bracket.leaves:
        raise Refused(Why.NO_SUCH_PLACE, place=place)
    here = bracket.leaves[place]
    if any(match.entered for match in bracket.played_by(here)):
        raise Refused(Why.HAS_PLAYED, entrant=here)
    first = bracket.leads_to(place)
    second = bracket.leads_to(first) if first is not None else None
    if first is not None and second is not None and bracket.matches[second].entered:
        winner = bracket.matches[first].winner
        raise Refused(Why.HAS_PLAYED, entrant=winner if isinstance(winner, str) else here)
