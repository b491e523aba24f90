"""Draws: a look at what the seed that was committed to gives, then the draw itself."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.tournament import desk, events
from engine.tournament.draw import Draw, draw
from engine.tournament.edge import Edge
from engine.tournament.entrant import Entrant
from engine.tournament.league import League, LeagueOpened
from engine.tournament.parts import parts
from engine.tournament.redraw import RoundDraw, redraw
from poems.chance import Seed, shuffled
from webapp.services import Services
from webapp.tournaments import log
from webapp.tournaments.contests import UNDISTURBED, Contest, decide
from webapp.tournaments.log import MAIN, ClassEvent, Of, Part, SeedShown, Undrawn
from webapp.tournaments.met import met_before
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.rules import Format
from webapp.tournaments.sealing import secret_of


@dataclass(frozen=True, slots=True)
class Plan:
    """A draw that was not made yet: what would be stored, and what it looks like. One of the three last is there."""

    events: tuple[ClassEvent, ...]
    people: tuple[Entrant, ...]
    tree: Draw | None = None
    pairs: RoundDraw | None = None
    blocks: tuple[tuple[str, ...], ...] = ()
    met: Mapping[Edge, int] = field(default_factory=dict)
    """How often pairs of the field met before, where a round is drawn."""

    @property
    def fingerprint(self) -> str:
        """What tells this draw from another: entries change, and no event tells of it."""
        stored = [(one.kind, one.payload) for one in map(log.encode, self.events)]
        return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()


def due(found: Contest) -> bool:
    """Whether something is to be drawn now: the class, the next round, or the bracket after the blocks."""
    try:
        _check_due(found)
    except Objection:
        return False
    return True


def _check_due(found: Contest) -> None:
    state = found.state
    if state.over:
        raise Objection(Because.OVER)
    if not state.drawn:
        return
    if found.rules.format is Format.BY_ROUND and state.main is not None and len(state.main.free) > 1:
        if any(one.undecided for one in found.fixtures):
            raise Objection(Because.NOT_DECIDED)
        return
    if found.rules.is_league and found.rules.qualify and state.main is None:
        if any(block.to_play for block in state.blocks):
            raise Objection(Because.BLOCKS_NOT_OVER)
        return
    raise Objection(Because.DRAWN)


def planned(
    found: Contest, seed: Seed, *, only_here: bool = False, met: Mapping[Edge, int] | None = None
) -> Plan:
    """Return what a seed gives: `only_here` leaves out who did not report. Raises Objection where none is due.

    `met` says how often two met before, where rounds are drawn one by one.
    """
    _check_due(found)
    if found.state.drawn:
        if found.rules.is_league:
            return _bracket_after_blocks(found, seed)
        return _next_round(found, seed, met or {})
    people = tuple(one.entrant() for one in found.field.playing if one.here or not only_here)
    if not people:
        raise Objection(Because.NOBODY)
    if found.rules.is_league:
        return _blocks(found, people, seed)
    if found.rules.format is Format.KNOCKOUT:
        tree = draw(people, seed)
        return Plan(_shown(seed, *desk.open_drawn(tree.leaves, seed.hex)), people, tree=tree)
    return _first_round(found, people, seed, met or {})


def _first_round(found: Contest, people: tuple[Entrant, ...], seed: Seed, met: Mapping[Edge, int]) -> Plan:
    if len(people) < 2:
        raise Objection(Because.TOO_FEW)
    entered = desk.open_by_round([one.id for one in people])
    pairs = redraw(people, seed, met, purpose="round 1")
    places = {one.id: place for place, one in enumerate(people, 1)}
    drawn = log.after(found.state, _of_main(entered)).main
    assert drawn is not None
    first = desk.draw_round(drawn, [(places[one], places[other]) for one, other in pairs.pairs], seed.hex)
    return Plan(_shown(seed, *entered, *first), people, pairs=pairs, met=met)


def _next_round(found: Contest, seed: Seed, met: Mapping[Edge, int]) -> Plan:
    bracket = found.state.main
    assert bracket is not None
    standing = {who: place for place in bracket.free if isinstance(who := bracket.at(place), str)}
    names = found.names
    entries = [entry for who in standing if (entry := names.entry(who)) is not None]
    people = tuple(entry.entrant() for entry in entries)
    if len(people) < len(bracket.free):
        raise Objection(Because.NOT_DECIDED)
    pairs = redraw(people, seed, met, purpose=f"round {bracket.rounds}")
    drawn = desk.draw_round(
        bracket, [(standing[one], standing[other]) for one, other in pairs.pairs], seed.hex
    )
    return Plan(_shown(seed, *drawn), people, pairs=pairs, met=met)


def _blocks(found: Contest, people: tuple[Entrant, ...], seed: Seed) -> Plan:
    rules = found.rules
    if len(people) < 2 * rules.blocks:
        raise Objection(Because.TOO_FEW)
    blocks = parts(people, rules.blocks, seed)
    opened = [
        Of(
            log.block_section(number),
            LeagueOpened(
                players,
                rules.points,
                rules.tie_breaks,
                rules.leaving,
                shuffled(sorted(players), seed.stream(f"lots {number}")),
            ),
        )
        for number, players in enumerate(blocks, 1)
    ]
    return Plan((*opened, SeedShown(seed.hex)), people, blocks=blocks)


def _bracket_after_blocks(found: Contest, seed: Seed) -> Plan:
    """Draw those who qualified: block-mates apart, and the places of the blocks as seeds."""
    people = tuple(
        Entrant(who, frozenset({f"block {number}"}), seed_group=place)
        for number, block in enumerate(found.state.blocks, 1)
        for place, who in enumerate(qualified(block, found.rules.qualify), 1)
    )
    tree = draw(people, seed)
    return Plan(_shown(seed, *desk.open_drawn(tree.leaves, seed.hex)), people, tree=tree)


def qualified(block: League, count: int) -> tuple[str, ...]:
    """Return who of a block plays on, best first. Raises Objection where the table leaves that open."""
    lines = block.standings
    if len(lines) > count and lines[count].rank == lines[count - 1].rank:
        raise Objection(Because.TIED, one=lines[count - 1].player, other=lines[count].player)
    return tuple(line.player for line in lines[:count])


def _of_main(events: Sequence[events.Event]) -> tuple[ClassEvent, ...]:
    return tuple(Of(MAIN, event) for event in events)


def _shown(seed: Seed, *drawn: events.Event) -> tuple[ClassEvent, ...]:
    return (*_of_main(drawn), SeedShown(seed.hex))


def planned_now(known: Services, found: Contest, *, only_here: bool = False) -> Plan:
    """Return what the seed that was committed to gives. Raises Objection where there is none, or no draw is due."""
    met = met_before(known, found) if found.rules.format is Format.BY_ROUND else {}
    return planned(found, secret_of(known, found), only_here=only_here, met=met)


def confirm(
    known: Services, code: str, number: int, looked_at: str, *, actor: str, only_here: bool = False
) -> Contest:
    """Make the draw that was looked at, by its fingerprint.

    Raises NoSuchTournament, Objection (MOVED where it would be another one now).
    """

    def decision(found: Contest) -> tuple[ClassEvent, ...]:
        plan = planned_now(known, found, only_here=only_here)
        if plan.fingerprint != looked_at:
            raise Objection(Because.MOVED)
        return plan.events

    with UNDISTURBED:
        return decide(known, code, number, decision, actor=actor)


def undo(known: Services, code: str, number: int, *, actor: str) -> Contest:
    """Take a draw back in which nothing was played. Raises NoSuchTournament, Objection."""

    def decision(found: Contest) -> tuple[ClassEvent, ...]:
        if found.state.over:
            raise Objection(Because.OVER)
        return (Undrawn(undoable(found)),)

    return decide(known, code, number, decision, actor=actor)


def undoable(found: Contest) -> Part:
    """Return what of a class can be drawn anew. Raises Objection where something was played, or nothing is drawn."""
    if not found.state.drawn:
        raise Objection(Because.NOT_DRAWN)
    if found.rules.is_league and found.state.main is not None:
        logs = (*found.state.teams, *found.state.games)
        touched = any(one.startswith("m") for one in logs)
        if touched or any(one.entered for one in found.fixtures if one.block is None):
            raise Objection(Because.BEGUN)
        return Part.MAIN
    if found.begun:
        raise Objection(Because.BEGUN)
    return Part.BLOCK
