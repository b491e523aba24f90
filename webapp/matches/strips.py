"""The tables of an evening as a projector shows them: names, counts, the last card, whose hand is up."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.karuta.player import PLAYERS
from poems import kimariji
from reader.yomite_state import Phase
from webapp.matches.happenings import last_in_words
from webapp.matches.listing import Listed
from webapp.matches.names import Names
from webapp.matches.views import Stage, finish, stage_of
from webapp.reading.log import stream_of
from webapp.reading.operations import abandoned
from webapp.reading.readings import Desk, readings
from webapp.services import Services


@dataclass(frozen=True, slots=True)
class Strip:
    """One table. `card` is the kimari-ji of the poem being read or read last; `lead` is who holds fewer cards."""

    code: str
    topic: str
    seq: int
    names: tuple[str, str]
    counts: tuple[int, int]
    hands: tuple[bool, bool]
    lead: str
    stage: Stage
    reads: int
    card: str
    heard: str
    result: str


def strip_of(listed: Listed) -> Strip:
    """Return a table's strip."""
    table = listed.table
    state = table.state
    names = Names.of(state.opened.names)
    counts = state.counts
    lead = "" if counts[0] == counts[1] else PLAYERS[counts[0] > counts[1]].name
    over = finish(table, names)
    return Strip(
        code=table.code,
        topic=str(table.stream),
        seq=table.seq,
        names=names.shown,
        counts=counts,
        hands=state.hands,
        lead=lead,
        stage=stage_of(state),
        reads=len(state.reads),
        card=_card(listed),
        heard=last_in_words(state, names),
        result=over.text if over is not None else "",
    )


@dataclass(frozen=True, slots=True)
class ReaderStrip:
    """A reading that tables follow, and what it is doing."""

    topic: str
    seq: int
    text: str


_PHASES = {
    Phase.READY: _l("ready"),
    Phase.SPEAKING: _l("reading"),
    Phase.PLAY: _l("cards are being taken"),
    Phase.HELD: _l("held"),
    Phase.DONE: _l("over"),
    Phase.STOPPED: _l("over"),
}


def reader_strips(known: Services, found: Iterable[Listed]) -> tuple[ReaderStrip, ...]:
    """Return the readings that these tables follow."""
    here = readings(known.store, known.database)
    desks = (here.load(name) for name in sorted({one.table.reading for one in found if one.table.reading}))
    return tuple(
        ReaderStrip(
            topic=str(stream_of(desk.id)),
            seq=desk.seq,
            text=str(_("Reader: %(count)s read, %(state)s", count=len(desk.read), state=_state(known, desk))),
        )
        for desk in desks
    )


def _state(known: Services, desk: Desk) -> str:
    return str(_("nobody plays it") if abandoned(known, desk) else _PHASES[desk.state.phase])


def _card(listed: Listed) -> str:
    state = listed.table.state
    if state.called is not None:
        return kimariji.current(state.called, state.read)
    last = next((read for read in reversed(state.reads) if read.void is None), None)
    return kimariji.current(last.card, state.read & ~(1 << last.card)) if last is not None else ""
