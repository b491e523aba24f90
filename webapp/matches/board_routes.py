"""The board, its commands and questions, and the page that only looks: HTTP in and out."""

from typing import Any

from flask import Response, abort, jsonify, render_template, request, url_for

from engine.karuta.player import PLAYERS
from engine.karuta.read_json import read_to_json
from engine.karuta.refused import Refused
from poems import kimariji
from poems.anthology import poem
from poems.poem import Poem
from poems.search import search
from webapp import arrivals, evening
from webapp.access.roles import Role, allow
from webapp.assets import kept_json
from webapp.db.store import Conflict
from webapp.door import door
from webapp.live.mark import Mark
from webapp.matches import forms, operations, words
from webapp.matches.blueprint import blueprint
from webapp.matches.cards import card_file, card_version
from webapp.matches.consequences import consequences
from webapp.matches.deciding import facts, spots
from webapp.matches.names import Names, seat_name, side_name
from webapp.matches.past import before_read
from webapp.matches.plain import plain
from webapp.matches.reader import ReadingSays, reader_of, refused_words
from webapp.matches.reads import read_views
from webapp.matches.refusals import refusal
from webapp.matches.tables import Table
from webapp.matches.views import corrected_field, table_view
from webapp.security import visitor
from webapp.services import services

HITS = 12


@blueprint.get("/matches/<code>/board")
@allow(Role.HELPER)
def board(code: str) -> str:
    """Show the referee's board."""
    table = operations.load(services(), code)
    return render_template(
        "matches/board.html",
        page=page_of(table, referee=True),
        words=words.board_words(),
        rare=words.rare_words(),
        forfeits=words.forfeit_words(),
        keys=words.key_words(),
    )


@blueprint.get("/matches/<code>/watch")
@allow(Role.SPECTATOR)
def watch(code: str) -> str:
    """Show the board to those who only look."""
    table = operations.load(services(), code)
    return render_template("matches/watch.html", page=page_of(table), words=words.watch_words())


@blueprint.get("/matches/<code>/state")
@allow(Role.SPECTATOR)
def state(code: str) -> Response:
    """Return the match as it stands; `look` leaves out what only the board needs."""
    return jsonify(view_of(operations.load(services(), code), referee="look" not in request.args))


@blueprint.get("/matches/<code>/reads")
@allow(Role.SPECTATOR)
def reads(code: str) -> Response:
    """Return the reads so far, with what followed from each."""
    table = operations.load(services(), code)
    return jsonify(seq=table.seq, reads=[plain(view) for view in read_views(table.state)])


@blueprint.get("/matches/<code>/reads/<int:index>")
@allow(Role.HELPER)
def read(code: str, index: int) -> Response:
    """Return an earlier read for correction: its facts, and the match as it stood when it began."""
    table = operations.load(services(), code)
    try:
        then = before_read(table.state, index)
    except IndexError:
        abort(404)
    view = table_view(Table(code, table.seq, then, table.reading), referee=True)
    pending = table.state.pending if table.state.called is None else None
    still_open = pending is not None and pending.index == index
    return jsonify(facts=read_to_json(table.state.reads[index]), view=plain(view), open=still_open)


@blueprint.post("/matches/<code>/preview")
@allow(Role.HELPER)
@door(forms.PreviewQuestion)
def preview(code: str, body: forms.PreviewQuestion) -> Response:
    """Return what would follow from what the referee has noted, by who takes the card.

    For an earlier read also which of its cards can still have been sent, and how the field lies with them.
    """
    table = operations.load(services(), code)
    names = Names.of(table.state.opened.names)
    read = facts(body.read)
    if body.index is None:
        return jsonify(follows=plain(consequences(table.state, names, read)), field=None)
    try:
        then = before_read(table.state, body.index, read.card)
    except IndexError:
        abort(404)
    field = corrected_field(table.state, body.index, read, spots(body.laid))
    return jsonify(follows=plain(consequences(then, names, read)), field=plain(field))


