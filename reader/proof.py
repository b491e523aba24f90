"""Whether a reading kept to the order that was fixed before it: what was announced against what was read.

A record says which draw was announced, the hash of it and of the seed that was shown before the first card, the seed
that was shown after the last one, the order that came of it, and, where it was kept, the log of the reading.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from poems.chance import Seed
from reader.order import Draw
from reader.yomite_facts import BroughtForward, Called, Decided, Fact, LeftOut, Opened, SetAside, TakenBack
from reader.yomite_state import evolve, fold


class Flaw(StrEnum):
    """What does not fit."""

    SEED = "seed"
    """The seed, or the draw that was made with it, is not the one that was committed to."""
    ORDER = "order"
    """The order does not come of the seed."""
    CALLED = "called"
    """A card was called out of turn though nobody had chosen it."""
    POEM = "poem"
    """A poem was read that does not stand at its place in the order."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that does not fit; `place` counts the cards of the order, or the facts of the log, from 0."""

    flaw: Flaw
    place: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A reading as it was announced and read. Without a log only the order can be checked."""

    draw: Draw
    commitment: str
    seed: Seed
    cards: tuple[int, ...]
    log: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """What people decided while it was read: poems taken back, left out, brought forward and set aside."""

    taken_back: int = 0
    left_out: int = 0
    brought_forward: int = 0
    set_aside: int = 0


def flaws(record: Record) -> tuple[Found, ...]:
    """Return everything that does not fit; nothing for a reading that kept to its order."""
    found = []
    if record.commitment != record.draw.commitment(record.seed):
        found.append(Found(Flaw.SEED))
    expected = record.draw.drawn(record.seed)
    if record.cards != expected:
        found.append(Found(Flaw.ORDER, _first_difference(record.cards, expected)))
    return (*found, *_of_log(record))


def choices(log: Iterable[Fact]) -> Choices:
    """Return what people decided while it was read."""
    facts = tuple(log)
    kinds = (TakenBack, LeftOut, BroughtForward, SetAside)
    return Choices(*(sum(isinstance(fact, kind) for fact in facts) for kind in kinds))


def _of_log(record: Record) -> Iterable[Found]:
    """Yield what in the log does not follow the order, up to the first call out of turn."""
    if not record.log:
        return
    opened, *rest = record.log
    # a log that begins with anything else tells of no order at all
    if not isinstance(opened, Opened) or opened.programme.cards != record.cards:
        yield Found(Flaw.POEM)
        return
    state = fold((opened,))
    for place, fact in enumerate(rest, 1):
        if isinstance(fact, Called) and _out_of_turn(fact, state.to_come):
            yield Found(Flaw.CALLED, place)
            return
        if isinstance(fact, Decided) and record.cards[fact.position : fact.position + 1] != (fact.poem,):
            yield Found(Flaw.POEM, place)
        state = evolve(state, fact)


def _out_of_turn(call: Called, to_come: tuple[int, ...]) -> bool:
    """Whether a call brings up another card than the next; one that was broken off may be repeated."""
    return call.kind == "card" and not call.again and call.position not in to_come[:1]


def _first_difference(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
