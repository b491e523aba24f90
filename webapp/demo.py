"""A club to try things with: the poets of the anthology, and one match that two of them have played.

The match is told by the same events as any other, so its record can be opened, corrected and exported.
"""

from sqlalchemy import select

from engine.karuta import commands as ask
from engine.karuta.deal import deal
from engine.karuta.events import Event
from engine.karuta.fold import fold
from engine.karuta.match import decide
from engine.karuta.player import PLAYERS, Player, Side
from engine.karuta.read import Read, Touch
from engine.karuta.state import MatchState
from poems.cards import ALL_CARDS, numbers
from poems.chance import Bits, Seed, shuffled
from webapp.club.demo import fill_if_empty as enter_members
from webapp.db.models import Member
from webapp.matches.opening import Dealt, Seat, open_match
from webapp.matches.tables import tables
from webapp.services import Services

SEAT_A, SEAT_B = "紫式部", "清少納言"
SEED = Seed.from_hex("6e616e6977617a752d64656d6f000001")
"""Decides the demo match: the same in every club, so that what the documents show can be found again."""


def fill_if_empty(known: Services) -> bool:
    """Enter the poets and their match if the club has no member yet; return whether they were entered."""
    if not enter_members(known.database):
        return False
    play_match(known)
    return True


def play_match(known: Services) -> str:
    """Store a whole match between two poets and return its code."""
    with known.database.session() as session:
        seats = [
            session.scalars(select(Member).where(Member.name == name)).first() for name in (SEAT_A, SEAT_B)
        ]
    a, b = (
        Seat(name, member.id if member else None)
        for name, member in zip((SEAT_A, SEAT_B), seats, strict=True)
    )
    code = open_match(known, (a, b), Dealt(deal(SEED)), actor="demo")
    here = tables(known.store)
    table = here.load(code)
    here.append(table, _played(table.state), client_id=None, actor="demo")
    return code


def _played(state: MatchState) -> list[Event]:
    """Return a plausible match from its first read to its last."""
    luck = SEED.stream("luck")
    events: list[Event] = []
    for card in shuffled(numbers(ALL_CARDS), SEED.stream("reading")):
        for command in (ask.Call(card), ask.Settle(_read(state, card, luck))):
            state = _told(state, events, decide(state, command))
        if state.pending is not None:
            sent = numbers(state.held[state.pending.sender])[: state.pending.count]
            state = _told(state, events, decide(state, ask.Send(sent)))
        if state.result is not None:
            break
    return events


def _told(state: MatchState, events: list[Event], new: tuple[Event, ...]) -> MatchState:
    events.extend(new)
    return fold(new, state)


def _read(state: MatchState, card: int, luck: Bits) -> Read:
    """Return one read: five in eight cards are kept by the side that holds them, and hands slip now and then."""
    side = state.side(card)
    slipped = PLAYERS[luck.getrandbits(1)] if luck.getrandbits(4) == 0 else None
    if side is Side.DEAD:
        return Read(card, touched=_touched(slipped, Touch.OWN))
    holder = Player(side)
    took = holder if luck.getrandbits(3) < 5 else holder.other
    return Read(card, took, touched=_touched(slipped if slipped is not took else None, Touch.OWN))


def _touched(player: Player | None, touch: Touch) -> tuple[Touch, Touch]:
    a, b = (touch if player is one else Touch.NONE for one in PLAYERS)
    return a, b
