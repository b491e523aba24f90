"""All routes of home layouts: the list, the editor, paper, a code to share, and one that was shared."""

import json
from typing import Final

from flask import Response as FlaskResponse
from flask import flash, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from engine.training.layout import BadCode, HomeLayout, printed, suggested
from webapp.access import qr
from webapp.access.addresses import addresses
from webapp.access.roles import Role, allow
from webapp.club.member_routes import file_of
from webapp.db.columns import now
from webapp.door import Body, CommandBody, door, form
from webapp.drills.device import entered, learner, remember
from webapp.drills.log import LearnerGone
from webapp.once import once
from webapp.practice_day import practice_day
from webapp.prints import values
from webapp.services import services
from webapp.teiichi import book, views, words
from webapp.teiichi.blueprint import blueprint
from webapp.teiichi.book import EMPTY, Kept, Moved, NoSuchLayout, TooMany, Wrong
from webapp.teiichi.forms import Corners, Marked, Named, NewLayout, Typed
from webapp.teiichi.sheet import Words, sheet
from webapp.teiichi.words import mat_places

__all__ = ["blueprint"]

FORMAT: Final = "naniwazu-teiichi/1"
LONGEST_CODE: Final = 1000


@blueprint.get("/")
@allow(Role.SPECTATOR)
def mine() -> str:
    """Show the layouts of this device's learner, and how another begins."""
    return _list_page()


def _list_page(fault: str = "", typed: str = "") -> str:
    return render_template("teiichi/list.html", layouts=_kept(), fault=fault, typed=typed, most=book.MOST)


def _kept() -> tuple[Kept, ...]:
    return book.kept(services(), learner())


@blueprint.get("/mine.json")
@allow(Role.SPECTATOR)
def export() -> FlaskResponse:
    """Hand out all layouts of this device's learner."""
    layouts = [views.told(one.name, one.corners) for one in _kept()]
    text = json.dumps({"format": FORMAT, "layouts": layouts}, ensure_ascii=False, indent=1)
    return file_of(text.encode(), "application/json", "teiichi.json")


@blueprint.post("/new")
@allow(Role.SPECTATOR)
@once
@form(NewLayout)
def make(given: NewLayout) -> Response:
    """Begin a layout: a proposed one, an empty one, or one's own other one."""
    person = learner()
    if given.start.isdecimal():
        corners = book.one(services(), person, int(given.start)).corners
    else:
        corners = EMPTY if given.start == "empty" else suggested().corners
    return _keep_new(given.name, corners)


def _keep_new(name: str, corners: tuple[tuple[int, ...], ...]) -> Response:
    person, token = entered()
    try:
        number = book.make(services(), person, name or str(_("Home layout")), corners)
    except (TooMany, LearnerGone):
        flash(_("There is room for %(count)s layouts: take one out first.", count=book.MOST), "bad")
        return redirect(url_for("teiichi.mine"), code=303)
    return remember(redirect(url_for("teiichi.editor", number=number), code=303), token)


@blueprint.get("/<int:number>")
@allow(Role.SPECTATOR)
def editor(number: int) -> str:
    """Show a layout, to be changed by hand."""
    found = book.one(services(), learner(), number)
    return render_template(
        "teiichi/editor.html",
        layout=found,
        page=views.editor(found),
        words=views.editor_words(),
        places=mat_places(),
    )


@blueprint.post("/<int:number>/save")
@allow(Role.SPECTATOR)
@door(CommandBody[Corners])
def save(body: CommandBody[Corners], number: int) -> FlaskResponse | tuple[FlaskResponse, int]:
    """Keep how the cards lie now."""
    person = learner()
    if person is None:
        raise NoSuchLayout(number)
    try:
        seen, change = body.expected_seq, body.client_id
        version = book.save(services(), person, number, body.command.corners, version=seen, change=change)
    except Moved as moved:
        return jsonify(seq=moved.version, events=[]), 409
    except Wrong:
        return jsonify(refused="body", message=_("A card lies in two places.")), 422
    # its number, so that what was changed on top of it meanwhile follows it
    return jsonify(seq=version, events=[{"seq": version}], repeated=False)


