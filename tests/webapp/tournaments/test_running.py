"""A class from its entries to its last place: draws, results, absence, late entries, corrections, all formats."""

import datetime as dt
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.tournament.bracket import NOBODY
from engine.tournament.draw import draw
from engine.tournament.events import Absence, Recorded
from engine.tournament.late import Way
from engine.tournament.league import Leaving
from engine.tournament.outcome import How, Outcome
from engine.tournament.parts import parts
from engine.tournament.refused import Refused, Why
from poems.chance import Seed, shuffled
from tests.support.tournament import ACTOR, club_tournament, drawn, lower_wins, play, play_on, ready
from webapp.club.members import Person, add
from webapp.services import Services
from webapp.tournaments import (
    apart,
    correcting,
    drawing,
    entering,
    export,
    log,
    running,
    sealing,
    setup,
    sheets,
)
from webapp.tournaments.bracket_view import tree
from webapp.tournaments.contests import Contest, contest
from webapp.tournaments.entering import Typed
from webapp.tournaments.fixtures import fixtures
from webapp.tournaments.log import Purpose
from webapp.tournaments.met import met_before
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.placings import earned, places
from webapp.tournaments.played_this_year import fiscal_year
from webapp.tournaments.results_file import checked, parse
from webapp.tournaments.rules import TEAM_TIE_BREAKS, ClassRules, Format
from webapp.tournaments.running import Spot

EIGHT = ("天智", "持統", "人麿", "赤人", "猿丸", "家持", "仲麿", "喜撰")


def refusal(step: object) -> Because | Why:
    assert callable(step)
    with pytest.raises((Objection, Refused)) as caught:
        step()
    error = caught.value
    return error.because if isinstance(error, Objection) else error.code


def again(known: Services, found: Contest) -> Contest:
    return contest(known, found.code, found.number)


def test_a_draw_comes_from_the_seed_that_was_committed_to(services: Services) -> None:
    found = club_tournament(services, EIGHT[:5])
    assert refusal(lambda: sealing.secret_of(services, found)) is Because.NO_SEED
    sealing.commit_seed(services, found.code, found.number, actor=ACTOR)
    thrown_away = again(services, found).state.waiting()
    found = drawn(services, again(services, found))
    assert [bool(one.seed) for one in found.state.seedings] == [False, True]
    assert found.state.seedings[0].commitment == thrown_away
    seed = Seed.from_hex(found.state.seedings[1].seed)
    assert seed.fits(found.state.seedings[1].commitment)
    assert found.state.main is not None
    assert dict(draw([one.entrant() for one in found.entries], seed).leaves) == found.state.main.leaves
    assert refusal(lambda: drawn(services, found)) is Because.DRAWN


def test_a_draw_that_was_looked_at_is_not_made_of_others(services: Services) -> None:
    """Whoever enters between the look and the draw would change it; no event says so."""
    found = club_tournament(services, EIGHT[:5])
    sealing.commit_seed(services, found.code, found.number, actor=ACTOR)
    found = again(services, found)
    looked_at = drawing.planned(found, sealing.secret_of(services, found)).fingerprint
    (late,) = entering.add(services, found.code, found.number, [Typed("蝉丸")])
    confirm = lambda: drawing.confirm(services, found.code, found.number, looked_at, actor=ACTOR)  # noqa: E731
    assert refusal(confirm) is Because.MOVED
    entering.withdraw(services, found.code, found.number, late)
    assert confirm().state.drawn


def test_drawn_anew_only_before_the_first_result(services: Services) -> None:
    found = drawn(services, club_tournament(services, EIGHT))
    found = drawing.undo(services, found.code, found.number, actor=ACTOR)
    assert not found.state.drawn
    found = drawn(services, found)
    first = ready(found)[0]
    assert first.pair is not None
    found = play(services, found, first.key, first.pair[0])
    undo = lambda: drawing.undo(services, found.code, found.number, actor=ACTOR)  # noqa: E731
    assert refusal(undo) is Because.BEGUN


