"""The draws of a file of entries, class by class, and the document that `tournament draw --json` prints."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.document import Json
from engine.tournament.draw import Draw, draw
from engine.tournament.entrant import Entrant
from engine.tournament.meetings import Groups, clubs, family
from engine.tournament.tree import FINAL, depth, matches, parent, sides
from poems.chance import Seed
from webapp.tournaments.entry_file import Entry, EntryFile


@dataclass(frozen=True, slots=True)
class ClassDraw:
    """The draw of one class; `rows` are the file's rows, counted from 0, by the entrants' ids."""

    name: str
    draw: Draw
    field: tuple[Entrant, ...]
    rows: dict[str, int]
    entries: Sequence[Entry]
    """All entries of the file."""

    def entry(self, entrant: str) -> Entry:
        """Return the row of an entrant."""
        return self.entries[self.rows[entrant]]

    def meetings(self, groups: Groups = clubs) -> list[tuple[int, int]]:
        """Return for each round how many pairs of mates could meet in it or before, and the fewest there must be."""
        found, bound = self.draw.meetings(self.field, groups), self.draw.fewest(self.field, groups)
        return list(zip(found, bound, strict=True))

    @property
    def has_families(self) -> bool:
        """Whether any two of the class are family."""
        named = [one.family for one in self.field if one.family]
        return len(set(named)) < len(named)


def drawn(file: EntryFile, seed: Seed) -> tuple[ClassDraw, ...]:
    """Draw every class of a file. Each has its own stream of chance, so that one class does not move another."""
    everybody = file.entrants()
    out = []
    for name, rows in file.classes().items():
        field = tuple(everybody[row] for row in rows)
        numbers = {everybody[row].id: row for row in rows}
        out.append(ClassDraw(name, draw(field, seed, f"draw {name}"), field, numbers, file.entries))
    return tuple(out)


def document(classes: Sequence[ClassDraw]) -> dict[str, Json]:
    """Return the document of all classes."""
    return {one.name: _class(one) for one in classes}


def _class(one: ClassDraw) -> Json:
    standing = {place: _person(one, entrant) for place, entrant in one.draw.leaves}
    rounds = by_rounds(one.draw)
    where = {match: (by, index) for by, row in enumerate(rounds) for index, match in enumerate(row)}
    out: dict[str, Json] = {
        "rounds": [
            [_match(match, index, standing, where) for index, match in enumerate(row)] for row in rounds
        ],
        "byes": [_person(one, entrant) for entrant in one.draw.byes],
        **_meetings("same_club_meetings", "lower_bound", one.meetings()),
    }
    if one.has_families:
        out |= _meetings("same_family_meetings", "family_lower_bound", one.meetings(family))
    return out


def by_rounds(draw: Draw) -> list[list[int]]:
    """Return the matches of each round, each round from the top of the sheet to the bottom."""
    found: list[list[int]] = [[] for _ in range(draw.rounds)]
    for match in sorted(matches(place for place, _ in draw.leaves)):
        found[draw.rounds - 1 - depth(match)].append(match)
    return found


def _match(match: int, index: int, standing: dict[int, Json], where: dict[int, tuple[int, int]]) -> Json:
    upper, lower = sides(match)
    winner_to: Json = None
    if match != FINAL:
        winner_to = [*where[parent(match)], "b" if match & 1 else "a"]
    return {
        "table": index + 1,
        "a": standing.get(upper),
        "b": standing.get(lower),
        "winner_to": winner_to,
    }


def _person(one: ClassDraw, entrant: str) -> Json:
    return {"entry": one.rows[entrant], "name": one.entry(entrant).name}


def _meetings(name: str, bound: str, counts: Sequence[tuple[int, int]]) -> dict[str, Json]:
    by_round = {f"round {by}": both for by, both in enumerate(counts, 1)}
    return {
        name: {by: found for by, (found, _) in by_round.items()},
        bound: {by: least for by, (_, least) in by_round.items()},
    }
