"""What everybody sees: a tournament, its classes, the projector's page, the plan of the hall; and the results' file."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from engine.tournament.draw import Draw
from engine.tournament.promotion import Feat
from webapp import evening
from webapp.access.roles import Role, allow
from webapp.club.member_routes import CSV, file_of
from webapp.club.merged import merged
from webapp.matches import opening
from webapp.services import Services, services
from webapp.tournaments import (
    apart,
    bracket_svg,
    contests,
    export,
    hall,
    imported,
    match_view,
    placings,
    running,
    words,
)
from webapp.tournaments.answers import checked, live, typed_fields
from webapp.tournaments.apart import Apart
from webapp.tournaments.blueprint import blueprint
from webapp.tournaments.bracket_svg import Picture
from webapp.tournaments.contests import Contest
from webapp.tournaments.forms import SlotForm
from webapp.tournaments.league_view import BlockTable, block_table
from webapp.tournaments.match_view import Card
from webapp.tournaments.placings import Placed

_NO_SLOT = dict.fromkeys(("class_number", "round", "starts", "room", "first_table", "reader"), "")


@dataclass(frozen=True, slots=True)
class Summary:
    """A class in one line: what is going on, and who came first."""

    contest: Contest
    round: str
    decided: int
    total: int
    best: tuple[Placed, ...]
    now: tuple[Card, ...]
    """The matches of the round that is played."""


def summary(found: Contest) -> Summary:
    """Return a class in one line."""
    every = found.fixtures
    still = [one for one in every if one.undecided]
    number = min((found.round_of(one) for one in still), default=0)
    here = [one for one in every if found.round_of(one) == number]
    return Summary(
        contest=found,
        round=words.round_name(found, here[0]) if here else "",
        decided=sum(not one.undecided for one in here),
        total=len(here),
        best=tuple(one for one in placings.places(found) if one.place is not None and one.place <= 3)[:8],
        now=match_view.cards(found, here),
    )


@blueprint.get("/<code>")
@allow(Role.SPECTATOR)
def page(code: str) -> str:
    """Show a tournament."""
    found = contests.contests(services(), code)
    return render_template(
        "tournaments/page.html",
        tournament=contests.tournament(services(), code),
        summaries=[summary(one) for one in found],
        meets=words.MEETS,
        formats=words.FORMATS,
        place_name=words.place_name,
        live=live(*found),
    )


@blueprint.get("/<code>/<int:number>")
@allow(Role.SPECTATOR)
def show(code: str, number: int) -> str:
    """Show a class: its bracket or its tables, and who came where."""
    known = services()
    found = contests.contest(known, code, number)
    links = match_view.board_links(known, found)
    return render_template(
        "tournaments/show.html",
        contest=found,
        summary=summary(found),
        blocks=blocks(found),
        rounds=rounds(found, match_view.cards(found, found.fixtures, links)),
        picture=picture(found),
        placed=placings.earned(found, earlier(known, found)),
        apart=[words.apart_text(one) for one in drawn_apart(found)],
        place_name=words.place_name,
        earned_text=words.earned_text,
        block_name=words.block_name,
        tie_breaks=words.TIE_BREAKS,
        decided=running.decided(found),
        live=live(found),
    )


def blocks(found: Contest) -> list[BlockTable]:
    """Return the tables of a league."""
    return [
        block_table(block, number, found.state.teams) for number, block in enumerate(found.state.blocks, 1)
    ]


def rounds(found: Contest, every: tuple[Card, ...]) -> list[tuple[str, list[Card]]]:
    """Return the matches by rounds, from the first on; those of a league by their blocks too."""
    rows: dict[str, list[Card]] = {}
    for fixture, one in zip(found.fixtures, every, strict=True):
        name = words.round_name(found, fixture)
        if fixture.block is not None and len(found.state.blocks) > 1:
            name = f"{words.block_name(fixture.block)}, {name}"
        rows.setdefault(name, []).append(one)
    return list(rows.items())


def picture(found: Contest) -> Picture | None:
    """Return the drawing of the bracket, None where there is none."""
    bracket = found.state.main
    if bracket is None or not bracket.matches:
        return None
    return bracket_svg.picture(bracket, found.names, words.round_names(found), words.marks(found))


def drawn_apart(found: Contest) -> tuple[Apart, ...]:
    """Return how a class as it stands keeps club-mates and family apart; nothing where rounds are drawn singly."""
    bracket = found.state.main
    if found.state.blocks:
        players = tuple(block.players for block in found.state.blocks)
        return apart.of_blocks(players, [one.entrant() for one in found.entries if one.id in found.drawn_ids])
    if bracket is None or bracket.by_round:
        return ()
    field = [one.entrant() for one in found.entries if one.id in bracket.entrants]
    if len(field) < len(bracket.leaves) or any(one.member in found.unseen for one in found.entries):
        return ()
    return apart.of_tree(Draw(tuple(bracket.leaves.items())), field)


def earlier(known: Services, found: Contest) -> Mapping[str, tuple[Feat, ...]]:
    """Return what the members in a class did before its day, by their ids in it."""
    if not any(one.member is not None for one in found.entries) or not placings.counts(found):
        return {}
    before = contests.all_classes(known, before=found.tournament.day)
    with known.database.session() as session:
        same = merged(session)
        elsewhere = imported.done(session, same)
    done = placings.feats(before, same.one)
    numbers = {one.id: same.one(one.member) for one in found.entries if one.member is not None}
    day = found.tournament.day
    return {
        who: imported.together(done.get(number, ()), elsewhere.get(number, ()), day)
        for who, number in numbers.items()
    }


@blueprint.get("/<code>/screen")
@allow(Role.SPECTATOR)
def screen(code: str) -> str:
    """Show a tournament on a projector: big, one class after another."""
    found = contests.contests(services(), code)
    return render_template(
        "tournaments/screen.html",
        tournament=contests.tournament(services(), code),
        summaries=[summary(one) for one in found if one.state.drawn],
        blocks={one.number: blocks(one) for one in found},
        block_name=words.block_name,
        place_name=words.place_name,
        live=live(*found),
    )


@blueprint.get("/<code>/hall")
@allow(Role.SPECTATOR)
def plan(code: str) -> str:
    """Show the running order: what is played when, where, and who reads."""
    return _plan(code, {}, "")


@blueprint.post("/<code>/hall")
@allow(Role.HELPER)
def change_plan(code: str) -> BaseResponse | tuple[str, int]:
    """Enter when and where a round is played, and who reads."""
    typed = typed_fields()
    given = checked(SlotForm, typed)
    if isinstance(given, tuple):
        return _plan(code, typed, _plan_fault(given)), 422
    found = contests.contest(services(), code, given.class_number)
    slot = hall.Slot(
        given.starts, given.room, given.first_table, given.reader, given.reader_id, given.reading
    )
    people = {one.id: one.name for one in opening.members(services())}
    if slot.reader_id is not None:
        name = people.get(slot.reader_id, "")
        slot = hall.Slot(
            slot.starts, slot.room, slot.first_table, name, slot.reader_id if name else None, slot.reading
        )
    hall.plan(services(), code, found.number, [(given.round, slot)])
    flash(_("Noted."), "good")
    return redirect(url_for("tournaments.plan", code=code), code=303)


def _plan_fault(fields: tuple[str, ...]) -> str:
    known = {
        "starts": _("A time such as 09:30 is wanted, or nothing."),
        "first_table": _("A table's number is wanted, from 1 on."),
    }
    return str(next((known[one] for one in fields if one in known), _("This does not fit.")))


def _plan(code: str, typed: Mapping[str, str], wrong: str) -> str:
    found = contests.contests(services(), code)
    return render_template(
        "tournaments/hall.html",
        tournament=contests.tournament(services(), code),
        order=hall.running_order(found),
        contests=found,
        members=opening.players(services()),
        readings=evening.open_readings(services()),
        typed=_NO_SLOT | dict(typed),
        wrong=wrong,
        round_name=words.round_name,
        live=live(*found),
    )


@blueprint.get("/<code>/results.csv")
@allow(Role.HELPER)
def results(code: str) -> Response:
    """Return the results as a file for spreadsheets."""
    return file_of(export.to_csv(contests.contests(services(), code)), CSV, f"tournament-{code}.csv")