def test_eight_play_to_the_end(services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, EIGHT)))
    assert next((one.who, one.place) for one in places(found)) == ("1", 1)
    assert Counter(one.place for one in places(found)) == {1: 1, 2: 1, 3: 2, 4: 4}
    assert running.decided(found)
    found = running.finish(services, found.code, found.number, over=True, actor=ACTOR)
    assert found.state.over
    closed = lambda: play(services, found, "m1", "2")  # noqa: E731
    assert refusal(closed) in (Because.OVER, Why.HAS_RESULT)
    found = running.finish(services, found.code, found.number, over=False, actor=ACTOR)
    assert refusal(lambda: play(services, found, "m1", "2")) is Why.HAS_RESULT
    # the same once more is no second result
    assert play(services, found, "m1", "1").state.seq == found.state.seq


def test_promotion_by_the_rules_of_the_day(services: Services) -> None:
    entries = [Typed(name, dan=2) for name in EIGHT]
    found = play_on(services, drawn(services, club_tournament(services, entries, grade="C")))
    new = {one.who: one.promotion.dan for one in earned(found, {}) if one.promotion is not None}
    assert len(new) == 4
    assert set(new.values()) == {3}
    found.tournament.meet = "club"
    assert not any(one.promotion for one in earned(found, {}))


def test_a_no_show_and_a_late_entry_are_repaired_not_redrawn(services: Services) -> None:
    found = drawn(services, club_tournament(services, EIGHT[:6]))
    leaves = found.state.main.leaves if found.state.main else {}
    first = ready(found)[0]
    assert first.pair is not None
    gone, other = first.pair
    found = running.leave(services, found.code, found.number, [gone], Absence.NO_SHOW, actor=ACTOR)
    match = found.fixture(first.key)
    assert (match.winner, match.outcome) == (other, Outcome((gone, other), other, How.WALKOVER))
    (late,) = entering.add(services, found.code, found.number, [Typed("蝉丸")])
    offers = running.offers(again(services, found), late)
    assert (offers[0].way, offers[0].who) == (Way.REPLACE, gone)
    found = running.let_in(services, found.code, found.number, late, offers[0].key, actor=ACTOR)
    assert found.state.main is not None
    assert found.state.main.leaves == {
        place: str(late) if who == gone else who for place, who in leaves.items()
    }
    assert found.fixture(first.key).ready


def test_a_league_takes_late_entries_by_repair(services: Services) -> None:
    rules = ClassRules(format=Format.LEAGUE, blocks=2, qualify=1)
    found = drawn(services, club_tournament(services, EIGHT[:7], rules))
    small = min(found.state.blocks, key=lambda block: len(block.players))
    first = next(one for one in found.fixtures if one.round == 1 and set(one.players) <= set(small.players))
    assert first.pair is not None
    found = play(services, found, first.key, first.pair[0])
    tables = {one.key: found.tables[one.key] for one in found.fixtures}
    rounds = {one.key: one.round for one in found.fixtures}
    (late,) = entering.add(services, found.code, found.number, [Typed("蝉丸")])
    offers = running.offers(again(services, found), late)
    assert [one.way for one in offers] == [Way.JOIN, Way.JOIN]
    assert "b" in offers[0].key
    found = running.let_in(services, found.code, found.number, late, offers[0].key, actor=ACTOR)
    assert {key: one.round for one in found.fixtures if (key := one.key) in rounds} == rounds
    assert {key: found.tables[key] for key in tables} == tables, "nobody is sent to another table"
    assert sum(str(late) in one.players for one in found.fixtures) == 3
    assert refusal(lambda: running.offers(found, late)) is Because.ALREADY_PLAYING
    found = drawn(services, play_on(services, found))
    assert len(found.state.main.entrants if found.state.main else ()) == 2
    (later,) = entering.add(services, found.code, found.number, [Typed("右近")])
    assert refusal(lambda: running.offers(again(services, found), later)) is Because.NO_LATE


