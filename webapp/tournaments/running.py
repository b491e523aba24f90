"""Running a class: results, boards and games, absence, late entries, the end.

Every use case is a decision on the class as it stands, so two desks that enter at once do not disturb each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tournament import best_of, desk, late, league, teams
from engine.tournament.bracket import OPEN
from engine.tournament.events import Absence
from engine.tournament.outcome import Outcome
from engine.tournament.refused import Refused, Why
from webapp.services import Services
from webapp.tournaments import entering, log
from webapp.tournaments.contests import Contest, contest, decide, supposed
from webapp.tournaments.fixtures import Fixture
from webapp.tournaments.log import MAIN, ClassEvent, Finished, Of, Part, Section
from webapp.tournaments.objections import Because, Objection

Events = tuple[ClassEvent, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a result goes: a fixture, and its board or game, from 1, where it has several; 0 else."""

    key: str
    part: int = 0

    @classmethod
    def parse(cls, text: str) -> "Spot":
        """Read `m5` or `m5.2`. Raises Objection for anything else."""
        key, _, part = text.partition(".")
        if not key or (part and not (part.isascii() and part.isdigit() and len(part) < 3)):
            raise Objection(Because.NO_FIXTURE)
        return cls(key, int(part or 0))

    def __str__(self) -> str:
        return f"{self.key}.{self.part}" if self.part else self.key


def recorded(found: Contest, spot: Spot) -> Outcome | None:
    """Return the result that stands at a spot. Raises Objection where there is no such spot."""
    fixture = found.fixture(spot.key)
    if not spot.part:
        return fixture.outcome if fixture.entered else None
    if spot.part > fixture.parts or not fixture.compound:
        raise Objection(Because.NO_FIXTURE)
    name = fixture.log_name
    if fixture.boards:
        match = found.state.teams.get(name)
        return match.recorded[spot.part - 1] if match is not None else None
    games = found.state.games.get(name)
    return games.games[spot.part - 1] if games is not None else None


def pair_at(found: Contest, spot: Spot) -> tuple[str, str] | None:
    """Return the two who meet at a spot; None while they are not both known. Raises Objection."""
    fixture = found.fixture(spot.key)
    if spot.part and fixture.boards:
        match = found.state.teams.get(fixture.log_name)
        if match is None or not match.begun or not 1 <= spot.part <= fixture.boards:
            return None
        one, other = match.players(spot.part)
        return (one, other) if one is not None and other is not None else None
    return fixture.pair


def events_for(found: Contest, spot: Spot, outcome: Outcome | None) -> Events:
    """Return what stores a result at a spot, in the place of one that is there; None takes back what is there.

    A match of boards or games is decided along with them. Raises Refused or Objection.
    """
    if found.state.over:
        raise Objection(Because.OVER)
    fixture = found.fixture(spot.key)
    if not spot.part:
        return _of_whole(found, fixture, outcome)
    if not fixture.compound or not 1 <= spot.part <= fixture.parts or fixture.pair is None:
        raise Objection(Because.NO_FIXTURE)
    part = Part.TEAMS if fixture.boards else Part.GAMES
    section = Section(part, fixture.log_name)
    opened, inner = _of_part(found, fixture, spot.part, outcome)
    return decided_with(found, fixture, (*opened, *(Of(section, event) for event in inner)))


def _of_whole(found: Contest, fixture: Fixture, outcome: Outcome | None) -> Events:
    if fixture.compound and outcome is not None and outcome.played:
        raise Objection(Because.BY_PARTS)
    return _of_decided(found, fixture, outcome)


def _of_part(
    found: Contest, fixture: Fixture, number: int, outcome: Outcome | None
) -> tuple[Events, Sequence[teams.Event | best_of.Event]]:
    """Return what opens the log of a fixture, where it has none, and what changes its board or game."""
    assert fixture.pair is not None
    if fixture.boards:
        match = found.state.teams.get(fixture.log_name)
        if match is None:
            raise Refused(Why.SHEETS_FIRST, team=fixture.pair[0])
        return (), teams.take_back(match, number) if outcome is None else teams.enter(match, number, outcome)
    games = found.state.games.get(fixture.log_name)
    opened: Events = ()
    if games is None:
        begin = best_of.open_title(*fixture.pair, fixture.games)
        opened = tuple(Of(Section(Part.GAMES, fixture.log_name), event) for event in begin)
        games = best_of.fold(begin)
    changed = best_of.take_back(games, number) if outcome is None else best_of.enter(games, number, outcome)
    return opened, changed


def decided_with(found: Contest, fixture: Fixture, events: Events) -> Events:
    """Return events of boards or games, and with them what becomes of the match that they decide."""
    if not events:
        return ()
    state = log.after(found.state, events)
    outcome = None
    if fixture.boards and (match := state.teams.get(fixture.log_name)) is not None:
        outcome = match.outcome
    elif (games := state.games.get(fixture.log_name)) is not None and games.winner is not None:
        outcome = Outcome(games.opened.players, games.winner)
    if outcome is None:
        return (*events, *(_of_decided(found, fixture, None) if fixture.entered else ()))
    return events if outcome == fixture.outcome else (*events, *_of_decided(found, fixture, outcome))


def _of_decided(found: Contest, fixture: Fixture, outcome: Outcome | None) -> Events:
    if fixture.block is not None:
        block = found.state.blocks[fixture.block - 1]
        pair = fixture.pair or ("", "")
        changed = league.take_back(block, *pair) if outcome is None else league.enter(block, outcome)
        return tuple(Of(log.block_section(fixture.block), event) for event in changed)
    bracket, match = found.state.main, fixture.match
    assert bracket is not None
    assert match is not None
    if outcome is None:
        return _main(desk.take_back(bracket, match))
    return _main((desk.correct if fixture.entered else desk.enter)(bracket, match, outcome))


