"""The pages of voices: the list, one pack, and recording one."""

from dataclasses import dataclass

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from reader.packs.checking import check
from reader.packs.faults import PackError
from reader.packs.halves import HALVES, key
from reader.pattern import Half
from reader.voices.recorded import PREFIX
from webapp.access.roles import Role, allow
from webapp.door import Body, form
from webapp.i18n import language
from webapp.once import once
from webapp.reading import choices
from webapp.reading.anthology import anthology_version
from webapp.reading.studio import studio
from webapp.security import visitor
from webapp.services import services
from webapp.voices import operations, views, words
from webapp.voices.auditions import PACE
from webapp.voices.blueprint import blueprint
from webapp.voices.forms import Described, NewPack
from webapp.voices.upload_routes import LARGEST
from webapp.voices.uploads import uploads


@dataclass(frozen=True, slots=True)
class PackRow:
    """A pack in the list; `fault` says why it cannot be opened."""

    name: str
    title: str
    there: int
    credit: str
    complete: bool
    sample: Half | None = None
    fault: str = ""


@blueprint.get("/")
@allow(Role.HELPER)
def index() -> str:
    """Show the voices: those of the program and of the system to try out, and the recorded packs."""
    return list_page()


def list_page(fault: str = "", typed: dict[str, str] | None = None) -> str:
    """Return the list of voices; with what was typed into the form of a new pack, and what is wrong with it."""
    known = services()
    voices = [name for name in studio(known).voices if not name.startswith(PREFIX)]
    island = {
        "previewUrl": url_for("voices.preview"),
        "uploadUrl": url_for("voices.upload"),
        "largest": LARGEST,
    }
    return render_template(
        "voices/index.html",
        voices=[choices.voice_option(name) for name in voices],
        packs=[row(name) for name in operations.shelf(known).names()],
        island=island,
        words=words.list_words(),
        count=words.count,
        fault=fault,
        typed=typed or {},
    )


def row(name: str) -> PackRow:
    """Return a pack as the list shows it."""
    try:
        pack = operations.pack(services(), name)
    except PackError as error:
        return PackRow(name, name, 0, "", complete=False, fault=words.not_taken(error))
    found = check(pack.clips)
    return PackRow(
        name,
        pack.document.title,
        len(pack.clips),
        pack.document.credit,
        complete=found.complete,
        sample=views.sample(pack),
    )


@blueprint.post("/new")
@allow(Role.ORGANISER)
@once
@form(NewPack)
def begin(new: NewPack) -> BaseResponse | tuple[str, int]:
    """Make a pack without recordings and go to its recording page."""
    try:
        made = operations.begin(services(), new.title, new.credit, new.licence)
    except PackError as error:
        return list_page(words.not_taken(error), new.model_dump()), 422
    return redirect(url_for("voices.record", name=made.name), code=303)


@blueprint.get("/<name>")
@allow(Role.HELPER)
def page(name: str) -> str:
    """Show a pack: its 202 halves, and the waveform of the one that is chosen."""
    pack = operations.pack(services(), name)
    found = check(pack.clips)
    island = {
        "clipsUrl": url_for("voices.clip", name=name, half="HALF"),
        "marksUrl": url_for("voices.mark", name=name, half="HALF"),
        "cutUrl": url_for("voices.cut", name=name, half="HALF"),
        "dropUrl": url_for("voices.drop", name=name, half="HALF"),
        "soundUrl": url_for("voices.sound", name=name, file="HALF"),
        "previewUrl": url_for("voices.preview"),
        "voice": PREFIX + name,
        "mayChange": visitor().may(Role.ORGANISER),
    }
    return render_template(
        "voices/pack.html",
        pack=pack,
        poems=views.poems(found),
        summary=views.summary(pack, found),
        sample=views.sample(pack),
        unread=unread(name),
        island=island,
        words={**words.list_words(), **words.pack_words()},
        count=words.count,
    )


def unread(name: str) -> list[str]:
    """Return what is to be said of the files that gave nothing, where the page is opened after taking a pack in."""
    upload = uploads(services()).of(request.args.get("taken", ""))
    if upload is None or upload.name != name:
        return []
    return words.unread(upload.unread)


@blueprint.get("/<name>/record")
@allow(Role.ORGANISER)
def record(name: str) -> str:
    """Show the page on which a pack is recorded, verse after verse."""
    pack = operations.pack(services(), name)
    island = {
        "takeUrl": url_for("voices.take", name=name, half="HALF"),
        "soundUrl": url_for("voices.sound", name=name, file="HALF"),
        "poemsUrl": url_for("reading.poems", language=language(), v=anthology_version(language())),
        "halves": [key(half) for half in HALVES],
        "there": [key(half) for half in HALVES if half in pack.clips],
        "pace": str(PACE),
    }
    return render_template("voices/record.html", pack=pack, island=island, words=words.record_words())


@blueprint.post("/<name>/describe")
@allow(Role.ORGANISER)
@form(Described)
def describe(described: Described, name: str) -> BaseResponse:
    """Give a pack another credit and licence note."""
    try:
        operations.describe(services(), name, described.credit, described.licence.strip())
        flash(_("Saved"))
    except PackError as error:
        flash(words.not_taken(error), "bad")
    return redirect(url_for("voices.page", name=name), code=303)


@blueprint.post("/<name>/remove")
@allow(Role.ORGANISER)
@once
@form(Body)
def remove(_body: Body, name: str) -> BaseResponse:
    """Remove a pack, unless a reading reads with it."""
    try:
        operations.remove(services(), name)
    except operations.InUse:
        flash(words.in_use(), "bad")
        return redirect(url_for("voices.page", name=name), code=303)
    except PackError as error:
        flash(words.not_taken(error), "bad")
        return redirect(url_for("voices.index"), code=303)
    flash(_("The pack is removed."))
    return redirect(url_for("voices.index"), code=303)
