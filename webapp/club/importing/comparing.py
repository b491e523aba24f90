"""The lines of a file beside the people who are known: who might be whom, and what a line would change."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.club.importing.reading import Doubt, Doubtful, Line
from webapp.club.members import Person
from webapp.club.names import folded
from webapp.db.people_models import Member, Standing

NEW, OUT = "new", "out"
"""What can be decided of a line, beside the number of the member that it is."""

Decisions = Mapping[int, str]
"""By the number of the line. Somebody is `new` beside those whom they were told from: `new-12-15`."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A line with who it might be, what is proposed (empty where only a person can say), and what was decided."""

    line: Line
    candidates: tuple[int, ...]
    proposed: str
    decided: str = ""

    @property
    def choice(self) -> str:
        """What holds: the decision, else the proposal; empty while neither is there."""
        return self.decided or self.proposed

    @property
    def new(self) -> str:
        """The decision that this is a new person, none of the candidates."""
        return "-".join((NEW, *map(str, self.candidates)))

    @property
    def doubtful(self) -> bool:
        """Whether somebody should look at it."""
        return bool(self.line.doubts)


def compare(lines: Iterable[Line], people: Sequence[Member], decisions: Decisions) -> tuple[Compared, ...]:
    """Return every line with its doubts and choices.

    A decision for somebody who is no candidate does not count; nor does one for a new person that was made before
    somebody came who may be them.
    """
    index = Index(people)
    earlier: dict[str, Line] = {}
    before = _Before()
    found = []
    for line in lines:
        same, near = index.named(line.person.name), index.near(line.person.name, line.person.kana)
        twin = earlier.get(folded(line.person.name))
        doubts = [
            *(Doubtful(Doubt.NAMESAKE, str(member.id)) for member in same),
            *(Doubtful(Doubt.NEAR, str(member.id)) for member in near),
        ]
        repeated = twin is not None and _says_the_same(twin, line)
        if twin is not None:
            doubts.append(Doubtful(Doubt.SAME_LINE if repeated else Doubt.NAMESAKE_LINE, str(twin.number)))
        else:
            earlier[folded(line.person.name)] = line
            alike = before.alike(line)
            if alike is not None:
                doubts.append(Doubtful(Doubt.NEAR_LINE, str(alike.number)))
        candidates = tuple(member.id for member in (*same, *near))
        found.append(
            Compared(
                replace(line, doubts=(*doubts, *line.doubts)),
                candidates,
                _proposed(line, same, bool(near) or twin is not None, repeated=repeated),
                _decided(decisions.get(line.number, ""), candidates),
            )
        )
    return tuple(found)


def _decided(decision: str, candidates: Iterable[int]) -> str:
    """Return a decision as far as it counts: the number of a candidate, NEW or OUT, else nothing."""
    numbers = set(map(str, candidates))
    kind, *told_from = decision.split("-")
    if kind == NEW:
        return NEW if numbers <= set(told_from) else ""
    return decision if decision in {OUT, *numbers} else ""


class _Before:
    """The lines so far, by their kana and by what nearly their name would be."""

    def __init__(self) -> None:
        self._of_kana: dict[str, Line] = {}
        self._shorter: dict[str, list[Line]] = {}
        self._without_kana: dict[str, list[Line]] = {}

    def alike(self, line: Line) -> Line | None:
        """Return the first earlier line that may be the same person under another spelling; and keep this one.

        Names that differ in one sign are often those of two people; they count only where kana do not tell.
        """
        name, kana = folded(line.person.name), folded(line.person.kana)
        texts = _shorter(name)
        by_name = self._without_kana if kana else self._shorter
        found = [
            one for text in texts for one in by_name.get(text, ()) if is_near(name, folded(one.person.name))
        ]
        if kana:
            found += [self._of_kana[kana]] if kana in self._of_kana else []
            self._of_kana.setdefault(kana, line)
        for text in texts:
            self._shorter.setdefault(text, []).append(line)
            if not kana:
                self._without_kana.setdefault(text, []).append(line)
        return min(found, key=lambda one: one.number, default=None)


def _says_the_same(one: Line, other: Line) -> bool:
    return replace(one, number=0, doubts=()) == replace(other, number=0, doubts=())


def _proposed(line: Line, same: Sequence[Member], unsure: bool, *, repeated: bool) -> str:  # noqa: FBT001
    if repeated:
        return OUT
    if len(same) == 1 and not unsure and _agree(line.person, same[0]):
        return str(same[0].id)
    return "" if same or unsure else NEW


