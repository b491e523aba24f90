"""The desk: results, corrections with a look at what follows, absence, late entries, boards, the end."""

from collections.abc import Mapping

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from engine.tournament.changes import Became, Change
from engine.tournament.events import Absence
from engine.tournament.outcome import How, Outcome
from engine.tournament.refused import Refused, Why
from webapp.access.roles import Role, allow
from webapp.door import Body, form
from webapp.security import visitor
from webapp.services import services
from webapp.tournaments import boards, contests, correcting, drawing, fixtures, match_view, running, words
from webapp.tournaments.answers import checked, live, say_no, to, typed_fields
from webapp.tournaments.blueprint import blueprint
from webapp.tournaments.contests import Contest
from webapp.tournaments.correcting import Follows
from webapp.tournaments.forms import AwayForm, OverForm, PlaceForm, ResultForm, WhoForm
from webapp.tournaments.match_view import Card
from webapp.tournaments.objections import Objection
from webapp.tournaments.people import Entry, by_kana
from webapp.tournaments.refusals import refusal
from webapp.tournaments.running import Spot


@blueprint.get("/<code>/<int:number>/desk")
@allow(Role.HELPER)
def desk(code: str, number: int) -> str:
    """Show what can be entered now, and what was."""
    return _desk(contests.contest(services(), code, number))


def _desk(found: Contest, at: str = "", typed: Mapping[str, str] | None = None, wrong: str = "") -> str:
    """Return the desk; a result that was refused stands at its match as it was typed, with what is wrong."""
    links = match_view.board_links(services(), found)
    every = match_view.cards(found, found.fixtures, links)
    flat = [part for one in every for part in (one, *one.parts)]
    gone, drawn = _gone(found), found.drawn_ids
    return render_template(
        "tournaments/desk.html",
        contest=found,
        aside=[one for one in flat if one.state == "aside"],
        ready=_ready(found, every),
        says=[
            one
            for one in flat
            if one.board is not None and one.board.says is not None and one.state == "done"
        ],
        rounds=_rounds(found, every),
        left=sum(one.undecided for one in found.fixtures),
        total=len(found.fixtures),
        gone=sorted(gone, key=lambda who: found.names[who]),
        people=[one for one in by_kana(found.entries) if one.id in drawn and one.id not in gone],
        late=[one for one in by_kana(found.entries) if drawn and one.id not in drawn and not one.withdrawn],
        not_here=_not_here(found),
        due=drawing.due(found),
        decided=running.decided(found),
        absences=words.ABSENCES,
        at=at,
        typed=dict(typed or {}),
        wrong=wrong,
        live=live(found),
    )


def _gone(found: Contest) -> frozenset[str]:
    """Return who does not come, or does not play on."""
    bracket = found.state.main
    left = {who for block in found.state.blocks for who in block.left}
    return frozenset(left | (set(bracket.absent) if bracket is not None else set()))


def _not_here(found: Contest) -> list[Entry]:
    """Return who is still expected and did not report, where people report at all.

    Who has played is here whatever the list says, and when everything is decided nobody is waited for.
    """
    if not found.checks_in or running.decided(found):
        return []
    expected = found.drawn_ids - _gone(found) - _played(found)
    return [one for one in found.entries if one.id in expected and not one.here]


def _played(found: Contest) -> frozenset[str]:
    """Return who has a match behind, also one that was won because the other did not come."""
    return frozenset(
        who
        for one in found.fixtures
        if one.outcome is not None
        for who in one.players
        if one.outcome.how is not How.WALKOVER or who == one.outcome.winner
    )


def _ready(found: Contest, every: tuple[Card, ...]) -> list[Card]:
    """Return what can be entered now, by rounds and tables; the boards and games of a match by themselves."""
    order = {one.key: (found.round_of(one), found.tables[one.key]) for one in found.fixtures}
    cards: list[Card] = []
    for one in sorted(every, key=lambda one: order[one.spot]):
        playing_on = one.teams and _played_out(
            found, one.spot
        )  # the other boards still tell places in a table
        if one.state not in ("ready", "aside") and not playing_on:
            continue
        parts = [part for part in one.parts if part.state == "ready"]
        if one.teams and not parts and not playing_on:
            cards.append(one)  # the order sheets come first
        elif one.parts:
            cards += parts if one.teams else parts[:1]
        else:
            cards.append(one)
    return cards


def _played_out(found: Contest, key: str) -> bool:
    outcome = found.fixture(key).outcome
    return outcome is not None and outcome.played


def _rounds(found: Contest, every: tuple[Card, ...]) -> list[tuple[str, list[Card]]]:
    """Return the matches by rounds, the latest first."""
    rows: dict[int, list[Card]] = {}
    titles: dict[int, str] = {}
    for fixture, one in zip(found.fixtures, every, strict=True):
        number = found.round_of(fixture)
        rows.setdefault(number, []).append(one)
        titles[number] = words.round_name(found, fixture)
    return [(titles[number], rows[number]) for number in sorted(rows, reverse=True)]


