"""Tables as whoever asks may see them: people who are not shown to them sit there as A and B."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.karuta.player import Pair
from webapp.access.roles import Role
from webapp.club.naming import namesakes
from webapp.club.seen import asker, hidden
from webapp.matches.tables import Table
from webapp.services import Services


def as_seen(known: Services, found: Iterable[Table], *, apart: bool = False) -> tuple[Table, ...]:
    """Return the tables with the names that the visitor may see; the program itself sees all.

    `apart`: beside the name of somebody who has namesakes stands what tells them apart, as lists of tables need it.
    """
    asking = asker()
    if asking is None or (asking.may(Role.HELPER) and not apart):
        return tuple(found)
    with known.database.session() as session:
        unseen = hidden(session, asking)
        told = namesakes(session) if apart else {}
    return tuple(_shown(table, unseen, told) for table in found)


def _shown(table: Table, unseen: frozenset[int], told: Mapping[int, str]) -> Table:
    if unseen.isdisjoint(table.members) and told.keys().isdisjoint(table.members):
        return table
    a, b = without(table.state.opened.names, table.members, unseen)
    names = (_apart(a, told.get(table.members[0] or 0)), _apart(b, told.get(table.members[1] or 0)))
    return _named(table, names)


def _named(table: Table, names: Pair[str | None]) -> Table:
    state = table.state
    return replace(table, state=replace(state, opened=replace(state.opened, names=names)))


def _apart(name: str | None, told: str | None) -> str | None:
    return f"{name} ({told})" if name and told else name


def without(names: Pair[str | None], members: Pair[int | None], unseen: frozenset[int]) -> Pair[str | None]:
    """Return two players' names, None for those who are not to be seen."""
    a, b = (None if member in unseen else name for name, member in zip(names, members, strict=True))
    return a, b


def without_blanks(table: Table) -> Table:
    """Return a table as files tell it: somebody who was forgotten has no name there."""
    a, b = (name or None for name in table.state.opened.names)
    return _named(table, (a, b))
