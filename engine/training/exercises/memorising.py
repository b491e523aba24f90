"""E7: a field is memorised for some minutes, then asked with the cards hidden, at once and again after a while.

Five questions can be asked of a field: where a card lies, what lies at a place, and whether a card is there at all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.karuta.deal import deal
from engine.karuta.field import End, Layout, Row, Slot
from engine.karuta.player import Pair as Both
from engine.karuta.player import Side
from engine.training.chance import some
from engine.training.dprime import GoNoGo
from engine.training.exercises.question import (
    Answered,
    Card,
    Named,
    Place,
    Present,
    Question,
    Response,
    Verdict,
)
from engine.training.exercises.tally import Tally, tally
from engine.training.interval import Interval, share
from engine.training.items import Skill
from engine.training.layout import HomeLayout
from engine.training.trial import ErrorKind, Exercise
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Seed

TIMES_S: Final = (900, 300, 120, 30)
SWINGS_S: Final = 120
"""The last two minutes, in which hands may move."""
PROBES_MIN: Final = (0, 10, 30)
"""When the field is asked, in minutes after memorising."""
OPPONENTS: Final = (10, 15, 20, 25)
"""How many of the opponent's cards, by level."""
CONFIDENCES: Final = (4, 3, 2, 1)
"""How sure an answer was, from sure to a guess."""
SAME_ROW: Final = 0.6
SAME_SIDE: Final = 0.3


class Probe(StrEnum):
    """What is asked of a hidden field."""

    CARD_TO_PLACE = "card_to_place"
    PLACE_TO_CARD = "place_to_card"
    PRESENT = "present"
    PLACE_ALL = "place_all"
    """Every card is laid out again."""


class Half(StrEnum):
    """Whose half of the field a card lies in; it is in the trial, after the probe: `card_to_place/own/上/左`."""

    OWN = "own"
    OPPONENT = "opponent"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Field:
    """Where the cards of both players lie."""

    mine: Layout
    theirs: Layout

    @classmethod
    def laid(cls, mine: HomeLayout, theirs: HomeLayout, seed: Seed, opponents: int = 25) -> "Field":
        """Return a field dealt by chance and laid out by two home layouts; so many of the opponent's cards."""
        cards: Both[tuple[int, ...]] = deal(seed)
        return cls(mine.laid(cards[0]), theirs.laid(cards[1][:opponents]))

    @property
    def cards(self) -> int:
        """Mask of all that lie."""
        return mask(card for layout in (self.mine, self.theirs) for card, _ in layout)

    def place_of(self, card: int) -> Place | None:
        """Return where a card lies, or None."""
        for side, layout in ((Side.A, self.mine), (Side.B, self.theirs)):
            slot = layout.slot_of(card)
            if slot is not None:
                return Place(side, slot)
        return None

    def card_at(self, place: Place) -> int | None:
        """Return what lies at a place, or None."""
        return (self.mine if place.owner is Side.A else self.theirs).card_at(place.slot)


