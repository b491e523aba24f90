"""Checking what was read against what was announced."""

import copy
import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.cards import mask
from poems.chance import Seed
from reader.order import Draw, Order
from reader.programme import Programme
from reader.proof import Choices, Flaw, Found, Record, choices, flaws
from reader.record import FORMAT, draw_to_dict, parse
from reader.yomite import decide, open_reading
from reader.yomite_commands import (
    Back,
    Began,
    Command,
    Deciding,
    Ended,
    Jump,
    Learn,
    Next,
    Over,
    Refused,
    Skip,
)
from reader.yomite_facts import Called, Decided, Fact
from reader.yomite_log import to_dict
from reader.yomite_state import Phase, fold

SEEDS = st.integers(0, (1 << 128) - 1).map(Seed.numbered)
DRAWS = st.builds(
    Draw,
    st.lists(st.integers(1, 50), min_size=2, max_size=12, unique=True).map(tuple),
    st.sampled_from(list(Order)),
    st.integers(0, 6),
    st.sampled_from([0, 500, 1000]),
    st.sets(st.integers(51, 100), max_size=5).map(mask),
    st.integers(1, 2),
    st.integers(0, 15),
)


def read_out(draw: Draw, seed: Seed, wishes: list[Command]) -> tuple[Fact, ...]:
    """A reading from the first call to the end, with a wish of people after each call."""
    log: list[Fact] = [open_reading(Programme(draw.drawn(seed)), 0.0, commitment=draw.commitment(seed))]
    left = iter(wishes)

    def tell(command: Command) -> None:
        answer = decide(fold(log), command, float(len(log)))
        log.extend(() if isinstance(answer, Refused) else answer)

    while (state := fold(log)).phase is not Phase.DONE:
        tell(Next())
        state = fold(log)
        if state.call is not None:
            for place in range(state.place, len(state.call.halves)):
                tell(Began(state.call.number, place))
                tell(Ended(state.call.number, place))
            tell(Deciding(state.call.number))
            tell(Over(state.call.number))
        if (wish := next(left, None)) is not None:
            tell(wish)
    return tuple(log)


def record_of(draw: Draw, seed: Seed, wishes: list[Command]) -> Record:
    return Record(draw, draw.commitment(seed), seed, draw.drawn(seed), read_out(draw, seed, wishes))


def document_of(record: Record) -> dict[str, Any]:
    found = {
        "format": FORMAT,
        "draw": draw_to_dict(record.draw),
        "commitment": record.commitment,
        "seed": record.seed.hex,
        "cards": list(record.cards),
        "log": [{"seq": 3, "who": "server", **to_dict(fact)} for fact in record.log]
        + [{"fact": "sound_taken"}],
    }
    document: dict[str, Any] = json.loads(json.dumps(found))
    return document


WISHES = st.lists(
    st.one_of(
        st.sampled_from([Back(), Skip()]),
        st.integers(0, 20).map(Jump),
        st.integers(1, 50).map(Learn),
    ),
    max_size=6,
)


@given(DRAWS, SEEDS, WISHES)
def test_an_honest_reading_fits_whatever_people_wished(draw: Draw, seed: Seed, wishes: list[Command]) -> None:
    record = record_of(draw, seed, wishes)
    assert flaws(record) == ()
    assert flaws(parse(document_of(record))) == ()


@given(DRAWS, SEEDS, SEEDS)
def test_another_seed_is_found_out(draw: Draw, seed: Seed, other: Seed) -> None:
    record = Record(draw, draw.commitment(seed), other, draw.drawn(seed))
    assert (Found(Flaw.SEED) in flaws(record)) == (seed != other)


@given(DRAWS, DRAWS, SEEDS)
def test_another_draw_with_the_same_seed_is_found_out(announced: Draw, draw: Draw, seed: Seed) -> None:
    found = flaws(Record(draw, announced.commitment(seed), seed, draw.drawn(seed)))
    assert found == (() if draw == announced else (Found(Flaw.SEED),))


@given(SEEDS, st.permutations(range(1, 11)))
def test_nobody_makes_a_seed_tell_the_order_he_likes(seed: Seed, wanted: list[int]) -> None:
    """The same cards typed in another order would give any order: where each place goes follows from the seed alone."""
    announced = Draw(tuple(range(1, 11)))
    typed = [0] * 10
    for place, came in enumerate(announced.drawn(seed)):
        typed[came - 1] = wanted[place]
    forged = Draw(tuple(typed))
    assert forged.drawn(seed) == tuple(wanted)
    fits = flaws(Record(forged, announced.commitment(seed), seed, tuple(wanted))) == ()
    assert fits == (forged == announced)


