"""Contrast sets: two to four cards that a player mixes up, practised among each other.

One set of ten is any pair: that one is also the yardstick, as nothing chose it. While some pairs had hardly a chance to
show, six look for these, and three begin with the pair that is worth most; later these are nine. What room a set has
beside its first pair goes to another that is mixed up about as much, else to pairs that could be mixed up without
having shown it yet. A set keeps whole families together, asks its cards about equally often and none three times
running, and stops at ten right of twelve, or after twenty.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from itertools import combinations
from typing import Final

from engine.training.chance import pick, unit
from engine.training.confusion import Matrix
from engine.training.pairs import LAST_KANA, SINGLES, Pair, family
from engine.training.speed import CardSpeed, Pace
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Bits, below, shuffled

MOST_CARDS: Final = 4
FAULT_CARDS: Final = 2.0
"""What a mix-up costs in a match, in cards."""
SLOW_CARDS: Final = 0.5
"""What a slow take costs."""
LIVE: Final = 0.75
"""The chance that of two cards one at least lies on the field: 1 - (50 · 49) / (100 · 99), rounded."""
ACROSS: Final = 1.5
"""How much more a pair counts whose places in the own layout lie at opposite ends."""
RECENT: Final = 0.65
"""What a pair that was practised today keeps losing a day later, and so on: today it is worth nothing more."""
MIXED_WITH: Final = 0.5
"""A set takes in first what is worth this share of its pair and was mixed up at least …"""
TWICE: Final = 2
"""… so often; then what may be hidden."""
FOUND: Final = 0.3
"""How often a pair is mixed up that a set looks for."""
HIDDEN: Final = 0.03
"""A pair is looked for while a real mix-up would have shown nothing with this chance: till ten right answers."""
ALREADY: Final = 0.1
"""What looking for a pair is still worth on a day on which it was practised."""
BEGINNINGS: Final = 8
"""With so many pairs that may be hidden a set is begun, and the best is taken."""
RARE: Final = 20
"""How many of the least tried pairs are favoured on the mat."""
RIGHT: Final = 10
OF: Final = 12
LONGEST: Final = 20


class Why(StrEnum):
    """Why a set was taken."""

    VALUE = "value"
    UNSURE = "unsure"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class ContrastSet:
    """Cards to be told apart, in ascending order. `value` is what practising them is worth, in cards a match."""

    cards: tuple[int, ...]
    why: Why
    value: float
    focus: Pair | None = None
    """The pair that the set was made for."""

    @property
    def id(self) -> str:
        """The name of the set in trials: its cards."""
        return "-".join(map(str, self.cards))


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What sets are made from."""

    matrix: Matrix = field(default_factory=Matrix)
    speeds: Mapping[int, CardSpeed] = field(default_factory=dict)
    goal_ms: float = 700.0
    practised: Mapping[Pair, date] = field(default_factory=dict)
    """When pairs were last practised in a set."""
    across: frozenset[Pair] = frozenset()
    """Pairs at opposite ends of the own layout."""
    known: int = ALL_CARDS
    """Mask of the cards that were met; others are in no set."""

    def candidates(self) -> tuple[Pair, ...]:
        """Return the pairs that sets are made of: the 88 by the last kana, and those that were mixed up."""
        seen = (pair for pair, one in self.matrix.counts.items() if one.mistakes)
        every = {*LAST_KANA, *seen}
        return tuple(sorted(one for one in every if all(self.known >> card & 1 for card in one.cards)))

    def with_practised(self, cards: Iterable[int], day: date) -> "Knowledge":
        """Return the same after a set of these cards: the next one of the day is another."""
        pairs = (Pair.of(*two) for two in combinations(cards, 2))
        return replace(self, practised={**self.practised, **dict.fromkeys(pairs, day)})


