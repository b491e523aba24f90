"""The demo club: poets, and one match of theirs that stands in the records like any other."""

import json

from engine.karuta import record as records
from engine.karuta.state import Ending
from poems.anthology import POEMS
from tests.support.club import PageClient
from webapp import demo, results
from webapp.club import members
from webapp.services import Services


def test_the_members_are_the_poets_and_nobody_is_invented(services: Services) -> None:
    assert demo.fill_if_empty(services)
    names = {one.member.name for one in members.everybody(services)}
    assert names == {poem.author.name for poem in POEMS}
    assert len(names) == len(members.everybody(services))


def test_a_club_that_has_members_is_left_alone(services: Services) -> None:
    assert demo.fill_if_empty(services)
    assert not demo.fill_if_empty(services)
    assert len(results.latest(services)) == 1


def test_the_match_is_played_to_its_end_by_the_rules(services: Services, client: PageClient) -> None:
    demo.fill_if_empty(services)
    (found,) = results.latest(services)
    assert found.names == (demo.SEAT_A, demo.SEAT_B)
    assert (found.ending, found.margin is None) == (Ending.CARDS, False)
    assert sum(found.fouls) > 0
    assert all(found.members)
    # its record, as it is exported, says the same
    told = client.get(f"/matches/{found.code}.json").data
    state = records.replay(records.parse(told))
    assert state.result is not None
    assert (state.result.winner, state.result.margin) == (found.winner, found.margin)
    assert json.loads(told)["players"]["A"]["name"] == demo.SEAT_A


def test_it_is_the_same_match_everywhere(services: Services) -> None:
    first, second = demo.play_match(services), demo.play_match(services)
    one, other = results.latest(services)
    assert {one.code, other.code} == {first, second}
    assert (one.winner, one.margin, one.fouls, one.reads) == (
        other.winner,
        other.margin,
        other.fouls,
        other.reads,
    )
