"""What becomes of people: leaving and coming back, guests, entries that are one person, and a person's own data."""

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from webapp import csv_file
from webapp.access.roles import Role, allow
from webapp.club import erasing, guests, leaving, merging, privacy
from webapp.club import members as people
from webapp.club.blueprint import blueprint
from webapp.club.forms import DayForm, MergeForm, ShownForm
from webapp.club.member_file import table_of, xlsx_of
from webapp.club.member_routes import CSV, file_of, named
from webapp.club.own_data import as_zip, own_data
from webapp.club.words import wrong_words
from webapp.db.people_models import Standing
from webapp.door import Body, form, only_forms
from webapp.i18n import language
from webapp.once import once
from webapp.security import visitor
from webapp.services import services
from webapp.workbook import XLSX

MOST_CLAIMED = 1000


@blueprint.post("/members/<int:member>/leave")
@allow(Role.ORGANISER)
@form(DayForm)
def leave(given: DayForm, member: int) -> Response:
    """Take a member off the lists."""
    if leaving.leave(services(), member, given.chosen(), visitor().actor):
        flash(_("Off the lists. The matches and this page stay."))
        return redirect(url_for("club.member", member=member), code=303)
    flash(_("The member has been deleted."))
    return redirect(url_for("club.members"), code=303)


@blueprint.post("/members/<int:member>/return")
@allow(Role.ORGANISER)
@form(DayForm)
def come_back(given: DayForm, member: int) -> Response:
    """Put a member on the lists again, or let a guest become one."""
    leaving.come_back(services(), member, given.chosen(), visitor().actor)
    return redirect(url_for("club.member", member=member), code=303)


@blueprint.post("/demo/remove")
@allow(Role.ORGANISER)
@form(Body)
def remove_demo(_body: Body) -> Response:
    """Take the demo club off the lists."""
    leaving.remove_demo(services())
    flash(_("The demo club has been removed. Add your own members."))
    return redirect(url_for("club.members"), code=303)


@blueprint.post("/members/<int:member>/shown")
@allow(Role.ORGANISER)
@form(ShownForm)
def show_to(given: ShownForm, member: int) -> Response:
    """Say who may see a person's name and figures."""
    named(member)
    privacy.show_to(services(), member, given.shown_to, given.guardian, given.coach_guardian)
    flash(_("Saved."))
    return redirect(url_for("club.member", member=member), code=303)


@blueprint.get("/members/<int:member>/merge")
@allow(Role.ORGANISER)
def merge_preview(member: int) -> str:
    """Show what it would come to if this entry and another were one person."""
    typed = request.args.get("into", "")
    if not (typed.isascii() and typed.isdigit() and len(typed) < 10):
        raise NotFound
    seen = merging.preview(services(), member, int(typed))
    return render_template("club/merge.html", seen=seen, wrong=wrong_words(seen.wrong) if seen.wrong else "")


@blueprint.post("/members/<int:member>/merge")
@allow(Role.ORGANISER)
@form(MergeForm)
def merge(given: MergeForm, member: int) -> Response:
    """Let another entry stand for this one."""
    try:
        stays = merging.merge(services(), member, given.into, visitor().actor)
    except merging.CannotMerge as error:
        flash(wrong_words(error.wrong), "bad")
        return redirect(url_for("club.merge_preview", member=member, into=given.into), code=303)
    flash(_("They are one person now. This page can take it back."))
    return redirect(url_for("club.member", member=stays), code=303)


@blueprint.post("/members/<int:member>/unmerge")
@allow(Role.ORGANISER)
@form(Body)
def unmerge(_body: Body, member: int) -> Response:
    """Let an entry that was merged stand for itself again."""
    merging.unmerge(services(), member)
    flash(_("They are two people again."))
    return redirect(url_for("club.member", member=member), code=303)


@blueprint.get("/members/<int:member>/data.zip")
@allow(Role.ORGANISER)
def data(member: int) -> Response:
    """Return all that the club keeps of a person."""
    return file_of(as_zip(own_data(services(), member)), "application/zip", f"person-{member}.zip")


@blueprint.get("/members/<int:member>/forget")
@allow(Role.ORGANISER)
def forget_page(member: int) -> str:
    """Show what forgetting a person takes out, and what it leaves."""
    return _forget_page(member)


@blueprint.post("/members/<int:member>/forget")
@allow(Role.ORGANISER)
@once
def forget(member: int) -> Response | tuple[str, int]:
    """Forget a person, if it was said twice."""
    only_forms()
    named(member)
    if request.form.get("sure") != "yes":
        return _forget_page(member, unsure=True), 422
    erasing.forget(services(), member)
    flash(_("The person is forgotten. Copies that were saved before still have the name: delete those too."))
    return redirect(url_for("club.members"), code=303)


def _forget_page(member: int, *, unsure: bool = False) -> str:
    found = named(member)
    return render_template(
        "club/forget.html",
        member=found,
        unsure=unsure,
        elsewhere=erasing.typed_elsewhere(services(), member),
        places=erasing.typed_in_places(services(), member),
    )


@blueprint.get("/guests")
@allow(Role.HELPER)
def guest_list() -> str:
    """Show the names that were typed at tables and belong to nobody yet."""
    return render_template(
        "club/guests.html",
        typed=guests.typed_guests(services()),
        people=people.everybody(services(), standings=Standing),
    )


@blueprint.post("/guests/claim")
@allow(Role.HELPER)
def claim() -> Response:
    """Let a typed name be a guest, a member, or somebody who is known."""
    only_forms()
    name, who = request.form.get("name", "")[:200], request.form.get("who", "")
    known = next((one for one in guests.typed_guests(services()) if one.name == name), None)
    if known is None:
        flash(_("This name belongs to somebody by now."), "bad")
        return redirect(url_for("club.guest_list"), code=303)
    codes = [code for code in request.form.getlist("match")[:MOST_CLAIMED] if code in known.codes]
    if who in (Standing.GUEST, Standing.MEMBER):
        number = guests.claim(services(), name, codes, standing=Standing(who), actor=visitor().actor)
    elif who.isascii() and who.isdigit() and len(who) < 10:
        number = guests.claim(services(), name, codes, member=int(who))
    else:
        flash(_("Choose who it is."), "bad")
        return redirect(url_for("club.guest_list"), code=303)
    return redirect(url_for("club.member", member=number), code=303)


@blueprint.get("/members.csv")
@allow(Role.ORGANISER)
def members_csv() -> Response:
    """Return everybody as a CSV file."""
    return file_of(csv_file.to_csv(_table()), CSV, "members.csv")


@blueprint.get("/members.xlsx")
@allow(Role.ORGANISER)
def members_xlsx() -> Response:
    """Return everybody as an Excel workbook."""
    return file_of(xlsx_of(_table(), str(_("Members"))), XLSX, "members.xlsx")


def _table() -> list[list[str]]:
    everybody = people.everybody(services(), standings=Standing)
    return table_of((one.member for one in everybody), japanese=language() == "ja")
