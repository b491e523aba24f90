"""The sets of cards that the club saved under a name."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select, update

from poems.cards import mask
from poems.choice import chosen, outline
from poems.wasuramoti import NamedSet
from webapp.absent import Absent
from webapp.characters import shortened
from webapp.db.columns import now
from webapp.db.models import SavedSet
from webapp.db.writer import Transaction
from webapp.reading.settings import settled
from webapp.services import Services

QUOTES = '"「」'
"""Signs that no name has: they stand around it where it has blanks."""


class NoSuchSet(Absent):
    """No saved set has this number."""


class NameTaken(ValueError):  # noqa: N818 - a finding about what was typed
    """Another set has this name."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A set as it is shown: `text` as typed, `cards` in its order."""

    id: int
    name: str
    text: str
    created: dt.datetime

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards, in the order typed where it is a list of numbers."""
        return chosen(self.text)

    @property
    def mask(self) -> int:
        """The cards as a mask."""
        return mask(self.cards)

    @property
    def quoted(self) -> str:
        """The name as it stands inside a longer text."""
        return f'"{self.name}"'


def everything(known: Services) -> tuple[Saved, ...]:
    """Return the saved sets by name."""
    with known.database.session() as session:
        return tuple(map(_shown, session.scalars(select(SavedSet).order_by(SavedSet.name))))


def names(known: Services) -> Mapping[str, int]:
    """Return the saved sets as masks by their names."""
    return {one.name: one.mask for one in everything(known)}


def one(known: Services, saved: int) -> Saved:
    """Return a saved set. Raises NoSuchSet."""
    with known.database.session() as session:
        found = session.get(SavedSet, saved)
    if found is None:
        raise NoSuchSet(saved)
    return _shown(found)


def save(known: Services, name: str, text: str) -> int:
    """Save a set and return its number. Raises NameTaken, and ValueError for a name or a text that cannot be."""
    name, text = _name(name), settled(text, names(known))

    def job(transaction: Transaction) -> int:
        _check_free(transaction, name)
        made = SavedSet(name=name, cards=text, created=now())
        transaction.session.add(made)
        transaction.session.flush()
        return made.id

    return known.database.write(job)


def change(known: Services, saved: int, name: str, text: str) -> None:
    """Give a set another name or other cards. Raises NoSuchSet, NameTaken and ValueError."""
    before = one(known, saved)
    others = {other: cards for other, cards in names(known).items() if other != before.name}
    name, text = _name(name), settled(text, others)

    def job(transaction: Transaction) -> None:
        _check_free(transaction, name, saved)
        transaction.session.execute(
            update(SavedSet).where(SavedSet.id == saved).values(name=name, cards=text)
        )

    known.database.write(job)


def copy(known: Services, saved: int, name: str) -> int:
    """Save a set once more under another name and return its number. Raises NoSuchSet, NameTaken and ValueError."""
    return save(known, name, one(known, saved).text)


def remove(known: Services, saved: int) -> None:
    """Forget a set; readings that were ordered with it keep their cards. Raises NoSuchSet."""
    one(known, saved)

    def job(transaction: Transaction) -> None:
        transaction.session.execute(delete(SavedSet).where(SavedSet.id == saved))

    known.database.write(job)


def take_in(known: Services, sets: Sequence[NamedSet]) -> tuple[str, ...]:
    """Save sets that came from elsewhere and return their names here; one that is there already stays as it is.

    Where another set has the name, the new one gets a number behind it.
    """
    out = []
    for new in sets:
        plain = _clean(new.name)
        here = names(known)
        if here.get(plain) == new.cards:
            out.append(plain)
            continue
        free = next(name for name in _numbered(plain) if name not in here)
        save(known, free, outline(new.cards))
        out.append(free)
    return tuple(out)


def free_name(known: Services, wanted: str) -> str:
    """Return a name that no set has, as near as can be to the one wanted."""
    here = names(known)
    return next(name for name in _numbered(_clean(wanted)) if name not in here)


def _numbered(name: str) -> Sequence[str]:
    return [name, *(f"{shortened(name, 190)} {number}" for number in range(2, 1000))]


def _clean(name: str) -> str:
    plain = "".join(" " if sign in QUOTES or not sign.isprintable() else sign for sign in name)
    return shortened(" ".join(plain.split()), 200) or "?"


def _name(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or any(sign in QUOTES for sign in plain):
        raise ValueError("a set needs a name, without quotes in it")
    return plain


def _check_free(transaction: Transaction, name: str, but: int | None = None) -> None:
    found = transaction.session.scalar(select(SavedSet.id).where(SavedSet.name == name))
    if found is not None and found != but:
        raise NameTaken(name)


def _shown(row: SavedSet) -> Saved:
    return Saved(row.id, row.name, row.cards, row.created)
