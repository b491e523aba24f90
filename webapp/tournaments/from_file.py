"""What a file of entries would enter, looked at before it is taken in. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from webapp.club.names import folded
from webapp.db.people_models import Member
from webapp.tournaments import entry_file
from webapp.tournaments.contests import Contest
from webapp.tournaments.entering import Typed
from webapp.tournaments.forms import MOST_PLAYED
from webapp.tournaments.recognising import Club, Recognised
from webapp.tournaments.sheet import _, heading, whole

_PLAYED: Final = frozenset(map(heading, ("played", "出場回数", "今年度出場回数", "年度内出場回数")))


@dataclass(frozen=True, slots=True)
class Previewed:
    """A row of a file before it is taken in: where it goes, what is doubtful about it, whom of the club it may be."""

    line: int
    typed: Typed
    class_number: int | None
    class_name: str
    recognised: Recognised
    doubts: tuple[str, ...] = ()
    again: bool = False
    """Whether somebody of this name and club is entered in the class already."""
    elsewhere: bool = False
    """Whether the file itself names another class."""


def preview(
    file: entry_file.EntryFile, classes: Sequence[Contest], members: Iterable[Member], here: int | None
) -> tuple[Previewed, ...]:
    """Return what a file would enter: each row into the class that it names, or into class `here`."""
    by_name = {folded(one.row.name): one for one in classes}
    by_number = {one.number: one for one in classes}
    entered = {one.number: {(folded(e.name), folded(e.club)) for e in one.entries} for one in classes}
    doubts: dict[int, list[str]] = {}
    for doubt in file.doubts:
        doubts.setdefault(doubt.line, []).append(doubt.text)
    club = Club(members)
    found = []
    for entry in file.entries:
        into = by_number.get(here or 0) or (
            by_name.get(folded(entry.class_name)) if entry.class_name else None
        )
        recognised = club.recognise(entry.name, entry.kana, entry.clubs)
        typed = _typed(entry, recognised.member)
        for cell in _said_of_this_year(entry):
            if typed.played is None:
                said = _("“%(cell)s” is no number of meets this year; 3 would be", cell=cell)
                doubts.setdefault(entry.line, []).append(said)
        found.append(
            Previewed(
                line=entry.line,
                typed=typed,
                class_number=into.number if into is not None else None,
                class_name=entry.class_name,
                recognised=recognised,
                doubts=tuple(doubts.get(entry.line, ())),
                again=into is not None and (folded(typed.name), folded(typed.club)) in entered[into.number],
                elsewhere=into is not None
                and bool(entry.class_name)
                and folded(entry.class_name) != folded(into.row.name),
            )
        )
    return tuple(found)


def _typed(entry: entry_file.Entry, member: Member | None) -> Typed:
    return Typed(
        entry.name,
        entry.kana or (member.kana if member is not None else ""),
        "/".join(entry.clubs),
        entry.dan,
        entry.seed_group,
        entry.family,
        member.id if member is not None else None,
        _played(entry),
    )


def _played(entry: entry_file.Entry) -> int | None:
    """Return how often somebody played this year, as a column of the file says; None where none does."""
    said = (whole(cell, 0, MOST_PLAYED) for cell in _said_of_this_year(entry))
    return next((number for number in said if number is not None), None)


def _said_of_this_year(entry: entry_file.Entry) -> list[str]:
    return [cell for name, cell in entry.extra if cell and heading(name) in _PLAYED]
