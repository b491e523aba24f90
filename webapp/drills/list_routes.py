"""The page of reading lists made for a purpose: to be printed, or to be read by the program."""

from flask import current_app, render_template, request, url_for
from flask_babel import gettext as _

from poems.anthology import POEMS
from poems.cards import mask
from poems.chance import Seed
from poems.choice import outline, written
from reader.order import Order
from webapp import seeds
from webapp.access.roles import Role, allow
from webapp.drills import operations
from webapp.drills.blueprint import blueprint
from webapp.drills.device import learner
from webapp.drills.mat_records import with_matches
from webapp.drills.reading_lists import MINUTES, Purpose, made, purposes
from webapp.security import visitor
from webapp.services import services

USUAL_MIN = 20


@blueprint.get("/lists")
@allow(Role.SPECTATOR)
def lists() -> str:
    """Show a list; the address says what for, how long, and by which seed, so that it can be had again."""
    person = learner()
    who = operations.learner(services(), person)
    trials = with_matches(services(), person, who.trials)
    offered = purposes(trials, who.day)
    asked = request.args.get("purpose", "")
    purpose = next((one for one in offered if one == asked), Purpose.TIME)
    typed = request.args.get("minutes", "")
    minutes = next((one for one in MINUTES if str(one) == typed), USUAL_MIN)
    found = made(trials, who.day, purpose, minutes, _seed(request.args.get("seed", "")))
    return render_template(
        "drills/list.html",
        purposes=[(one, _name(one)) for one in offered],
        purpose=purpose,
        minutes_offered=MINUTES,
        minutes=minutes,
        found=found,
        poems=[POEMS[card - 1] for card in found.order],
        left_out=outline(mask(found.left_out)),
        again=url_for("drills.lists", purpose=purpose, minutes=minutes, seed=seeds.fresh().hex),
        play=_play(found.order),
    )


def _seed(text: str) -> Seed:
    """Return the seed of an address; another one for what is none."""
    try:
        return Seed.from_hex(text)
    except ValueError:
        return seeds.fresh()


def _play(order: tuple[int, ...]) -> str:
    """Return the programme page with the list filled in; empty for a visitor who may not order a reading."""
    if not visitor().may_use(current_app.view_functions["reading.new"]):
        return ""
    return url_for("reading.new", cards="own", own_cards=written(order), order=Order.AS_GIVEN.value)


def _name(purpose: Purpose) -> str:
    names = {
        Purpose.TIME: _("Any cards, as many as fit"),
        Purpose.MIXED: _("What I mix up"),
        Purpose.MISSED: _("What I missed this month"),
        Purpose.LOST: _("What I lost in matches this month"),
    }
    return str(names[purpose])