@blueprint.post("/<code>/<int:number>/results/<spot>")
@allow(Role.HELPER)
def enter_result(code: str, number: int, spot: str) -> Response | tuple[str, int]:
    """Enter a result; what was typed stays where it cannot be."""
    found = contests.contest(services(), code, number)
    typed = typed_fields()
    given = checked(ResultForm, typed)
    if isinstance(given, tuple):
        return _desk(found, spot, typed, _fault(given)), 422
    try:
        _check_winner(given)
        found = running.enter(
            services(), code, number, Spot.parse(spot), given.outcome(), actor=visitor().actor
        )
    except (Refused, Objection) as error:
        return _desk(found, spot, typed, refusal(error, found.names)), 409
    outcome = given.outcome()
    flash(words.outcome_text(found.names, outcome), "good")
    if outcome.unusual:
        flash(
            _(
                "%(num)d cards: only penalties can make that. Correct it if it is a slip of the pen.",
                num=outcome.margin,
            ),
            "warn",
        )
    return to("desk", found, _anchor="next")


def _check_winner(given: ResultForm) -> None:
    if given.winner == "":
        raise Refused(Why.NO_WINNER)


def _fault(fields: tuple[str, ...]) -> str:
    if "margin" in fields:
        return str(_("The number of cards is a whole number such as 12, or nothing."))
    return str(_("This does not fit: choose who won, and write the number of cards."))


@blueprint.get("/<code>/<int:number>/results/<spot>")
@allow(Role.HELPER)
def result(code: str, number: int, spot: str) -> str | Response:
    """Show a result for correction and, where another is given, what would follow from it."""
    found = contests.contest(services(), code, number)
    return _result(found, spot, dict(request.args), look="pair" in request.args)


def _result(found: Contest, spot: str, typed: Mapping[str, str], *, look: bool) -> str | Response:
    try:
        place = Spot.parse(spot)
        there = running.recorded(found, place)
        pair = running.pair_at(found, place)
        card = match_view.card_at(found, place, match_view.board_links(services(), found))
    except Objection as error:
        say_no(error, found)
        return to("desk", found)
    told, wrong = None, ""
    if look:
        told, wrong = _look(found, place, typed)
    return render_template(
        "tournaments/result.html",
        contest=found,
        card=card,
        there=words.outcome_text(found.names, there) if there is not None else "",
        pair=",".join(pair) if pair is not None else "",
        values=_as_typed(there, typed),
        told=told,
        sentences=_sentences(found, told) if told is not None else (),
        wrong=wrong,
        live=live(found),
    )


def _as_typed(there: Outcome | None, typed: Mapping[str, str]) -> dict[str, str]:
    known = {"winner": "", "margin": "", "how": "normal", "back": ""}
    if there is not None:
        known |= {
            "winner": there.winner or "both",
            "margin": "" if there.margin is None else str(there.margin),
            "how": str(there.how),
        }
    return known | {name: text for name, text in typed.items() if name in known}


def _look(found: Contest, spot: Spot, typed: Mapping[str, str]) -> tuple[Follows | None, str]:
    """Return what would follow from a typed result, or why it cannot be."""
    given = checked(ResultForm, typed)
    if isinstance(given, tuple):
        return None, _fault(given)
    try:
        return correcting.follows(found, spot, None if given.winner == "open" else given.outcome()), ""
    except (Refused, Objection) as error:
        return None, refusal(error, found.names)


def _sentences(found: Contest, told: Follows) -> list[str]:
    """Return what follows from a correction, in sentences."""
    then = told.after
    after = fixtures.by_key(then.state, then.rules)
    said = [_change(found, then, after, one) for one in told.bracket]
    said += [
        _(
            "%(name)s: place %(before)s becomes %(after)s in block %(block)s",
            name=found.names[one.who],
            before=one.before,
            after=one.after,
            block=one.block,
        )
        for one in told.ranks
    ]
    said += [
        _(
            "The bracket after the blocks is drawn and stays as it is, but %(name)s would not be placed as now: "
            "take that draw back, or let it stand.",
            name=found.names[who],
        )
        for who in told.qualifiers
    ]
    return [one for one in said if one]


def _change(found: Contest, then: Contest, after: Mapping[str, fixtures.Fixture], one: Change) -> str:
    if one.became is Became.NEW_PLACE:
        was, now = (str(_("none")) if place is None else str(place) for place in one.places)
        name = found.names[one.entrant or ""]
        return str(_("%(name)s: place %(before)s becomes %(after)s", name=name, before=was, after=now))
    fixture = after[f"m{one.match}"]
    match = words.match_name(then, fixture)
    who = " – ".join(words.who_name(then.names, side) for side in fixture.sides)
    texts = {
        Became.NEW_PLAYERS: _("%(match)s: now %(who)s", match=match, who=who),
        Became.NEW_RESULT: _(
            "%(match)s: %(result)s", match=match, result=words.outcome_text(then.names, fixture.outcome)
        )
        if fixture.outcome
        else "",
        Became.SET_ASIDE: _(
            "%(match)s: the result does not count any more, %(who)s have to play, or to be entered again",
            match=match,
            who=who,
        ),
        Became.STANDS_AGAIN: _("%(match)s: the result that was set aside counts again", match=match),
        Became.OPEN_AGAIN: _("%(match)s: open again", match=match),
    }
    return str(texts[one.became])


