"""From what a sheet says to matches: both sides agree, or it is named what they do not agree about. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, log2
from typing import Final

from engine.tournament.outcome import MOST, USUAL_MOST, How
from webapp.club.names import folded
from webapp.exchange.said import At, Said


class Doubt(StrEnum):
    """What looks wrong about a match."""

    ONE_SIDED = "one_sided"
    """Only one of the two says it."""
    BOTH_WON = "both_won"
    BOTH_LOST = "both_lost"
    MARGINS = "margins"
    ENDINGS = "endings"
    """One says it was played, the other that it was not."""
    ZERO = "zero"
    UNUSUAL = "unusual"
    """More cards than a game without penalties can end by."""
    IMPOSSIBLE = "impossible"
    """More cards than there are on the field."""
    WALKOVER_CARDS = "walkover_cards"
    UNKNOWN = "unknown"
    """The opponent has no row in this class."""
    TWICE = "twice"
    """One of the two has another match in this round."""
    ITSELF = "itself"
    UNREAD = "unread"
    NAMESAKES = "namesakes"
    """Two rows of this class have the name."""


MILD: Final = frozenset({Doubt.ONE_SIDED, Doubt.UNUSUAL})
"""Doubts with which a match is proposed all the same."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A doubt, and about what: a name or a cell as it stands there."""

    doubt: Doubt
    about: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """One way how a match may have ended: `winner` is 0 or 1 of its sides; a margin that cannot be is none."""

    winner: int
    margin: int | None
    how: How


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two, as the sheet names them."""

    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class SheetMatch:
    """A match of a sheet: where it stands, what is claimed of it, what is doubtful. No claim: it says no winner."""

    number: int
    at: tuple[At, ...]
    class_name: str
    round: int
    label: str
    sides: tuple[Side, Side]
    claims: tuple[Claim, ...]
    doubts: tuple[Doubtful, ...] = ()

    @property
    def proposed(self) -> str:
        """The claim that is proposed, by its number; empty where only a person can say."""
        mild = all(one.doubt in MILD for one in self.doubts)
        return "0" if len(self.claims) == 1 and mild else ""


@dataclass(frozen=True, slots=True)
class ClassSum:
    """How a class adds up: of a single elimination of so many, this many rounds and matches are expected."""

    name: str
    people: int
    rounds: int
    matches: int

    @property
    def expected(self) -> tuple[int, int]:
        """Rounds and matches of a single elimination."""
        return (ceil(log2(self.people)) if self.people > 1 else 0), max(self.people - 1, 0)

    @property
    def fits(self) -> bool:
        """Whether it is a whole single elimination."""
        return self.expected == (self.rounds, self.matches)


@dataclass(frozen=True, slots=True)
class Checked:
    """A sheet's matches in their order, the byes that were passed over, and how each class adds up."""

    matches: tuple[SheetMatch, ...]
    byes: int
    classes: tuple[ClassSum, ...]


def checked(said: Iterable[Said]) -> Checked:
    """Return the matches of a sheet with everything that is doubtful about them."""
    every = tuple(said)
    played = [one for one in every if one.opponent or one.how is How.NORMAL]
    groups: dict[tuple[str, int, frozenset[str]], list[Said]] = defaultdict(list)
    for one in played:
        groups[one.class_name, one.round, frozenset((folded(one.player), folded(one.opponent)))].append(one)
    world = _World(every)
    matches = tuple(_match(number, group, world) for number, group in enumerate(groups.values(), 1))
    return Checked(matches, len(every) - len(played), tuple(_sums(every, matches)))


class _World:
    """What is known of the sheet as a whole."""

    def __init__(self, every: Sequence[Said]) -> None:
        self.rows: Mapping[tuple[str, str], set[At]] = defaultdict(set)
        opponents: dict[tuple[str, int, str], set[str]] = defaultdict(set)
        for one in every:
            self.rows[one.class_name, folded(one.player)].add(one.at)
            if one.opponent:
                opponents[one.class_name, one.round, folded(one.player)].add(folded(one.opponent))
                opponents[one.class_name, one.round, folded(one.opponent)].add(folded(one.player))
        self.opponents = opponents
        rounds = Counter((one.at, one.class_name, folded(one.player)) for one in every)
        wide = {(name, who) for (_at, name, who), count in rounds.items() if count > 1}
        self.namesakes = {key for key in wide if len(self.rows[key]) > 1}


