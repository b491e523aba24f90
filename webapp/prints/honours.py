"""Who gets a certificate in a class, and what it says, in the language of the request."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask_babel import format_date
from flask_babel import gettext as _

from webapp.prints.certificate import Certificate
from webapp.prints.values import class_name
from webapp.prints.wording import (
    JAPANESE,
    JAPANESE_PLAYER,
    filled,
    japanese_class,
    japanese_day,
    japanese_place,
)
from webapp.tournaments import words
from webapp.tournaments.contests import Contest
from webapp.tournaments.placings import Placed, places


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of certificates as typed; `FILLED` are the names that stand for what is known."""

    title: str
    achieved: str
    name: str
    text: str
    day: str
    given_by: str
    upright: bool


FILLED: Final = ("name", "place", "class", "club", "tournament", "day", "team")


def proposed(*, upright: bool, player: bool = False) -> Wording:
    """Return the words that are proposed; those for a player of a team name the team."""
    if upright:
        return Wording(**(JAPANESE_PLAYER if player else JAPANESE), upright=True)
    text = _("for an excellent result at {tournament}, playing for {team}.") if player else ""
    return Wording(
        title=str(_("Certificate")),
        achieved="{class}, {place}",
        name="{name}",
        text=str(text or _("for an excellent result at {tournament}.")),
        day="{day}",
        given_by="",
        upright=False,
    )


def certificates(
    found: Contest, wording: Wording, most: int, *, players: bool = False
) -> tuple[Certificate, ...]:
    """Return a certificate for everybody placed, from the first to the last place that is wanted.

    Of teams each of the `players` gets one, where that is wanted; a team without players gets its own.
    """
    return tuple(
        _certificate(found, wording, one, who)
        for one in places(found)
        if one.place is not None and one.place <= most
        for who in (_players(found, one.who) if players else (one.who,))
    )


def _players(found: Contest, team: str) -> tuple[str, ...]:
    entry = found.names.entry(team)
    return tuple(player.id for player in entry.squad) if entry is not None and entry.squad else (team,)


def _certificate(found: Contest, wording: Wording, one: Placed, who: str) -> Certificate:
    values = _values(found, one, who, upright=wording.upright)
    return Certificate(
        title=filled(wording.title, values),
        achieved=filled(wording.achieved, values),
        name=filled(wording.name, values),
        text=filled(wording.text, values),
        day=filled(wording.day, values),
        given_by=tuple(
            filled(line.strip(), values) for line in wording.given_by.splitlines() if line.strip()
        ),
        upright=wording.upright,
    )


def _values(found: Contest, one: Placed, who: str, *, upright: bool) -> Mapping[str, str]:
    day = found.tournament.day
    place = one.place or 0
    return {
        "name": found.names.plain(who),
        "team": found.names.plain(one.who) if found.rules.boards else "",
        "club": found.names.club(who),
        "tournament": found.tournament.name,
        "place": japanese_place(place) if upright else words.place_name(one),
        "class": japanese_class(found.row.name) if upright else class_name(found),
        "day": japanese_day(day) if upright else format_date(day, "long"),
    }