@blueprint.post("/<code>/<int:number>/results/<spot>/correct")
@allow(Role.HELPER)
def correct(code: str, number: int, spot: str) -> Response | tuple[str | Response, int]:
    """Put another result in the place of one, after a look at what follows."""
    found = contests.contest(services(), code, number)
    typed = typed_fields()
    given = checked(ResultForm, typed)
    if isinstance(given, tuple):
        return _result(found, spot, typed, look=True), 422
    try:
        outcome = None if given.winner == "open" else given.outcome()
        after = running.correct(
            services(), code, number, Spot.parse(spot), outcome, seen=given.seen, actor=visitor().actor
        )
    except (Refused, Objection) as error:
        say_no(error, found)
        return _result(contests.contest(services(), code, number), spot, typed, look=True), 409
    if after.state.seq == given.seen:
        flash(_("Nothing has changed: it stood so already."))
    else:
        flash(_("It is corrected."), "good")
    return to("desk", after)


@blueprint.post("/<code>/<int:number>/results/<spot>/board")
@allow(Role.HELPER)
@form(Body)
def open_board(_body: Body, code: str, number: int, spot: str) -> Response:
    """Open a match on a board, or go to the one that is open; its result comes here by itself."""
    found = contests.contest(services(), code, number)
    try:
        match = boards.open_board(services(), code, number, Spot.parse(spot), actor=visitor().actor)
    except Objection as error:
        say_no(error, found)
        return to("desk", found)
    return redirect(url_for("matches.board", code=match), code=303)


@blueprint.post("/<code>/<int:number>/away")
@allow(Role.HELPER)
@form(AwayForm)
def away(given: AwayForm, code: str, number: int) -> Response:
    """Say that somebody does not come, or does not play on."""
    return _leave(code, number, [given.entrant], Absence(given.why))


@blueprint.post("/<code>/<int:number>/no-shows")
@allow(Role.HELPER)
@form(Body)
def no_shows(_body: Body, code: str, number: int) -> Response:
    """Say that nobody comes any more of those who did not report."""
    found = contests.contest(services(), code, number)
    return _leave(code, number, [one.id for one in _not_here(found)], Absence.NO_SHOW)


def _leave(code: str, number: int, who: list[str], why: Absence) -> Response:
    found = contests.contest(services(), code, number)
    try:
        after = running.leave(services(), code, number, who, why, actor=visitor().actor)
    except (Refused, Objection) as error:
        say_no(error, found)
        return to("desk", found)
    for one in _walked(found, after):
        flash(one, "good")
    return to("desk", after)


def _walked(before: Contest, after: Contest) -> list[str]:
    """Return the walkovers that followed."""
    was = {one.key: one.outcome for one in before.fixtures}
    return [
        words.outcome_text(after.names, one.outcome)
        for one in after.fixtures
        if one.outcome is not None and was.get(one.key) != one.outcome
    ]


@blueprint.post("/<code>/<int:number>/back")
@allow(Role.HELPER)
@form(WhoForm)
def back(given: WhoForm, code: str, number: int) -> Response:
    """Say that somebody absent is here after all."""
    found = contests.contest(services(), code, number)
    try:
        running.come_back(services(), code, number, given.entrant, actor=visitor().actor)
    except (Refused, Objection) as error:
        say_no(error, found)
    return to("desk", found)


@blueprint.get("/<code>/<int:number>/late/<int:entrant>")
@allow(Role.HELPER)
def late(code: str, number: int, entrant: int) -> str | Response:
    """Show where a late entry can come in, the best places first."""
    found = contests.contest(services(), code, number)
    entry = found.entry(entrant)
    try:
        offers = running.offers(found, entrant)
    except Objection as error:
        say_no(error, found)
        return to("desk", found)
    return render_template(
        "tournaments/late.html",
        contest=found,
        entry=entry,
        offers=[(one.key, words.offer_text(found.names, one), words.mates_text(one)) for one in offers],
    )


@blueprint.post("/<code>/<int:number>/late/<int:entrant>")
@allow(Role.HELPER)
@form(PlaceForm)
def let_in(given: PlaceForm, code: str, number: int, entrant: int) -> Response:
    """Let a late entry come in at a place."""
    found = contests.contest(services(), code, number)
    one = found.entry(entrant)
    try:
        running.let_in(services(), code, number, entrant, given.place, actor=visitor().actor)
    except (Refused, Objection) as error:
        say_no(error, found)
        return to("late", found, entrant=entrant)
    flash(_("%(name)s plays.", name=one.name), "good")
    return to("desk", found)


@blueprint.post("/<code>/<int:number>/finish")
@allow(Role.ORGANISER)
@form(OverForm)
def finish(given: OverForm, code: str, number: int) -> Response:
    """Let the places stand, or let the class go on after all."""
    found = contests.contest(services(), code, number)
    try:
        running.finish(services(), code, number, over=given.over == "yes", actor=visitor().actor)
    except Objection as error:
        say_no(error, found)
        return to("desk", found)
    return to("show" if given.over else "desk", found)
