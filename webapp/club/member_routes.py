"""The members' list, a member's page and form, and the results."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from pydantic import ValidationError
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from webapp import results
from webapp.access.roles import Role, allow
from webapp.club import leaving, merging
from webapp.club import members as people
from webapp.club.blueprint import blueprint
from webapp.club.days import parse_day
from webapp.club.export import to_csv
from webapp.club.forms import GRADES, HIGHEST_DAN, MemberForm
from webapp.club.meets import meets
from webapp.club.merged import merged
from webapp.club.naming import Naming
from webapp.club.seen import may_see
from webapp.club.words import dan_name, ending_name, fact_words, standing_name
from webapp.db.people_models import Member, Standing
from webapp.door import Body, form, only_forms
from webapp.misfits import no_such_field
from webapp.once import once
from webapp.practice.games import Game
from webapp.practice.history import games_by_hand, games_of_member
from webapp.practice.words import how_name
from webapp.security import visitor
from webapp.services import Services, services


@dataclass(frozen=True, slots=True)
class Practised:
    """A game of a practice from one player's side."""

    game: Game
    won: bool
    opponent: int


CSV = "text/csv; charset=utf-8"
SHOWN: Mapping[str, Standing] = {
    "members": Standing.MEMBER,
    "guests": Standing.GUEST,
    "left": Standing.LEFT,
}


@blueprint.get("/")
@allow(Role.SPECTATOR, private=True)
def members() -> str:
    """Show the members, the guests or those who left, or everybody whom a typed text finds."""
    typed = request.args.get("q", "")[:100].strip()
    show = request.args.get("show", "members")
    wanted = tuple(Standing) if typed else (SHOWN.get(show, Standing.MEMBER),)
    return render_template(
        "club/members.html",
        listed=people.everybody(services(), typed, wanted),
        typed=typed,
        show=show if show in SHOWN else "members",
        dan_name=dan_name,
        standing_name=standing_name,
        demo=visitor().may(Role.ORGANISER) and leaving.has_demo(services()),
    )


@blueprint.get("/members/new")
@allow(Role.HELPER)
def new() -> str:
    """Show the form of a new member."""
    return form_page({}, {}, None)


@blueprint.post("/members/new")
@allow(Role.HELPER)
@once
def create() -> BaseResponse | tuple[str, int]:
    """Enter a member; what was typed stays where something does not fit."""
    typed = typed_fields()
    checked = check(typed)
    if isinstance(checked, Mapping):
        return form_page(typed, checked, None), 422
    same = people.namesakes(services(), checked.person())
    if same and "sure" not in request.form:
        return form_page(typed, {}, None, same=same), 409
    since = parse_day(checked.joined)
    member = people.add(services(), checked.person(), actor=visitor().actor, since=since)
    return redirect(url_for("club.member", member=member), code=303)


@blueprint.get("/members/<int:member>")
@allow(Role.SPECTATOR, private=True)
def member(member: int) -> str | BaseResponse:
    """Show a member with their matches; an entry that was merged leads to the one that stands for it."""
    known = services()
    found = seen(member)
    person = merging.stands_for(known, member)
    if person != member:
        return redirect(url_for("club.member", member=person), code=303)
    played = results.of_member(known, member)
    everybody = people.everybody(known, standings=Standing)
    return render_template(
        "club/member.html",
        member=found,
        apart=next((one.apart for one in everybody if one.member.id == member), ""),
        others=[one for one in everybody if one.member.id != member],
        results=played,
        tally=results.tally(played, member),
        merged=merging.merged_into(known, member),
        facts=fact_words(found),
        dan_name=dan_name,
        ending_name=ending_name,
        standing_name=standing_name,
        naming=Naming.of(one.member for one in everybody),
        practised=_practised(known, member),
        names={one.member.id: one.label for one in everybody},
        how_name=how_name,
    )


def _practised(known: Services, member: int) -> list[Practised]:
    """Return a person's games of practices, the latest first, each from their side."""
    with known.database.session() as session:
        same = merged(session)
    numbers = same.all(member)
    found = []
    for game in games_of_member(known, member):
        assert game.outcome is not None, "only games that are over"
        own, other = game.pair if game.pair[0] in numbers else (game.pair[1], game.pair[0])
        found.append(Practised(game, game.outcome.winner == own, same.one(other)))
    return found