def test_the_commitment_is_made_as_the_documents_say() -> None:
    seed = Seed.from_hex("000102030405060708090a0b0c0d0e0f")
    draw = Draw((3, 1, 2), Order.SHUFFLE, 4, 500, mask([9, 8]), 2, 7)
    line = b"shuffle 3,1,2 dead 4 look-alike 500 absent 8,9 rounds 2 most 7"
    assert draw.commitment(seed) == hashlib.sha256(bytes(range(16)) + line).hexdigest()
    plain = b"number 1 dead 0 look-alike 0 absent  rounds 1 most 0"
    assert Draw((1,), Order.NUMBER).commitment(seed) == hashlib.sha256(bytes(range(16)) + plain).hexdigest()


@given(DRAWS, SEEDS, st.data())
def test_two_cards_that_changed_places_are_found_out(draw: Draw, seed: Seed, data: st.DataObject) -> None:
    cards = list(draw.drawn(seed))
    one, two = data.draw(st.tuples(*[st.integers(0, len(cards) - 1)] * 2))
    cards[one], cards[two] = cards[two], cards[one]
    found = flaws(Record(draw, draw.commitment(seed), seed, tuple(cards)))
    if tuple(cards) == draw.drawn(seed):
        assert found == ()
    else:
        assert found == (Found(Flaw.ORDER, min(one, two)),)


def test_a_call_out_of_turn_is_found_out() -> None:
    record = record_of(Draw((1, 2, 3, 4)), Seed.numbered(5), [])
    place, first = next((at, fact) for at, fact in enumerate(record.log) if isinstance(fact, Called))
    log = [*record.log]
    log[place] = replace(first, position=2)
    assert Found(Flaw.CALLED, place) in flaws(replace(record, log=tuple(log)))


def test_another_poem_than_the_one_at_its_place_is_found_out() -> None:
    record = record_of(Draw((1, 2, 3, 4)), Seed.numbered(5), [])
    log = tuple(replace(fact, poem=99) if isinstance(fact, Decided) else fact for fact in record.log)
    assert {found.flaw for found in flaws(replace(record, log=log))} == {Flaw.POEM}


def test_a_log_of_another_order_is_found_out() -> None:
    record = record_of(Draw((1, 2, 3, 4)), Seed.numbered(5), [])
    other = record_of(Draw((1, 2, 3, 4)), Seed.numbered(6), [])
    assert record.cards != other.cards
    assert flaws(replace(record, log=other.log)) == (Found(Flaw.POEM),)


def test_what_people_decided_is_counted() -> None:
    draw = Draw(tuple(range(1, 9)), Order.AS_GIVEN)
    log = read_out(draw, Seed.numbered(0), [Back(), Skip(), Jump(6), Learn(6)])
    assert choices(log) == Choices(taken_back=1, left_out=1, brought_forward=1, set_aside=1)
    assert flaws(Record(draw, draw.commitment(Seed.numbered(0)), Seed.numbered(0), draw.cards, log)) == ()


HONEST = document_of(record_of(Draw((1, 2, 3), dead=1), Seed.numbered(5), []))


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("format",), "naniwazu-reading/2", "format 'naniwazu-reading/2' is unknown"),
        (("seed",), "", "seed: it is missing; it is shown when the reading is over"),
        (("seed",), "xyz", "seed: a seed is written as 32"),
        (("commitment",), None, "commitment: it is missing"),
        (("cards",), "1,2", "cards: it is a list"),
        (("cards", 1), 101, r"cards\[1\]: 101 is no poem"),
        (("cards", 1), True, r"cards\[1\]: True is no poem"),
        (("draw",), [], "draw: a JSON object is expected"),
        (("draw", "order"), "backwards", "draw.order: 'backwards' is none of"),
        (("draw", "order"), [], r"draw.order: \[\] is none of"),
        (("draw", "dead"), 98, "draw: 98 dead cards"),
        (("draw", "dead"), "1", "draw.dead: '1' is no whole number"),
        (("draw", "look_alike"), "much", "draw.look_alike: it is a number"),
        (("draw", "look_alike"), float("inf"), "draw: cannot convert float infinity"),
        (("draw", "cards", 0), 2, "draw: a card comes twice"),
        (("draw", "absent"), [0], r"draw.absent\[0\]: 0 is no poem"),
        (("log",), {}, "log: it is a list"),
        (("log", 2), 7, r"log\[2\]: a JSON object"),
        (("log", 1, "number"), "one", r"log\[1\]: called.number"),
    ],
)
def test_what_is_no_record_is_told_by_its_place(
    path: tuple[str | int, ...], value: object, reason: str
) -> None:
    document: Any = copy.deepcopy(HONEST)
    *way, last = path
    inner = document
    for step in way:
        inner = inner[step]
    inner[last] = value
    with pytest.raises(ValueError, match=reason):
        flaws(parse(document))
