"""The page of what can be printed of a tournament, and the documents."""

import datetime as dt
from collections.abc import Iterable

from flask import Response, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from pydantic import ValidationError
from werkzeug.wrappers import Response as BaseResponse

from webapp.access.roles import Role, allow
from webapp.practice.history import board_says
from webapp.practice.pages import called, practice
from webapp.practice.views import round_view
from webapp.prints import honours, signs, values
from webapp.prints.blueprint import blueprint
from webapp.prints.bracket_sheet import bracket
from webapp.prints.cards import cards
from webapp.prints.certificate import certificates
from webapp.prints.forms import MOST_PLACES, certificate_form
from webapp.prints.listing import Listing, document
from webapp.services import services
from webapp.tournaments import contests
from webapp.tournaments.contests import Contest
from webapp.tournaments.placings import places
from webapp.tournaments.words import of_class

__all__ = ["blueprint"]

PDF = "application/pdf"


@blueprint.get("/tournaments/<code>")
@allow(Role.HELPER)
def tournament(code: str) -> str:
    """Show what can be printed of a tournament."""
    found = contests.contests(services(), code)
    lacking = signs.missing(text for one in found for text in _texts(one))
    return render_template(
        "prints/tournament.html",
        tournament=contests.tournament(services(), code),
        contests=found,
        rounds={one.number: values.rounds_with_cards(one) for one in found},
        placed={one.number: sum(place.place is not None for place in places(one)) for one in found},
        lacking=[(one, signs.code_points(one)) for one in lacking],
        wordings={
            (style, player): honours.proposed(upright=style == "upright", player=player)
            for style in ("upright", "level")
            for player in (False, True)
        },
        filled=" ".join(f"{{{name}}}" for name in honours.FILLED),
        most=MOST_PLACES,
        of_class=of_class,
    )


def _texts(found: Contest) -> Iterable[str]:
    yield found.tournament.name
    for entry in found.entries:
        yield from (entry.name, entry.kana, entry.club)
        for player in entry.squad:
            yield from (player.name, player.kana)


@blueprint.get("/tournaments/<code>/<int:number>/bracket.pdf")
@allow(Role.HELPER)
def bracket_file(code: str, number: int) -> BaseResponse:
    """Return the bracket of a class."""
    found = contests.contest(services(), code, number)
    sheets = values.bracket_sheets(found)
    if sheets is None:
        return _nothing(found, _("This class has no bracket to print yet."))
    return _pdf(bracket(sheets, found.tournament.day, values.notes()), f"bracket-{number}")


@blueprint.get("/tournaments/<code>/<int:number>/names.pdf")
@allow(Role.HELPER)
def names_file(code: str, number: int) -> BaseResponse:
    """Return the list of names of a class."""
    found = contests.contest(services(), code, number)
    return _listing([values.name_list(found)], found.tournament.day, f"names-{number}")


@blueprint.get("/tournaments/<code>/<int:number>/results.pdf")
@allow(Role.HELPER)
def results_file(code: str, number: int) -> BaseResponse:
    """Return the result sheets of a class: what is known is on them, the rest is to be written in."""
    found = contests.contest(services(), code, number)
    if not found.state.drawn:
        return _nothing(found, _("Draw the class first: then it is known who can meet."))
    sheets = values.result_sheets(found)
    return _listing(sheets, found.tournament.day, f"results-{number}", landscape=True)


@blueprint.get("/tournaments/<code>/<int:number>/tables.pdf")
@allow(Role.HELPER)
def tables_file(code: str, number: int) -> BaseResponse:
    """Return the tables of a league."""
    found = contests.contest(services(), code, number)
    tables = values.league_tables(found)
    if not tables:
        return _nothing(found, _("This class has no table to print: it is no league, or not drawn."))
    return _listing(tables, found.tournament.day, f"tables-{number}", landscape=True)


@blueprint.get("/tournaments/<code>/<int:number>/cards-<int:round_number>.pdf")
@allow(Role.HELPER)
def cards_file(code: str, number: int, round_number: int) -> BaseResponse:
    """Return the table cards of a round."""
    found = contests.contest(services(), code, number)
    wanted = values.table_cards(found, round_number)
    if not wanted:
        return _nothing(found, _("Nobody is known to meet in this round yet."))
    data = cards(wanted, values.card_words(), found.tournament.day, values.notes())
    return _pdf(data, f"cards-{number}-{round_number}")


@blueprint.get("/tournaments/<code>/<int:number>/certificates.pdf")
@allow(Role.HELPER)
def certificates_file(code: str, number: int) -> BaseResponse:
    """Return certificates for those who are placed, in the words that were typed."""
    found = contests.contest(services(), code, number)
    try:
        asked = certificate_form(request.args)
    except ValidationError as error:
        field = str(error.errors()[0]["loc"][0])
        return _nothing(
            found, _("“%(field)s” is too long, or not a number of places from 1 on.", field=field)
        )
    wanted = honours.certificates(found, asked.wording(), asked.places, players=asked.players == "yes")
    if not wanted:
        return _nothing(found, _("Nobody has a place yet."))
    return _pdf(certificates(wanted, found.tournament.day, values.notes()), f"certificates-{number}")


@blueprint.get("/practice/<code>/round-<int:number>.pdf")
@allow(Role.HELPER)
def practice_file(code: str, number: int) -> BaseResponse:
    """Return the sheet of a practice's round."""
    found = practice(code)
    if number not in found.rounds:
        flash(_("This round is not paired yet."), "bad")
        return redirect(url_for("practice.page", code=code), code=303)
    view = round_view(found, number, called(found.plan.day).name, board_says(services()))
    return _listing(
        [values.practice_sheet(found, view)], found.plan.day, f"practice-{found.plan.day}-{number}"
    )


def _listing(tables: Iterable[Listing], day: dt.date, name: str, *, landscape: bool = False) -> Response:
    return _pdf(document(tables, day, values.notes(), landscape=landscape), name)


def _nothing(found: Contest, why: str) -> BaseResponse:
    flash(why, "bad")
    return redirect(url_for("prints.tournament", code=found.code), code=303)


def _pdf(data: bytes, name: str) -> Response:
    response = Response(data, content_type=PDF)
    response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response
