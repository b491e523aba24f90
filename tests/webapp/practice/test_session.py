"""A practice as the fold of its events."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.practice import Aim, Role
from webapp.db.store import StoredEvent, Stream
from webapp.practice import events as ev
from webapp.practice.session import Session, folded

DAY = dt.date(2026, 11, 30)
START = dt.datetime(2026, 11, 30, 9, tzinfo=dt.UTC)
PLAN = ev.Planned(DAY)


def session_of(*events: ev.Event) -> Session:
    """Return a practice after these events, a minute each."""
    stored = ((seq, START + dt.timedelta(minutes=seq), event) for seq, event in enumerate((PLAN, *events), 1))
    found = folded("abc234", stored)
    assert found is not None
    return found


PEOPLE = st.integers(1, 5)
MOVES = st.lists(st.one_of(st.builds(ev.Came, PEOPLE), st.builds(ev.Went, PEOPLE)), max_size=30)


@given(MOVES)
def test_who_is_here_is_whoever_came_last(moves: list[ev.Came | ev.Went]) -> None:
    session = session_of(*moves)
    last = {move.person: isinstance(move, ev.Came) for move in moves}
    assert set(session.here) == {person for person, came in last.items() if came}
    first = dict.fromkeys(move.person for move in moves)
    assert list(session.people) == list(first), "in the order in which they came"


@given(MOVES, st.integers(0, 30))
def test_the_fold_goes_on_from_anywhere(moves: list[ev.Came | ev.Went], cut: int) -> None:
    stored = [(seq, START, event) for seq, event in enumerate((PLAN, *moves), 1)]
    at = max(1, min(cut, len(stored)))
    assert folded("x", stored[at:], folded("x", stored[:at])) == folded("x", stored)


def test_coming_back_keeps_when_one_came_first() -> None:
    presence = session_of(ev.Came(1), ev.Went(1), ev.Came(1)).people[1]
    assert (presence.came_at, presence.here) == (START + dt.timedelta(minutes=2), True)


EVENTS = (
    ev.Planned(DAY, "畳の間", 4, ev.Reading.PERSON, divided=False),
    ev.Came(1),
    ev.Went(1),
    ev.Wanted(1, Aim.STRONGER, reads=True),
    ev.Paired(2, ((1, 2), (3, 9)), ((4, Role.READER), (5, Role.REST)), ((3, 9),)),
    ev.Called(2),
    ev.Called(2, on=False),
    ev.Played(2, (1, 2), 2, 12),
    ev.Played(2, (1, 2), 2, None, ev.How.WALKOVER),
    ev.Cleared(2, (1, 2)),
    ev.Lesson(2, (1, 2), on=True),
    ev.Boarded(2, (1, 2), "4f7k2m"),
    ev.Divided(3),
    ev.Closed(),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_what_is_stored_comes_back(event: ev.Event) -> None:
    new = ev.encode(event)
    stored = StoredEvent(Stream("practice", "x"), 1, new.kind, new.payload, "", START, "test")
    assert ev.decode(stored) == event


def test_a_result_is_corrected_and_taken_back() -> None:
    paired = ev.Paired(1, ((1, 2),), ())
    first, second = ev.Played(1, (1, 2), 1, 5), ev.Played(1, (1, 2), 2, 7)
    assert session_of(paired, first, second).round(1).results == {(1, 2): second}
    assert session_of(paired, first, ev.Cleared(1, (1, 2))).round(1).results == {}


def test_a_result_of_a_pair_that_was_taken_apart_binds_nobody() -> None:
    session = session_of(ev.Paired(1, ((1, 2),), ()), ev.Played(1, (1, 2), 1, 5), ev.Paired(1, ((1, 3),), ()))
    assert session.round(1).begun == frozenset()