def test_rounds_drawn_anew_take_late_entries_in_round_1(services: Services) -> None:
    rules = ClassRules(format=Format.BY_ROUND)
    found = drawn(services, club_tournament(services, EIGHT[:6], rules))
    (late,) = entering.add(services, found.code, found.number, [Typed("蝉丸")])
    offers = running.offers(again(services, found), late)
    assert [one.way for one in offers] == [Way.AGAINST_BYE] * 2
    found = running.let_in(services, found.code, found.number, late, offers[0].key, actor=ACTOR)
    assert len(ready(found)) == 3
    assert tree(found.state.main).rows == 7 if found.state.main else False
    for _ in range(2):
        found = drawn(services, play_on(services, found))
        assert len(ready(found)) in (2, 1)
    found = play_on(services, found)
    assert running.decided(found)
    assert sum(one.place is not None for one in places(found)) == 7
    (later,) = entering.add(services, found.code, found.number, [Typed("右近")])
    assert running.offers(again(services, found), later) == ()


def test_rounds_drawn_anew_avoid_who_met_in_the_year_before(services: Services) -> None:
    """Members are known by their numbers, others by name and club; two years ago counts for nothing."""
    member = add(services, Person("天智"))
    entries = [Typed(EIGHT[0], member=member), *(Typed(name, club="遠会") for name in EIGHT[1:4])]
    days = ("2026-11-22", "2025-11-28")
    for day, second in zip(days, (2, 3), strict=True):
        before = club_tournament(services, entries, ClassRules(format=Format.LEAGUE))
        details = setup.Details("前", dt.date.fromisoformat(day))
        setup.change(services, before.code, details)
        before = drawn(services, again(services, before))
        play(services, before, f"b1-1-{second}", "1")
    strangers = [replace(one, club=f"会{number}") for number, one in enumerate(entries[1:], 1)]
    for field, met in (([entries[0], *strangers], {}), (entries, {("1", "2"): 1})):
        found = club_tournament(services, field, ClassRules(format=Format.BY_ROUND))
        assert met_before(services, found) == met
        for _ in range(8):
            sealing.commit_seed(services, found.code, found.number, actor=ACTOR)
            plan = drawing.planned_now(services, again(services, found))
            assert plan.pairs is not None
            assert not met.keys() & set(plan.pairs.pairs)
    found = drawn(services, found)
    assert found.state.main is not None


def test_a_corrected_semi_final_says_what_it_does_before_it_does_it(services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, EIGHT)))
    semi = next(one for one in found.fixtures if one.key in ("m2", "m3") and "1" in one.players)
    assert semi.pair is not None
    loser = next(one for one in semi.pair if one != "1")
    told = correcting.follows(found, Spot(semi.key), Outcome(semi.pair, loser, margin=2))
    assert told.later == (1,)
    assert {one.entrant for one in told.bracket if one.entrant} >= {"1", loser}
    assert found.state.main == again(services, found).state.main
    found = running.correct(
        services, found.code, found.number, Spot(semi.key), Outcome(semi.pair, loser, margin=2),
        seen=found.state.seq, actor=ACTOR,
    )  # fmt: skip
    assert found.fixture("m1").set_aside is not None
    assert not running.decided(found)
    stale = lambda: running.correct(  # noqa: E731
        services, found.code, found.number, Spot("m1"), None, seen=0, actor=ACTOR
    )
    assert refusal(stale) is Because.MOVED


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_corrections_equal_a_class_without_history(services: Services, data: st.DataObject) -> None:
    """Whatever is corrected, and in whatever order: the class stands as if the last results had been the only ones."""
    found = drawn(services, club_tournament(services, EIGHT[: data.draw(st.integers(3, 8))]))
    leaves = dict(found.state.main.leaves) if found.state.main else {}
    for _ in range(data.draw(st.integers(4, 12))):
        known = [one for one in found.fixtures if one.pair is not None]
        one = data.draw(st.sampled_from(known))
        assert one.pair is not None
        outcome = data.draw(
            st.none()
            | st.builds(Outcome, st.just(one.pair), st.sampled_from(one.pair), margin=st.integers(1, 25))
        )
        if outcome is None and not one.entered:
            continue
        found = running.correct(
            services, found.code, found.number, Spot(one.key), outcome, seen=found.state.seq, actor=ACTOR
        )
    fresh = log.ClassState()
    start = list(found.state.logs[log.MAIN][:1])
    plain = log.after(fresh, [log.Of(log.MAIN, one) for one in start])
    standing = {one.key: one.outcome for one in found.fixtures if one.entered}
    changed = True
    while changed:
        changed = False
        for one in fixtures(plain, found.rules):
            if not one.entered and one.pair is not None and (outcome := standing.get(one.key)) is not None:
                assert one.match is not None
                plain = log.after(plain, [log.Of(log.MAIN, Recorded(one.match, outcome))])
                changed = True
    assert plain.main is not None
    assert found.state.main is not None
    assert plain.main.leaves == leaves
    for number, match in plain.main.matches.items():
        mine = found.state.main.matches[number]
        assert (mine.sides, mine.winner, mine.outcome) == (match.sides, match.winner, match.outcome)
    # and a server that starts now reads the same
    log._CLASSES.pop(services.store, None)
    assert again(services, found).state == found.state