@blueprint.get("/members/<int:member>/edit")
@allow(Role.HELPER)
def edit(member: int) -> str:
    """Show the form of a member."""
    found = named(member)
    typed = {
        "name": found.name,
        "kana": found.kana,
        "club": found.club,
        "grade": found.grade or "",
        "dan": str(found.dan or 0),
        "hand": found.hand or "",
        "note": found.note,
        "can_read": "yes" if found.can_read else "",
    }
    return form_page(typed, {}, found)


@blueprint.post("/members/<int:member>/edit")
@allow(Role.HELPER)
def change(member: int) -> BaseResponse | tuple[str, int]:
    """Change what is entered of a member."""
    found = named(member)
    typed = typed_fields()
    checked = check(typed)
    if isinstance(checked, Mapping):
        return form_page(typed, checked, found), 422
    people.change(services(), member, checked.person(), slip=bool(checked.slip), actor=visitor().actor)
    return redirect(url_for("club.member", member=member), code=303)


@blueprint.post("/members/<int:member>/facts/<int:fact>/drop")
@allow(Role.HELPER)
@form(Body)
def drop_fact(_body: Body, member: int, fact: int) -> BaseResponse:
    """Take out a dated fact that was entered by mistake."""
    people.drop_fact(services(), member, fact)
    return redirect(url_for("club.member", member=member), code=303)


@blueprint.get("/results")
@allow(Role.SPECTATOR, private=True)
def finished() -> str:
    """Show every finished match."""
    everybody = people.everybody(services(), standings=Standing)
    return render_template(
        "club/results.html",
        results=results.latest(services()),
        ending_name=ending_name,
        naming=Naming.of(one.member for one in everybody),
    )


@blueprint.get("/results.csv")
@allow(Role.HELPER)
def export() -> Response:
    """Return the finished matches as a file for spreadsheets."""
    known = services()
    data = to_csv(results.latest(known), people.by_number(known), games_by_hand(known), meets(known))
    return file_of(data, CSV, "results.csv")


def file_of(data: bytes, content_type: str, name: str) -> Response:
    """Return a file that the browser saves."""
    response = Response(data, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def seen(member: int) -> Member:
    """Return a member whom the visitor may see; 404 for any other, as if there were nobody."""
    found = people.one(services(), member)
    if not may_see(found.shown_to, visitor()):
        raise NotFound
    return found


def named(member: int) -> Member:
    """Return a member who can be changed; 404 for somebody who was forgotten."""
    found = people.one(services(), member)
    if found.erased_at is not None:
        raise NotFound
    return found


def typed_fields() -> dict[str, str]:
    """Return the form's fields as they were typed. Another content type is answered 415."""
    only_forms()
    return {name: text for name, text in request.form.items() if name not in ("csrf_token", "sure")}


def check(typed: Mapping[str, str]) -> MemberForm | dict[str, str]:
    """Return the form, or what is wrong with which field."""
    try:
        return MemberForm.model_validate_strings(dict(typed))
    except ValidationError as error:
        return {str(fault["loc"][0]): fault_of(str(fault["loc"][0])) for fault in error.errors()}


def fault_of(field: str) -> str:
    """Return what is wrong with a field, and what would be right."""
    day = _("A day that has come is wanted, such as 2026-04-01; leave it empty where nobody knows.")
    known = {
        "name": _("A member needs a name of up to 200 characters."),
        "dan": _("Dan are 1 to 10; 0 is none."),
        "grade": _("Classes are A to G."),
        "grade_since": day,
        "dan_since": day,
        "joined": day,
        "hand": _("Choose left or right."),
    }
    if field not in MemberForm.model_fields:
        return no_such_field()
    text: str = known.get(field, _("This line is too long or has signs in it that cannot be kept."))
    return text


def form_page(
    typed: Mapping[str, str],
    faults: Mapping[str, str],
    found: Member | None,
    same: tuple[Member, ...] = (),
) -> str:
    """Return the form of a member with what was typed and what is wrong in it."""
    blank = dict.fromkeys(MemberForm.model_fields, "") | {"dan": "0"}
    return render_template(
        "club/member_form.html",
        values=blank | dict(typed),
        faults=faults,
        member=found,
        same=same,
        grades=GRADES,
        dans=range(HIGHEST_DAN + 1),
        dan_name=dan_name,
    )
