"""The first page: what is going on tonight; and whose voice, letters and data this is made of."""

from flask import Blueprint, render_template, request

from webapp.access.roles import Role, allow
from webapp.club.words import ending_name
from webapp.drills.claims import waiting
from webapp.home.credited import FONT, PRINT_FONTS, PROGRAM, VOICE
from webapp.home.tonight import entry
from webapp.home.tonight import tonight as going_on
from webapp.reading.operations import get_ready
from webapp.security import visitor
from webapp.services import services

blueprint = Blueprint("home", __name__, template_folder="templates")


@blueprint.get("/")
@allow(Role.SPECTATOR)
def tonight() -> str:
    """Show what is going on, and the two things to begin with."""
    known = services()
    if visitor().may(Role.HELPER) and not known.config.testing:
        get_ready(known)
    way = entry(known, request.host) if visitor().may(Role.ORGANISER) else None
    return render_template(
        "home/tonight.html", tonight=going_on(known), claims=_claims(), entry=way, ending_name=ending_name
    )


@blueprint.get("/tonight")
@allow(Role.SPECTATOR)
def now() -> str:
    """Return the part of the first page that changes."""
    return render_template(
        "home/now.html", tonight=going_on(services()), claims=_claims(), ending_name=ending_name
    )


def _claims() -> int:
    """Return how many devices wait for the organiser to say whose they are; none for anybody else."""
    return len(waiting(services().database)) if visitor().may(Role.ORGANISER) else 0


@blueprint.get("/credits")
@allow(Role.GUEST)
def credits() -> str:  # noqa: A001 - the page's name
    """Show the credits and licences."""
    return render_template(
        "home/credits.html", voice=VOICE, font=FONT, print_fonts=PRINT_FONTS, program=PROGRAM
    )
