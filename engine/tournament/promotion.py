"""Who has earned which dan, by the rules in force when it was earned. docs/rules/tournaments.md §7.

A feat is one result at a meet, with its month. Which rules apply follows from the month of the feat that completes
them, not from today: a late correction of an old result is judged by the old rules.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Month(NamedTuple):
    """A month of a year; months compare by time."""

    year: int
    month: int


REFORM: Final = Month(2020, 4)
"""Since this month each class up to B leads to the dan of the next one (E too)."""

BEST_FOUR: Final = 3
"""Place 3 is shared by both who lost a semi-final."""


class Meet(StrEnum):
    """What kind of event a feat is from."""

    CLASS = "class"
    """A class of a recognised meet."""
    NATIONAL = "national"
    INVITATIONAL = "invitational"
    TITLE = "title"
    """The title matches: place 1 is Meijin or Queen, place 2 lost the match for it (準名人, 準クイーン)."""


@dataclass(frozen=True, slots=True)
class Feat:
    """A result: the place (as `engine.tournament.placing`, None for none) and matches won, in `grade` A to E."""

    when: Month
    grade: str
    place: int | None
    wins: int = 0
    meet: Meet = Meet.CLASS

    @property
    def title(self) -> bool:
        """Whether a class was won."""
        return self.place == 1


A_POINTS: Final = {1: 8, 2: 4, 3: 2, 4: 1}
"""Points for a place in class A: a title is eight; the others are taken from clubs' practice."""
CLASS_OF_DAN: Final = ("E", "D", "C", "B", "A")
"""The class of no dan, 1, 2, 3 and 4 dan; of more it is A."""


class Ground(StrEnum):
    """On what ground a dan is earned."""

    BEST_FOUR = "best_four"
    CLASS_TITLE = "class_title"
    TWICE_SECOND = "twice_second"
    A_TITLES = "a_titles"
    A_TOP_THREE = "a_top_three"
    A_POINTS = "a_points"
    A_WINS = "a_wins"
    CHALLENGER = "challenger"
    TITLE_TERMS = "title_terms"
    NATIONAL = "national"
    INVITATIONAL = "invitational"


Count = Callable[[Sequence[Feat]], int]


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to a dan: `needed` of what `count` counts among somebody's feats, in force from one month until another."""

    dan: int
    ground: Ground
    needed: int
    count: Count
    since: Month | None = None
    until: Month | None = None
    """The first month in which it is not in force any more."""

    def in_force(self, when: Month) -> bool:
        """Whether it holds in a month."""
        return (self.since is None or self.since <= when) and (self.until is None or when < self.until)


def _best_four(grade: str) -> Count:
    return lambda feats: sum(
        one.meet is Meet.CLASS and one.grade == grade and one.place is not None and one.place <= BEST_FOUR
        for one in feats
    )


def _placed(grade: str, place: int) -> Count:
    return lambda feats: sum(
        one.meet is Meet.CLASS and one.grade == grade and one.place == place for one in feats
    )


def _at(meet: Meet, place: int) -> Count:
    return lambda feats: sum(one.meet is meet and one.place == place for one in feats)


def a_points(feats: Iterable[Feat]) -> int:
    """Return the points of places in class A."""
    return sum(
        A_POINTS.get(one.place or 0, 0) for one in feats if one.grade == "A" and one.meet is Meet.CLASS
    )


def _a_wins(feats: Iterable[Feat]) -> int:
    return sum(one.wins for one in feats if one.grade == "A")


def _a_titles(feats: Iterable[Feat]) -> int:
    return sum(one.grade == "A" and one.title and one.meet is not Meet.TITLE for one in feats)


def _high(dan: int, terms: int, a_titles: int) -> tuple[Rule, ...]:
    """Return the ways to 7 and 8 dan."""
    return (
        Rule(dan, Ground.TITLE_TERMS, terms, _at(Meet.TITLE, 1)),
        Rule(dan, Ground.NATIONAL, terms + 1, _at(Meet.NATIONAL, 1)),
        Rule(dan, Ground.INVITATIONAL, terms + 1, _at(Meet.INVITATIONAL, 1)),
        Rule(dan, Ground.A_TITLES, a_titles, _a_titles),
    )


