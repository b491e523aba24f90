"""Sheets of results handed in, decided and taken in; a tournament's workbook, and the records of its boards."""

import io
import re
import zipfile
from typing import Final

from flask import Response, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response as BaseResponse

from engine.karuta import record as records
from webapp.access.roles import Role, allow
from webapp.club.days import parse_day
from webapp.club.import_routes import sheet_fault
from webapp.club.member_routes import file_of
from webapp.club.naming import Naming
from webapp.club.personal import add_holder
from webapp.door import Body, form, only_forms, without_controls
from webapp.exchange import drafts
from webapp.exchange.blueprint import blueprint
from webapp.exchange.holder import HOLDER
from webapp.exchange.words import claim_words, doubt_words, sum_words, where_words
from webapp.matches import operations
from webapp.matches.seen import without_blanks
from webapp.once import once
from webapp.security import takes, visitor
from webapp.services import services
from webapp.tournaments import contests, wide
from webapp.tournaments.sheet import LARGEST, SheetError
from webapp.tournaments.words import MEETS
from webapp.workbook import XLSX, to_xlsx

__all__ = ["blueprint"]

FORM_LIMIT: Final = 4_000_000
"""Bytes of the decisions on the largest sheet."""
_DECISION: Final = re.compile(r"[mp][1-9]\d{0,5}")

add_holder(HOLDER)


@blueprint.get("/results")
@allow(Role.ORGANISER)
def sheets() -> str:
    """Show where a sheet is handed in, the drafts that wait, and the sheets that were taken in."""
    return _sheets()


@blueprint.post("/results")
@allow(Role.ORGANISER)
@takes(LARGEST + 10_000)
@once
def hand_in() -> BaseResponse | tuple[str, int]:
    """Keep a sheet as a draft, or say what is wrong with it."""
    upload = request.files.get("file")
    data = upload.read() if upload is not None else b""
    if upload is None or not data:
        return _sheets(str(_("Choose a file first."))), 422
    name = (upload.filename or "")[:200]
    try:
        number = drafts.start(services(), name, data, visitor().actor)
    except SheetError as error:
        return _sheets(sheet_fault(name, error)), 422
    return redirect(url_for("exchange.draft", number=number), code=303)


@blueprint.get("/results/<int:number>")
@allow(Role.ORGANISER)
def draft(number: int) -> str:
    """Show a draft: everything doubtful, and what becomes of it."""
    return _draft(number)


@blueprint.post("/results/<int:number>")
@allow(Role.ORGANISER)
@takes(FORM_LIMIT)
@once
def decide(number: int) -> BaseResponse | tuple[str, int]:
    """Keep what was decided, and take the sheet in if that is wanted and nothing is open."""
    only_forms()
    known = services()
    chosen = {name: text[:20] for name, text in request.form.items() if _DECISION.fullmatch(name)}
    typed = request.form.get("day", "").strip()
    day = parse_day(typed)
    meet = request.form.get("meet", "")
    event = without_controls(request.form.get("event", "")).strip()
    drafts.decide(known, number, chosen, event, day, meet=meet if meet in MEETS else None)
    if request.form.get("do") != "enter":
        flash(_("Kept. The draft waits for you."))
        return redirect(url_for("exchange.sheets"), code=303)
    try:
        count = drafts.approve(known, number, visitor().actor, told=_told())
    except drafts.Undecided as error:
        return _draft(number, _still(error, typed)), 422
    except drafts.CountedAlready:
        return _draft(
            number, str(_("Nothing was taken in yet. Look, and press again if you still mean it."))
        ), 409
    flash(ngettext("%(num)d match was taken in.", "%(num)d matches were taken in.", count), "good")
    return redirect(url_for("exchange.sheets"), code=303)


def _told() -> int:
    """Return of how many results of the same event and day the page told from which this came."""
    text = request.form.get("before", "")
    return int(text) if text.isdecimal() and len(text) < 5 else 0


def _still(error: drafts.Undecided, typed: str) -> str:
    if error.day:
        said = _("“%(day)s” is no day that has come; 2026-04-01 would be.", day=typed or "–")
        return str(said)
    text = ngettext(
        "%(num)d thing still has to be decided; it is marked.",
        "%(num)d things still have to be decided; they are marked.",
        error.count,
    )
    return str(text)


@blueprint.post("/results/<int:number>/drop")
@allow(Role.ORGANISER)
@once
@form(Body)
def drop(_body: Body, number: int) -> BaseResponse:
    """Throw a draft away."""
    drafts.throw_away(services(), number)
    flash(_("The draft is thrown away; nothing was taken in."))
    return redirect(url_for("exchange.sheets"), code=303)


@blueprint.post("/results/taken/<int:number>/out")
@allow(Role.ORGANISER)
@once
@form(Body)
def take_out(_body: Body, number: int) -> BaseResponse:
    """Take a sheet out again."""
    drafts.take_out(services(), number)
    flash(_("The sheet is out; its matches count no more."))
    return redirect(url_for("exchange.sheets"), code=303)


@blueprint.get("/tournaments/<code>/results.xlsx")
@allow(Role.HELPER)
def workbook(code: str) -> Response:
    """Return the results of a tournament as organisers keep them: a sheet for each class."""
    found = [one for one in contests.contests(services(), code) if one.state.drawn]
    tables = wide.sheets(found) or [("対戦結果表", (wide.WHO,))]
    return file_of(to_xlsx(tables), XLSX, f"tournament-{code}.xlsx")


@blueprint.get("/tournaments/<code>/records.zip")
@allow(Role.HELPER)
def record_files(code: str) -> Response:
    """Return the records of all boards of a tournament."""
    known = services()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for found in contests.contests(known, code):
            for board in found.boards:
                table = without_blanks(operations.load(known, board.match_code))
                name = f"class-{found.number}-{board.fixture}-{board.match_code}.json"
                packed.writestr(name, records.dumps(records.to_record(table.state)))
    return file_of(out.getvalue(), "application/zip", f"records-{code}.zip")


def _sheets(fault: str = "") -> str:
    known = services()
    return render_template(
        "exchange/sheets.html", drafts=drafts.waiting(known), taken=drafts.taken_in(known), fault=fault
    )


def _draft(number: int, fault: str = "") -> str:
    found = drafts.load(services(), number)
    people = list(found.named.values())
    return render_template(
        "exchange/draft.html",
        draft=found,
        fault=fault,
        doubtful=[one for one in found.checked.matches if one.doubts],
        clear=[one for one in found.checked.matches if not one.doubts],
        ours=[one for one in people if one.candidates],
        guests=[one for one in people if not one.candidates],
        naming=Naming.of(found.people.values()),
        claim_words=claim_words,
        doubt_words=doubt_words,
        where_words=where_words,
        sum_words=sum_words,
        meets=MEETS,
    )
