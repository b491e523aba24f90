"""Matches on the board among a learner's figures: they count as they stand now, and for nobody else."""

import csv
import datetime as dt
import io
import re

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from engine.training.confusion import MATCH_WEIGHT, matrix
from engine.training.items import Skill
from engine.training.pairs import Pair
from engine.training.trial import ErrorKind, Exercise, Grade, Trial
from tests.support.club import PageClient
from tests.support.match_table import A_CARDS, B_CARDS, Play
from webapp import evening
from webapp.club import members, merging
from webapp.club.members import Person
from webapp.db.columns import now
from webapp.drills import log, mat_mistakes, operations
from webapp.drills.kind import Step
from webapp.drills.kinds import DAILY
from webapp.drills.log import Person as Learner
from webapp.drills.mat_records import match_trials
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.services import Services


def match(services: Services, member: int, *, seat: str = "A") -> Play:
    seats = (Seat("小町", member), Seat("業平"))
    code = opening.open_match(services, seats if seat == "A" else seats[::-1], Dealt((A_CARDS, B_CARDS)))
    return Play(services, code)


@pytest.fixture
def komachi(services: Services) -> int:
    return members.add(services, Person("小町"))


def test_only_finished_matches_of_the_member_count(services: Services, komachi: int) -> None:
    play = match(services, komachi)
    play.read(A_CARDS[0], "A")
    assert match_trials(services, Learner(1, komachi)) == ()
    for card in A_CARDS[1:]:
        play.read(card, "A")
    found = match_trials(services, Learner(1, komachi))
    assert [one.poem for one in found] == list(A_CARDS)
    assert {one.exercise for one in found} == {Exercise.MATCH}
    assert all(one.correct for one in found)
    assert match_trials(services, Learner(1, None)) == match_trials(services, None) == ()
    assert match_trials(services, Learner(1, komachi + 1)) == ()


def test_the_other_seat_tells_the_other_side_of_it(services: Services, komachi: int) -> None:
    play = match(services, komachi, seat="B")
    for card in A_CARDS:
        play.read(card, "A")
    found = match_trials(services, Learner(1, komachi))
    assert {one.error_kind for one in found} == {ErrorKind.MISSED}


def test_a_correction_and_a_match_set_aside_are_seen_at_once(services: Services, komachi: int) -> None:
    play = match(services, komachi)
    for card in A_CARDS:
        play.read(card, "A")
    assert len(match_trials(services, Learner(1, komachi))) == 25
    play.do({"type": "undo"})
    assert match_trials(services, Learner(1, komachi)) == ()
    play.do({"type": "redo"})
    assert len(match_trials(services, Learner(1, komachi))) == 25
    evening.set_aside(services, play.code, away=True, actor="test")
    assert match_trials(services, Learner(1, komachi)) == ()


def test_a_merged_entrys_matches_are_the_members(services: Services, komachi: int) -> None:
    other = members.add(services, Person("小野小町"))
    play = match(services, other)
    for card in A_CARDS:
        play.read(card, "A")
    assert match_trials(services, Learner(1, komachi)) == ()
    merging.merge(services, other, komachi)
    assert len(match_trials(services, Learner(1, komachi))) == 25


def claimed(client: PageClient, member: int) -> None:
    """Let this device be the member's."""
    client.form("/drills/daily")
    client.form("/drills/mine/claim", person=str(member))


def test_progress_counts_matches_and_the_log_has_no_copy(
    client: PageClient, services: Services, komachi: int
) -> None:
    claimed(client, komachi)
    before = client.get("/drills/progress/matches.csv").text
    play = match(services, komachi)
    for card in A_CARDS:
        play.read(card, "A")
    rows = list(csv.reader(io.StringIO(client.get("/drills/progress/matches.csv").text)))
    assert client.get("/drills/progress/matches.csv").text != before
    assert any("25" in row for row in rows)
    assert [row["kind"] for row in client.get("/drills/mine.json").json["rows"]] == ["claimed"]
    client.form("/drills/mine/unclaim")
    assert client.get("/drills/progress/matches.csv").text == before


def test_a_wrong_touch_in_a_match_weighs_three(services: Services, komachi: int) -> None:
    play = match(services, komachi)
    play.read(26, None, touched={"A": ["own"]}, cards_touched={"A": [1]})
    play.do({"type": "forgo"})
    for card in (*A_CARDS, *B_CARDS[1:]):
        if play.table.state.result is None:
            play.read(card, "A")
    found = match_trials(services, Learner(1, komachi))
    wrong = next(one for one in found if one.poem == 26)
    assert (wrong.correct, wrong.chosen) == (False, 1)
    known = matrix(found, wrong.practice_day)
    assert (known.counts[Pair.of(1, 26)].mixed, known.counts[Pair.of(1, 26)].mistakes) == (MATCH_WEIGHT, 1)


