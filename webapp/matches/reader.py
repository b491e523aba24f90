"""The reading that a table follows, as far as the table needs to know it."""

from dataclasses import dataclass

from flask_babel import gettext as _

from reader.pattern import OPENER
from reader.yomite_state import Phase
from webapp.db.store import Stream
from webapp.matches.tables import Table
from webapp.reading.log import stream_of
from webapp.reading.operations import abandoned
from webapp.reading.readings import Desk, NoSuchReading, readings
from webapp.services import Services


class ReadingSays(Exception):  # noqa: N818 - an answer, not a fault
    """A table that follows a reading learns from it which poem is read, and from nobody else."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The reading that a table follows: its stream, the stream's last number, and what it is doing, in words.

    `lost` says that it goes on by its log and nobody plays it.
    """

    stream: Stream
    seq: int
    says: str
    lost: bool = False


def reader_of(known: Services, table: Table) -> Reader | None:
    """Return the reading that a table follows; None where a person reads."""
    if table.reading is None:
        return None
    try:
        desk = readings(known.store, known.database).load(table.reading)
    except NoSuchReading:
        return None
    lost = abandoned(known, desk)
    says = str(_("No page plays this reading now. Open it where the loudspeaker is and take the sound."))
    return Reader(stream_of(desk.id), desk.seq, says if lost else _says(desk), lost)


def _says(desk: Desk) -> str:
    """Return what the reader is doing before a poem begins at the table; never which poem comes."""
    if desk.over:
        return str(_("The reading is over."))
    if desk.state.phase is Phase.HELD:
        return str(_("The reader is held."))
    if desk.read:
        return str(_("The next poem is awaited."))
    if desk.state.call is None:
        return str(_("The reader has not begun."))
    if OPENER in (half.poem for half in desk.state.call.halves):
        return str(_("The opener is being read."))
    return str(_("The first poem is awaited."))


def refused_words() -> str:
    """Return why a table that follows a reading is not told by hand what is read."""
    return str(
        _(
            "This table follows a reading, and the reading says which poem is read. To say it here, choose"
            " “Somebody else reads” first."
        )
    )
