"""What is going on tonight: readings, tables, the last results, and the way in for phones."""

import datetime as dt
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup

from reader.yomite_state import Phase
from webapp import evening
from webapp.access.addresses import addresses
from webapp.access.codes import grouped
from webapp.access.qr import svg
from webapp.access.roles import Role
from webapp.db.columns import now
from webapp.live.mark import Mark
from webapp.matches.listing import at_play
from webapp.matches.strips import Strip, strip_of
from webapp.practice.log import practices
from webapp.practice.session import Session
from webapp.practice_day import practice_day
from webapp.reading.choices import set_name
from webapp.reading.listing import Listed, running
from webapp.reading.log import stream_of
from webapp.results import Result, latest
from webapp.security import visitor
from webapp.services import Services

RESULTS = 5
READINGS = 4
"""Most shown; those that a page plays come first, and what was begun and forgotten is in the list of readings."""


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """A running reading in one line. `state` says what it is doing, `sounding` whether a page plays it."""

    id: str
    url: str
    title: str
    opened_at: dt.datetime
    state: str
    read: int
    total: int
    sounding: bool
    waiting: bool
    tables: int


@dataclass(frozen=True, slots=True)
class Entry:
    """How phones get in: the address, and the code that it asks for, as text and as a QR code."""

    url: str
    code: str
    qr: Markup


@dataclass(frozen=True, slots=True)
class Tonight:
    """Everything on the first page; `mark` is how far the streams that it shows had come.

    `waiting` are readings that were ordered and never begun, and which nobody waits for.
    """

    readings: tuple[ReadingLine, ...]
    waiting: tuple[ReadingLine, ...]
    tables: tuple[Strip, ...]
    results: tuple[Result, ...]
    practices: tuple[Session, ...]
    """Today's that are not over; none for those who look on without a code."""
    mark: Mark

    @property
    def quiet(self) -> bool:
        """Whether nothing is going on and nothing was finished."""
        return not (self.readings or self.waiting or self.tables or self.results or self.practices)


def tonight(known: Services) -> Tonight:
    """Return what is going on."""
    offered = running(known)
    lines = {one.desk.id: _line(known, one) for one in offered}
    begun = [one for one in offered if one.begun or lines[one.desk.id].tables]
    waiting = [one for one in offered if one not in begun]
    readings = (*begun[:READINGS], *waiting[:READINGS])
    tables = [one for one in at_play(known, now(), apart=True) if one.open]
    seen = {stream_of(one.desk.id): one.desk.seq for one in readings}
    seen |= {one.table.stream: one.table.seq for one in tables}
    return Tonight(
        readings=tuple(lines[one.desk.id] for one in begun[:READINGS]),
        waiting=tuple(lines[one.desk.id] for one in waiting[:READINGS]),
        tables=tuple(map(strip_of, tables)),
        results=latest(known, RESULTS),
        practices=() if visitor().is_public else _practices(known),
        mark=Mark(known.hub.epoch, seen),
    )


def _practices(known: Services) -> tuple[Session, ...]:
    today = practice_day(now())
    return tuple(one for one in practices(known.store).all() if one.plan.day == today and not one.closed)


def entry(known: Services, host: str) -> Entry | None:
    """Return how phones get in; None where the server listens to this machine only."""
    here = addresses(known.config.host, host)[-1]
    if not here.network:
        return None
    code = known.codes.current()[Role.SPECTATOR]
    return Entry(here.url, grouped(code), svg(f"{here.url}{url_for('access.join')}#{code}"))


def _line(known: Services, one: Listed) -> ReadingLine:
    desk = one.desk
    return ReadingLine(
        id=desk.id,
        url=url_for("reading.page", reading=desk.id),
        title=desk.settings.title or set_name(desk.settings.cards),
        opened_at=one.opened_at,
        state=_state(one),
        read=len(desk.read),
        total=len(desk.state.programme.cards),
        sounding=one.sounding,
        waiting=bool(desk.state.hands),
        tables=len(evening.tables_of(known, desk.id)),
    )


def _state(one: Listed) -> str:
    state = one.desk.state
    if one.abandoned:
        return str(_("nobody plays it"))
    if state.hands:
        text: str = ngettext(
            "waits: a hand is up at %(num)d table",
            "waits: hands are up at %(num)d tables",
            len(state.hands),
        )
        return text
    words = {
        Phase.READY: _("ready"),
        Phase.SPEAKING: _("reading"),
        Phase.PLAY: _("cards are being taken"),
        Phase.HELD: _("held"),
    }
    return str(words.get(state.phase, ""))