def mixed_up(services: Services, member: int) -> Play:
    """Play a match in which A touched card 1 of their own for card 26, and won."""
    play = match(services, member)
    play.read(26, None, touched={"A": ["own"]}, cards_touched={"A": [1]})
    play.do({"type": "forgo"})
    for card in (*A_CARDS, *B_CARDS[1:]):
        if play.table.state.result is None:
            play.read(card, "A")
    return play


def test_the_contrasts_of_a_day_know_of_mix_ups_in_matches(
    app: Flask, services: Services, komachi: int
) -> None:
    """A match that is corrected while a run is open changes the next run and not this one."""
    plays = [mixed_up(services, komachi) for _ in range(4)]
    _, unknown = log.begin(services.database)
    log.claim(services.database, unknown, komachi)
    person = Learner(unknown.id, komachi)
    log.add(services.database, person, [known_face(card) for card in range(1, 101)])
    with app.test_request_context():
        before = operations.ticket(services, operations.begin(services, person, DAILY, {}))
        assert before is not None
        told = mat_mistakes.from_text(before.options["_mat"])
        assert told[Pair.of(1, 26)].mistakes == 4
        start, steps = operations.derived(log.rows(services.database, person), before)
        assert sets_of(steps) & {(1, 26)}
        for play in plays:
            evening.set_aside(services, play.code, away=True, actor="test")
        operations._DERIVED.clear()
        assert operations.derived(log.rows(services.database, person), before) == (start, steps)
        after = operations.ticket(services, operations.begin(services, person, DAILY, {}))
        assert after is not None
        assert after.options["_mat"] == ""


def known_face(card: int) -> Trial:
    """Return that a card was known by its face a week ago."""
    at = now() - dt.timedelta(days=7)
    return Trial(
        f"f{card}",
        "1",
        Exercise.FUDANAGASHI,
        at,
        at.date(),
        poem=card,
        skill=Skill.FACE,
        correct=True,
        auto_grade=Grade.GOOD,
    )


def sets_of(steps: tuple[Step, ...]) -> set[tuple[int, int]]:
    """Return the pairs that the contrasts of a run set beside each other."""
    asked = [step.question.options for step in steps if step.question.exercise is Exercise.CONTRAST]
    return {(one, other) for options in asked for one in options for other in options if one < other}


@given(
    st.dictionaries(
        st.tuples(st.integers(1, 100), st.integers(1, 100)).filter(lambda two: two[0] != two[1]),
        st.integers(1, 5),
        min_size=1,
        max_size=6,
    )
)
def test_what_a_ticket_keeps_of_matches_is_what_they_told(mixed: dict[tuple[int, int], int]) -> None:
    day = dt.date(2026, 11, 30)
    trials = [wrong(card, chosen, day) for (card, chosen), times in mixed.items() for _ in range(times)]
    every = matrix(trials, day)
    kept = mat_mistakes.from_text(mat_mistakes.to_text(trials, day))
    assert kept.keys() == {pair for pair, one in every.counts.items() if one.mistakes}
    for pair, found in kept.items():
        told = every.counts[pair]
        assert (found.n, found.mistakes) == (told.n, told.mistakes)
        assert found.chances == pytest.approx(told.chances, abs=0.005)
        assert found.mixed == pytest.approx(told.mixed, abs=0.005)
        again = matrix([], day).with_more(kept).of(pair)
        assert again.mean == pytest.approx(every.of(pair).mean, abs=0.005)


def wrong(card: int, chosen: int, day: dt.date) -> Trial:
    """Return a read of a match at which another card was touched."""
    at = dt.datetime.combine(day, dt.time(9), dt.UTC)
    return Trial(
        "m",
        "1",
        Exercise.MATCH,
        at,
        day,
        poem=card,
        correct=False,
        chosen=chosen,
        error_kind=ErrorKind.OTHER_CARD,
    )


def test_what_was_lost_in_matches_makes_a_reading_list(
    client: PageClient, services: Services, komachi: int
) -> None:
    claimed(client, komachi)
    assert 'value="lost"' not in client.get("/drills/lists").text
    play = match(services, komachi, seat="B")
    for card in A_CARDS:
        play.read(card, "A")
    assert re.search(r'value="lost"', client.get("/drills/lists").text)
