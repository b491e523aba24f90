"""One use case a function: load the match, let the rules decide, store what they allow."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.karuta import commands as ask
from engine.karuta.match import decide
from engine.karuta.refused import Refused
from webapp.db.models import Setting
from webapp.db.store import Conflict, StoredEvent
from webapp.matches import forms
from webapp.matches.deciding import decided
from webapp.matches.seen import as_seen
from webapp.matches.tables import FOLLOWED, SET_ASIDE, Followed, SetAside, Table, TableEvent, Tables, tables
from webapp.services import Services

TRIES = 20
"""How often a command is decided anew when others write at the same table at the same moment."""

HARMLESS = frozenset({"hand_raised", "hand_lowered", FOLLOWED, SET_ASIDE})
"""Events that leave every other command as right as it was."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What a command came to: the table before and after it, and the events it stored, now or when it first came."""

    before: Table
    table: Table
    events: tuple[StoredEvent, ...]
    repeated: bool = False

    @property
    def moves_reader(self) -> bool:
        """Whether the reader has to wait for this table from now on, or no longer."""
        return self.before.state.holds_reader != self.table.state.holds_reader


def load(known: Services, code: str) -> Table:
    """Return a match as it stands, as whoever asks may see it. Raises NoSuchMatch."""
    (table,) = as_seen(known, (tables(known.store).load(code),))
    return table


def enter(known: Services, code: str, body: forms.TableCommand, actor: str) -> Entered:
    """Carry out a command of a board.

    A command that came before is answered with what it stored then. Raises NoSuchMatch, Conflict (the table has
    moved on since the command was made), Refused (the rules say no) or ReadingSays (a reading tells what is read).
    """
    here = tables(known.store)
    table = here.load(code)
    if repeated := here.of_command(code, body.client_id):
        return Entered(table, table, repeated, repeated=True)
    for _ in range(TRIES):
        _check_seen(here, table, body)
        events = decided(table, body.command, secret_of(known, table))
        if not events:
            return Entered(table, table, ())
        try:
            stored = here.append(table, events, client_id=body.client_id, actor=actor)
        except Conflict:
            table = here.load(code)
            continue
        return Entered(table, here.load(code), stored.events, stored.repeated)
    raise TimeoutError(f"match {code} is written to without a pause")


def _check_seen(here: Tables, table: Table, body: forms.TableCommand) -> None:
    """Raise Conflict where something happened that the command's maker had not seen, and that matters to it.

    A number that is still to come was seen in another history, such as one before a backup was put back.
    """
    if body.expected_seq > table.seq:
        raise Conflict(table.stream, table.seq, ())
    if body.expected_seq == table.seq or isinstance(body.command, forms.Hand):
        return
    missing = here.missing(table.code, body.expected_seq)
    if any(event.kind not in HARMLESS for event in missing):
        raise Conflict(table.stream, table.seq, missing)


def call(known: Services, code: str, card: int, actor: str = "reader") -> Table:
    """Note that the reader began a poem; a table where it cannot be (it was read there already) is left alone."""
    return _noted(known, code, ask.Call(card), actor)


def withdraw(known: Services, code: str, card: int, actor: str = "reader") -> Table:
    """Note that the poem that was begun is not read after all."""
    return _noted(known, code, ask.Withdraw(card), actor)


def follow(known: Services, code: str, reading: str | None, actor: str = "server") -> Table:
    """Let a table follow a reading; None: from now on somebody there says what was read."""
    return _stored(known, code, lambda table: () if table.reading == reading else (Followed(reading),), actor)


def set_aside(known: Services, code: str, *, away: bool, actor: str) -> Table:
    """Take a match that was opened by mistake out of every list, or put it back; its log keeps everything."""
    return _stored(known, code, lambda table: () if table.set_aside == away else (SetAside(away),), actor)


def _noted(known: Services, code: str, command: ask.Command, actor: str) -> Table:
    def decided_now(table: Table) -> tuple[TableEvent, ...]:
        try:
            return decide(table.state, command)
        except Refused:
            return ()

    return _stored(known, code, decided_now, actor)


def _stored(
    known: Services, code: str, events_for: Callable[[Table], tuple[TableEvent, ...]], actor: str
) -> Table:
    """Store what is to happen at a table as it stands; decided anew where somebody else was faster."""
    here = tables(known.store)
    for _ in range(TRIES):
        table = here.load(code)
        events = events_for(table)
        if not events:
            return table
        try:
            here.append(table, events, client_id=None, actor=actor)
        except Conflict:
            continue
        return here.load(code)
    raise TimeoutError(f"match {code} is written to without a pause")


def seed_key(code: str) -> str:
    """Return the name of the setting that keeps the seed of a deal until the match is over."""
    return f"seed:{code}"


def secret_of(known: Services, table: Table) -> str | None:
    """Return the seed of a deal that was not shown yet, None for cards drawn by hand."""
    if table.state.opened.commitment is None or table.state.seed is not None:
        return None
    with known.database.session() as session:
        kept = session.get(Setting, seed_key(table.code))
    return kept.value if kept is not None else None
