"""Rounds of practice: held against every round there could be, and the reasons that are given."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.edge import Edge, edge
from engine.tournament.matching import cheapest
from engine.tournament.practice import (
    USUAL,
    Aim,
    Because,
    NoRound,
    Person,
    Reason,
    Role,
    Room,
    Round,
    Weights,
    pair_up,
)
from poems.chance import Seed

SEED = Seed.numbered(1)


def pairs_of(found: Round) -> set[Edge]:
    return {table.players for table in found.tables}


def people(names: str) -> tuple[Person, ...]:
    return tuple(Person(name) for name in names)


def every_round(names: tuple[str, ...]) -> Iterator[tuple[tuple[Edge, ...], tuple[str, ...]]]:
    """Yield every way to pair some people and leave the others out."""
    if not names:
        yield (), ()
        return
    first, rest = names[0], names[1:]
    for pairs, out in every_round(rest):
        yield pairs, (first, *out)
    for index, other in enumerate(rest):
        for pairs, out in every_round(rest[:index] + rest[index + 1 :]):
            yield ((first, other), *pairs), out


def own_cost(room: Room, weights: Weights, pairs: tuple[Edge, ...], out: dict[str, Role]) -> int:
    """Work the cost out again, in other words."""
    by = {person.id: person for person in room.people}
    total = 0
    for a, b in pairs:
        total += weights.same_day * room.today.get((a, b), 0)
        days = room.days_ago.get((a, b))
        if days is None:
            total += weights.never_met if (a, b) not in room.today else 0
        elif days <= weights.recent_days:
            total += weights.recent // max(days, 1)
        total += weights.level * (by[a].level - by[b].level) ** 2
        total += weights.wish if (a, b) in room.wishes else 0
        total += weights.same_club if by[a].club and by[a].club == by[b].club else 0
        for me, you in ((by[a], by[b]), (by[b], by[a])):
            stronger, weaker = you.level < me.level, you.level > me.level
            if (me.aim, stronger) == (Aim.STRONGER, True) or (me.aim, weaker) == (Aim.WEAKER, True):
                total += weights.with_aim
            if (me.aim, weaker) == (Aim.STRONGER, True) or (me.aim, stronger) == (Aim.WEAKER, True):
                total += weights.against_aim
    for name, role in out.items():
        if role is Role.REST:
            total += weights.sat_out * by[name].times_out
        else:
            total += weights.has_read * by[name].times_read
            total += 0 if by[name].can_read else weights.cannot_read
    return total


def least(room: Room, weights: Weights) -> tuple[int, int]:
    """Return how few sit out, and what the best round with so few costs, by trying every one."""
    names = tuple(sorted(person.id for person in room.people))
    found = []
    for pairs, out in every_round(names):
        if len(out) < room.readers or any(pair in room.bans for pair in pairs):
            continue
        for readers in choose(out, room.readers):
            roles = {name: Role.READER if name in readers else Role.REST for name in out}
            found.append((len(out), own_cost(room, weights, pairs, roles)))
    return min(found)


def choose(names: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    if count == 0:
        yield ()
    elif names:
        for rest in choose(names[1:], count - 1):
            yield (names[0], *rest)
        yield from choose(names[1:], count)


def a_room(rng: random.Random, count: int) -> Room:
    names = "abcdefgh"[:count]
    edges = [(a, b) for index, a in enumerate(names) for b in names[index + 1 :]]

    def some(share: float) -> list[Edge]:
        return [pair for pair in edges if rng.random() < share]

    return Room(
        tuple(
            Person(
                name,
                level=rng.randrange(4),
                club=rng.choice(("", "x", "y")),
                aim=rng.choice(list(Aim)),
                can_read=rng.random() < 0.5,
                times_read=rng.randrange(3),
                times_out=rng.randrange(3),
            )
            for name in names
        ),
        readers=rng.choice((0, 0, 1)),
        today=dict.fromkeys(some(0.2), 1),
        days_ago={pair: rng.randrange(40) for pair in some(0.5)},
        wishes=frozenset(some(0.1)),
        bans=frozenset(some(rng.choice((0.1, 0.6)))),
    )


@pytest.mark.parametrize("count", range(1, 9))
def test_no_round_costs_less(count: int) -> None:
    weights = Weights(same_club=25)
    for number in range(12 if count == 8 else 25):
        room = a_room(random.Random(100 * count + number), count)
        found = pair_up(room, SEED, weights)
        assert (len(found.out), found.cost) == least(room, weights), number
        everybody = [one for table in found.tables for one in table.players] + [
            one.person for one in found.out
        ]
        assert sorted(everybody) == sorted(person.id for person in room.people)
        roles = {one.person: one.role for one in found.out}
        assert found.cost == own_cost(room, weights, tuple(pairs_of(found)), roles)
        assert not pairs_of(found) & room.bans


@settings(max_examples=40)
@given(number=st.integers(0, 10**6), data=st.data())
def test_the_order_of_the_people_does_not_matter(number: int, data: st.DataObject) -> None:
    room = a_room(random.Random(number), 8)
    again = Room(
        tuple(data.draw(st.permutations(room.people))),
        room.readers,
        {(b, a): times for (a, b), times in room.today.items()},
        room.days_ago,
        frozenset((b, a) for a, b in room.wishes),
        room.bans,
    )
    assert pair_up(again, SEED) == pair_up(room, SEED)


def test_ties_are_broken_by_lot() -> None:
    rounds = [pair_up(Room(people("abcdefgh")), Seed.numbered(number)) for number in range(60)]
    assert len({frozenset(pairs_of(found)) for found in rounds}) > 30


def test_no_avoidable_rematch() -> None:
    """Two rounds of four are played: the third has the one pairing that is left; the fourth says what it costs."""
    today = {("a", "b"): 1, ("c", "d"): 1, ("a", "c"): 1, ("b", "d"): 1}
    third = pair_up(Room(people("abcd"), today=today), SEED)
    assert pairs_of(third) == {("a", "d"), ("b", "c")}
    fourth = pair_up(Room(people("abcd"), today=today | {("a", "d"): 1, ("b", "c"): 1}), SEED)
    assert all(Because(Reason.SAME_DAY, 10_000, 1) in table.because for table in fourth.tables)
    twice = today | {("a", "d"): 1, ("b", "c"): 1, ("a", "b"): 2}
    assert pairs_of(pair_up(Room(people("abcd"), today=twice), SEED)) != {("a", "b"), ("c", "d")}


def test_reasons_are_given_and_add_up() -> None:
    room = Room(
        (Person("a", 0, aim=Aim.WEAKER), Person("b", 2, aim=Aim.STRONGER)),
        days_ago={("b", "a"): 7},
        wishes=frozenset({("b", "a")}),
    )
    (table,) = pair_up(room, SEED).tables
    assert table.because == (
        Because(Reason.RECENT, 200, 7),
        Because(Reason.LEVELS, 240, 2),
        Because(Reason.WISH, -2000),
        Because(Reason.WITH_AIM, -80),
        Because(Reason.WITH_AIM, -80),
    )
    assert table.cost == 200 + 240 - 2000 - 160


def test_whoever_sat_out_least_sits_out() -> None:
    room = Room(tuple(Person(name, times_out=int(name != "c")) for name in "abcde"))
    (out,) = pair_up(room, SEED).out
    assert (out.person, out.role, out.because) == ("c", Role.REST, ())


def test_readers_are_those_who_can_and_did_least() -> None:
    room = Room(
        tuple(Person(name, can_read=name in "bd", times_read=int(name == "b")) for name in "abcde"), readers=1
    )
    (out,) = pair_up(room, SEED).out
    assert (out.person, out.role) == ("d", Role.READER)
    even = pair_up(Room(room.people[:4], readers=1), SEED)
    assert sorted(one.role for one in even.out) == [Role.READER, Role.REST]


def test_when_nobody_can_read_somebody_reads_and_it_says_so() -> None:
    (out,) = pair_up(Room(people("abc"), readers=1), SEED).out
    assert Because(Reason.CANNOT_READ, USUAL.cannot_read) in out.because


def test_locks_stay() -> None:
    room = Room(people("abcdef"), pairs=frozenset({("f", "a")}), roles={"c": Role.READER}, readers=1)
    found = pair_up(room, SEED)
    assert ("a", "f") in pairs_of(found)
    assert next((one.person, one.role) for one in found.out) == ("c", Role.READER)
    assert len(found.tables) == 2
    assert len(found.out) == 2


def test_bans_leave_people_out_rather_than_break() -> None:
    room = Room(people("abcd"), bans=frozenset({("b", "a"), ("a", "c"), ("a", "d")}))
    found = pair_up(room, SEED)
    assert "a" in {one.person for one in found.out}
    assert len(found.tables) == 1
    alone = pair_up(Room(people("ab"), bans=frozenset({("a", "b")})), SEED)
    assert (alone.tables, len(alone.out)) == ((), 2)


def test_nobody_and_one() -> None:
    assert pair_up(Room(()), SEED) == Round((), ())
    assert [one.person for one in pair_up(Room(people("a")), SEED).out] == ["a"]


@pytest.mark.parametrize(
    "room",
    [
        Room(people("ab"), pairs=frozenset({("a", "x")})),
        Room(people("abc"), pairs=frozenset({("a", "b"), ("b", "c")})),
        Room(people("abc"), pairs=frozenset({("a", "b")}), roles={"a": Role.REST}),
        Room(people("ab"), pairs=frozenset({("a", "b")}), bans=frozenset({("b", "a")})),
        Room(people("aa")),
    ],
)
def test_locks_that_contradict(room: Room) -> None:
    with pytest.raises(NoRound):
        pair_up(room, SEED)


def test_matching_says_when_there_is_none() -> None:
    assert cheapest("abc", {edge("b", "a"): 1}, SEED.stream("x")) is None
    assert cheapest("", {}, SEED.stream("x")) == ()