def pair_value(pair: Pair, rate: float, known: Knowledge, today: date) -> float:
    """Return what practising a pair is worth, in cards a match, at a rate of mix-ups."""
    worth = rate * FAULT_CARDS * LIVE * (ACROSS if pair in known.across else 1.0)
    worth += sum(slow_value(known.speeds.get(card), known.goal_ms) for card in pair.cards)
    day = known.practised.get(pair)
    return worth if day is None else worth * (1 - RECENT ** max((today - day).days, 0))


def slow_value(speed: CardSpeed | None, goal_ms: float) -> float:
    """Return what practice of a slow card may gain, in cards: nothing where it is not known to be slow."""
    if speed is None or speed.pace(goal_ms) is not Pace.SLOW:
        return 0.0
    return SLOW_CARDS * min((speed.ms - goal_ms) / goal_ms, 1.0) / 10


def next_set(known: Knowledge, today: date, bits: Bits, *, adaptive: bool = True) -> ContrastSet | None:
    """Return a set to practise; None when fewer than two cards that could be mixed up were met.

    Without `adaptive` every set is drawn like the one in ten that nothing chooses.
    """
    pairs = known.candidates()
    if not pairs:
        return None
    if not adaptive:
        return _random_set(pairs, known, today, bits)
    luck = {pair: unit(bits) for pair in pairs}
    looked_for = _looked_for(known, today, luck)
    why = _why(bits, looking=bool(looked_for))
    if why is Why.RANDOM:
        return _random_set(pairs, known, today, bits)
    values = {pair: pair_value(pair, known.matrix.expected(pair), known, today) for pair in pairs}
    if why is Why.UNSURE:
        first, cards = _search(looked_for, known)
    else:
        first = max(pairs, key=lambda pair: (values[pair], luck[pair]))
        strong = [
            one for one in pairs if _shown(one, known) and 0 < values[one] >= MIXED_WITH * values[first]
        ]
        strong.sort(key=lambda pair: -values[pair])
        cards = _with_hidden(grown(first, strong, known.known), looked_for, known.known)
    return ContrastSet(cards, why, _inside(cards, values), first)


def _search(looked_for: Mapping[Pair, float], known: Knowledge) -> tuple[Pair, tuple[int, ...]]:
    """Return the set that brings most to light, and the pair it begins with."""
    begun = [
        (pair, _with_hidden(grown(pair, (), known.known), looked_for, known.known))
        for pair in list(looked_for)[:BEGINNINGS]
    ]
    return max(begun, key=lambda one: _finds(one[1], looked_for))


def hidden(pair: Pair, known: Matrix) -> float:
    """Return how likely a pair that is mixed up three times in ten would have shown nothing so far; 0 once it did."""
    one = known.counts.get(pair)
    return 1.0 if one is None else 0.0 if one.mistakes else float((1 - FOUND) ** one.n)


def _looked_for(known: Knowledge, today: date, luck: Mapping[Pair, float]) -> dict[Pair, float]:
    """Return what it is worth to look for each of the 88 pairs that were met and may be hidden, the most first.

    Not for those of one kana once all seven were met: from then on each warm-up tries them.
    """
    tried = frozenset(() if mask(SINGLES) & ~known.known else SINGLES)
    found = {
        pair: still * (ALREADY if known.practised.get(pair) == today else 1.0)
        for pair in LAST_KANA
        if pair in luck
        and not (pair.one in tried and pair.other in tried)
        and (still := hidden(pair, known.matrix)) >= HIDDEN
    }
    return dict(sorted(found.items(), key=lambda one: (-one[1], luck[one[0]])))


def _finds(cards: Sequence[int], looked_for: Mapping[Pair, float]) -> float:
    """Return how much a set of ten questions may bring to light: each of its pairs has its share of them."""
    shown = 1 - float((1 - FOUND) ** (2 * RIGHT / len(cards)))
    return sum(looked_for.get(Pair.of(*two), 0.0) for two in combinations(cards, 2)) * shown


def _shown(pair: Pair, known: Knowledge) -> bool:
    """Whether a pair was mixed up so often that it was hardly a slip."""
    one = known.matrix.counts.get(pair)
    return one is not None and one.mistakes >= TWICE


