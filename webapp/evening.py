"""The evening couples a reading with the tables that follow it; neither feature knows of the other.

What it does can be done again without harm: it looks how things stand and stores only what is lacking. So nothing is
lost when the server is killed between the two logs; the next thing that happens at either mends it.
"""

from dataclasses import dataclass

from flask_babel import format_time

from webapp.db.columns import now
from webapp.matches import listing
from webapp.matches import operations as matches
from webapp.matches.tables import Table
from webapp.reading import operations as readings
from webapp.reading.choices import set_name
from webapp.reading.listing import Listed, running
from webapp.reading.readings import Desk
from webapp.services import Services


def tables_of(known: Services, reading: str) -> tuple[Table, ...]:
    """Return the tables that follow a reading and are still at play, the first opened first."""
    return listing.following(known, reading, now())


def open_readings(known: Services) -> dict[str, str]:
    """Return tonight's readings that a table can follow, by id with what tells them apart, the likeliest first."""
    return {one.desk.id: f"{_title(one)}, {_hour(one)}" for one in running(known)}


def played(known: Services) -> str:
    """Return the reading of tonight that a page plays, empty where none is."""
    return next((one.desk.id for one in running(known) if one.sounding), "")


def _title(one: Listed) -> str:
    return one.desk.settings.title or set_name(one.desk.settings.cards)


def _hour(one: Listed) -> str:
    return str(format_time(one.opened_at, "short"))


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The cards that lie at a table, or lay when its match began."""

    names: str
    cards: tuple[int, ...]


def laid_out(known: Services) -> tuple[LaidOut, ...]:
    """Return the cards of tonight's tables, each table with its players' names."""
    return tuple(
        _laid_at(one.table) for one in listing.at_play(known, now()) if one.table.state.result is None
    )


def _laid_at(table: Table) -> LaidOut:
    opened = table.state.opened
    names = " – ".join(name or "?" for name in opened.names)
    return LaidOut(names, tuple(sorted((*opened.deal[0], *opened.deal[1]))))


def reading_moved(known: Services, desk: Desk) -> None:
    """After something happened in a reading: every table that follows it hears which poem has begun.

    A poem begins at a table with its first sound, not with the lower half before it. A poem that was taken back before
    anybody entered what happened is taken back at the tables too.
    """
    poem = desk.sounding_card
    for table in tables_of(known, desk.id):
        if poem is not None:
            matches.call(known, table.code, poem)
        elif table.state.called in desk.not_read:
            matches.withdraw(known, table.code, table.state.called)


def table_moved(known: Services, table: Table) -> None:
    """After something happened at a table: the reader knows whether a hand is up there."""
    if table.reading is not None:
        count_hands(known, table.reading)


def count_hands(known: Services, reading: str) -> Desk:
    """See at which tables a hand is up, let the reader know, and return the reading."""
    up = frozenset(table.code for table in tables_of(known, reading) if table.state.holds_reader)
    return readings.set_hands(known, reading, up)


def unfinished(table: Table) -> str:
    """Return what a table still owes the last read: "send", "read" where it entered nothing, or an empty text."""
    if table.state.pending is not None:
        return "send"
    return "read" if table.state.called is not None else ""


def waits(known: Services, reading: str) -> bool:
    """Whether the reader does not go on by itself.

    It waits for a table that has not done with the last read, and where its time is up it waits for somebody.
    """
    if readings.book(known).load(reading).time_is_up(readings.now()):
        return True
    return any(map(unfinished, tables_of(known, reading)))


def set_aside(known: Services, code: str, *, away: bool, actor: str) -> Table:
    """Take a match out of every list, or put it back; a hand that is up at a table set aside holds no reader."""
    table = matches.set_aside(known, code, away=away, actor=actor)
    table_moved(known, table)
    return table


def follow(known: Services, code: str, reading: str | None, actor: str) -> Table:
    """Let a table follow a reading, or none; the reader hears of a hand that is already up there."""
    before = matches.load(known, code).reading
    table = matches.follow(known, code, reading, actor)
    if before == reading:
        return table
    for changed in (before, reading):
        if changed is not None:
            readings.note_table(known, changed, code, follows=changed == reading)
            count_hands(known, changed)
    return table