def _main(events: desk.Events) -> Events:
    return tuple(Of(MAIN, event) for event in events)


def enter(known: Services, code: str, number: int, spot: Spot, outcome: Outcome, *, actor: str) -> Contest:
    """Enter a result where there is none; the same once more changes nothing.

    Raises NoSuchTournament, Refused (HAS_RESULT where another is there: that is a correction), Objection.
    """

    def decision(found: Contest) -> Events:
        there = recorded(found, spot)
        if there is not None and there != outcome:
            raise Refused(Why.HAS_RESULT, match=found.fixture(spot.key).match or 0)
        return () if there is not None else events_for(found, spot, outcome)

    return decide(known, code, number, decision, actor=actor)


def correct(
    known: Services, code: str, number: int, spot: Spot, outcome: Outcome | None, *, seen: int, actor: str
) -> Contest:
    """Put another result in the place of one, or none, after a look at what follows from it.

    Raises NoSuchTournament, Refused, Objection (MOVED where the class has moved on since that look).
    """
    return decide(known, code, number, lambda found: events_for(found, spot, outcome), actor=actor, seen=seen)


def leave(
    known: Services, code: str, number: int, entrants: Sequence[str], why: Absence, *, actor: str
) -> Contest:
    """Say that people do not come, or do not play on. Raises NoSuchTournament, Refused, Objection."""

    def decision(found: Contest) -> Events:
        events: Events = ()
        for entrant in entrants:
            events += _leave(supposed(found, events), entrant, why)
        return events

    return decide(known, code, number, decision, actor=actor)


def _leave(found: Contest, entrant: str, why: Absence) -> Events:
    _check_running(found)
    events: list[ClassEvent] = []
    bracket = found.state.main
    if bracket is not None and entrant in bracket.entrants:
        return _main(desk.leave(bracket, entrant, why))
    for number, block in enumerate(found.state.blocks, 1):
        if entrant in block.players:
            events += [Of(log.block_section(number), event) for event in league.leave(block, entrant)]
            return tuple(events)
    raise Refused(Why.UNKNOWN_ENTRANT, entrant=entrant)


def come_back(known: Services, code: str, number: int, entrant: str, *, actor: str) -> Contest:
    """Say that somebody absent is here after all: they have reported. Raises NoSuchTournament, Refused, Objection."""

    def decision(found: Contest) -> Events:
        _check_running(found)
        bracket = found.state.main
        if bracket is not None and entrant in bracket.entrants:
            return _main(desk.come_back(bracket, entrant))
        for block_number, block in enumerate(found.state.blocks, 1):
            if entrant in block.players:
                back = league.come_back(block, entrant)
                return tuple(Of(log.block_section(block_number), event) for event in back)
        raise Refused(Why.UNKNOWN_ENTRANT, entrant=entrant)

    return _reported(known, decide(known, code, number, decision, actor=actor), int(entrant))


def offers(found: Contest, entrant: int) -> tuple[late.Offer, ...] | tuple[late.BlockOffer, ...]:
    """Return the places where a late entry can come in, the best first. Raises NoSuchTournament, Objection.

    A league takes late entries into its blocks until the bracket after them is drawn.
    """
    _check_running(found)
    one = found.entry(entrant)
    if one.id in found.drawn_ids:
        raise Objection(Because.ALREADY_PLAYING)
    field = [entry.entrant() for entry in found.entries if entry.id in found.drawn_ids]
    bracket = found.state.main
    if not found.rules.is_league and bracket is not None:
        return late.offers(bracket, one.entrant(), field)
    if bracket is not None:
        raise Objection(Because.NO_LATE)
    return late.block_offers(found.state.blocks, one.entrant(), field)


def let_in(known: Services, code: str, number: int, entrant: int, key: str, *, actor: str) -> Contest:
    """Let a late entry come in at an offered place: they have reported.

    Raises NoSuchTournament, Refused, Objection.
    """

    def decision(found: Contest) -> Events:
        offer = next((one for one in offers(found, entrant) if one.key == key), None)
        if offer is None:
            raise Refused(Why.NO_SUCH_PLACE, place=key)
        who = found.entry(entrant).id
        if isinstance(offer, late.BlockOffer):
            events = offer.events(found.state.blocks[offer.block - 1], who)
            return tuple(Of(log.block_section(offer.block), event) for event in events)
        assert found.state.main is not None
        return _main(offer.events(found.state.main, who))

    return _reported(known, decide(known, code, number, decision, actor=actor), entrant)


def _reported(known: Services, found: Contest, entrant: int) -> Contest:
    """Note as here whom the desk has just seen, where people report, so that they are not among the no-shows."""
    if not found.checks_in:
        return found
    entering.set_here(known, found.code, found.number, [entrant], here=True)
    return contest(known, found.code, found.number)


def finish(known: Services, code: str, number: int, *, over: bool, actor: str) -> Contest:
    """Let the places stand, or let the class go on after all. Raises NoSuchTournament, Objection."""

    def decision(found: Contest) -> Events:
        if found.state.over == over:
            return ()
        if over and not decided(found):
            raise Objection(Because.NOT_DECIDED)
        return (Finished(over),)

    return decide(known, code, number, decision, actor=actor)


def decided(found: Contest) -> bool:
    """Whether nothing is left to play."""
    state = found.state
    if not state.drawn or any(block.to_play for block in state.blocks):
        return False
    if state.main is not None:
        return state.main.champion is not OPEN and not state.main.flagged
    return not found.rules.qualify


def _check_running(found: Contest) -> None:
    if found.state.over:
        raise Objection(Because.OVER)
    if not found.state.drawn:
        raise Objection(Because.NOT_DRAWN)
