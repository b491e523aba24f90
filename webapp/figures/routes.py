"""Figures of a person and of the club, as pages and as files."""

import datetime as dt
from collections.abc import Mapping
from typing import Final

from flask import Response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from engine.tournament.promotion import Month, outlook
from webapp.access.roles import Role, allow
from webapp.club import members, merging
from webapp.club.member_routes import CSV, file_of, seen
from webapp.club.words import dan_name
from webapp.db.columns import now
from webapp.db.people_models import Member, Standing
from webapp.figures import views
from webapp.figures.blueprint import blueprint
from webapp.figures.files import to_csv
from webapp.figures.records import all_games, records
from webapp.figures.views import Called, Figures
from webapp.practice_day import practice_day
from webapp.services import services

__all__ = ["blueprint"]

PERIODS: Final[Mapping[str, tuple[int, object]]] = {
    "all": (0, _l("All time")),
    "year": (365, _l("12 months")),
    "quarter": (91, _l("3 months")),
}
"""Days of each period, 0 for all, and what it is called."""


@blueprint.get("/")
@allow(Role.SPECTATOR, private=True)
def club() -> str:
    """Show the club's figures."""
    return render_template(
        "figures/club.html",
        figures=_of_club(),
        period=_period(),
        periods={key: one[1] for key, one in PERIODS.items()},
    )


@blueprint.get("/<key>.csv")
@allow(Role.SPECTATOR, private=True)
def club_file(key: str) -> Response:
    """Return a table of the club as a file."""
    return _file(_of_club(), key, f"club-{key}.csv")


@blueprint.get("/members/<int:member>")
@allow(Role.SPECTATOR, private=True)
def person(member: int) -> str | BaseResponse:
    """Show somebody's figures; an entry that was merged leads to the one that stands for it."""
    found = seen(member)
    stands = merging.stands_for(services(), member)
    if stands != member:
        return redirect(url_for("figures.person", member=stands), code=303)
    return render_template("figures/person.html", member=found, figures=_of_person(found), dan_name=dan_name)


@blueprint.get("/members/<int:member>/<key>.csv")
@allow(Role.SPECTATOR, private=True)
def person_file(member: int, key: str) -> Response:
    """Return a table of somebody as a file."""
    return _file(_of_person(seen(member)), key, f"member-{member}-{key}.csv")


def _file(figures: Figures, key: str, name: str) -> Response:
    table = figures.table(key)
    if table is None:
        raise NotFound
    return file_of(to_csv(table), CSV, name)


def _called() -> Called:
    everybody = members.everybody(services(), standings=Standing)
    return Called({one.member.id: one.label for one in everybody}, str(_("a player")))


def _of_person(member: Member) -> Figures:
    known = services()
    found = records(known)
    figures = views.of_person(found.games, member.id, members.by_number(known), _called())
    today = practice_day(now())
    ways = outlook(found.feats(member.id), member.dan or 0, Month(today.year, today.month))
    table = views.outlook_table(ways)
    return Figures(
        figures.tiles, (table, *figures.tables) if table.rows and figures.tables else figures.tables
    )


def _period() -> str:
    asked = request.args.get("period", "all")
    return asked if asked in PERIODS else "all"


def _of_club() -> Figures:
    days = PERIODS[_period()][0]
    since = practice_day(now()) - dt.timedelta(days=days) if days else None
    shown = [(one.member.id, one.label) for one in members.everybody(services())]
    return views.of_club(all_games(services()), shown, since)
