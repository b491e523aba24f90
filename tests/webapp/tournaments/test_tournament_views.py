"""The pure views: tables, the drawing of a bracket, the running order, places over several tournaments, names."""

import pytest
from flask import Flask

from engine.tournament.bracket import fold
from engine.tournament.desk import draw_round, open_by_round, open_drawn
from engine.tournament.draw import draw
from engine.tournament.outcome import How
from engine.tournament.promotion import Feat, Ground, Meet, Month
from poems.chance import Seed
from tests.support.tournament import ACTOR, club_tournament, drawn, play, play_on, ready
from webapp.club.members import Person, add
from webapp.db.tournament_models import TournamentRound
from webapp.services import Services
from webapp.tournaments import bracket_svg, hall, page_routes, placings, running, setup, sheets, words
from webapp.tournaments.bracket_svg import Picture
from webapp.tournaments.bracket_view import tree
from webapp.tournaments.contests import Contest, contest
from webapp.tournaments.entering import Typed
from webapp.tournaments.people import Entry, Names
from webapp.tournaments.rules import ClassRules, Format

POETS = ("天智天皇", "持統天皇", "柿本人麿", "山部赤人", "猿丸大夫", "中納言家持", "安倍仲麿", "喜撰法師")


@pytest.mark.parametrize("people", [2, 3, 5, 8, 11, 74])
def test_the_drawing_has_every_entrant_once_and_every_line(people: int) -> None:
    entries = [Entry(number, f"n{number}") for number in range(1, people + 1)]
    bracket = fold(open_drawn(draw([one.entrant() for one in entries], Seed.numbered(1)).leaves))
    drawing = tree(bracket)
    assert sorted(leaf.who for leaf in drawing.leaves) == sorted(bracket.entrants)
    assert [leaf.row for leaf in drawing.leaves] == list(range(people))
    assert len(drawing.joints) == people - 1
    assert sum(leaf.bye for leaf in drawing.leaves) == people - 2 * sum(
        match.depth == bracket.rounds - 1 for match in bracket.matches.values()
    )
    for joint in drawing.joints:
        upper, lower = joint.lines
        assert upper.row < joint.row < lower.row
        assert max(upper.start, lower.start) < joint.column
    picture = bracket_svg.picture(bracket, Names(entries), ("1",) * bracket.rounds, ("w", "f"))
    assert len(picture.strokes) == 2 * (people - 1)
    assert all(0 <= one.y <= picture.height for one in picture.texts)


def test_rounds_that_are_not_drawn_yet_stand_below_each_other() -> None:
    bracket = fold(open_by_round(("1", "2", "3", "4")))
    bracket = fold((*bracket.log, *draw_round(bracket, [(1, 3), (2, 4)])))
    drawing = tree(bracket)
    assert [leaf.who for leaf in drawing.leaves] == ["1", "3", "2", "4"]
    assert [joint.column for joint in drawing.joints] == [1, 1]


@pytest.mark.parametrize("name", ["天智", "小野小町" * 12, "A" * 200, "が" * 30, "𠮷" * 40])
def test_a_long_name_is_set_smaller_and_never_beyond_its_width(name: str) -> None:
    text = bracket_svg.fitted(0, 0, name, "name", 130)
    assert bracket_svg.SMALLEST <= text.size <= bracket_svg.LARGEST
    assert text.text == name
    assert text.fit == 130 or bracket_svg.ems(name) * text.size <= 130.1


def test_namesakes_are_told_apart_by_club_else_by_number() -> None:
    names = Names(
        [Entry(1, "佐藤", club="東会"), Entry(2, "佐藤", club="西会"), Entry(3, "佐 藤"), Entry(4, "")]
    )
    assert [names[who] for who in "1234"] == ["佐藤 (東会)", "佐藤 (西会)", "佐 藤 (#3)", "#4"]
    assert [names.plain(who) for who in "134"] == ["佐藤", "佐 藤", "#4"]


