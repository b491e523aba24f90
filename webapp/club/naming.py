"""How people are called where several share a name: the name, and whatever tells them apart."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session, lazyload

from webapp.club.merged import merged
from webapp.club.names import folded
from webapp.db.people_models import Member


@dataclass(frozen=True, slots=True)
class Naming:
    """What tells each namesake from the others, by their number; everybody else needs nothing."""

    sets: Mapping[int, str]
    day: dt.date | None = None
    """The day whose names count, None for those of now."""

    @classmethod
    def of(cls, people: Iterable[Member], day: dt.date | None = None) -> "Naming":
        """Look for namesakes among these people.

        The note that somebody entered tells best. Without one it is the kana, then the club, wherever it is the
        person's alone; then the number.
        """
        by_name: dict[str, list[Member]] = {}
        for person in people:
            by_name.setdefault(folded(_name(person, day)), []).append(person)
        return cls(
            {
                person.id: _apart(person, same)
                for same in by_name.values()
                if len(same) > 1
                for person in same
            },
            day,
        )

    def is_namesake(self, member: Member) -> bool:
        """Whether somebody else has the same name."""
        return member.id in self.sets

    def apart(self, member: Member) -> str:
        """Return what tells a person from their namesakes, empty for somebody who has none."""
        return self.sets.get(member.id, "")

    def label(self, member: Member) -> str:
        """Return the name with what tells the person apart."""
        apart, name = self.apart(member), _name(member, self.day)
        return f"{name} ({apart})" if apart else name


def namesakes(session: Session) -> Mapping[int, str]:
    """Return what tells each namesake from the others, by every number that they ever had."""
    same = merged(session)
    query = select(Member).where(Member.erased_at.is_(None)).options(lazyload(Member.facts))
    people = [one for one in session.scalars(query) if one.id not in same.into]
    told = Naming.of(people).sets
    return {**told, **{gone: told[same.one(gone)] for gone in same.into if same.one(gone) in told}}


def _name(person: Member, day: dt.date | None) -> str:
    return person.name if day is None else person.name_on(day)


def _apart(person: Member, same: list[Member]) -> str:
    for texts in ((one.note for one in same), (one.kana for one in same), (one.club for one in same)):
        told = dict(zip((one.id for one in same), texts, strict=True))
        count = Counter(map(folded, told.values()))
        if told[person.id] and count[folded(told[person.id])] == 1:
            return told[person.id]
    return f"No. {person.id}"
