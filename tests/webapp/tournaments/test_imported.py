"""Places in tournaments that were held elsewhere, against those of tournaments that were held here."""

import datetime as dt
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.tournament.events import Absence
from engine.tournament.outcome import How
from engine.tournament.promotion import Meet
from tests.support.club import PageClient
from tests.support.tournament import ACTOR, club_tournament, drawn, play, ready
from tests.webapp.exchange.test_exchange_pages import HEAD, hand_in
from webapp.club import members
from webapp.club.members import Person
from webapp.figures.records import records
from webapp.services import Services
from webapp.tournaments import running
from webapp.tournaments.export import label
from webapp.tournaments.imported import Met, Reached, reached
from webapp.tournaments.placings import places
from webapp.tournaments.rules import ClassRules, Format


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(people=st.integers(2, 17), number=st.integers(0, 10**6))
def test_a_sheet_gives_the_places_that_the_bracket_gives(
    services: Services, people: int, number: int
) -> None:
    rng = random.Random(number)
    found = drawn(services, club_tournament(services, [f"選手{one}" for one in range(people)]))
    gone = [rng.choice([one.id for one in found.entries])] if people > 3 and rng.random() < 0.5 else []
    found = running.leave(services, found.code, found.number, gone, Absence.NO_SHOW, actor=ACTOR)
    while now := ready(found):
        assert now[0].pair is not None
        how = rng.choice((How.NORMAL, How.NORMAL, How.FORFEIT))
        found = play(services, found, now[0].key, rng.choice(now[0].pair), how=how)
    matches = [
        Met(one.round, ("", one.outcome.winner), ("", one.outcome.loser), one.outcome.how, label(found, one))
        for one in found.fixtures
        if one.outcome is not None and one.outcome.winner is not None and one.outcome.loser is not None
    ]
    told = reached(matches)
    assert len(told) == people
    for one in places(found):
        assert told["", one.who] == Reached(one.place, one.wins), one.who
    assert {("", who) for who in gone} <= {who for who, what in told.items() if what.place is None}


@pytest.mark.parametrize(
    "matches",
    [
        [(1, "a", "b"), (1, "c", "d")],
        [(1, "a", "b"), (1, "c", "d"), (2, "a", "b")],
        [(1, "a", "b"), (1, "a", "c"), (1, "a", "d")],
        [(1, "a", "b"), (2, "b", "c"), (3, "c", "a")],
        [(1, "a", "b"), (2, "c", "d"), (2, "a", "c")],
    ],
)
def test_what_is_no_whole_single_elimination_gives_no_places(matches: list[tuple[int, str, str]]) -> None:
    assert reached([Met(number, ("", one), ("", other)) for number, one, other in matches]) == {}


def test_a_league_gives_no_places_though_it_adds_up(services: Services) -> None:
    found = drawn(services, club_tournament(services, ["a", "b"], ClassRules(format=Format.LEAGUE)))
    name = label(found, found.fixtures[0])
    assert reached([Met(1, ("", "a"), ("", "b"), label=name)]) == {}
    assert reached([Met(1, ("", "a"), ("", "b"))])["", "a"] == Reached(1, 1)


def test_the_outlook_counts_what_was_done_elsewhere_where_the_sheet_counts(
    client: PageClient, services: Services
) -> None:
    komachi = members.add(services, Person("小町", club="大津", dan=2, dan_since=dt.date(2020, 1, 1)))
    event = "小倉大会,2026-04-05,C"
    rows = "".join(
        f"{event},{number},{one},,{other},win,5\n{event},{number},{other},,{one},lose,5\n"
        for number, one, other in ((1, "小町", "業平"), (1, "伊勢", "右近"), (2, "伊勢", "小町"))
    )
    for before, (meet, feats) in enumerate([("", []), ("class", [(Meet.CLASS, "C", 2, 1)])]):
        at = hand_in(client, HEAD + rows)
        assert 'name="meet"' in client.get(at).text
        told = {
            "event": "小倉大会",
            "day": "2026-04-05",
            "p1": str(komachi),
            "do": "enter",
            "before": str(before),
        }
        answer = client.form(at, **told, **({"meet": meet} if meet else {}))
        assert answer.status_code == 303, answer.text
        found = records(services).feats(komachi)
        assert [(one.meet, one.grade, one.place, one.wins) for one in found] == feats
        rows_of_file = client.get(f"/figures/members/{komachi}/promotion.csv").text.splitlines()[1:]
        assert rows_of_file == [f"among the best four of class C,{len(feats)},1,{1 - len(feats)}"]
