"""A round: its pairs, changed by hand, and the results of its games."""

from collections.abc import Callable
from typing import Final

from flask import flash, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from engine.tournament.practice import NoRound
from webapp import evening
from webapp.access.roles import Role, allow
from webapp.door import Body, form, only_forms
from webapp.matches import operations as matches
from webapp.practice import operations
from webapp.practice.blueprint import blueprint
from webapp.practice.events import How, Pair
from webapp.practice.forms import (
    MOST_ROUNDS,
    PairForm,
    PairSwitchForm,
    ResultForm,
    SwitchForm,
    pair_of,
)
from webapp.practice.pages import called, practice
from webapp.practice.pairing import CannotPair
from webapp.practice.results_typed import USUAL, Fault, Unusable, typed_result
from webapp.practice.session_routes import page_of
from webapp.practice.words import wrong_words
from webapp.security import visitor
from webapp.services import services

ROUND = "/<code>/rounds/<int:number>"


@blueprint.post(f"{ROUND}/pair")
@allow(Role.HELPER)
@form(Body)
def pair_round(_body: Body, code: str, number: int) -> Response:
    """Pair a round, around what was fixed or begun."""
    return _done(code, number, lambda: operations.propose(services(), code, number, visitor().actor))


@blueprint.post(f"{ROUND}/swap")
@allow(Role.HELPER)
def swap(code: str, number: int) -> Response:
    """Let two change places."""
    return _with_two(
        code,
        number,
        lambda people: operations.swap(services(), code, number, people, visitor().actor),
    )


@blueprint.post(f"{ROUND}/together")
@allow(Role.HELPER)
def together(code: str, number: int) -> Response:
    """Let two play each other, and find places for the others."""
    return _with_two(
        code,
        number,
        lambda people: operations.put_together(services(), code, number, people, visitor().actor),
    )


def _with_two(code: str, number: int, act: Callable[[Pair], None]) -> Response:
    only_forms()
    picked = request.form.getlist("pick")
    if len(picked) != 2 or not all(one.isascii() and one.isdigit() and len(one) < 19 for one in picked):
        practice(code)
        flash(_("Tap two names first."), "bad")
        return _back(code, number)
    return _done(code, number, lambda: act((int(picked[0]), int(picked[1]))))


@blueprint.post(f"{ROUND}/fix")
@allow(Role.HELPER)
@form(PairSwitchForm)
def fix(given: PairSwitchForm, code: str, number: int) -> Response:
    """Keep a pair when the round is paired again, or let it go."""
    on, both = given.on == "yes", pair_of(given.pair)
    return _done(
        code, number, lambda: operations.fix(services(), code, number, both, on=on, actor=visitor().actor)
    )


@blueprint.post(f"{ROUND}/call")
@allow(Role.HELPER)
@form(SwitchForm)
def call(given: SwitchForm, code: str, number: int) -> Response:
    """Tell everybody the pairs, or take them back to think."""
    on = given.on == "yes"
    return _done(
        code, number, lambda: operations.call(services(), code, number, on=on, actor=visitor().actor)
    )


@blueprint.post(f"{ROUND}/lesson")
@allow(Role.HELPER)
@form(PairSwitchForm)
def lesson(given: PairSwitchForm, code: str, number: int) -> Response:
    """Let a game be a lesson, or not."""
    on, both = given.on == "yes", pair_of(given.pair)
    return _done(
        code, number, lambda: operations.lesson(services(), code, number, both, on=on, actor=visitor().actor)
    )


@blueprint.post(f"{ROUND}/result")
@allow(Role.HELPER)
@form(ResultForm)
def result(given: ResultForm, code: str, number: int) -> Response | tuple[str, int]:
    """Note how a game ended, or show again what was typed and what is wrong with it."""
    session, both = practice(code), pair_of(given.pair)
    if both not in session.round(number).tables:
        flash(_("These two do not play each other in this round any more."), "bad")
        return redirect(url_for("practice.page", code=code), code=303)
    played = typed_result(number, both, given.winner, given.margin, How(given.how))
    if isinstance(played, Unusable):
        typed = _typed(given, number) | {"wrong": FIELDS[played.fault]}
        return page_of(session, typed, _fault(played.fault)), 422
    try:
        operations.enter_result(services(), code, played, visitor().actor, seen=given.seen)
    except operations.MovedOn:
        fault = _("Something else was entered in the meantime. Look again, then confirm.")
        return page_of(practice(code), _typed(given, number), fault), 409
    if played.margin is not None and played.margin > USUAL:
        flash(
            _(
                "%(cards)s cards can only come from penalties. Correct it if it is a slip of the pen.",
                cards=played.margin,
            ),
            "warn",
        )
    return _back(code, number)


def _typed(given: ResultForm, number: int) -> dict[str, str]:
    return given.model_dump(exclude={"seen"}) | {"round": str(number)}


@blueprint.post(f"{ROUND}/clear")
@allow(Role.HELPER)
@form(PairForm)
def clear(given: PairForm, code: str, number: int) -> Response:
    """Take back what was entered by hand."""
    both = pair_of(given.pair)
    return _done(
        code, number, lambda: operations.clear_result(services(), code, number, both, visitor().actor)
    )


@blueprint.post(f"{ROUND}/board")
@allow(Role.HELPER)
@form(PairForm)
def board(given: PairForm, code: str, number: int) -> Response:
    """Open a game as a match on a board, let it follow the reading that goes on, and go there."""
    practice(code)
    try:
        match = operations.open_board(services(), code, number, pair_of(given.pair), visitor().actor)
    except KeyError:
        flash(_("These two do not play each other in this round any more."), "bad")
        return _back(code, number)
    reading = next(iter(evening.open_readings(services())), None)
    if reading is not None and matches.load(services(), match).reading is None:
        evening.follow(services(), match, reading, visitor().actor)
    return redirect(url_for("matches.board", code=match), code=303)


FIELDS: Final = {Fault.WINNER: "winner", Fault.MARGIN: "margin", Fault.NO_MARGIN: "margin"}
"""Which field a fault is marked at."""


def _fault(fault: Fault) -> str:
    texts = {
        Fault.WINNER: _("Choose who won."),
        Fault.MARGIN: _("The number of cards is a whole number such as 12, or nothing."),
        Fault.NO_MARGIN: _("A walkover or a game that was given up has no number of cards: leave it empty."),
    }
    return str(texts[fault])


def _done(code: str, number: int, act: Callable[[], None]) -> Response:
    """Do something about a round and go back to it; what cannot be is said there."""
    if not 1 <= number <= MOST_ROUNDS:
        raise NotFound
    practice(code)
    try:
        act()
    except CannotPair as error:
        name = called().name
        flash(wrong_words(error.wrong, map(name, error.people)), "bad")
    except NoRound:
        flash(_("Two who are fixed are never to be paired: let the pair go, or change the rule."), "bad")
    return _back(code, number)


def _back(code: str, number: int) -> Response:
    return redirect(url_for("practice.page", code=code, _anchor=f"round-{number}"), code=303)
