"""The door for phones, and the host's page about who is in."""

from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from markupsafe import Markup
from pydantic import Field
from werkzeug.exceptions import NotFound, TooManyRequests
from werkzeug.wrappers import Response

from webapp.access.addresses import Address, addresses
from webapp.access.codes import DIGITS, grouped
from webapp.access.devices import device_words
from webapp.access.qr import svg
from webapp.access.roles import Role, allow
from webapp.access.sessions import COOKIE, LONGEST
from webapp.door import Body, form
from webapp.redirects import back_to
from webapp.security import visitor
from webapp.services import services

blueprint = Blueprint("access", __name__, template_folder="templates")

ROLE_NAMES = {
    Role.SPECTATOR: _l("Spectators"),
    Role.HELPER: _l("Referees and helpers"),
    Role.ORGANISER: _l("Organisers"),
}


class Entry(Body):
    """A typed code, and the page that was wanted."""

    code: str = Field(max_length=40)
    next: str = Field(default="/", max_length=2000)


@dataclass(frozen=True, slots=True)
class Way:
    """A way in: for whom, by which code, and the QR code of the address with it."""

    role: Role
    name: str
    code: str
    link: str
    qr: Markup


@blueprint.get("/join")
@allow(Role.GUEST)
def join() -> str:
    """Show the field for the code; a scanned one stands behind the address's #, which no server sees."""
    return render_template("access/join.html", wanted=request.args.get("next", "/"), refused=False)


@blueprint.post("/join")
@allow(Role.GUEST)
@form(Entry)
def enter(entry: Entry) -> Response | tuple[str, int]:
    """Exchange a code for a cookie and go to a clean address."""
    known = services()
    guess = known.guesses.begin(request.remote_addr or "nobody")
    if guess is None:
        raise TooManyRequests
    role = known.codes.role_of(entry.code)
    if role is None:
        return render_template("access/join.html", wanted=entry.next, refused=True), 403
    known.guesses.was_right(guess)
    device = request.headers.get("User-Agent", "")
    token = known.sessions.start(role, request.remote_addr or "", device)
    response = back_to(entry.next)
    seconds = int(LONGEST.total_seconds())
    response.set_cookie(
        COOKIE, token, max_age=seconds, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


@blueprint.post("/leave")
@allow(Role.SPECTATOR)
@form(Body)
def leave(_body: Body) -> Response:
    """End this device's session."""
    session = visitor().session
    if session is not None:
        services().sessions.end(session)
        services().hub.cut(session)
    response = back_to("/")
    response.delete_cookie(COOKIE)
    return response


@blueprint.get("/hall")
@allow(Role.ORGANISER)
def hall() -> str:
    """Show the organiser the addresses, the codes and the devices that are in."""
    known = services()
    here = addresses(known.config.host, request.host)
    ways = [way(role, code, here) for role, code in sorted(known.codes.current().items())]
    return render_template(
        "access/hall.html",
        addresses=here,
        ways=ways,
        devices=known.sessions.alive(),
        role_name=lambda word: ROLE_NAMES[Role.of(word)],
        device_words=device_words,
        public=known.config.public,
        secure=request.is_secure,
    )


def way(role: Role, code: str, here: list[Address]) -> Way:
    """Return a role's way in, by the address that phones reach."""
    base = here[-1].url
    link = f"{base}{url_for('access.join')}#{code}"
    return Way(role, str(ROLE_NAMES[role]), grouped(code), link, svg(link))


@blueprint.post("/hall/codes/<word>")
@allow(Role.ORGANISER)
@form(Body)
def renew(_body: Body, word: str) -> Response:
    """Replace a role's code; those inside stay."""
    services().codes.rotate(role_from(word))
    flash(_("There is a new code. Those who are in stay in."))
    return redirect(url_for("access.hall"), code=303)


@blueprint.post("/hall/codes/<word>/everybody")
@allow(Role.ORGANISER)
@form(Body)
def empty(_body: Body, word: str) -> Response:
    """Replace a role's code and let everybody with that role enter anew."""
    known = services()
    role = role_from(word)
    known.codes.rotate(role)
    known.hub.cut(*known.sessions.end_role(role))
    flash(_("There is a new code. Everybody enters again with it."))
    return redirect(url_for("access.hall"), code=303)


@blueprint.post("/hall/devices/<token_hash>/end")
@allow(Role.ORGANISER)
@form(Body)
def end(_body: Body, token_hash: str) -> Response:
    """Show one device the door."""
    services().sessions.end(token_hash)
    services().hub.cut(token_hash)
    flash(_("The device is out."))
    return redirect(url_for("access.hall"), code=303)


def role_from(word: str) -> Role:
    """Return the role of an address's word; 404 for any that has no code."""
    for role in DIGITS:
        if role.word == word:
            return role
    raise NotFound