def test_rounds_drawn_one_by_one(services: Services) -> None:
    found = club_tournament(services, EIGHT[:6], ClassRules(format=Format.BY_ROUND))
    found = drawn(services, found)
    assert len(ready(found)) == 2
    assert refusal(lambda: drawn(services, found)) is Because.NOT_DECIDED
    for _ in range(2):
        found = drawn(services, play_on(services, found))
    found = play_on(services, found)
    assert next((one.who, one.place) for one in places(found)) == ("1", 1)
    assert running.decided(found)
    assert [len(export.outcomes(found, one)) for one in found.fixtures] == [1] * 5


def test_a_league_of_blocks_and_a_bracket_after_it(services: Services) -> None:
    rules = ClassRules(format=Format.LEAGUE, blocks=2, qualify=2)
    found = drawn(services, club_tournament(services, EIGHT, rules))
    assert [len(block.opened.players) for block in found.state.blocks] == [4, 4]
    assert refusal(lambda: drawn(services, found)) is Because.BLOCKS_NOT_OVER
    found = drawn(services, play_on(services, found))
    assert found.state.main is not None
    qualified = [sorted(block.opened.players, key=int)[:2] for block in found.state.blocks]
    assert found.state.main.entrants == {one for row in qualified for one in row}
    for block in qualified:
        halves = {place for place, who in found.state.main.leaves.items() if who in block}
        assert len({place >> 1 for place in halves}) == 2, "block-mates meet in the final only"
    # a correction in a block that would send somebody else on is told, and leaves the bracket as it is
    second, third = sorted(found.state.blocks[0].opened.players, key=int)[1:3]
    key = next(one.key for one in found.fixtures if one.block == 1 and set(one.players) == {second, third})
    told = correcting.follows(found, Spot(key), Outcome((second, third), third, margin=25))
    assert set(told.qualifiers) == {second, third}
    assert told.after.state.main == found.state.main
    found = play_on(services, found)
    assert places(found)[0].place == 1
    assert running.decided(found)


def test_teams_hand_in_their_order_and_the_majority_wins(services: Services) -> None:
    teams = [Typed(name, squad=tuple(f"{name}{seat}" for seat in "壱弐参四")) for name in EIGHT[:2]]
    rules = ClassRules(boards=3, tie_breaks=TEAM_TIE_BREAKS)
    found = drawn(services, club_tournament(services, teams, rules))
    no_sheet = lambda: running.events_for(found, Spot("m1", 1), Outcome(("1.1", "2.1"), "1.1"))  # noqa: E731
    assert refusal(no_sheet) is Why.SHEETS_FIRST
    whole = lambda: running.events_for(found, Spot("m1"), Outcome(("1", "2"), "1"))  # noqa: E731
    assert refusal(whole) is Because.BY_PARTS
    for team, seats in (("1", (2, 1, 3)), ("2", (1, 2))):
        order = tuple(f"{team}.{seat}" for seat in seats)
        found = sheets.hand_in(services, found.code, found.number, "m1", team=team, order=order, actor=ACTOR)
        assert bool(found.state.teams) is (team == "2"), "the first sheet is told when the second is in"
    assert running.pair_at(found, Spot("m1", 1)) == ("1.2", "2.1")
    assert running.pair_at(found, Spot("m1", 3)) is None
    found = play(services, found, "m1.1", "1.2", 3)
    assert (found.fixture("m1").winner, found.fixture("m1").entered) == ("1", True)
    found = running.correct(
        services, found.code, found.number, Spot("m1", 1), Outcome(("1.2", "2.1"), "2.1", margin=4),
        seen=found.state.seq, actor=ACTOR,
    )  # fmt: skip
    assert not found.fixture("m1").entered
    found = play(services, found, "m1.2", "2.2", 9)
    assert found.fixture("m1").winner == "2"
    rows = list(export.rows(found))
    assert [(row[6], row[8], row[10], row[11]) for row in rows[:2]] == [
        ("天智弐", "持統壱", "lose", "4"),
        ("持統壱", "天智弐", "win", "4"),
    ]


