"""The pages of the club's own card sets: HTTP in and out, nothing else."""

from collections.abc import Mapping
from typing import Annotated

from flask import flash, render_template, request, url_for
from flask_babel import get_locale, ngettext
from flask_babel import gettext as _
from pydantic import Field
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from poems import wasuramoti
from poems.cards import NoCardsError, UnknownCardsError, mask
from poems.choice import chosen, outline
from poems.wasuramoti import NamedSet
from webapp.access.qr import svg
from webapp.access.roles import Role, allow
from webapp.door import Body, Line, form
from webapp.once import once
from webapp.reading import saved, words
from webapp.reading.blueprint import blueprint
from webapp.reading.forms import CardList
from webapp.reading.preview import faces
from webapp.reading.saved import NameTaken
from webapp.reading.settings import settled
from webapp.services import services


class SetForm(Body):
    """A set as it was filled in."""

    name: Line
    cards: CardList


class Brought(Body):
    """Text from elsewhere: links, or lines of an export."""

    text: Annotated[str, Field(max_length=wasuramoti.LONGEST)]


@blueprint.get("/readings/sets/")
@allow(Role.HELPER)
def sets() -> str:
    """Show the saved sets and the form of a new one; an address with a code fills it in."""
    typed = {"name": request.args.get("name", "")[:200], "cards": request.args.get("cards", "")[:1000]}
    if code := request.args.get("code", "")[:100]:
        try:
            typed["cards"] = outline(wasuramoti.decoded(code))
        except ValueError:
            flash(_("This link holds no card set."), "bad")
    return sets_page(typed, {})


@blueprint.post("/readings/sets/")
@allow(Role.HELPER)
@once
@form(SetForm)
def save_set(filled: SetForm) -> BaseResponse | tuple[str, int]:
    """Save a set; what was typed stays where something does not fit."""
    typed = filled.model_dump()
    if wrong := amiss(filled):
        return sets_page(typed, wrong), 422
    try:
        made = saved.save(services(), filled.name, filled.cards)
    except NameTaken:
        return sets_page(typed, {"name": taken()}), 409
    flash(_("Saved."), "good")
    return redirect(url_for("reading.set_page", saved_id=made), code=303)


@blueprint.get("/readings/sets/<int:saved_id>")
@allow(Role.HELPER)
def set_page(saved_id: int) -> str:
    """Show a set: its cards, its name, and how it is passed on."""
    found = saved.one(services(), saved_id)
    return one_page(found, {"name": found.name, "cards": found.text}, {})


@blueprint.post("/readings/sets/<int:saved_id>")
@allow(Role.HELPER)
@form(SetForm)
def change_set(filled: SetForm, saved_id: int) -> BaseResponse | tuple[str, int]:
    """Give a set another name or other cards."""
    found = saved.one(services(), saved_id)
    if wrong := amiss(filled):
        return one_page(found, filled.model_dump(), wrong), 422
    try:
        saved.change(services(), saved_id, filled.name, filled.cards)
    except NameTaken:
        return one_page(found, filled.model_dump(), {"name": taken()}), 409
    flash(_("Saved."), "good")
    return redirect(url_for("reading.set_page", saved_id=saved_id), code=303)


@blueprint.post("/readings/sets/<int:saved_id>/copy")
@allow(Role.HELPER)
@once
@form(Body)
def copy_set(_filled: Body, saved_id: int) -> BaseResponse:
    """Save a set once more under a name of its own."""
    found = saved.one(services(), saved_id)
    made = saved.copy(services(), saved_id, saved.free_name(services(), found.name))
    return redirect(url_for("reading.set_page", saved_id=made), code=303)


@blueprint.post("/readings/sets/<int:saved_id>/delete")
@allow(Role.HELPER)
@once
@form(Body)
def delete_set(_filled: Body, saved_id: int) -> BaseResponse:
    """Forget a set."""
    name = saved.one(services(), saved_id).name
    saved.remove(services(), saved_id)
    flash(_("The set %(name)s was deleted.", name=name), "good")
    return redirect(url_for("reading.sets"), code=303)


@blueprint.post("/readings/sets/import")
@allow(Role.HELPER)
@once
@form(Brought)
def import_sets(filled: Brought) -> BaseResponse | tuple[str, int]:
    """Save the sets of a pasted link or text."""
    try:
        found = wasuramoti.read(filled.text)
    except ValueError:
        wrong = _("No card set was found. Paste a wasuramoti:// link, or the lines that its export copies.")
        return sets_page({"text": filled.text}, {"text": wrong}), 422
    names = saved.take_in(services(), found)
    count = ngettext(
        "%(num)d set came in: %(names)s",
        "%(num)d sets came in: %(names)s",
        len(names),
        names=("、" if str(get_locale()) == "ja" else ", ").join(names),
    )
    flash(count, "good")
    return redirect(url_for("reading.sets"), code=303)


def amiss(filled: SetForm) -> dict[str, str]:
    """Return what is wrong with a filled form."""
    wrong = {}
    if not filled.name or any(sign in saved.QUOTES for sign in filled.name):
        wrong["name"] = _("Give the set a name, without quotes in it.")
    try:
        settled(filled.cards, saved.names(services()))
    except UnknownCardsError as error:
        wrong["cards"] = words.fault("cards", error.part)
    except NoCardsError:
        wrong["cards"] = words.no_cards("cards")
    except ValueError:
        wrong["cards"] = words.fault("cards")
    return wrong


def taken() -> str:
    """Return that a name is another set's."""
    return str(_("Another set has this name already."))


def sets_page(typed: Mapping[str, str], wrong: Mapping[str, str]) -> str:
    """Return the list with the forms as they were filled in."""
    known = saved.everything(services())
    named = [NamedSet(one.name, one.mask) for one in known]
    return render_template(
        "reading/sets.html",
        sets=known,
        typed=typed,
        wrong=wrong,
        faces=faces(),
        lines=wasuramoti.lines(named),
        link=wasuramoti.link("Naniwazu", named) if named else "",
    )


def one_page(found: saved.Saved, typed: Mapping[str, str], wrong: Mapping[str, str]) -> str:
    """Return a set's page with its form as it was filled in."""
    code = wasuramoti.code(found.mask).rstrip("=")
    share = url_for("reading.sets", code=code, name=found.name, _external=True)
    named = [NamedSet(found.name, found.mask)]
    return render_template(
        "reading/set.html",
        one=found,
        typed=typed,
        wrong=wrong,
        faces=faces(),
        share=share,
        qr=svg(share),
        link=wasuramoti.link(found.name, named),
        lines=wasuramoti.lines(named),
        outline=outline(mask(chosen(found.text))),
    )