@dataclass(frozen=True, slots=True)
class Memorising:
    """One probe of a field; the same seed with another `delay_min` asks other cards."""

    field: Field
    seed: Seed
    probe: Probe = Probe.CARD_TO_PLACE
    questions: int = 20
    delay_min: int = 0

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next question about the hidden field."""
        number = len(done)
        cards = self._cards()
        if number >= len(cards):
            return None
        card = cards[number]
        place = self.field.place_of(card)
        if self.probe is Probe.PRESENT:
            return self._question(number, Named(card), Present(place is not None), card, None)
        assert place is not None
        if self.probe is not Probe.PLACE_TO_CARD:
            return self._question(number, Named(card), place, card, None)
        skill = Skill.PLACE if place.owner is Side.A else None
        return self._question(number, place, Card(card), card, skill)

    def _question(
        self,
        number: int,
        prompt: Named | Place,
        answer: Place | Card | Present,
        card: int,
        skill: Skill | None,
    ) -> Question:
        return Question(
            Exercise.MEMORISING,
            number,
            prompt,
            answer,
            poem=card,
            skill=skill,
            level=float(self.delay_min),
            set_id=f"{self.probe}/{self._where(card)}",
        )

    def _where(self, card: int) -> str:
        place = self.field.place_of(card)
        if place is None:
            return Half.AWAY
        return f"{_half(place)}/{place.slot.row}/{place.slot.end}"

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how an answer counts: a place one off in its row has 0.6 points, the right side 0.3."""
        given = response.given
        match question.answer:
            case Place() as right if isinstance(given, Place):
                points = place_points(right, given)
                return Verdict.right() if points == 1 else Verdict.wrong(ErrorKind.WRONG_PLACE, points=points)
            case Card(card) if isinstance(given, Card):
                return (
                    Verdict.right(card)
                    if given.card == card
                    else Verdict.wrong(ErrorKind.OTHER_CARD, given.card)
                )
            case Present(here) if isinstance(given, Present):
                if given.here == here:
                    return Verdict.right()
                return Verdict.wrong(ErrorKind.MISSED if here else ErrorKind.FALSE_ALARM)
            case _:
                return Verdict.wrong(ErrorKind.NO_ANSWER)

    def _cards(self) -> tuple[int, ...]:
        """Return the cards that are asked, in order; half of them absent where presence is asked."""
        if self.probe is Probe.PLACE_ALL:
            return numbers(self.field.cards)
        bits = self.seed.stream(f"probe {self.probe} {self.delay_min}")
        there = some(numbers(self.field.cards), self.questions, bits)
        if self.probe is not Probe.PRESENT:
            return there
        away = some(numbers(ALL_CARDS & ~self.field.cards), self.questions // 2, bits)
        return some((*there[: self.questions - len(away)], *away), self.questions, bits)


def place_points(right: Place, given: Place) -> float:
    """Return 1 for the place itself, 0.6 for its row and end, 0.3 for its side, else 0."""
    if right.owner is not given.owner:
        return 0.0
    if right.slot == given.slot:
        return 1.0
    same = _corner(right.slot) == _corner(given.slot)
    return SAME_ROW if same else SAME_SIDE


def _half(place: Place) -> Half:
    return Half.OWN if place.owner is Side.A else Half.OPPONENT


def _corner(slot: Slot) -> tuple[str, str]:
    return slot.row, slot.end


@dataclass(frozen=True, slots=True)
class Summary:
    """A probe's result, own and opponent's cards apart. `presence` is for the question whether a card is there."""

    tally: Tally
    points: float | None
    """The mean of the points."""
    own: Interval | None
    opponents: Interval | None
    presence: GoNoGo | None
    delay_min: int
    sure: tuple[tuple[int, Interval], ...]
    """What was right at each confidence, the surest first."""
    order: tuple["Recalled", ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """An end of a row and how many of its cards were recalled; in the order in which the player came to them."""

    half: Half
    row: Row
    end: End
    cards: int


def summary(drill: Memorising, done: Sequence[Answered]) -> Summary:
    """Return what a probe shows."""
    counted = [one for one in done if not one.response.interrupted]
    by_side: dict[Side, list[bool]] = {Side.A: [], Side.B: []}
    for one in counted:
        place = drill.field.place_of(one.question.poem or 0)
        if place is not None:
            by_side[place.owner].append(one.verdict.correct is True)
    presence = _presence(counted) if drill.probe is Probe.PRESENT else None
    points = sum(one.verdict.points for one in counted) / len(counted) if counted else None
    own, theirs = (share(sum(by_side[side]), len(by_side[side])) for side in (Side.A, Side.B))
    sure = by_confidence((one.response.confidence, one.verdict.correct) for one in counted)
    return Summary(tally(done), points, own, theirs, presence, drill.delay_min, sure, _order(drill, counted))


def by_confidence(answers: Iterable[tuple[int | None, bool | None]]) -> tuple[tuple[int, Interval], ...]:
    """Return how many were right at each confidence, the surest first; what none was said with is in none."""
    given: dict[int, list[bool]] = {sure: [] for sure in CONFIDENCES}
    for sure, correct in answers:
        if sure is not None and correct is not None:
            given[sure].append(correct)
    found = ((sure, share(sum(own), len(own))) for sure, own in given.items())
    return tuple((sure, one) for sure, one in found if one is not None)


def _order(drill: Memorising, done: Sequence[Answered]) -> tuple[Recalled, ...]:
    by: dict[tuple[Half, Row, End], list[int]] = {}
    for one in done:
        place = drill.field.place_of(one.question.poem or 0)
        if one.response.recalled is not None and place is not None:
            end = (_half(place), place.slot.row, place.slot.end)
            by.setdefault(end, []).append(one.response.recalled)
    first = sorted(by, key=lambda end: (sum(by[end]) / len(by[end]), end))
    return tuple(Recalled(*end, len(by[end])) for end in first)


def _presence(done: Sequence[Answered]) -> GoNoGo:
    here = [one for one in done if one.question.answer == Present(here=True)]
    away = [one for one in done if one.question.answer != Present(here=True)]
    wrongly = sum(one.verdict.error is ErrorKind.FALSE_ALARM for one in away)
    return GoNoGo(sum(one.verdict.correct is True for one in here), len(here), wrongly, len(away))


def next_level(level: int, points: float | None) -> int:
    """Return the next level of the opponent's cards: up with 0.85 of the points, down under 0.5."""
    if points is None:
        return level
    step = 1 if points >= 0.85 else -1 if points < 0.5 else 0
    return min(max(level + step, 0), len(OPPONENTS) - 1)
