"""Several desks that do something at the same moment: whoever is first, nothing contradicts itself afterwards."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.tournament.refused import Refused
from tests.support.tournament import ACTOR, club_tournament, drawn, ready
from webapp.services import Services
from webapp.tournaments import boards, drawing, entering, sealing, setup, sheets
from webapp.tournaments.contests import NoSuchTournament, contest
from webapp.tournaments.entering import Typed
from webapp.tournaments.objections import Objection
from webapp.tournaments.rules import ClassRules, Format
from webapp.tournaments.running import Spot

NAMES = ("天智", "持統", "人麿", "赤人")


def at_once(*steps: Callable[[], object]) -> list[object]:
    """Do all steps in threads of their own that start together; return what each came to, refused ones their reason."""
    start = threading.Barrier(len(steps))

    def run(step: Callable[[], object]) -> object:
        start.wait()
        try:
            return step()
        except (Objection, Refused, NoSuchTournament) as error:
            return error

    with ThreadPoolExecutor(len(steps)) as pool:
        return list(pool.map(run, steps))


def test_a_match_has_one_board_however_many_open_it(services: Services) -> None:
    found = drawn(services, club_tournament(services, NAMES))
    spot = Spot(ready(found)[0].key)
    codes = at_once(*[lambda: boards.open_board(services, found.code, 1, spot, ACTOR)] * 3)
    assert len(set(codes)) == 1
    assert [one.match_code for one in contest(services, found.code, 1).boards] == codes[:1]


def test_two_sheets_that_come_at_once_begin_the_match(services: Services) -> None:
    teams = [Typed(name, squad=tuple(f"{name}{seat}" for seat in "一二三")) for name in NAMES[:2]]
    found = drawn(services, club_tournament(services, teams, ClassRules(boards=3)))

    def hand_in(team: str) -> object:
        order = tuple(f"{team}.{seat}" for seat in (1, 2, 3))
        return sheets.hand_in(services, found.code, 1, "m1", team=team, order=order, actor=ACTOR)

    at_once(lambda: hand_in("1"), lambda: hand_in("2"))
    assert all(match.begun for match in contest(services, found.code, 1).state.teams.values())
    assert contest(services, found.code, 1).state.teams


@pytest.mark.parametrize("turn", range(3))
def test_nothing_that_a_draw_is_made_of_changes_while_it_is_made(services: Services, turn: int) -> None:
    found = club_tournament(services, NAMES)
    code = found.code
    sealing.commit_seed(services, code, 1, actor=ACTOR)
    found = contest(services, code, 1)
    plan = drawing.planned(found, sealing.secret_of(services, found))
    league = setup.ClassDetails("C", "C", ClassRules(format=Format.LEAGUE))
    steps: list[Callable[[], object]] = [
        lambda: drawing.confirm(services, code, 1, plan.fingerprint, actor=ACTOR),
        lambda: entering.withdraw(services, code, 1, 2),
        lambda: setup.change_class(services, code, 1, league),
    ]
    at_once(*steps[turn:], *steps[:turn])
    after = contest(services, code, 1)
    assert not {one.id for one in after.entries if one.withdrawn} & after.drawn_ids
    assert not after.state.drawn or (after.rules.format is Format.KNOCKOUT) == (after.state.main is not None)