def _with_hidden(cards: tuple[int, ...], looked_for: Mapping[Pair, float], known: int) -> tuple[int, ...]:
    """Return the cards of a set with whatever else brings most to light."""
    while True:
        more = {numbers(_joined(mask(cards), pair, known)) for pair in looked_for}
        best = max(more, key=lambda one: (_finds(one, looked_for), one), default=cards)
        if _finds(best, looked_for) <= _finds(cards, looked_for):
            return cards
        cards = best


def least_tried(pairs: Sequence[Pair], known: Matrix, bits: Bits) -> list[Pair]:
    """Return pairs by how often they could have been mixed up, the least first; chance decides where they are even."""
    luck = {pair: unit(bits) for pair in pairs}
    tried = {pair: known.counts[pair].n if pair in known.counts else 0 for pair in pairs}
    return sorted(pairs, key=lambda pair: (tried[pair], luck[pair]))


def favoured(pairs: Sequence[Pair], known: Matrix, bits: Bits) -> int:
    """Return the mask of the cards that the mat favours: those of the pairs that were tried the least."""
    rare = least_tried(pairs, known, bits)[:RARE]
    return mask({card for pair in rare for card in pair.cards})


def _random_set(pairs: Sequence[Pair], known: Knowledge, today: date, bits: Bits) -> ContrastSet:
    order = shuffled(pairs, bits)
    cards = grown(order[0], order[1:], known.known)
    values = {pair: pair_value(pair, known.matrix.expected(pair), known, today) for pair in pairs}
    return ContrastSet(cards, Why.RANDOM, _inside(cards, values), order[0])


def _inside(cards: Sequence[int], values: Mapping[Pair, float]) -> float:
    return sum(value for pair, value in values.items() if pair.one in cards and pair.other in cards)


def grown(first: Pair, others: Iterable[Pair], known: int = ALL_CARDS) -> tuple[int, ...]:
    """Return the cards of a set that begins with a pair: whole families first, then other pairs in this order.

    A family that would not fit into four cards is left out, never divided; only that of the first pair may be.
    """
    cards = mask(first.cards)
    for card in first.cards:
        whole = cards | family(card) & known
        if whole.bit_count() <= MOST_CARDS:
            cards = whole
    for pair in others:
        cards = _joined(cards, pair, known)
    return numbers(cards)


def _joined(cards: int, pair: Pair, known: int) -> int:
    """Return a set's mask with the families of a pair, or as it is where they have no room."""
    more = cards | (family(pair.one) | family(pair.other)) & known
    return more if more.bit_count() <= MOST_CARDS else cards


def next_answer(cards: Sequence[int], asked: Sequence[int], bits: Bits) -> int:
    """Return the card of a set to be asked next: any, but none three times running."""
    last = asked[-1] if len(asked) >= 2 and asked[-1] == asked[-2] else None
    allowed = [card for card in cards if card != last] or list(cards)
    return pick(allowed, bits)


def next_even_answer(cards: Sequence[int], asked: Sequence[int], bits: Bits) -> int:
    """Return the same, but none that was asked twice oftener than another: so every pair of a set is tried.

    For two cards `next_answer` is the better one, as what comes next could be told.
    """
    last = asked[-1] if len(asked) >= 2 and asked[-1] == asked[-2] else None
    allowed = [card for card in cards if card != last] or list(cards)
    fewest = min(asked.count(card) for card in cards)
    return pick([card for card in allowed if asked.count(card) <= fewest + 1] or allowed, bits)


def over(answers: Iterable[bool]) -> bool:
    """Whether a set is done: ten right of the last twelve, or twenty answers."""
    given = tuple(answers)
    return len(given) >= LONGEST or sum(given[-OF:]) >= RIGHT


def _why(bits: Bits, *, looking: bool) -> Why:
    draw = below(10, bits)
    return Why.RANDOM if draw == 9 else Why.UNSURE if looking and draw >= 3 else Why.VALUE
