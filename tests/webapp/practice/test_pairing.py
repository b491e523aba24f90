"""What the engine is told of a practice, and changes by hand."""

import datetime as dt
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.practice import NoRound, Role
from poems.chance import Seed
from tests.webapp.practice.test_session import DAY, session_of
from webapp.practice import events as ev
from webapp.practice.pairing import (
    CannotPair,
    Evening,
    Known,
    Meeting,
    Past,
    Wrong,
    fixed_pair,
    gone,
    kept,
    proposed,
    released,
    swapped,
    without_place,
)
from webapp.practice.session import Session, folded

SEED = Seed.from_hex("00" * 16)


def here(count: int, *more: ev.Event) -> Session:
    return session_of(*map(ev.Came, range(1, count + 1)), *more)


def pairs(found: ev.Paired) -> set[ev.Pair]:
    return set(found.tables)


@given(st.integers(0, 9), st.data())
def test_everybody_here_has_one_place_and_what_was_begun_stays(count: int, data: st.DataObject) -> None:
    session = here(count)
    for number in (1, 2, 3):
        session = session_of_more(session, proposed(Evening(session), number, SEED))
        round_ = session.round(number)
        if round_.tables and data.draw(st.booleans()):
            both = data.draw(st.sampled_from(round_.tables))
            session = session_of_more(session, ev.Played(number, both, both[0], 3))
            leaves = data.draw(st.sampled_from(range(1, count + 1)))
            session = session_of_more(session, ev.Went(leaves))
            session = session_of_more(session, proposed(Evening(session), number, SEED))
            assert both in session.round(number).tables
            session = session_of_more(session, ev.Came(leaves))
        placed = [one for pair in session.round(number).tables for one in pair]
        placed += [person for person, _ in session.round(number).out]
        assert len(placed) == len(set(placed))
        assert set(placed) | set(without_place(session, number)) == set(range(1, count + 1))


def session_of_more(session: Session, event: ev.Event) -> Session:
    at = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
    found = folded(session.code, [(session.seq + 1, at, event)], session)
    assert found is not None
    return found


def test_nobody_meets_twice_on_one_evening_while_it_can_be_helped() -> None:
    session = here(4)
    met: list[ev.Pair] = []
    for number in (1, 2, 3):
        session = session_of_more(session, proposed(Evening(session), number, SEED))
        met += session.round(number).tables
    assert len(set(met)) == 6


def test_who_met_lately_is_kept_apart() -> None:
    yesterday = DAY - dt.timedelta(days=1)
    past = Past(meetings=(Meeting(yesterday, (1, 2)), Meeting(yesterday, (3, 4))))
    assert (1, 2) not in proposed(Evening(here(4), past=past), 1, SEED).tables


def test_classes_wishes_and_bans_are_heeded() -> None:
    known = {1: Known(0), 2: Known(0), 3: Known(4), 4: Known(4)}
    assert pairs(proposed(Evening(here(4), known), 1, SEED)) == {(1, 2), (3, 4)}
    wanting = Evening(here(4), known, Past(wishes=frozenset({(1, 3)})))
    assert pairs(proposed(wanting, 1, SEED)) == {(1, 3), (2, 4)}
    apart = Evening(here(2), known, Past(apart=frozenset({(1, 2)})))
    assert proposed(apart, 1, SEED).tables == ()


@pytest.mark.parametrize(
    ("reading", "count", "roles"),
    [
        (ev.Reading.ODD, 5, {Role.READER: 1}),
        (ev.Reading.ODD, 4, {}),
        (ev.Reading.PERSON, 4, {Role.READER: 1, Role.REST: 1}),
        (ev.Reading.PERSON, 5, {Role.READER: 1}),
        (ev.Reading.MACHINE, 5, {Role.REST: 1}),
    ],
)
def test_the_odd_one_out_reads(reading: ev.Reading, count: int, roles: dict[Role, int]) -> None:
    session = here(count, ev.Planned(DAY, reading=reading))
    known = {person: Known(can_read=person == 3) for person in range(1, count + 1)}
    out = proposed(Evening(session, known), 1, SEED).out
    assert {role: sum(one is role for _, one in out) for role in roles} == roles
    assert len(out) == sum(roles.values())
    if Role.READER in roles:
        assert (3, Role.READER) in out


def test_where_nobody_can_read_a_machine_does_and_the_odd_one_out_rests() -> None:
    evening = Evening(here(5, ev.Planned(DAY, reading=ev.Reading.ODD)))
    assert [role for _, role in proposed(evening, 1, SEED).out] == [Role.REST]