def test_tables_follow_the_plan_and_leave_each_match_its_own(services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS, ClassRules(format=Format.LEAGUE, blocks=2)))
    hall.plan(services, found.code, found.number, [(2, hall.Slot(first_table=11))])
    found = contest(services, found.code, found.number)
    by_round = {
        number: [found.tables[one.key] for one in found.fixtures if one.round == number] for number in (1, 2)
    }
    assert by_round == {1: [1, 2, 3, 4], 2: [11, 12, 13, 14]}
    teams = [Typed(name) for name in POETS[:4]]
    found = drawn(services, club_tournament(services, teams, ClassRules(boards=5)))
    assert [found.tables[one.key] for one in found.fixtures] == [1, 6, 1]
    assert hall.sittings(found)[0].tables == (1, 10)


def test_the_running_order_goes_by_time_and_room(services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS))
    slots = [(1, hall.Slot("10:00", "本殿")), (2, hall.Slot("09:00", "本殿")), (3, hall.Slot())]
    hall.plan(services, found.code, found.number, slots)
    order = hall.running_order([contest(services, found.code, found.number)])
    assert [(one.starts, [sitting.round for sitting in one.sittings]) for one in order] == [
        ("09:00", [2]),
        ("10:00", [1]),
        ("", [3]),
    ]
    assert [sitting.open for one in order for sitting in one.sittings] == [2, 4, 1]
    with services.database.session() as session:
        assert session.query(TournamentRound).count() == 3


def test_twice_second_in_b_is_fourth_dan(services: Services) -> None:
    member = add(services, Person("小野小町"))
    for _ in range(2):
        entries = [Typed("蝉丸", dan=3), Typed("小野小町", dan=3, member=member)]
        found = play_on(services, drawn(services, club_tournament(services, entries, grade="B")))
        running.finish(services, found.code, found.number, over=True, actor="test")
        found = contest(services, found.code, found.number)
    assert not any(one.promotion for one in placings.earned(found, {}) if one.place == 2)
    later = setup.Details("名人戦", found.tournament.day.replace(day=30))
    setup.change(services, found.code, later)
    found = contest(services, found.code, found.number)
    before = page_routes.earlier(services, found)
    assert before["2"] == (Feat(Month(2026, 11), "B", 2, 0, Meet.CLASS),)
    second = next(one for one in placings.earned(found, before) if one.place == 2)
    assert second.promotion is not None
    assert (second.promotion.dan, second.promotion.ground) == (4, Ground.TWICE_SECOND)


def test_points_of_class_a(services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, POETS, grade="A")))
    assert [one.points for one in placings.earned(found, {})] == [8, 4, 2, 2, 1, 1, 1, 1]


def test_an_empty_class_has_no_places_and_no_rows(services: Services) -> None:
    found = club_tournament(services, ())
    assert placings.earned(found, {}) == ()
    assert (found.fixtures, found.tables, ready(found)) == ((), {}, [])
    assert (found.field.waiting, found.field.undrawn) == ((), ())


def test_a_bracket_says_of_games_and_boards_how_many_were_won(app: Flask, services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS[:2], ClassRules(games=5)))
    for game, winner in enumerate("1211", 1):
        found = play(services, found, f"m1.{game}", winner)
    assert found.fixture("m1").winner == "1"
    with app.test_request_context():
        assert words.marks(found) == {1: "3–1"}
        assert {one.kind: one.text for one in bracket_of(found).texts}["mark"] == "3–1"
    teams = [Typed(name, squad=("一", "二", "三")) for name in POETS[:2]]
    found = drawn(services, club_tournament(services, teams, ClassRules(boards=3)))
    for team in ("1", "2"):
        order = tuple(f"{team}.{seat}" for seat in (1, 2, 3))
        sheets.hand_in(services, found.code, 1, "m1", team=team, order=order, actor=ACTOR)
    found = contest(services, found.code, 1)
    for board, winner in enumerate("122", 1):
        found = play(services, found, f"m1.{board}", f"{winner}.{board}")
    with app.test_request_context():
        assert words.marks(found) == {1: "2–1"}, "the winner's are first"
    found = club_tournament(services, [Typed(name) for name in POETS[:2]], ClassRules(boards=3))
    found = play(services, drawn(services, found), "m1", "2", how=How.WALKOVER)
    with app.test_request_context():
        assert words.marks(found) == {1: "walkover"}


def bracket_of(found: Contest) -> Picture:
    picture = page_routes.picture(found)
    assert picture is not None
    return picture
