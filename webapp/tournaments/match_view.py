"""The matches of a class as pages show them: sides with names, tables, results in words, what the desk can do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.tournament.bracket import OPEN, Who
from engine.tournament.outcome import Outcome
from webapp.services import Services
from webapp.tournaments import boards, running
from webapp.tournaments.contests import Contest
from webapp.tournaments.fixtures import Fixture, parts_won
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.running import Spot
from webapp.tournaments.words import how_text, match_name, outcome_text, round_name, seat_name, who_name


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two of a match; `id` is empty where nobody is known."""

    id: str
    name: str
    club: str = ""
    kana: str = ""
    plain: str = ""
    """The bare name, for the kana to stand over; `apart` is what follows it where somebody else has it too."""
    apart: str = ""
    won: bool = False
    lost: bool = False
    here: bool = True
    """Whether they reported at the desk; only told while the match is to be played."""


@dataclass(frozen=True, slots=True)
class BoardLink:
    """The board that a match is played on. `says` is its result, where that is not the one entered."""

    code: str
    counts: tuple[int, int]
    over: bool
    says: Outcome | None = None
    says_text: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A match, or a board or game of one. `state` is open, ready, done, or aside (its result does not count)."""

    spot: str
    pair: str
    table: int
    title: str
    round: str
    sides: tuple[Side, Side]
    state: str
    result: str = ""
    aside: str = ""
    unusual: bool = False
    """Whether the margin is one that only penalties make."""
    board: BoardLink | None = None
    parts: tuple["Card", ...] = ()
    teams: bool = False
    score: str = ""
    """Boards or games won by the two."""


def cards(
    found: Contest, fixtures: Iterable[Fixture], seated: Mapping[str, BoardLink] | None = None
) -> tuple[Card, ...]:
    """Return matches as cards; `seated` are their boards by spot."""
    return tuple(card(found, one, seated or {}) for one in fixtures)


def card(found: Contest, fixture: Fixture, seated: Mapping[str, BoardLink]) -> Card:
    """Return a match as a card."""
    outcome = fixture.outcome
    parts = _parts(found, fixture, seated)
    aside = fixture.set_aside
    return Card(
        spot=fixture.key,
        pair=",".join(fixture.pair) if fixture.pair is not None else "",
        table=found.tables[fixture.key],
        title=match_name(found, fixture),
        round=round_name(found, fixture),
        sides=_sides(found, fixture.sides, fixture.winner, show_here=fixture.ready and found.checks_in),
        state="aside" if aside is not None else _state(fixture),
        result=how_text(outcome) if outcome is not None else "",
        aside=outcome_text(found.names, aside) if aside is not None else "",
        unusual=outcome is not None and outcome.unusual,
        board=seated.get(fixture.key),
        parts=parts,
        teams=bool(fixture.boards),
        score=_score(found, fixture),
    )


def card_at(found: Contest, spot: Spot, seated: Mapping[str, BoardLink]) -> Card:
    """Return a match, or a board or game of one. Raises Objection where there is none, or none yet."""
    whole = card(found, found.fixture(spot.key), seated)
    if not spot.part:
        return whole
    if spot.part > len(whole.parts):
        raise Objection(Because.NO_FIXTURE)
    return whole.parts[spot.part - 1]


def _state(fixture: Fixture) -> str:
    if fixture.winner is not OPEN:
        return "done"
    return "ready" if fixture.ready else "open"


def _sides(
    found: Contest, sides: tuple[Who, Who], winner: Who, *, show_here: bool = False
) -> tuple[Side, Side]:
    one, other = (_side(found, who, winner, show_here=show_here) for who in sides)
    return one, other


def _side(found: Contest, who: Who, winner: Who, *, show_here: bool) -> Side:
    names = found.names
    if not isinstance(who, str):
        return Side("", who_name(names, who))
    entry = names.entry(who)
    return Side(
        who,
        names[who],
        names.club(who),
        names.kana(who),
        names.plain(who),
        names.apart(who),
        won=who == winner,
        lost=winner is not OPEN and who != winner,
        here=entry is None or entry.here or not show_here,
    )


def _parts(found: Contest, fixture: Fixture, seated: Mapping[str, BoardLink]) -> tuple[Card, ...]:
    if not fixture.compound or fixture.pair is None:
        return ()
    return tuple(_part(found, fixture, number, seated) for number in range(1, fixture.parts + 1))


def _part(found: Contest, fixture: Fixture, number: int, seated: Mapping[str, BoardLink]) -> Card:
    spot = Spot(fixture.key, number)
    outcome = running.recorded(found, spot)
    sides = _seated(found, fixture, number)
    known = all(isinstance(who, str) for who in sides)
    winner: Who = outcome.winner or OPEN if outcome is not None else OPEN
    games = found.state.games.get(fixture.log_name)
    surplus = games is not None and games.decided_in is not None and number > games.decided_in
    state = "done" if outcome is not None else "ready" if known and not surplus else "open"
    if fixture.boards:
        title = f"{' – '.join(found.names[team] for team in fixture.players)}, {seat_name(number)}"
    else:
        title = f"{match_name(found, fixture)} · {number}/{fixture.games}"
    return Card(
        spot=str(spot),
        pair=",".join(who for who in sides if isinstance(who, str)) if known else "",
        table=found.tables[fixture.key] + (number - 1 if fixture.boards else 0),
        title=title,
        round=str(number),
        sides=_sides(found, sides, winner),
        state=state,
        result=how_text(outcome) if outcome is not None else "",
        unusual=outcome is not None and outcome.unusual,
        board=seated.get(str(spot)),
    )


def _seated(found: Contest, fixture: Fixture, number: int) -> tuple[Who, Who]:
    if not fixture.boards:
        return fixture.sides
    match = found.state.teams.get(fixture.log_name)
    if match is None:
        return OPEN, OPEN
    players = dict(zip(match.met.teams, match.players(number), strict=True))
    one, other = (players.get(side) if isinstance(side, str) else None for side in fixture.sides)
    return one or OPEN, other or OPEN


def _score(found: Contest, fixture: Fixture) -> str:
    won = parts_won(found.state, fixture)
    return "–".join(str(won[side]) for side in fixture.players) if won and fixture.pair is not None else ""


def board_links(known: Services, found: Contest) -> Mapping[str, BoardLink]:
    """Return the boards that play matches of a class, by spot."""
    links: dict[str, BoardLink] = {}
    keys = {one.key for one in found.fixtures}
    for row in found.boards:
        spot = Spot.parse(row.fixture)
        if row.fixture in links or spot.key not in keys:
            continue
        seated = boards.board_of(known, found, spot)
        if seated is None:
            continue
        outcome = seated.outcome
        differs = outcome is not None and outcome != running.recorded(found, spot)
        links[row.fixture] = BoardLink(
            code=seated.board.match_code,
            counts=seated.table.state.counts,
            over=outcome is not None,
            says=outcome if differs else None,
            says_text=outcome_text(found.names, outcome) if differs and outcome is not None else "",
        )
    return links
