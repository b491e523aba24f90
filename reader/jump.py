"""Choosing a poem to be called next, by its number or by what is typed; nobody learns from it what comes when."""

from dataclasses import dataclass, replace

from poems.anthology import poem
from poems.search import Found as Matched
from poems.search import search
from reader.order import Draw, Order
from reader.yomite import Answer, decide
from reader.yomite_commands import Jump, Learn, Refused, Why
from reader.yomite_state import Reading

MOST = 8
"""Poems shown for a text; whoever wants another types more of it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A poem that a text finds. `state` is "to_come", "may_come", "left_out", "learned", "read" or "absent".

    `named` says that the text names this poem, by its number or its whole kimari-ji, and so means no other.
    """

    poem: int
    kimariji: str
    kami: str
    state: str
    named: bool = False

    @property
    def can_come(self) -> bool:
        """Whether it can be called next."""
        return self.state in ("to_come", "left_out")


def choose(state: Reading, draw: Draw, number: int) -> Jump | Refused:
    """Return the command that lets a poem come next: its first place among those to come or left out.

    Of a poem that may come or not nobody is told which: it is refused either way.
    """
    if state_of(state, draw, number) == "may_come":
        return Refused(Why.NOT_TOLD)
    place = _place(state, number)
    if place is not None:
        return Jump(place)
    return Refused(Why.ALREADY_READ if number in state.programme.cards else Why.NO_SUCH_CARD)


def jump(state: Reading, draw: Draw, number: int, at: float) -> Answer:
    """Return what follows when a poem is chosen to come next."""
    chosen = choose(state, draw, number)
    return chosen if isinstance(chosen, Refused) else decide(state, chosen, at)


def learn(state: Reading, draw: Draw, number: int, at: float) -> Answer:
    """Return what follows when a poem is marked as learned. One that may come or not has to be heard first."""
    if state_of(state, draw, number) == "may_come" and not _times_heard(state, number):
        return Refused(Why.NOT_TOLD)
    return decide(state, Learn(number), at)


def find(state: Reading, draw: Draw, text: str) -> tuple[Found, ...]:
    """Return the poems that a text finds, the likeliest first, whether they are in the reading or not."""
    return tuple(
        replace(_found(state, draw, hit.number), named=hit.found <= Matched.KIMARIJI)
        for hit in search(text)[:MOST]
    )


def state_of(state: Reading, draw: Draw, number: int) -> str:
    """Return what has become of a poem in a reading, as far as everybody may know."""
    return _as_heard(state, draw, number) if draw.by_chance else _as_it_stands(state, number)


def _as_it_stands(state: Reading, number: int) -> str:
    """Return what has become of a poem where the order is no secret."""
    cards = state.programme.cards
    if number not in cards:
        return "absent"
    if any(cards[place] == number for place in state.to_come):
        return "to_come"
    if any(cards[place] == number for place in state.left_out):
        return "left_out"
    return "learned" if number in state.aside else "read"


def _as_heard(state: Reading, draw: Draw, number: int) -> str:
    """Return what has become of a poem as whoever listens knows it.

    Neither which dead cards were drawn nor which poem was left out: whoever left one out, looked which it was and chose
    it again would have seen the next card, and nothing would have changed.
    """
    inside = number in draw.inside
    if not inside and not (draw.dead and draw.outside >> number & 1):
        return "absent"
    if number in state.aside:
        return "learned"
    if draw.order is Order.RANDOM:
        return "may_come"
    heard = _times_heard(state, number)
    if heard >= draw.rounds:
        return "read"
    return "to_come" if (inside or heard) and heard < _whole_rounds(draw) else "may_come"


def _whole_rounds(draw: Draw) -> int:
    """Return how many rounds are read to their end; of a round that is cut off nobody knows what it brings."""
    return draw.most // draw.in_a_round if draw.most else draw.rounds


def _times_heard(state: Reading, number: int) -> int:
    return sum(state.programme.cards[place] == number for place in state.read)


def _found(state: Reading, draw: Draw, number: int) -> Found:
    known = poem(number)
    return Found(number, known.kimariji, known.kanji[0], state_of(state, draw, number))


def _place(state: Reading, number: int) -> int | None:
    places = (*state.to_come, *sorted(state.left_out))
    return next((place for place in places if state.programme.cards[place] == number), None)