def test_a_final_of_three_games(services: Services) -> None:
    found = drawn(services, club_tournament(services, EIGHT[:4], ClassRules(games=3)))
    for one in ready(found):
        assert one.pair is not None
        found = play(services, found, one.key, lower_wins(*one.pair))
    final = found.fixture("m1")
    assert final.games == 3
    assert final.pair is not None
    one, other = final.pair
    for number, winner in enumerate((one, other, one), 1):
        assert not found.fixture("m1").entered
        found = play(services, found, f"m1.{number}", winner, number)
    assert found.fixture("m1").winner == one
    assert refusal(lambda: play(services, found, "m1.4", one)) is Because.NO_FIXTURE
    assert len([row for row in export.rows(found) if row[5] == "決勝"]) == 6


def test_any_round_can_be_of_several_games(services: Services) -> None:
    rules = ClassRules(games=5, games_semi=3, games_quarter=1, games_before=3)
    found = drawn(services, club_tournament(services, [f"選手{number}" for number in range(16)], rules))
    games = {one.round: one.games for one in found.fixtures}
    assert games == {1: 3, 2: 1, 3: 3, 4: 5}
    first = ready(found)[0]
    assert first.pair is not None
    one, other = first.pair
    whole = lambda: play(services, found, first.key, one)  # noqa: E731
    assert refusal(whole) is Because.BY_PARTS
    for number, winner in enumerate((one, other, other), 1):
        found = play(services, found, f"{first.key}.{number}", winner)
    assert found.fixture(first.key).winner == other
    with pytest.raises(ValueError, match="teams meet once"):
        ClassRules(boards=3, games_before=3)


def test_matches_in_a_block_can_be_of_several_games(services: Services) -> None:
    rules = ClassRules(format=Format.LEAGUE, games_in_block=3)
    found = drawn(services, club_tournament(services, EIGHT[:3], rules))
    for number, winner in enumerate(("2", "1", "2"), 1):
        found = play(services, found, f"b1-1-2.{number}", winner, 9)
    assert found.fixture("b1-1-2").winner == "2"
    line = next(one for one in found.state.blocks[0].standings if one.player == "2")
    assert (line.wins, line.points, line.margin) == (1, 1, 0)
    assert len(list(export.rows(found))) == 6


def test_capacity_a_waiting_list_and_a_lottery(services: Services) -> None:
    found = club_tournament(services, EIGHT)
    assert [len(part) for part in (found.field.playing, found.field.waiting)] == [8, 0]
    by_order = entering_with(services, found, capacity=6, lottery=False)
    assert [one.number for one in by_order.field.waiting] == [7, 8]
    entering.withdraw(services, found.code, found.number, 2)
    assert [one.number for one in again(services, found).field.waiting] == [8]
    entering.withdraw(services, found.code, found.number, 2, back=True)
    lots = entering_with(services, found, capacity=6, lottery=True)
    assert (len(lots.field.undrawn), lots.field.playing) == (8, ())
    assert refusal(lambda: drawn(services, lots)) is Because.NOBODY
    draw_lots = lambda: entering.lottery(services, found.code, found.number, actor=ACTOR)  # noqa: E731
    assert refusal(draw_lots) is Because.NO_SEED
    sealing.commit_seed(services, found.code, found.number, Purpose.LOTS, actor=ACTOR)
    bound = again(services, found).state.waiting(Purpose.LOTS)
    draw_lots()
    lots = again(services, found)
    assert [len(part) for part in (lots.field.playing, lots.field.waiting, lots.field.undrawn)] == [6, 2, 0]
    assert refusal(draw_lots) is Because.NO_LOTTERY
    # whoever noted the fingerprint can draw the same lots from the number that is shown now
    (shown,) = lots.state.seals(Purpose.LOTS)
    seed = Seed.from_hex(shown.seed)
    assert seed.fits(str(bound))
    order = shuffled(range(1, 9), seed.stream("lottery"))
    assert {one.number: one.lot for one in lots.entries} == {who: lot for lot, who in enumerate(order, 1)}
    assert lots.state.waiting() not in (None, bound), "the draw has a number of its own"