def _agree(person: Person, member: Member) -> bool:
    """Whether nothing speaks against two of one name being one person: kana and club agree, and one is there."""
    pairs = [(person.kana, member.kana), (person.club, member.club)]
    told = [(folded(one), folded(other)) for one, other in pairs if one and other]
    return bool(told) and all(one == other for one, other in told)


class Index:
    """The people who are known, by their names and their kana.

    Two names that one sign turns into each other have a text in common: the name itself, or what is left of it without
    one of its signs. So a name finds those near it by a few looks, however many people there are.
    """

    def __init__(self, people: Sequence[Member]) -> None:
        self._people = people
        self._names = [frozenset(map(folded, (one.name, *one.former_names))) for one in people]
        self._named: dict[str, list[int]] = {}
        self._of_kana: dict[str, list[int]] = {}
        self._shorter: dict[str, list[int]] = {}
        for at, one in enumerate(people):
            if kana := folded(one.kana):
                self._of_kana.setdefault(kana, []).append(at)
            for name in self._names[at]:
                self._named.setdefault(name, []).append(at)
                for text in _shorter(name):
                    self._shorter.setdefault(text, []).append(at)

    def named(self, typed: str) -> list[Member]:
        """Return those of the same name, now or before."""
        return [self._people[at] for at in self._named.get(folded(typed), ())]

    def near(self, typed: str, typed_kana: str = "") -> list[Member]:
        """Return those of another name that one sign turns into this one, or of the same kana where there is any."""
        name, kana = folded(typed), folded(typed_kana)
        alike = {at for text in _shorter(name) for at in self._shorter.get(text, ())}
        found = {at for at in alike if any(is_near(name, other) for other in self._names[at])}
        found.update(self._of_kana.get(kana, ()) if kana else ())
        return [self._people[at] for at in sorted(found) if name not in self._names[at]]


def _shorter(name: str) -> set[str]:
    """Return a name, and what is left of it without each of its signs."""
    return {name, *(name[:at] + name[at + 1 :] for at in range(len(name)))}


def is_near(one: str, other: str) -> bool:
    """Whether two names of three signs or more differ in one sign: one put in, left out or changed."""
    if one == other or min(len(one), len(other)) < 3 or abs(len(one) - len(other)) > 1:
        return False
    shorter, longer = sorted((one, other), key=len)
    at = next((index for index, sign in enumerate(shorter) if sign != longer[index]), len(shorter))
    return shorter[at + (len(one) == len(other)) :] == longer[at + 1 :]


def undecided(compared: Iterable[Compared]) -> tuple[int, ...]:
    """Return the numbers of the lines that nobody has decided and that need it; and those of one member twice."""
    seen: set[str] = set()
    found = []
    for one in compared:
        if not one.choice or (one.choice in seen and one.choice not in (NEW, OUT)):
            found.append(one.line.number)
        seen.add(one.choice)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Change:
    """What a line changes in a member: the column, before and after."""

    column: str
    before: str
    after: str


def completed(member: Member, line: Line) -> Person:
    """Return a member with what a line says of them; a blank cell changes nothing, and the name stays."""
    said = line.person
    return Person(
        name=member.name,
        kana=said.kana or member.kana,
        club=said.club or member.club,
        grade=said.grade or member.grade or "",
        dan=said.dan or member.dan or 0,
        grade_since=said.grade_since if said.grade else None,
        dan_since=said.dan_since if said.dan else None,
        hand=said.hand or member.hand or "",
        note=said.note or member.note,
        can_read=said.can_read or member.can_read,
    )


def changes(member: Member, line: Line) -> tuple[Change, ...]:
    """Return what a line would change in a member."""
    after = completed(member, line)
    pairs = [
        ("kana", member.kana, after.kana),
        ("club", member.club, after.club),
        ("class", member.grade or "", after.grade),
        ("dan", str(member.dan or ""), str(after.dan or "")),
        ("hand", member.hand or "", after.hand),
        ("note", member.note, after.note),
    ]
    found = [Change(*pair) for pair in pairs if pair[1] != pair[2]]
    if line.standing is not Standing.MEMBER and line.standing is not member.standing:
        found.append(Change("status", member.standing, line.standing))
    return tuple(found)
