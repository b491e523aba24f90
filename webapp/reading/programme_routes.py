"""The form of a new reading and its preview: HTTP in and out, nothing else."""

from collections.abc import Mapping
from dataclasses import asdict

from flask import Response, jsonify, render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as BaseResponse

from poems.cards import parse_number
from poems.choice import toggled
from reader.pattern import NAMED
from reader.voices import VoiceUnavailableError
from webapp import evening
from webapp.access.roles import Role, allow
from webapp.door import only_forms
from webapp.once import once
from webapp.reading import operations, saved, words
from webapp.reading.answers import caller
from webapp.reading.blueprint import blueprint
from webapp.reading.choices import card_sets
from webapp.reading.forms import Checked, NewReading, checked
from webapp.reading.preview import faces, preview
from webapp.reading.studio import studio
from webapp.services import services

TAPPED = ("own_cards", "laid", "absent")
"""The fields that a tap on a card may change."""


@blueprint.get("/readings/new")
@allow(Role.HELPER)
def new() -> str:
    """Show the form of a new reading; the address may fill in fields, as the links of saved sets do."""
    typed = {name: text for name, text in request.args.items() if name in NewReading.model_fields}
    offered = {option.value for group in card_sets(saved.everything(services())) for option in group.options}
    if typed.get("cards", "all") not in offered | {"all", "own"}:
        typed |= {"cards": "own", "own_cards": typed["cards"]}
    return form_page(typed, {})


@blueprint.post("/readings/")
@allow(Role.HELPER)
@once
def create() -> BaseResponse | tuple[str, int]:
    """Order a reading and go to its page; what was typed stays where something does not fit."""
    only_forms()
    fields = {name: text for name, text in request.form.items() if name != "csrf_token"}
    known = saved.names(services())
    found = checked(fields, known)
    wrong = told(found)
    if fields.get("voice", NewReading().voice) not in studio(services()).voices:
        wrong["voice"] = words.fault("voice")
    chosen = found.chosen
    if wrong or chosen is None:
        return form_page(fields, wrong), 422
    try:
        desk = operations.announce(services(), chosen.settings(known), caller())
    except VoiceUnavailableError as error:
        return form_page(fields, {"voice": words.no_voice(error.reason)}), 503
    return redirect(url_for("reading.page", reading=desk.id), code=303)


@blueprint.get("/readings/preview.json")
@allow(Role.HELPER)
def preview_json() -> Response:
    """Return what a reading with these fields would be; with `tap` and `field`, after a tap on that card."""
    fields = {name: text for name, text in request.args.items() if name in NewReading.model_fields}
    known = saved.names(services())
    tapped = {}
    field = request.args.get("field", "")
    if field in TAPPED and (card := tapped_card()):
        tapped = {"field": field, "text": toggled(text_of(fields, field), card, known)}
        fields[field] = tapped["text"]
        if field == "own_cards":
            fields["cards"] = "own"
    found = checked(fields, known)
    if found.chosen is None:
        return jsonify(faults=told(found), tapped=tapped)
    return jsonify(**asdict(preview(found.chosen.settings(known))), faults=told(found), tapped=tapped)


def text_of(fields: Mapping[str, str], field: str) -> str:
    """Return the text that a tap changes: that of the chosen set where the own list is not chosen yet."""
    if field == "own_cards" and fields.get("cards", "all") != "own":
        return fields.get("cards", "all")
    return fields.get(field, "")


def tapped_card() -> int | None:
    """Return the card that was tapped, if any."""
    try:
        return parse_number(request.args.get("tap", ""))
    except ValueError:
        return None


def told(found: Checked) -> dict[str, str]:
    """Return what is wrong with each field, in words."""
    wrong = {
        field: words.no_cards(field) if why.no_cards else words.fault(field, why.part)
        for field, why in found.wrong.items()
    }
    return wrong | {field: words.unreadable(field) for field in found.unread}


def form_page(typed: Mapping[str, str], wrong: Mapping[str, str]) -> str:
    """Return the form with what was typed so far."""
    known = services()
    return render_template(
        "reading/new.html",
        example=NAMED["competition"],
        form=words.form_view(typed, wrong, saved.everything(known)),
        faces=faces(),
        tables=evening.laid_out(known),
    )