@pytest.mark.parametrize(
    ("day", "year"),
    [
        ("2024-03-31", 2023),
        ("2024-04-01", 2024),
        ("2024-12-31", 2024),
        ("2025-01-01", 2024),
        ("2024-02-29", 2023),
    ],
)
def test_a_fiscal_year_begins_in_april(day: str, year: int) -> None:
    assert fiscal_year(dt.date.fromisoformat(day)) == (dt.date(year, 4, 1), dt.date(year + 1, 4, 1))


def test_places_in_class_a_go_to_whoever_played_it_least_this_year(services: Services) -> None:
    """In the year of 2026: 小町 twice here, 業平 once and once by what they say, 伊勢 before April only."""
    komachi, narihira, ise = (add(services, Person(name)) for name in ("小町", "業平", "伊勢"))
    meets = (("2026-04-01", (komachi, narihira)), ("2026-10-01", (komachi,)), ("2026-03-31", (ise,)))
    for day, people in (*meets, ("2027-04-01", (ise,))):
        code = setup.create(services, setup.Details("大会", dt.date.fromisoformat(day)))
        number = setup.add_class(services, code, setup.ClassDetails("A", "A"))
        entering.add(services, code, number, entering.from_members(services, people))
    entries = [
        Typed("小町", member=komachi),
        Typed("業平", member=narihira, played=1),
        Typed("伊勢", member=ise),
        Typed("貫之", club="大津", played=9),
        Typed("蝉丸", club="小倉/大津", played=8),
    ]
    rules = ClassRules(first="fewest", host="大津")
    found = club_tournament(services, entries, rules, grade="A")
    details = setup.ClassDetails("A", "A", rules, 5, lottery=True)
    entering.add(services, found.code, found.number, [Typed("右近", played=7)])
    setup.change_class(services, found.code, found.number, details)
    sealing.commit_seed(services, found.code, found.number, Purpose.LOTS, actor=ACTOR)
    entering.lottery(services, found.code, found.number, actor=ACTOR)
    field = again(services, found).field
    # one place of five is for the host's own; then 伊勢 (0), 業平 (1), 小町 (2), 右近 (7)
    assert [one.name for one in field.playing] == ["蝉丸", "伊勢", "業平", "小町", "右近"]
    assert [one.name for one in field.waiting] == ["貫之"]


def test_the_parts_of_a_class_come_from_a_number_that_was_bound_before(services: Services) -> None:
    found = club_tournament(services, EIGHT)
    split = lambda: setup.split(services, found.code, found.number, 2, actor=ACTOR)  # noqa: E731
    assert refusal(split) is Because.NO_SEED
    sealing.commit_seed(services, found.code, found.number, Purpose.PARTS, actor=ACTOR)
    bound = again(services, found).state.waiting(Purpose.PARTS)
    parts_made = [contest(services, found.code, number) for number in split()]
    for one in parts_made:
        (shown,) = one.state.seals(Purpose.PARTS)
        assert (shown.commitment, Seed.from_hex(shown.seed).commitment()) == (bound, bound)
    dealt = parts([one.entrant() for one in found.entries], 2, Seed.from_hex(shown.seed))
    names = {one.id: one.name for one in found.entries}
    assert [{one.name for one in part.entries} for part in parts_made] == [
        {names[who] for who in part} for part in dealt
    ]
    assert all(len(drawn(services, one).state.seals()) == 1 for one in parts_made)


def entering_with(services: Services, found: Contest, *, capacity: int, lottery: bool) -> Contest:
    details = setup.ClassDetails(found.row.name, found.row.grade, found.rules, capacity, lottery)
    setup.change_class(services, found.code, found.number, details)
    return again(services, found)


