"""What one running server holds: its settings, its database, its log, its followers and its doors."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flask import current_app

from webapp.access.codes import EntryCodes
from webapp.access.guesses import Guesses
from webapp.access.sessions import EntrySessions
from webapp.config import Config
from webapp.db.database import Database
from webapp.db.models import Setting
from webapp.db.store import EventStore, Stream
from webapp.db.writer import Transaction
from webapp.live.hub import Hub
from webapp.live.mark import Mark

EXTENSION = "naniwazu"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of a server, made once and handed to whoever needs them."""

    config: Config
    database: Database
    store: EventStore
    hub: Hub
    codes: EntryCodes
    sessions: EntrySessions
    guesses: Guesses = field(default_factory=Guesses)
    closing: list[Callable[[], None]] = field(default_factory=list)

    def mark(self, seen: Mapping[Stream, int]) -> str:
        """Return the mark for a page drawn with the state after these numbers: where its stream goes on."""
        return str(Mark(self.hub.epoch, seen))

    def when_closing(self, callback: Callable[[], None]) -> None:
        """Call `callback` when the server stops, the last registered first."""
        self.closing.append(callback)

    def close(self) -> None:
        """End what features started, then finish writing."""
        while self.closing:
            self.closing.pop()()
        self.database.close()


def open_services(config: Config) -> Services:
    """Open the database (made and brought up to date if needed) and build the rest on it."""
    database = Database(config.database_url)
    hub = Hub(epoch_of(database))
    codes = EntryCodes(database)
    codes.renew_old()
    return Services(
        config=config,
        database=database,
        store=EventStore(database, publish=hub.publish),
        hub=hub,
        codes=codes,
        sessions=EntrySessions(database),
    )


def epoch_of(database: Database) -> str:
    """Return the name of this history of the club: a restored backup starts another one."""
    with database.session() as session:
        known = session.get(Setting, "epoch")
    if known is not None:
        return known.value
    return new_epoch(database)


def new_epoch(database: Database) -> str:
    """Begin another history, so that followers of the old one start again."""
    epoch = secrets.token_hex(4)

    def job(transaction: Transaction) -> str:
        transaction.session.merge(Setting(key="epoch", value=epoch))
        return epoch

    return database.write(job)


def services() -> Services:
    """Return the services of the app at work."""
    found = current_app.extensions[EXTENSION]
    assert isinstance(found, Services)
    return found
