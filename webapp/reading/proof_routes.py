"""The proof of a reading's order and the log of all that happened: HTTP in and out, nothing else."""

from flask import Response, jsonify, render_template, url_for

from poems.kimariji import full
from poems.sets import MUSUME_ORDER
from reader.proof import choices
from webapp.access.roles import Role, allow
from webapp.reading import audit, audit_words, operations, words
from webapp.reading.blueprint import blueprint
from webapp.security import visitor
from webapp.services import services


@blueprint.get("/readings/<reading>/proof")
@allow(Role.SPECTATOR)
def proof(reading: str) -> str:
    """Show whether the order was fixed beforehand, and the log of what happened."""
    known = services()
    desk = operations.book(known).load(reading)
    document = audit.record(known, desk, names=may_see_names())
    found, wrong = audit.verdict(document) if desk.seed_shown else (None, frozenset[str]())
    return render_template(
        "reading/proof.html",
        desk=desk,
        verdict=audit_words.verdict(wrong),
        made=audit_words.choices(choices(found.log)) if found else (),
        order=found.cards if found else (),
        read=frozenset(desk.state.read),
        entries=audit.entries(known, desk, names=may_see_names()),
        tell=audit_words.tell,
        role_name=audit_words.role_name,
        device_name=audit_words.device_name,
        kimariji=full,
        summary=words.summary(desk.settings, len(desk.state.programme.cards)),
        names=may_see_names(),
        words=audit_words.page_words(),
        island={
            "recordUrl": url_for("reading.record", reading=desk.id),
            "kimariji": ["", *map(full, range(1, 101))],
            "musume": list(MUSUME_ORDER),
        },
    )


@blueprint.get("/readings/<reading>/record.json")
@allow(Role.SPECTATOR)
def record(reading: str) -> Response:
    """Return the record of a reading, which `naniwazu reading verify` checks when the reading is over."""
    known = services()
    desk = operations.book(known).load(reading)
    response = jsonify(audit.record(known, desk, names=may_see_names()))
    response.headers["Content-Disposition"] = f'attachment; filename="reading-{desk.id}.json"'
    return response


@blueprint.get("/readings/<reading>/log.csv")
@allow(Role.SPECTATOR)
def log_csv(reading: str) -> Response:
    """Return the log of a reading for spreadsheets."""
    known = services()
    desk = operations.book(known).load(reading)
    data = audit.to_csv(audit.entries(known, desk, names=may_see_names()))
    headers = {"Content-Disposition": f'attachment; filename="reading-{desk.id}.csv"'}
    return Response(data, mimetype="text/csv", headers=headers)


def may_see_names() -> bool:
    """Whether the visitor may know who did what."""
    return visitor().may(Role.ORGANISER)
