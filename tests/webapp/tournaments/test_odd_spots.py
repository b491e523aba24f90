"""Whatever a stale page or a typed address asks of a match, it is answered in words, and nothing is lost."""

import itertools
from collections.abc import Iterator

import pytest

from tests.support.club import PageClient
from tests.support.tournament import club_tournament, drawn
from webapp.services import Services
from webapp.tournaments.contests import Contest, contest
from webapp.tournaments.entering import Typed
from webapp.tournaments.rules import ClassRules, Format

TEAMS = [Typed(name, squad=(f"{name}一", f"{name}二", f"{name}三")) for name in ("東", "西", "南")]
PEOPLE = [Typed(name) for name in ("天智天皇", "持統天皇", "柿本人麻呂")]
CLASSES = {
    "teams in a bracket": (ClassRules(boards=3), TEAMS),
    "teams in a league": (ClassRules(format=Format.LEAGUE, boards=3), TEAMS),
    "a final of games": (ClassRules(games=3), PEOPLE),
    "a league": (ClassRules(format=Format.LEAGUE, qualify=2), PEOPLE),
    "rounds drawn anew": (ClassRules(format=Format.BY_ROUND), PEOPLE),
}


def spots(found: Contest) -> Iterator[str]:
    """Yield places that are there, not open yet, and nowhere."""
    keys = [one.key for one in found.fixtures]
    yield from (key + part for key in (*keys, "m9", "b9-1-2", "m") for part in ("", ".1", ".3", ".9", ".x"))


@pytest.mark.parametrize("kind", CLASSES)
def test_no_place_of_a_result_is_a_fault(client: PageClient, services: Services, kind: str) -> None:
    rules, entries = CLASSES[kind]
    found = drawn(services, club_tournament(services, entries, rules))
    sent = {"pair": "1,2", "winner": "1", "margin": "5", "seen": "0", "csrf_token": client.token()}
    for spot, page in itertools.product(spots(found), ("", "/correct", "/board")):
        address = f"/tournaments/{found.code}/{found.number}/results/{spot}{page}"
        for fields in (sent, sent | {"winner": "open", "pair": "1.1,2.1"}, {**sent, "winner": ""}):
            if not page:
                assert client.get(address, query_string=fields).status_code < 500, address
            assert client.post(address, data=fields).status_code < 500, (address, fields)


def test_who_has_a_place_in_the_draw_is_not_withdrawn_by_an_old_page(
    client: PageClient, services: Services
) -> None:
    found = drawn(services, club_tournament(services, PEOPLE))
    address = f"/tournaments/{found.code}/{found.number}/entries"
    answer = client.form(f"{address}/1/withdraw")
    assert answer.status_code == 303
    assert "place in the draw" in client.get(answer.headers["Location"]).text
    assert not contest(services, found.code, found.number).entry(1).withdrawn
    client.form(address, name="山部赤人")
    client.form(f"{address}/4/withdraw")
    assert contest(services, found.code, found.number).entry(4).withdrawn


def test_no_sheet_is_asked_for_before_both_teams_are_known(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, TEAMS, ClassRules(boards=3)))
    for fixture in found.fixtures:
        page = client.get(f"/tournaments/{found.code}/1/teams/{fixture.key}").text
        assert ('name="seat"' in page) is (fixture.pair is not None)