def test_a_member_enters_once(services: Services) -> None:
    member = add(services, Person("小野小町", "おののこまち"))
    found = club_tournament(services, EIGHT[:2])
    typed = entering.from_members(services, [member])
    entering.add(services, found.code, found.number, typed)
    twice = lambda: entering.add(services, found.code, found.number, typed)  # noqa: E731
    assert refusal(twice) is Because.MEMBER_TWICE


def test_the_file_of_results_is_one_that_we_would_take_in(services: Services) -> None:
    """Mirror rows agree, walkovers are told apart, and no doubt is left."""
    entries = [Typed(name, club="東会" if index % 2 else "=西会") for index, name in enumerate(EIGHT)]
    found = drawn(services, club_tournament(services, entries))
    first = ready(found)[0]
    assert first.pair is not None
    found = running.leave(services, found.code, found.number, [first.pair[0]], Absence.NO_SHOW, actor=ACTOR)
    found = play_on(services, found)
    data = export.to_csv([found])
    assert data.startswith(b"\xef\xbb\xbf")
    file = parse(data)
    assert len(file.rows) == 14
    assert [row.status for row in file.rows].count(How.WALKOVER) == 2
    assert checked(file.rows) == ()
    assert {row.club for row in file.rows} == {"東会", "'=西会"}


def test_club_mates_are_counted_beside_the_bound(services: Services) -> None:
    entries = [Typed(name, club="東会" if index < 3 else "") for index, name in enumerate(EIGHT)]
    found = club_tournament(services, entries)
    plan = drawing.planned(found, Seed.numbered(3))
    (clubs,) = apart.of_plan(plan)
    assert clubs.best
    assert clubs.counts[0] == (0, 0)
    assert clubs.counts[-1] == (3, 3)
    league = club_tournament(services, entries, ClassRules(format=Format.LEAGUE, blocks=2))
    (clubs,) = apart.of_plan(drawing.planned(league, Seed.numbered(3)))
    assert clubs.counts == ((1, 1),)


def test_who_leaves_a_league_is_below_the_others(services: Services) -> None:
    found = drawn(services, club_tournament(services, EIGHT[:3], ClassRules(format=Format.LEAGUE)))
    found = running.leave(services, found.code, found.number, ["1"], Absence.WITHDRAWN, actor=ACTOR)
    found = play_on(services, found)
    assert [(one.who, one.place) for one in places(found)] == [("2", 1), ("3", 2), ("1", None)]
    assert running.decided(found)


def test_both_can_lose(services: Services) -> None:
    found = drawn(services, club_tournament(services, EIGHT[:4]))
    first = ready(found)[0]
    assert first.pair is not None
    nobody = Outcome(first.pair, None, How.FORFEIT)
    found = running.enter(services, found.code, found.number, Spot(first.key), nobody, actor=ACTOR)
    assert found.fixture(first.key).winner is NOBODY


def test_what_somebody_who_left_a_league_did_not_play_can_be_walkovers(services: Services) -> None:
    rules = ClassRules(format=Format.LEAGUE, leaving=Leaving.WALKOVER)
    found = drawn(services, club_tournament(services, ["小町", "業平", "伊勢", "貫之"], rules))
    first = found.fixtures[0]
    assert first.pair is not None
    gone, other = first.pair
    found = play(services, found, first.key, other, 3)
    found = running.leave(services, found.code, 1, [gone], Absence.WITHDRAWN, actor=ACTOR)
    walked = [one for one in found.fixtures if gone in one.players and one.key != first.key]
    assert all(one.outcome is not None and one.outcome.how is How.WALKOVER for one in walked)
    assert all(one.winner != gone and not one.entered and not one.ready for one in walked)
    # who played all the same is entered as ever, and who comes back plays what was not played
    found = play(services, found, walked[0].key, gone, 7)
    assert found.fixture(walked[0].key).winner == gone
    found = running.come_back(services, found.code, 1, gone, actor=ACTOR)
    assert [one.key for one in ready(found) if gone in one.players] == [walked[1].key]
