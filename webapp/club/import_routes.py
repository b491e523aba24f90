"""A file of people: handed in, decided line by line, and entered."""

from typing import Final

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response

from webapp.access.roles import Role, allow
from webapp.club.blueprint import blueprint
from webapp.club.importing import drafts
from webapp.club.importing.comparing import changes
from webapp.club.importing.reading import NoPeople
from webapp.club.member_columns import COLUMNS
from webapp.club.naming import Naming
from webapp.club.words import column_name, dan_name, doubt_words, skipped_words, standing_name
from webapp.door import Body, form, only_forms
from webapp.once import once
from webapp.security import takes, visitor
from webapp.services import services
from webapp.tournaments.sheet import LARGEST, SheetError

FORM_LIMIT: Final = 2_000_000
"""Bytes of the decisions on the largest file."""
LONGEST_CHOICE: Final = 500
"""Signs of the decision on one line; it may name some members."""


@blueprint.get("/import")
@allow(Role.ORGANISER)
def import_page() -> str:
    """Show where a file of people is handed in, and the drafts that wait."""
    return _import_page()


@blueprint.post("/import")
@allow(Role.ORGANISER)
@takes(LARGEST + 10_000)
@once
def import_file() -> Response | tuple[str, int]:
    """Take a file in as a draft, or say what is wrong with it."""
    upload = request.files.get("file")
    data = upload.read() if upload is not None else b""
    if upload is None or not data:
        return _import_page(str(_("Choose a file first."))), 422
    name = (upload.filename or "")[:200]
    try:
        number = drafts.start(services(), name, data, visitor().actor)
    except SheetError as error:
        return _import_page(sheet_fault(name, error)), 422
    except NoPeople as error:
        return _import_page(people_fault(name, error)), 422
    return redirect(url_for("club.draft", number=number), code=303)


@blueprint.get("/import/<int:number>")
@allow(Role.ORGANISER)
def draft(number: int) -> str:
    """Show a draft: every line, what is doubtful in it, and what becomes of it."""
    return _draft_page(number)


@blueprint.post("/import/<int:number>")
@allow(Role.ORGANISER)
@takes(FORM_LIMIT)
@once
def decide(number: int) -> Response | tuple[str, int]:
    """Keep what was decided, and enter everybody if that is wanted and nothing is open."""
    only_forms()
    known = services()
    drafts.decide(known, number, _decisions())
    if request.form.get("do") != "enter":
        flash(_("Kept. The draft waits for you."))
        return redirect(url_for("club.import_page"), code=303)
    try:
        entered = drafts.approve(known, number, visitor().actor)
    except drafts.Undecided as error:
        text = ngettext(
            "%(num)d line still has to be decided; it is marked.",
            "%(num)d lines still have to be decided; they are marked.",
            len(error.lines),
        )
        return _draft_page(number, str(text)), 422
    flash(
        _(
            "Entered: %(new)s new, %(same)s who were known, %(out)s left out.",
            new=entered.new,
            same=entered.same,
            out=entered.out,
        )
    )
    return redirect(url_for("club.members"), code=303)


@blueprint.post("/import/<int:number>/drop")
@allow(Role.ORGANISER)
@once
@form(Body)
def drop_draft(_body: Body, number: int) -> Response:
    """Throw a draft away."""
    drafts.throw_away(services(), number)
    flash(_("The draft is thrown away; nobody was entered."))
    return redirect(url_for("club.import_page"), code=303)


def _decisions() -> dict[int, str]:
    found = {}
    for field, choice in request.form.items():
        number = field.removeprefix("line-")
        if field != number and number.isascii() and number.isdigit() and len(number) < 10:
            found[int(number)] = choice[:LONGEST_CHOICE]
    return found


def sheet_fault(name: str, error: SheetError) -> str:
    """Return what is wrong with a file that is no table."""
    if error.line is None:
        return str(_("%(file)s cannot be read: %(reason)s.", file=name, reason=error.reason))
    return str(
        _(
            "%(file)s cannot be read, line %(line)s: %(reason)s.",
            file=name,
            line=error.line,
            reason=error.reason,
        )
    )


def people_fault(name: str, error: NoPeople) -> str:
    """Return why a table holds no people."""
    if error.many:
        return str(_("%(file)s has too many lines for one club.", file=name))
    if error.found:
        return str(
            _(
                "%(file)s: no column is called name or 氏名, or nobody stands below it. Found: %(found)s.",
                file=name,
                found=", ".join(error.found)[:200],
            )
        )
    return str(_("%(file)s is empty.", file=name))


def _import_page(fault: str = "") -> str:
    return render_template("club/import.html", drafts=drafts.drafts(services()), fault=fault, columns=COLUMNS)


def _draft_page(number: int, fault: str = "") -> str:
    found = drafts.load(services(), number)
    naming = Naming.of(found.people.values())
    return render_template(
        "club/draft.html",
        draft=found,
        fault=fault,
        open=frozenset(found.undecided),
        doubtful=[one for one in found.lines if one.doubtful],
        clear=[one for one in found.lines if not one.doubtful],
        naming=naming,
        changes=changes,
        column_name=column_name,
        doubt_words=doubt_words,
        skipped_words=skipped_words,
        standing_name=standing_name,
        dan_name=dan_name,
    )
