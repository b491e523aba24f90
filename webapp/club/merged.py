"""Which entries are one person: the merges that stand. Nothing is rewritten by a merge; whoever counts asks here."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.db.people_models import MemberMerge


@dataclass(frozen=True, slots=True)
class Merged:
    """The entry that stands for each entry that was merged into another."""

    into: Mapping[int, int] = field(default_factory=dict)

    def one(self, member: int) -> int:
        """Return the entry that stands for a person: itself, or the one that it was merged into in the end."""
        while member in self.into:
            member = self.into[member]
        return member

    def all(self, member: int) -> frozenset[int]:
        """Return every entry of the same person."""
        person = self.one(member)
        return frozenset({person, *(gone for gone in self.into if self.one(gone) == person)})


def merged(session: Session) -> Merged:
    """Return the merges that stand."""
    rows = session.execute(
        select(MemberMerge.gone_id, MemberMerge.into_id).where(MemberMerge.undone_at.is_(None))
    )
    return Merged(dict(rows.all()))