def test_nobody_rests_twice_before_all_did_while_no_rematch_forces_it() -> None:
    session = here(5, ev.Planned(DAY, reading=ev.Reading.MACHINE))
    rested = []
    for number in (1, 2, 3):
        session = session_of_more(session, proposed(Evening(session), number, SEED))
        rested += [person for person, _ in session.round(number).out]
    assert len(set(rested)) == 3


def test_games_that_go_on_keep_their_tables() -> None:
    session = here(8, ev.Paired(1, ((1, 2), (3, 4), (5, 6), (7, 8)), ()), ev.Played(1, (5, 6), 5, 3))
    wanted = Evening(
        session, past=Past(wishes=frozenset({(1, 8), (3, 7)}), apart=frozenset({(3, 4), (7, 8)}))
    )
    found = proposed(wanted, 1, SEED)
    assert found.tables[2] == (5, 6)
    assert {(1, 8), (3, 7), (2, 4)} == set(found.tables) - {(5, 6)}


ROUND = ev.Paired(1, ((1, 2), (3, 4)), ((5, Role.READER),))


@pytest.mark.parametrize(
    ("one", "other", "tables", "reader"),
    [
        (1, 3, ((2, 3), (1, 4)), 5),
        (1, 4, ((2, 4), (1, 3)), 5),
        (1, 5, ((2, 5), (3, 4)), 1),
        (1, 6, ((2, 6), (3, 4)), 5),
    ],
)
def test_two_change_places(one: int, other: int, tables: tuple[ev.Pair, ...], reader: int) -> None:
    session = here(6, ROUND)
    for found in (swapped(session, 1, one, other), swapped(session, 1, other, one)):
        assert found.tables == tables
        assert found.out == ((reader, Role.READER),)
        assert set(found.fixed) == {both for both in tables if one in both or other in both}


@given(st.integers(1, 6), st.integers(1, 6))
def test_swapping_twice_changes_nothing(one: int, other: int) -> None:
    session = here(6, ROUND)
    try:
        once = swapped(session, 1, one, other)
    except CannotPair:
        return
    twice = swapped(session_of_more(session, once), 1, one, other)
    assert (twice.tables, twice.out) == (ROUND.tables, ROUND.out)


@pytest.mark.parametrize(
    ("one", "other", "wrong"),
    [(1, 2, Wrong.SAME), (1, 1, Wrong.SAME), (1, 3, Wrong.BEGUN), (1, 9, Wrong.AWAY)],
)
@pytest.mark.parametrize("act", [swapped, fixed_pair])
def test_what_cannot_be_changed_is_said(
    act: Callable[..., object], one: int, other: int, wrong: Wrong
) -> None:
    if act is fixed_pair and (one, other) == (1, 2):
        return
    session = here(5, ROUND, ev.Played(1, (3, 4), 3, 9))
    with pytest.raises(CannotPair) as refused:
        act(session, 1, one, other)
    assert refused.value.wrong is wrong


def test_two_are_put_together_and_the_others_find_places() -> None:
    session = here(6, ROUND)
    found = proposed(Evening(fixed_pair(session, 1, 1, 3)), 1, SEED)
    assert (1, 3) in found.tables
    assert found.fixed == ((1, 3),)
    assert {one for both in found.tables for one in both} == {1, 2, 3, 4, 5, 6}


def test_a_lock_holds_until_it_is_let_go() -> None:
    session = here(6, ROUND)
    locked = session_of_more(session, kept(session, 1, (1, 2)))
    assert (1, 2) in proposed(Evening(locked, past=Past(wishes=frozenset({(1, 3)}))), 1, SEED).tables
    free = session_of_more(locked, released(locked, 1, (1, 2)))
    assert (1, 3) in proposed(Evening(free, past=Past(wishes=frozenset({(1, 3)}))), 1, SEED).tables


def test_a_lock_against_a_ban_is_said() -> None:
    session = here(4, ev.Paired(1, ((1, 2), (3, 4)), (), ((1, 2),)))
    with pytest.raises(NoRound):
        proposed(Evening(session, past=Past(apart=frozenset({(1, 2)}))), 1, SEED)


def test_who_comes_late_and_who_leaves_is_shown() -> None:
    session = here(5, ROUND, ev.Came(7), ev.Went(4))
    assert without_place(session, 1) == (7,)
    assert gone(session, 1) == (4,)
