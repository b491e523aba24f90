"""E8: after a field was memorised, cards are taken, sent and moved at pace; then it is asked where they are now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from engine.karuta.field import End, Layout, Row
from engine.karuta.player import Side
from engine.training.chance import pick, some, weighted
from engine.training.exercises.memorising import Field, place_points
from engine.training.exercises.question import Answered, Named, Place, Present, Question, Response, Verdict
from engine.training.exercises.tally import Tally, tally
from engine.training.interval import Interval, share
from engine.training.trial import ErrorKind, Exercise
from poems.cards import numbers
from poems.chance import Bits, Seed

_SLOTS: Final = tuple((row, end) for row in (Row.UPPER, Row.MIDDLE, Row.LOWER) for end in End)


class What(StrEnum):
    """What can happen to a card."""

    TAKEN = "taken"
    SENT = "sent"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened to a card; `to` is where it went, None when it left the field."""

    what: What
    card: int
    was: Place
    to: Place | None


@dataclass(frozen=True, slots=True)
class Updating:
    """So many events on a field, then so many questions."""

    field: Field
    seed: Seed
    events: int = 15
    questions: int = 12

    def happenings(self) -> tuple[Happening, ...]:
        """Return what happens, in order: about half are takes, a third sends, the others moves."""
        now, out = self.field, []
        for number in range(self.events):
            found = _happen(now, self.seed.stream(f"event {number}"))
            if found is None:
                break
            out.append(found)
            now = after(now, found)
        return tuple(out)

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next question: of cards that moved, that left, and that stayed, a third each."""
        happened = self.happenings()
        cards = self._cards(happened)
        if len(done) >= len(cards):
            return None
        card = cards[len(done)]
        now = self.field
        for one in happened:
            now = after(now, one)
        place = now.place_of(card)
        since = moves_since(happened).get(card)
        return Question(
            Exercise.UPDATING,
            len(done),
            Named(card),
            Present(here=False) if place is None else place,
            poem=card,
            level=None if since is None else float(since),
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how an answer counts; naming the place where a card lay before is an intrusion."""
        given, right = response.given, question.answer
        if given is None:
            return Verdict.wrong(ErrorKind.NO_ANSWER)
        if given == right:
            return Verdict.right()
        old = [one.was for one in self.happenings() if one.card == question.poem]
        if isinstance(given, Place) and given in old:
            return Verdict.wrong(ErrorKind.OLD_PLACE)
        points = place_points(right, given) if isinstance(right, Place) and isinstance(given, Place) else 0.0
        return Verdict.wrong(ErrorKind.WRONG_PLACE, points=points)

    def _cards(self, happened: Sequence[Happening]) -> tuple[int, ...]:
        bits = self.seed.stream("questions")
        gone = sorted({one.card for one in happened if one.to is None})
        moved = sorted({one.card for one in happened} - set(gone))
        stayed = [card for card in numbers(self.field.cards) if card not in moved and card not in gone]
        third = self.questions // 3
        first = (*some(gone, third, bits), *some(moved, third, bits))
        return some((*first, *some(stayed, self.questions - len(first), bits)), self.questions, bits)


def after(field: Field, one: Happening) -> Field:
    """Return the field after something happened."""
    field = _set(field, one.was.owner, _side(field, one.was.owner).without(one.card))
    if one.to is None:
        return field
    return _set(field, one.to.owner, _side(field, one.to.owner).placed([(one.card, one.to.slot)]))


def moves_since(happened: Sequence[Happening]) -> Mapping[int, int]:
    """Return for each card that something happened to how many events came after the last of it."""
    return {one.card: len(happened) - 1 - index for index, one in enumerate(happened)}


def _happen(field: Field, bits: Bits) -> Happening | None:
    what = weighted({What.TAKEN: 0.5, What.SENT: 0.33, What.MOVED: 0.17}, bits)
    cards = numbers(field.cards)
    if not cards:
        return None
    card = pick(cards, bits)
    was = field.place_of(card)
    assert was is not None
    if what is What.TAKEN:
        return Happening(what, card, was, None)
    owner = was.owner if what is What.MOVED else Side.B if was.owner is Side.A else Side.A
    row, end = pick([one for one in _SLOTS if what is What.SENT or one != (was.slot.row, was.slot.end)], bits)
    return Happening(what, card, was, Place(owner, _side(field, owner).next_free(row, end)))


def _side(field: Field, owner: Side) -> Layout:
    return field.mine if owner is Side.A else field.theirs


def _set(field: Field, owner: Side, layout: Layout) -> Field:
    return replace(field, mine=layout) if owner is Side.A else replace(field, theirs=layout)


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result: right answers by events since, which is a forgetting curve, and intrusions."""

    tally: Tally
    by_since: tuple[tuple[str, Interval | None], ...]
    intrusions: int


def summary(done: Sequence[Answered]) -> Summary:
    """Return what a run shows."""
    rows = []
    for name, low, high in (("0", 0, 0), ("1-5", 1, 5), ("6-10", 6, 10), ("11+", 11, 10**6)):
        own = [one for one in done if one.question.level is not None and low <= one.question.level <= high]
        rows.append((name, share(sum(one.verdict.correct is True for one in own), len(own))))
    still = [one for one in done if one.question.level is None]
    rows.append(("never", share(sum(one.verdict.correct is True for one in still), len(still))))
    return Summary(tally(done), tuple(rows), sum(one.verdict.error is ErrorKind.OLD_PLACE for one in done))
