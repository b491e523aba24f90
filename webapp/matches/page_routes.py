"""The pages around the board: the list, a new match, the record, a record's file in and out, the hall."""

import datetime as dt
from typing import Any

from flask import Response, flash, jsonify, redirect, render_template, request, url_for
from flask_babel import format_date
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from engine.core.document import DocumentError
from engine.karuta import record as records
from webapp import evening
from webapp.access.roles import Role, allow
from webapp.db.columns import now
from webapp.db.store import Stream
from webapp.door import form
from webapp.live.mark import Mark
from webapp.matches import listing, newmatch, opening, operations, words
from webapp.matches.blueprint import blueprint
from webapp.matches.cards import card_version
from webapp.matches.faults import file_fault
from webapp.matches.forms import ChooseReader, NewMatch, SetAside
from webapp.matches.names import Names
from webapp.matches.plain import plain
from webapp.matches.reads import read_views
from webapp.matches.seen import without_blanks
from webapp.matches.strips import reader_strips, strip_of
from webapp.matches.views import table_view
from webapp.once import once
from webapp.practice_day import practice_day
from webapp.security import takes, visitor
from webapp.services import services

FILE_LIMIT = 1024 * 1024


@blueprint.get("/matches/", endpoint="list")
@allow(Role.SPECTATOR)
def show_list() -> str:
    """Show the tables at play and the matches of before."""
    found = listing.recent(services())
    return render_template(
        "matches/list.html",
        at_play=[one for one in found if one.open and not one.table.set_aside],
        finished=[one for one in found if not one.open and not one.table.set_aside],
        aside=[one for one in found if one.table.set_aside],
        strip=strip_of,
    )


@blueprint.get("/matches/new")
@allow(Role.HELPER)
def new() -> str:
    """Show the form of a new match; `again` names one whose players play once more."""
    return _form_page(newmatch.blank(services(), request.args.get("again"), request.args.get("reading")))


@blueprint.post("/matches/new")
@allow(Role.HELPER)
@once
@form(NewMatch)
def open_match(given: NewMatch) -> BaseResponse | tuple[str, int]:
    """Open a match, or show the form again with what is wrong in it."""
    checked = newmatch.check(services(), given)
    if checked.faults or checked.ready is None:
        return _form_page(checked), 422
    code = newmatch.open_from(services(), checked.ready, visitor().actor)
    if given.reading:
        evening.follow(services(), code, given.reading, visitor().actor)
    return redirect(url_for("matches.board", code=code), code=303)


@blueprint.get("/matches/<code>")
@allow(Role.SPECTATOR)
def record(code: str) -> str:
    """Show a match read by read."""
    known = services()
    row = listing.row_of(known, code)
    table = operations.load(known, code)
    return render_template(
        "matches/record.html",
        row=row,
        table=table,
        names=Names.of(table.state.opened.names),
        view=table_view(table),
        reads=read_views(table.state),
        deal=[table.state.opened.deal[player] for player in (0, 1)],
        readings=evening.open_readings(known),
    )


@blueprint.post("/matches/<code>/reader")
@allow(Role.HELPER)
@form(ChooseReader)
def choose_reader(choice: ChooseReader, code: str) -> BaseResponse:
    """Let a table follow another reading, or a person, and go back to its board."""
    known = services()
    operations.load(known, code)
    if choice.reading and choice.reading not in evening.open_readings(known):
        flash(str(_("This reading is over: choose another, or somebody who reads.")), "bad")
        return redirect(url_for("matches.record", code=code), code=303)
    evening.follow(known, code, choice.reading or None, visitor().actor)
    return redirect(url_for("matches.board", code=code), code=303)


@blueprint.post("/matches/<code>/aside")
@allow(Role.ORGANISER)
@form(SetAside)
def set_aside(given: SetAside, code: str) -> BaseResponse:
    """Take a match that was opened by mistake out of the lists, or put it back."""
    evening.set_aside(services(), code, away=given.away, actor=visitor().actor)
    return redirect(url_for("matches.record", code=code), code=303)


@blueprint.get("/matches/<code>.json")
@allow(Role.SPECTATOR)
def export(code: str) -> Response:
    """Return the match as a file that `naniwazu match replay` reads."""
    table = without_blanks(operations.load(services(), code))
    response = Response(records.dumps(records.to_record(table.state)), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="match-{code}.json"'
    return response


@blueprint.post("/matches/import", endpoint="import")
@allow(Role.HELPER)
@takes(FILE_LIMIT)
@once
def import_file() -> BaseResponse:
    """Store the match of an uploaded record, or say where in the file it cannot be."""
    upload = request.files.get("record")
    data = upload.read() if upload is not None else b""
    if not data:
        flash(str(_("Choose a file first.")), "bad")
        return redirect(url_for("matches.list"), code=303)
    try:
        code = opening.import_record(services(), data, actor=visitor().actor)
    except DocumentError as error:
        flash(file_fault(error, (upload.filename if upload else None) or ""), "bad")
        return redirect(url_for("matches.list"), code=303)
    return redirect(url_for("matches.record", code=code), code=303)


@blueprint.get("/matches/hall")
@allow(Role.SPECTATOR)
def hall() -> str:
    """Show all tables of the evening, for a projector."""
    found = _hall()
    seen = {Stream.parse(strip["topic"]): strip["seq"] for strip in (*found["tables"], *found["readers"])}
    page = {
        **found,
        "mark": str(Mark(services().hub.epoch, seen)),
        "hall_url": url_for("matches.hall_tables"),
    }
    return render_template("matches/hall.html", page=page, words=words.hall_words())


@blueprint.get("/matches/hall.json")
@allow(Role.SPECTATOR)
def hall_tables() -> Response:
    """Return what the hall shows, as it stands."""
    return jsonify(_hall())


def _hall() -> dict[str, Any]:
    found = listing.at_play(services(), now(), apart=True)
    readers = reader_strips(services(), found)
    return {"tables": plain(tuple(map(strip_of, found))), "readers": plain(readers)}


@blueprint.get("/matches/deal.json")
@allow(Role.HELPER)
def deal_check() -> Response:
    """Return the cards that typed lists mean, as far as they mean any, and the first fault in them."""
    typed = [request.args.get(side, "")[:2000] for side in "ab"]
    found, fault = newmatch.typed_sides(typed[0], typed[1])
    return jsonify(cards={"A": found[0], "B": found[1]}, fault=fault)


@blueprint.app_template_filter("day")
def day(when: dt.datetime | dt.date) -> str:
    """Return a day in words; of a moment that of the evening that it belongs to."""
    evening = practice_day(when) if isinstance(when, dt.datetime) else when
    return str(format_date(evening, "medium"))


def _form_page(checked: newmatch.Checked) -> str:
    return render_template(
        "matches/new.html",
        checked=checked,
        form=checked.form,
        faults=checked.faults,
        cards_url=url_for("matches.cards", v=card_version()),
        words=words.deal_words(),
        **newmatch.choices(services()),
    )
