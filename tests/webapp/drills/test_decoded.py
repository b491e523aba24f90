"""A learner's log is decoded once, follows every new row, and is gone with its learner."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.training.codec import from_json
from engine.training.trial import Voided
from tests.engine.training.makers import trial
from tests.support.learners import learner
from webapp.drills import decoded, log
from webapp.drills.decoded import Decoded
from webapp.services import Services

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
ROWS = [trial(n) for n in range(6)]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return what is decoded, as it happens."""
    seen: list[Any] = []

    def counting(row: Any) -> Any:
        seen.append(row)
        return from_json(row)

    monkeypatch.setattr(decoded, "from_json", counting)
    return seen


def test_only_what_is_new_is_decoded(services: Services, read: list[Any]) -> None:
    person = learner(services, ROWS[:4])
    assert log.trials(services.database, person) == tuple(ROWS[:4])
    assert log.rows(services.database, person) == tuple(ROWS[:4])
    assert len(read) == 4
    log.add(services.database, person, ROWS[2:])
    assert log.trials(services.database, person) == tuple(ROWS)
    assert len(read) == 6


def test_a_correction_counts_at_once_and_the_log_keeps_both(services: Services) -> None:
    person = learner(services, ROWS)
    log.trials(services.database, person)
    log.add(services.database, person, [Voided(ROWS[2].trial_id, "not_me", NOON)])
    assert ROWS[2] not in log.trials(services.database, person)
    assert len(log.trials(services.database, person)) == 5
    assert len(log.rows(services.database, person)) == 7


@pytest.fixture
def one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every learner have the same number, as before a backup was restored."""
    monkeypatch.setattr(log, "unused", lambda _session, _table: 7)


@pytest.mark.usefixtures("one_number")
def test_an_erased_log_is_gone_also_where_its_number_comes_again(services: Services) -> None:
    person = learner(services, ROWS)
    log.trials(services.database, person)
    log.erase(services.database, person)
    assert log.trials(services.database, person) == ()
    again = learner(services, [replace(one, seed="2", trial_id=f"x{one.trial_id}") for one in ROWS])
    assert again.id == person.id
    assert {one.seed for one in log.trials(services.database, again)} == {"2"}


@pytest.mark.usefixtures("one_number")
def test_a_log_that_was_erased_elsewhere_is_read_anew(services: Services) -> None:
    person, kept = learner(services, ROWS), Decoded()
    assert len(kept.log(services.database, person.id).trials) == 6
    log.erase(services.database, person)
    learner(services, [replace(one, trial_id=f"x{one.trial_id}") for one in (*ROWS, trial(7), trial(8))])
    found = kept.log(services.database, person.id)
    assert [one.trial_id[0] for one in found.trials] == ["x"] * 8


def test_the_log_that_was_not_used_the_longest_goes(services: Services, read: list[Any]) -> None:
    kept = Decoded(most=10)
    first, second, third = (learner(services, ROWS[:4]) for _ in range(3))
    for person in (first, second, first, third, first):
        assert len(kept.log(services.database, person.id).rows) == 4
    assert len(read) == 12
    kept.log(services.database, second.id)
    assert len(read) == 16


def test_what_came_before_a_moment_is_not_decoded(
    services: Services, read: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [NOON]
    monkeypatch.setattr(log, "now", lambda: clock[0])
    person = learner(services, ROWS[:4])
    clock[0] = NOON + timedelta(days=1)
    log.add(services.database, person, [*ROWS[4:], Voided(ROWS[0].trial_id, "slipped", NOON)])
    log.add(services.database, person, [Voided(ROWS[5].trial_id, "slipped", NOON)])
    other = learner(services, [replace(ROWS[0], trial_id="other")])
    found = decoded.trials_since(services.database, [person.id], clock[0])
    assert [one.trial_id for one in found] == [ROWS[4].trial_id]
    assert len(read) == 4
    both = decoded.trials_since(services.database, [person.id, other.id], NOON)
    assert {one.trial_id for one in both} == {*(one.trial_id for one in ROWS[1:5]), "other"}
