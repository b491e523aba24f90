"""Entries from a file: a look first, then those rows that are ticked; a refusal keeps the look as it was."""

from collections.abc import Mapping, Sequence

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from pydantic import TypeAdapter, ValidationError
from werkzeug.wrappers import Response

from webapp.access.roles import Role, allow
from webapp.characters import shortened
from webapp.club.import_routes import sheet_fault
from webapp.club.naming import Naming
from webapp.club.words import dan_name
from webapp.door import without_controls
from webapp.matches import opening
from webapp.once import once
from webapp.security import takes
from webapp.services import services
from webapp.tournaments import contests, entering, words
from webapp.tournaments.answers import to, typed_fields
from webapp.tournaments.blueprint import blueprint
from webapp.tournaments.entering import RefusedIn, Typed
from webapp.tournaments.entry_file import parse
from webapp.tournaments.forms import TakenRow
from webapp.tournaments.from_file import Previewed, preview
from webapp.tournaments.refusals import refusal
from webapp.tournaments.sheet import LARGEST, SheetError

FILE_LIMIT = LARGEST + 64 * 1024
TAKE_LIMIT = 4 * LARGEST
"""Bytes of a look that is sent back: the rows with what is said of them."""
_ROWS = TypeAdapter(tuple[TakenRow, ...])


@blueprint.post("/<code>/entries/file")
@allow(Role.HELPER)
@takes(FILE_LIMIT)
def look_at_file(code: str) -> Response | str:
    """Show what a file of entries would enter, and what is doubtful in it."""
    classes = contests.contests(services(), code)
    upload = request.files.get("entries")
    data = upload.read() if upload is not None else b""
    here, back = _number("class_number"), _number("back")
    where = url_for("tournaments.page", code=code)
    if back is not None:
        where = url_for("tournaments.entries", code=code, number=back)
    if not data:
        flash(_("Choose a file first."), "bad")
        return redirect(where, code=303)
    name = shortened((upload.filename if upload is not None else None) or "", 200)
    try:
        file = parse(data)
    except SheetError as error:
        flash(sheet_fault(shortened(name, 100), error), "bad")
        return redirect(where, code=303)
    members = opening.members(services())
    naming = Naming.of(members)
    rows = [_row(one, naming) for one in preview(file, classes, members, here)]
    kept = {entry.line for entry in file.entries}
    passed_over = [f"{one.line}: {one.text}" for one in file.doubts if one.line not in kept]
    ticked = {
        str(index)
        for index, one in enumerate(rows)
        if one.class_number and not one.again and not one.elsewhere
    }
    return _look(code, name, rows, ticked, passed_over=passed_over)


def _number(field: str) -> int | None:
    typed = request.form.get(field, "")
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 9 else None


def _row(row: Previewed, naming: Naming) -> TakenRow:
    """Return a row as a page carries it; one that cannot be kept is shown without what is wrong, and not entered."""
    typed = row.typed
    texts = {
        "class_name": row.class_name,
        "name": typed.name,
        "kana": typed.kana,
        "club": typed.club,
        "family": typed.family,
    }
    other = {
        "line": row.line,
        "class_number": row.class_number or 0,
        "doubts": row.doubts,
        "again": row.again,
        "elsewhere": row.elsewhere,
        "unknown": row.recognised.unknown,
        "named": tuple((one.id, naming.label(one)) for one in row.recognised.named),
        "dan": typed.dan,
        "seed_group": typed.seed_group,
        "member": typed.member,
        "played": typed.played,
    }
    try:
        return TakenRow.model_validate(texts | other)
    except ValidationError:
        fitting = {key: shortened(without_controls(text), 100) for key, text in texts.items()}
        return TakenRow.model_validate(other | fitting | {"class_number": 0, "unkept": True})


def _look(
    code: str,
    file: str,
    rows: Sequence[TakenRow],
    ticked: set[str],
    *,
    passed_over: Sequence[str] = (),
    refused: str = "",
) -> str:
    return render_template(
        "tournaments/preview.html",
        tournament=contests.tournament(services(), code),
        file=file,
        rows=rows,
        ticked=ticked,
        passed_over=passed_over,
        clean=sum(row.clean for row in rows),
        taken=_ROWS.dump_json(tuple(rows)).decode(),
        refused=refused,
        unknown_text=words.unknown_text,
        late="late" in request.form,
        dan_name=dan_name,
    )


@blueprint.post("/<code>/entries/take")
@allow(Role.HELPER)
@takes(TAKE_LIMIT)
@once
def take_file(code: str) -> Response | tuple[str, int]:
    """Enter the rows of a file that were ticked, into all their classes or into none."""
    typed_fields()
    classes = {one.number: one for one in contests.contests(services(), code)}
    try:
        rows = _ROWS.validate_json(request.form.get("rows", "[]"))
    except ValidationError:
        abort(422)
    members = {one.id for one in opening.members(services())}
    rows = tuple(_chosen(index, row, members) for index, row in enumerate(rows))
    ticked = set(request.form.getlist("row"))
    by_class: dict[int, list[Typed]] = {}
    for index, row in enumerate(rows):
        if str(index) in ticked and row.class_number in classes:
            by_class.setdefault(row.class_number, []).append(row.typed(row.member))
    try:
        entered = entering.add_to_classes(services(), code, by_class, late="late" in request.form)
    except RefusedIn as error:
        found = classes[error.number]
        said = f"{found.row.name}: {refusal(error.objection, found.names)}"
        return _look(code, shortened(request.form.get("file", ""), 200), rows, ticked, refused=said), 409
    return _entered(code, entered)


def _chosen(index: int, row: TakenRow, members: set[int]) -> TakenRow:
    """Return a row with the member who was chosen for it, nobody where that is no member any more."""
    chosen = _number(f"member-{index}") if f"member-{index}" in request.form else row.member
    return row.model_copy(update={"member": chosen if chosen in members else None})


def _entered(code: str, entered: Mapping[int, tuple[int, ...]]) -> Response:
    count = sum(map(len, entered.values()))
    flash(
        ngettext("%(num)d entry is taken in.", "%(num)d entries are taken in.", count),
        "good" if count else "bad",
    )
    if len(entered) == 1:
        return to("entries", contests.contest(services(), code, next(iter(entered))))
    return redirect(url_for("tournaments.page", code=code), code=303)
