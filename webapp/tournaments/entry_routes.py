"""Entries: the list, by hand, from the members; fee, check-in, lottery."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import format_decimal
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp.access.roles import Role, allow
from webapp.club.members import Listed
from webapp.club.names import folded
from webapp.club.words import dan_name
from webapp.door import Body, form
from webapp.matches import opening
from webapp.once import once
from webapp.security import visitor
from webapp.services import services
from webapp.tournaments import contests, entering, sealing
from webapp.tournaments.answers import checked, live, say_no, to, typed_fields
from webapp.tournaments.blueprint import blueprint
from webapp.tournaments.contests import Contest
from webapp.tournaments.forms import EntryForm, MateForm
from webapp.tournaments.log import Purpose
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.people import Entry, Player, by_kana, clubs_of
from webapp.tournaments.played_this_year import played_this_year
from webapp.tournaments.recognising import Club
from webapp.tournaments.refusals import refusal
from webapp.tournaments.squads import Mate

_BLANK: Final = dict.fromkeys(
    ("name", "kana", "club", "dan", "seed_group", "family", "squad", "member", "played"), ""
)
_MATE: Final = re.compile(r"player-([1-9]\d{0,2})-(name|kana|member)")


@blueprint.get("/<code>/<int:number>/entries")
@allow(Role.HELPER)
def entries(code: str, number: int) -> str:
    """Show who entered a class."""
    return _page(contests.contest(services(), code, number), {}, ())


@blueprint.post("/<code>/<int:number>/entries")
@allow(Role.HELPER)
@once
def enter(code: str, number: int) -> Response | tuple[str, int]:
    """Enter somebody by hand."""
    found = contests.contest(services(), code, number)
    typed = typed_fields()
    given = checked(EntryForm, typed)
    if isinstance(given, tuple):
        return _page(found, typed, given), 422
    mates = _ticked("mate")
    known = Club(opening.members(services())).recognise(given.name, given.kana, clubs_of(given.club)).member
    member = known.id if known is not None and not found.rules.boards else None
    try:
        entering.add(services(), code, number, [given.typed(member, mates)], late=given.late == "yes")
    except Objection as error:
        return _page(found, typed, (), error, mates=mates), 409
    flash(_("%(name)s is entered.", name=given.name), "good")
    if member is not None:
        flash(_("A member of the club is known by this name."), "good")
    return to("entries", found)


def _ticked(field: str) -> tuple[int, ...]:
    """Return the members who were ticked."""
    typed = request.form.getlist(field)
    return tuple(int(one) for one in typed if one.isascii() and one.isdigit() and len(one) < 10)


@blueprint.post("/<code>/<int:number>/entries/members")
@allow(Role.HELPER)
@once
def enter_members(code: str, number: int) -> Response | tuple[str, int]:
    """Enter members of the club."""
    found = contests.contest(services(), code, number)
    typed_fields()
    chosen = _ticked("member")
    try:
        entering.add(
            services(),
            code,
            number,
            entering.from_members(services(), chosen),
            late=request.form.get("late") == "yes",
        )
    except Objection as error:
        return _page(found, {}, (), error, ticked=frozenset(chosen)), 409
    return to("entries", found)


@blueprint.get("/<code>/<int:number>/entries/<int:entrant>")
@allow(Role.HELPER)
def edit_entry(code: str, number: int, entrant: int) -> str:
    """Show the form of an entry."""
    found = contests.contest(services(), code, number)
    one = found.entry(entrant)
    typed = {
        "name": one.name,
        "kana": one.kana,
        "club": one.club,
        "dan": "" if one.dan is None else str(one.dan),
        "seed_group": str(one.seed_group or ""),
        "family": one.family,
        "member": str(one.member or ""),
        "played": "" if one.played is None else str(one.played),
    }
    return _entry_form(found, one, typed, ())


@blueprint.post("/<code>/<int:number>/entries/<int:entrant>")
@allow(Role.HELPER)
def change_entry(code: str, number: int, entrant: int) -> Response | tuple[str, int]:
    """Change an entry: the corrected name shows everywhere, and no result is touched."""
    found = contests.contest(services(), code, number)
    one = found.entry(entrant)
    typed = typed_fields()
    given, changed = checked(EntryForm, typed), _changed_mates(one)
    if isinstance(given, tuple) or changed is None:
        wrong = given if isinstance(given, tuple) else ("players",)
        return _entry_form(found, one, typed, wrong), 422
    member = given.member if "member" in typed else one.member
    known = {person.id for person in opening.members(services())}
    try:
        entering.change(
            services(),
            code,
            number,
            entrant,
            given.typed(member if member in known else None, _ticked("mate"), changed),
        )
    except Objection as error:
        return _entry_form(found, one, typed, (), error), 409
    return to("entries", found)


def _changed_mates(one: Entry) -> dict[int, Mate] | None:
    """Return the players of a squad as typed, by their numbers in it; None where something does not fit."""
    typed: dict[int, dict[str, str]] = {}
    for field, text in request.form.items():
        if (match := _MATE.fullmatch(field)) is not None:
            typed.setdefault(int(match[1]), {})[match[2]] = text
    there = {int(player.id.partition(".")[2]) for player in one.squad}
    given = {number: checked(MateForm, fields) for number, fields in typed.items() if number in there}
    if any(isinstance(form, tuple) for form in given.values()):
        return None
    known = {person.id for person in opening.members(services())}
    return {
        number: Mate(form.name, form.kana, form.member if form.member in known else None)
        for number, form in given.items()
        if isinstance(form, MateForm)
    }


@blueprint.post("/<code>/<int:number>/entries/<int:entrant>/<action>")
@allow(Role.HELPER)
@form(Body)
def note_entry(_body: Body, code: str, number: int, entrant: int, action: str) -> Response:
    """Withdraw an entry or let it hold after all; note a fee; note who is here. Goes back to where it came from."""
    found = contests.contest(services(), code, number)
    known = services()
    back = "checkin" if action in ("here", "away") else "entries"
    match action:
        case "withdraw" | "return":
            try:
                entering.withdraw(known, code, number, entrant, back=action == "return")
            except Objection as error:
                say_no(error, found)
        case "paid" | "unpaid":
            entering.set_paid(known, code, number, entrant, paid=action == "paid")
        case "here" | "away":
            entering.set_here(known, code, number, [entrant], here=action == "here")
        case _:
            abort(404)
    return redirect(
        url_for(f"tournaments.{back}", code=code, number=found.number) + f"#entry-{entrant}", code=303
    )


@blueprint.post("/<code>/<int:number>/seal/<purpose>")
@allow(Role.ORGANISER)
@once
@form(Body)
def seal(_body: Body, code: str, number: int, purpose: str) -> Response:
    """Make the secret number of the lots, or of the parts of a class, whose fingerprint is shown at once."""
    found = contests.contest(services(), code, number)
    pages = {Purpose.LOTS: "entries", Purpose.PARTS: "edit_class"}
    if purpose not in pages:
        abort(404)
    sealing.commit_seed(services(), code, number, Purpose(purpose), actor=visitor().actor)
    return to(pages[Purpose(purpose)], found)


@blueprint.post("/<code>/<int:number>/lottery")
@allow(Role.ORGANISER)
@form(Body)
def lottery(_body: Body, code: str, number: int) -> Response:
    """Draw lots for who plays, from the number whose fingerprint was shown."""
    found = contests.contest(services(), code, number)
    try:
        entering.lottery(services(), code, number, actor=visitor().actor)
    except Objection as error:
        say_no(error, found)
        return to("entries", found)
    flash(_("The lots are drawn."), "good")
    return to("entries", found)


@blueprint.get("/<code>/<int:number>/checkin")
@allow(Role.HELPER)
def checkin(code: str, number: int) -> str:
    """Show who is here, for tapping."""
    found = contests.contest(services(), code, number)
    typed = request.args.get("q", "")[:100].strip()
    drawn = found.drawn_ids
    expected = [one for one in found.entries if one.id in drawn] if drawn else list(found.field.playing)
    shown = [one for one in by_kana(expected) if not typed or one.found_by(typed)]
    return render_template(
        "tournaments/checkin.html",
        contest=found,
        shown=shown,
        typed=typed,
        here=sum(one.here for one in expected),
        expected=len(expected),
        away=frozenset(found.state.main.absent) if found.state.main is not None else frozenset(),
        live=live(found),
    )


def _faults(wrong: tuple[str, ...]) -> dict[str, str]:
    known = {
        "name": _("A name of up to 200 characters is wanted."),
        "dan": _("Dan are 1 to 10; 0 is none."),
        "seed_group": _("1 for the strongest, 2 for the next …, or nothing."),
        "played": _("A whole number up to 99 is wanted, or nothing."),
        "squad": _("At most 20 names, one a line."),
        "players": _("Each player needs a name of up to 200 characters."),
    }
    return {
        name: known.get(name, _("This line is too long or has signs in it that cannot be kept."))
        for name in wrong
    }


def _page(
    found: Contest,
    typed: Mapping[str, str],
    wrong: tuple[str, ...],
    error: Objection | None = None,
    *,
    ticked: frozenset[int] | None = None,
    mates: Sequence[int] = (),
) -> str:
    """Show the entries; `ticked` are the members of a choice that was refused, None where none was made.

    `mates` are those who were ticked for a team.
    """
    field = found.field
    return render_template(
        "tournaments/entries.html",
        contest=found,
        field=field,
        playing=by_kana(field.playing),
        undrawn=by_kana(field.undrawn),
        fees=_fees(found),
        played=_played(found),
        members=_not_entered(found),
        mates=mates,
        ticked=ticked or (),
        of_members=ticked is not None,
        values=_BLANK | dict(typed),
        faults=_faults(wrong),
        refused=refusal(error, found.names) if error is not None else "",
        closed=error is not None and error.because is Because.CLOSED,
        dan_name=dan_name,
    )


def _played(found: Contest) -> Mapping[int, int]:
    """Return how often those who entered played this year, where places go by it."""
    if not found.rules.first:
        return {}
    with services().database.session() as session:
        return played_this_year(session, found.tournament, found.entries)


def _fees(found: Contest) -> tuple[tuple[str, str], ...]:
    """Return what was paid of what is due, and what was paid by those who have no place, each with its name."""
    field, fee = found.field, found.row.fee
    if not fee:
        return ()
    due = (*field.playing, *field.undrawn)
    paid = sum(one.paid for one in due)
    other = sum(one.paid for one in (*field.waiting, *field.withdrawn))
    of_all = f"{paid} / {len(due)} · {format_decimal(paid * fee)} / {format_decimal(len(due) * fee)}"
    without = ((_("paid, without a place"), f"{other} · {format_decimal(other * fee)}"),) if other else ()
    return ((_("paid"), of_all), *without)


def _not_entered(found: Contest) -> list[Listed]:
    """Return the people of the club who are not in the class, neither by themselves nor in a team."""
    there = [one for one in found.entries if not one.withdrawn]
    entered = {one.member for one in there} | {player.member for one in there for player in one.squad}
    return [one for one in opening.players(services()) if one.member.id not in entered]


def _entry_form(
    found: Contest,
    one: Entry,
    typed: Mapping[str, str],
    wrong: tuple[str, ...],
    error: Objection | None = None,
) -> str:
    people = opening.players(services())
    return render_template(
        "tournaments/entry_form.html",
        contest=found,
        entry=one,
        values=_BLANK | dict(typed),
        faults=_faults(wrong),
        refused=refusal(error, found.names) if error is not None else "",
        people=people,
        squad=[_mate_values(player.id, player, typed, people) for player in one.squad],
        members=_not_entered(found),
        mates=_ticked("mate"),
        dan_name=dan_name,
    )


def _mate_values(
    who: str, player: Player, typed: Mapping[str, str], people: Sequence[Listed]
) -> tuple[str, dict[str, str], list[Listed]]:
    """Return a player's number, their fields as typed or as they are, and who of the club it could be."""
    number = who.partition(".")[2]
    now = {"name": player.name, "kana": player.kana, "member": str(player.member or "")}
    values = {key: typed.get(f"player-{number}-{key}", text) for key, text in now.items()}
    names = {folded(player.name), folded(values["name"])}
    kana = folded(player.kana)
    could_be = [
        one
        for one in people
        if folded(one.member.name) in names
        or (kana and folded(one.member.kana) == kana)
        or str(one.member.id) == values["member"]
    ]
    return number, values, could_be