RULES: Final = (
    Rule(1, Ground.BEST_FOUR, 1, _best_four("E"), since=REFORM),
    Rule(2, Ground.BEST_FOUR, 1, _best_four("D"), since=REFORM),
    Rule(3, Ground.BEST_FOUR, 1, _best_four("C"), since=REFORM),
    Rule(1, Ground.BEST_FOUR, 1, _best_four("D"), until=REFORM),
    Rule(2, Ground.BEST_FOUR, 1, _best_four("C"), until=REFORM),
    Rule(3, Ground.BEST_FOUR, 1, _best_four("B"), until=REFORM),
    Rule(4, Ground.CLASS_TITLE, 1, _placed("B", 1)),
    Rule(4, Ground.TWICE_SECOND, 2, _placed("B", 2)),
    Rule(5, Ground.A_TITLES, 1, _a_titles),
    Rule(5, Ground.A_TOP_THREE, 3, _best_four("A")),
    Rule(5, Ground.A_POINTS, 8, a_points),
    Rule(5, Ground.A_WINS, 20, _a_wins),
    Rule(6, Ground.CHALLENGER, 1, _at(Meet.TITLE, 2)),
    Rule(6, Ground.NATIONAL, 1, _at(Meet.NATIONAL, 1)),
    Rule(6, Ground.INVITATIONAL, 1, _at(Meet.INVITATIONAL, 1)),
    Rule(6, Ground.A_TITLES, 5, _a_titles),
    Rule(6, Ground.A_POINTS, 40, a_points),
    *_high(7, 1, 10),
    *_high(8, 2, 15),
)
"""Every way to a dan that is counted; 9 and 10 dan are given by merit alone."""


@dataclass(frozen=True, slots=True)
class Promotion:
    """A dan that was earned: when, and on what ground."""

    dan: int
    ground: Ground
    when: Month


@dataclass(frozen=True, slots=True)
class Outlook:
    """How far somebody is on one way to a dan."""

    rule: Rule
    have: int

    @property
    def missing(self) -> int:
        """What is still needed."""
        return max(self.rule.needed - self.have, 0)


def promotions(feats: Iterable[Feat], dan: int = 0) -> tuple[Promotion, ...]:
    """Return the dan that somebody earned from where they began, in time.

    Feats of one month are taken together. Whoever earns a high dan has it, whatever was not earned below.
    """
    ordered = sorted(feats, key=lambda one: one.when)
    found: list[Promotion] = []
    for when in sorted({one.when for one in ordered}):
        so_far = [one for one in ordered if one.when <= when]
        met = [
            rule
            for rule in RULES
            if rule.dan > dan and rule.in_force(when) and _counted(rule, so_far) >= rule.needed
        ]
        if met:
            best = max(met, key=lambda rule: rule.dan)
            dan = best.dan
            found.append(Promotion(best.dan, best.ground, when))
    return tuple(found)


def outlook(feats: Iterable[Feat], dan: int, when: Month) -> tuple[Outlook, ...]:
    """Return every way to the next dan in force in a month, the nearest first."""
    so_far = [one for one in feats if one.when <= when]
    ways = [
        Outlook(rule, _counted(rule, so_far)) for rule in RULES if rule.dan == dan + 1 and rule.in_force(when)
    ]
    return tuple(sorted(ways, key=lambda way: way.missing / way.rule.needed))


def class_of(dan: int) -> str:
    """Return the class that somebody of this dan plays in."""
    return CLASS_OF_DAN[min(dan, len(CLASS_OF_DAN) - 1)]


def _counted(rule: Rule, feats: Sequence[Feat]) -> int:
    """Return what counts for a rule: feats of the time when it is in force."""
    return rule.count([one for one in feats if rule.in_force(one.when)])
