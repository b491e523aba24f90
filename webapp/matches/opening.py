"""Opening a match: from a deal, or from the record of one that was played elsewhere."""

import secrets
from dataclasses import dataclass

from sqlalchemy import select

from engine.karuta import afterword
from engine.karuta import commands as ask
from engine.karuta import record as records
from engine.karuta.deal import deal
from engine.karuta.events import Event, Forgone, Opened, Settled
from engine.karuta.field import Layout
from engine.karuta.fold import fold
from engine.karuta.match import decide
from engine.karuta.player import Pair
from engine.karuta.read import Read
from engine.karuta.rulesets import Overrides
from engine.training.layout import HomeLayout
from poems.chance import Seed
from webapp.club.members import Listed, everybody
from webapp.db.columns import now
from webapp.db.models import Match, Member, Setting
from webapp.db.people_models import Standing
from webapp.db.store import Command, new_client_id
from webapp.db.writer import Transaction
from webapp.matches.arrange import arrange
from webapp.matches.operations import seed_key
from webapp.matches.tables import encode, stream_of
from webapp.services import Services
from webapp.teiichi.book import of_members

SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Signs of a match's code: none that is taken for another when read aloud or typed."""
CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits down: a name, and the member it belongs to unless it is a guest's."""

    name: str
    member: int | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal; `seed` is kept secret until the match is over, None where the cards were drawn by hand."""

    cards: Pair[tuple[int, ...]]
    seed: Seed | None = None


@dataclass(frozen=True, slots=True)
class Home:
    """How a player's cards are laid: by a layout, or (None) side by side as they sound."""

    layout: HomeLayout | None = None

    def laid(self, cards: tuple[int, ...]) -> Layout:
        """Return where the cards of a deal lie."""
        return arrange(cards) if self.layout is None else self.layout.laid(cards)


def at_random(seed: Seed) -> Dealt:
    """Return the deal of a seed."""
    return Dealt(deal(seed), seed)


def open_match(
    known: Services,
    seats: Pair[Seat],
    dealt: Dealt,
    *,
    ruleset: str = "official",
    options: Overrides = (),
    homes: Pair[Home | None] = (None, None),
    actor: str = "server",
) -> str:
    """Open a match and return its code. Raises engine.karuta.refused.Refused for a wrong deal or option.

    Where no home is given, the layout holds that the player marked for the board, if they did.
    """
    marked = of_members(known, [seat.member for seat in seats if seat.member is not None])
    a, b = (home or Home(marked.get(seat.member or 0)) for home, seat in zip(homes, seats, strict=True))
    opened = Opened(
        deal=dealt.cards,
        ruleset=ruleset,
        options=options,
        names=(seats[0].name, seats[1].name),
        layout=(a.laid(dealt.cards[0]), b.laid(dealt.cards[1])),
        commitment=dealt.seed.commitment() if dealt.seed is not None else None,
    )
    return _store(known, seats, decide(None, ask.Open(opened)), dealt.seed, actor)


def import_record(
    known: Services, data: bytes, seats: Pair[Seat | None] = (None, None), actor: str = "server"
) -> str:
    """Store the match that a record tells and return its code.

    Raises engine.core.document.DocumentError naming the place of what is wrong in it.
    """
    record = records.parse(data)
    state = records.replay(record)
    names = (record.opened.names[0] or "A", record.opened.names[1] or "B")
    sitting = (seats[0] or Seat(names[0]), seats[1] or Seat(names[1]))
    return _store(known, sitting, _told(state.opened, record.reads), None, actor)


def _told(opened: Opened, reads: tuple[Read, ...]) -> tuple[Event, ...]:
    forgone = (Forgone(),) if reads else ()
    events = (afterword.taken_in(opened), *map(Settled, reads), *forgone)
    return (*events, *afterword.follows(fold(events), opened.extra))


def _store(
    known: Services, seats: Pair[Seat], events: tuple[Event, ...], seed: Seed | None, actor: str
) -> str:
    at = now()

    def job(transaction: Transaction) -> str:
        session = transaction.session
        code = _free_code(transaction)
        a, b = seats
        session.add(
            Match(
                code=code,
                name_a=a.name,
                name_b=b.name,
                player_a_id=a.member,
                player_b_id=b.member,
                opened_at=at,
            )
        )
        if seed is not None:
            session.add(Setting(key=seed_key(code), value=seed.hex))
        session.flush()
        stored = tuple(map(encode, events))
        known.store.put(transaction, Command(stream_of(code), stored, 0, new_client_id(), actor))
        return code

    return known.database.write(job)


def _free_code(transaction: Transaction) -> str:
    while True:
        code = "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))
        if transaction.session.scalar(select(Match.id).where(Match.code == code)) is None:
            return code


def players(known: Services) -> list[Listed]:
    """Return those who may sit down, by kana: the club's members, then its guests."""
    members = everybody(known)
    return [*members, *everybody(known, standings=(Standing.GUEST,))]


def members(known: Services) -> list[Member]:
    """Return those who may sit down, by kana."""
    return [one.member for one in players(known)]