@blueprint.post("/matches/<code>/commands")
@allow(Role.HELPER)
@door(forms.TableCommand)
def command(code: str, body: forms.TableCommand) -> Response | tuple[Response, int]:
    """Carry out a command of the board; what was missed is told to who missed it."""
    known = services()
    try:
        entered = operations.enter(known, code, body, visitor().actor)
    except Conflict as conflict:
        missing = [event.public() for event in conflict.missing]
        view = view_of(operations.load(known, code))
        return jsonify(seq=conflict.head, events=missing, view=view), 409
    except Refused as refused:
        names = Names.of(operations.load(known, code).state.opened.names)
        return jsonify(refused=refused.code, message=refusal(refused, names)), 422
    except ReadingSays:
        return jsonify(refused="reading_says", message=refused_words()), 422
    if entered.moves_reader:
        evening.table_moved(known, entered.table)
    arrivals.table_moved(known, entered.before, entered.table)
    return jsonify(
        seq=entered.table.seq,
        events=[event.public() for event in entered.events],
        repeated=entered.repeated,
        view=view_of(entered.table),
    )


@blueprint.get("/matches/<code>/poems")
@allow(Role.HELPER)
def poems(code: str) -> Response:
    """Return the poems that a typed text finds, with where their cards lie at this table."""
    table = operations.load(services(), code)
    names = Names.of(table.state.opened.names)
    found = search(request.args.get("q", "")[:100])[:HITS]
    return jsonify(hits=[hit_of(table, names, hit.number) for hit in found])


@blueprint.get("/matches/cards.json")
@allow(Role.SPECTATOR)
def cards() -> Response:
    """Return the hundred cards, for good: the address changes when they do."""
    return kept_json(card_file())


def view_of(table: Table, *, referee: bool = True) -> Any:
    """Return a match for the page of whoever asks."""
    reader = reader_of(services(), table)
    return plain(table_view(table, referee=referee and visitor().may(Role.HELPER), reader=reader))


def hall_urls(reading: str) -> dict[str, str]:
    """Return where a board learns what a reading says of the hall before it begins."""
    return {
        "stateUrl": url_for("reading.state", reading=reading),
        "proofUrl": url_for("reading.proof", reading=reading),
    }


def hit_of(table: Table, names: Names, card: int) -> dict[str, Any]:
    """Return a found poem for the search's list."""
    state = table.state
    read = bool(state.read >> card & 1)
    return {
        "card": card,
        "kimariji": poem(card).kimariji if read else kimariji.current(card, state.read),
        "kami": "".join(poem(card).kana_historical[Poem.kami]),
        "where": side_name(state.side(card), names),
        "read": read,
    }


def page_of(table: Table, *, referee: bool = False) -> dict[str, Any]:
    """Return what a page's script begins with: the match, and the addresses it needs."""
    known = services()
    names = table.state.opened.names
    code = table.code
    reader = reader_of(known, table)
    seen = {table.stream: table.seq} | ({reader.stream: reader.seq} if reader else {})
    page: dict[str, Any] = {
        "names": {player.name: seat_name(names[player], player) for player in PLAYERS},
        "view": plain(table_view(table, referee=referee, reader=reader)),
        "topic": str(table.stream),
        "reader_topic": str(reader.stream) if reader else None,
        "mark": str(Mark(known.hub.epoch, seen)),
        "cards_url": url_for("matches.cards", v=card_version()),
        "state_url": url_for("matches.state", code=code, look=None if referee else 1),
        "reads_url": url_for("matches.reads", code=code),
        "record_url": url_for("matches.record", code=code),
    }
    if referee:
        page |= {
            "commands_url": url_for("matches.command", code=code),
            "preview_url": url_for("matches.preview", code=code),
            "search_url": url_for("matches.poems", code=code),
            "again_url": url_for("matches.new", again=code),
            "reading_url": url_for("reading.page", reading=table.reading) if table.reading else None,
            "hall": hall_urls(table.reading) if table.reading else None,
        }
    return page