@blueprint.post("/<int:number>/name")
@allow(Role.SPECTATOR)
@form(Named)
def rename(given: Named, number: int) -> Response:
    """Give a layout another name."""
    person = learner()
    if person is not None and given.name:
        book.rename(services(), person, number, given.name)
    return redirect(url_for("teiichi.editor", number=number), code=303)


@blueprint.post("/<int:number>/drop")
@allow(Role.SPECTATOR)
@once
@form(Body)
def drop(_body: Body, number: int) -> Response:
    """Take a layout out; its code, which brings it back, is said once more."""
    person = learner()
    if person is not None:
        found = book.one(services(), person, number)
        book.drop(services(), person, number)
        flash(_("“%(name)s” was taken out.", name=found.name), "good")
        if found.whole is not None:
            flash(_("Its code brings it back: %(code)s", code=found.whole.code()), "good")
    return redirect(url_for("teiichi.mine"), code=303)


@blueprint.post("/<int:number>/board")
@allow(Role.SPECTATOR)
@form(Marked)
def mark(given: Marked, number: int) -> Response:
    """Let the board lay the owner's cards by this layout, or no longer."""
    person = learner()
    if person is not None:
        book.mark(services(), person, number, on_board=given.on_board == "yes")
    return redirect(url_for("teiichi.editor", number=number), code=303)


def _whole(number: int) -> tuple[Kept, HomeLayout] | None:
    """Return a layout with all its cards; None, and the reason said, where some have no place yet."""
    found = book.one(services(), learner(), number)
    if found.whole is not None:
        return found, found.whole
    flash(_("%(count)s cards have no place yet: lay them first.", count=100 - found.count), "bad")
    return None


@blueprint.get("/<int:number>/layout.pdf")
@allow(Role.SPECTATOR)
def paper(number: int) -> Response:
    """Return a layout as a page to print."""
    whole = _whole(number)
    if whole is None:
        return redirect(url_for("teiichi.editor", number=number), code=303)
    upper, middle, lower = map(str, words.ROW_NAMES.values())
    said = Words((upper, middle, lower), str(_("Opponent's side")), str(_("My side")))
    data = sheet(whole[0].name, printed(whole[1]), said, practice_day(now()), values.notes())
    answer = FlaskResponse(data, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="teiichi-{number}.pdf"'
    return answer


@blueprint.get("/<int:number>/share")
@allow(Role.SPECTATOR)
def share(number: int) -> str | Response:
    """Show the code of a layout, as text and as a QR code that leads to it on this server."""
    whole = _whole(number)
    if whole is None:
        return redirect(url_for("teiichi.editor", number=number), code=303)
    code = whole[1].code()
    here = addresses(services().config.host, request.host)[-1].url
    link = f"{here}{url_for('teiichi.shared')}?code={code}"
    return render_template("teiichi/share.html", layout=whole[0], code=code, link=link, qr=qr.svg(link))


@blueprint.get("/shared")
@allow(Role.SPECTATOR)
def shared() -> str | tuple[str, int]:
    """Show the layout of a code, before it is kept."""
    typed = request.args.get("code", "")[:LONGEST_CODE]
    try:
        layout = HomeLayout.from_code(typed)
    except BadCode:
        return _list_page(_bad_code(), typed), 422
    return render_template("teiichi/shared.html", rows=views.rows(layout), code=layout.code())


@blueprint.post("/take")
@allow(Role.SPECTATOR)
@once
@form(Typed)
def take(given: Typed) -> Response | tuple[str, int]:
    """Keep a layout that somebody shared."""
    try:
        layout = HomeLayout.from_code(given.code)
    except BadCode:
        return _list_page(_bad_code(), given.code), 422
    return _keep_new(given.name, layout.corners)


def _bad_code() -> str:
    return str(
        _("This is no layout's code, or a letter of it is wrong or missing: copy all of it once more.")
    )