def _match(number: int, group: Sequence[Said], world: _World) -> SheetMatch:
    first = group[0]
    other = next((one for one in group if folded(one.player) == folded(first.opponent)), None)
    sides = (Side(first.player, first.club), _second(first, other))
    claims = tuple(dict.fromkeys(claim for one in group if (claim := _claim(one, first)) is not None))
    return SheetMatch(
        number=number,
        at=tuple(dict.fromkeys(one.at for one in group)),
        class_name=first.class_name,
        round=first.round,
        label=first.label,
        sides=sides,
        claims=claims,
        doubts=tuple(dict.fromkeys(_doubts(group, other, claims, world))),
    )


def _second(first: Said, other: Said | None) -> Side:
    if other is None:
        return Side(first.opponent, first.opponent_club)
    return Side(other.player, other.club or first.opponent_club)


def _claim(one: Said, first: Said) -> Claim | None:
    if one.won is None or not one.opponent:
        return None
    own = 0 if folded(one.player) == folded(first.player) else 1
    can_be = one.how is How.NORMAL and one.margin is not None and 0 < one.margin <= MOST
    return Claim(own if one.won else 1 - own, one.margin if can_be else None, one.how)


def _doubts(
    group: Sequence[Said], other: Said | None, claims: Sequence[Claim], world: _World
) -> Iterator[Doubtful]:
    first = group[0]
    sides = {folded(one.player) for one in group}
    for one in group:
        if one.unread:
            yield Doubtful(Doubt.UNREAD, one.unread)
        if one.won is None and not one.unread:
            yield Doubtful(Doubt.UNREAD, "–")
        yield from _margin(one)
    if folded(first.player) == folded(first.opponent) or not first.opponent:
        yield Doubtful(Doubt.ITSELF, first.player)
        return
    if other is None:
        known = (first.class_name, folded(first.opponent)) in world.rows
        yield Doubtful(Doubt.ONE_SIDED if known else Doubt.UNKNOWN, first.opponent)
    elif len(claims) > 1:
        yield from _contradictions(claims, group, first, other)
    if len(group) > len(sides):
        yield Doubtful(Doubt.TWICE, first.player)
    for name in (first.player, first.opponent):
        if len(world.opponents[first.class_name, first.round, folded(name)]) > 1:
            yield Doubtful(Doubt.TWICE, name)
        if (first.class_name, folded(name)) in world.namesakes:
            yield Doubtful(Doubt.NAMESAKES, name)


def _margin(one: Said) -> Iterator[Doubtful]:
    if one.margin is None:
        return
    if one.how is not How.NORMAL:
        yield Doubtful(Doubt.WALKOVER_CARDS, str(one.margin))
    elif one.margin == 0:
        yield Doubtful(Doubt.ZERO)
    elif one.margin > MOST:
        yield Doubtful(Doubt.IMPOSSIBLE, str(one.margin))
    elif one.margin > USUAL_MOST:
        yield Doubtful(Doubt.UNUSUAL, str(one.margin))


def _contradictions(
    claims: Sequence[Claim], group: Sequence[Said], first: Said, other: Said
) -> Iterator[Doubtful]:
    if len({one.winner for one in claims}) > 1:
        won = all(one.won for one in group)
        yield Doubtful(Doubt.BOTH_WON if won else Doubt.BOTH_LOST)
    if len({one.margin for one in claims}) > 1:
        yield Doubtful(Doubt.MARGINS, f"{_shown(first)} / {_shown(other)}")
    if len({one.how for one in claims}) > 1:
        yield Doubtful(Doubt.ENDINGS)


def _shown(one: Said) -> str:
    return "–" if one.margin is None else str(one.margin)


def _sums(every: Sequence[Said], matches: Sequence[SheetMatch]) -> Iterator[ClassSum]:
    for name in dict.fromkeys(one.class_name for one in every):
        people = {folded(one.player) for one in every if one.class_name == name}
        of_class = [one for one in matches if one.class_name == name]
        rounds = max((one.round for one in every if one.class_name == name), default=0)
        yield ClassSum(name, len(people), rounds, len(of_class))
