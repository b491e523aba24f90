"""The form of a new match: what can be chosen, what is wrong with what was chosen, and the match it opens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import select

from engine.karuta.player import Pair
from engine.training.layout import BadCode, HomeLayout
from webapp import evening
from webapp.characters import shortened
from webapp.db.models import Match, Member
from webapp.matches import opening
from webapp.matches.deal import DealError, Wrong, named_cards, sides
from webapp.matches.forms import NewMatch
from webapp.matches.opening import Dealt, Home, Seat
from webapp.matches.rules import CHOICES, RULESETS, overrides
from webapp.seeds import fresh
from webapp.services import Services


@dataclass(frozen=True, slots=True)
class Ready:
    """A match that can be opened."""

    seats: Pair[Seat]
    dealt: Dealt
    homes: Pair[Home | None]
    form: NewMatch


@dataclass(frozen=True, slots=True)
class Checked:
    """A form as typed, what is wrong with it by field, and the match it describes if nothing is."""

    form: NewMatch
    faults: Mapping[str, str] = field(default_factory=dict)
    ready: Ready | None = None


def blank(known: Services, again: str | None, reading: str | None = None) -> Checked:
    """Return the form with nothing chosen, or with the players of an earlier match, seats swapped.

    The table follows the `reading` asked for, if that goes on, else one that a page plays.
    """
    offered = evening.open_readings(known)
    follows = reading if reading in offered else evening.played(known)
    row = None
    if again:
        with known.database.session() as session:
            row = session.scalar(select(Match).where(Match.code == again[:16]))
    if row is None:
        return Checked(NewMatch(reading=follows))
    return Checked(
        NewMatch(
            name_a=row.name_a,
            name_b=row.name_b,
            member_a=str(row.player_a_id or ""),
            member_b=str(row.player_b_id or ""),
            reading=follows,
        )
    )


def choices(known: Services) -> dict[str, Any]:
    """Return what the form offers: members, readings, rulesets and their options."""
    return {
        "players": opening.players(known),
        "readings": evening.open_readings(known),
        "rulesets": RULESETS,
        "options": CHOICES,
    }


def check(known: Services, form: NewMatch) -> Checked:
    """Return what is wrong with a form, or the match it describes."""
    faults: dict[str, str] = {}
    people = {str(member.id): member for member in opening.members(known)}
    seats = (
        _seat("a", form.member_a, form.name_a, people, faults),
        _seat("b", form.member_b, form.name_b, people, faults),
    )
    if not form.nameless:
        faults |= _unnamed(form)
    if seats[0].member is not None and seats[0].member == seats[1].member:
        faults["member_b"] = str(_("Nobody plays against themselves: choose another player."))
    if form.reading and form.reading not in evening.open_readings(known):
        faults["reading"] = str(_("This reading is over: choose another, or somebody who reads."))
    dealt = _dealt(form, faults)
    homes = (
        _home("a", form.home_a, form.code_a, faults),
        _home("b", form.home_b, form.code_b, faults),
    )
    if faults or dealt is None:
        return Checked(form, faults)
    return Checked(form, ready=Ready(seats, dealt, homes, form))


def open_from(known: Services, ready: Ready, actor: str) -> str:
    """Open the match and return its code."""
    return opening.open_match(
        known,
        ready.seats,
        ready.dealt,
        ruleset=ready.form.ruleset,
        options=overrides(ready.form),
        homes=ready.homes,
        actor=actor,
    )


def _unnamed(form: NewMatch) -> dict[str, str]:
    """Return the seats of which the form does not say who sits there."""
    said = {"a": form.member_a or form.name_a, "b": form.member_b or form.name_b}
    text = str(_("Choose a member, or type a guest's name."))
    return {f"member_{which}": text for which, who in said.items() if not who}


def _seat(which: str, member: str, name: str, people: Mapping[str, Member], faults: dict[str, str]) -> Seat:
    if not member:
        return Seat(name or which.upper())
    person = people.get(member)
    if person is None:
        faults[f"member_{which}"] = str(_("This member is not in the club any more."))
        return Seat(which.upper())
    return Seat(person.name, person.id)


def _home(which: str, how: str, code: str, faults: dict[str, str]) -> Home | None:
    """Return how a side is laid; None leaves it to what its member marked for the board."""
    if how != "code":
        return Home() if how == "sounds" else None
    try:
        return Home(HomeLayout.from_code(code))
    except BadCode:
        faults[f"code_{which}"] = str(
            _("This is no layout's code, or a letter of it is wrong or missing: copy all of it once more.")
        )
        return None


def _dealt(form: NewMatch, faults: dict[str, str]) -> Dealt | None:
    if form.deal == "random":
        return opening.at_random(fresh())
    try:
        return Dealt(sides(form.cards_a, form.cards_b))
    except DealError as error:
        faults[f"cards_{error.side}"] = deal_fault(error)
        return None


def typed_sides(text_a: str, text_b: str) -> tuple[Pair[tuple[int, ...]], str]:
    """Return the cards of two lists that are still being typed, and the first fault in them but their length."""
    found: list[tuple[int, ...]] = []
    fault = ""
    for text in (text_a, text_b):
        try:
            found.append(named_cards(text))
        except DealError as error:
            found.append(())
            fault = fault or deal_fault(error)
    both = set(found[0]) & set(found[1])
    if both and not fault:
        fault = deal_fault(DealError(Wrong.BOTH, str(min(both))))
    return (found[0], tuple(card for card in found[1] if card not in both)), fault


def deal_fault(error: DealError) -> str:
    """Return what is wrong in a typed list of cards, naming what was typed."""
    texts = {
        Wrong.UNKNOWN: _(
            "“%(entry)s” names no card: write a number from 1 to 100, or its first kana, such as 87 or むらさめ."
        ),
        Wrong.TWICE: _("“%(entry)s” comes twice."),
        Wrong.BACKWARDS: _("“%(entry)s” runs backwards."),
        Wrong.BOTH: _("“%(entry)s” is on A's side already."),
        Wrong.COUNT: _("A side has 25 cards; here are %(entry)s."),
    }
    return str(texts[error.wrong]) % {"entry": shortened(error.entry, 40)}
