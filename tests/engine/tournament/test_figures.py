"""Card division, ratings and promotion."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.division import By, divisions
from engine.tournament.outcome import How, Outcome
from engine.tournament.promotion import (
    REFORM,
    RULES,
    Feat,
    Ground,
    Meet,
    Month,
    Promotion,
    a_points,
    class_of,
    outlook,
    promotions,
)
from engine.tournament.rating import START, ratings, steps
from poems.cards import ALL_CARDS, numbers
from tests.support.knockout import won

NOW = Month(2026, 1)
OLD = Month(2019, 11)


@settings(max_examples=60)
@given(st.text(max_size=20), st.integers(0, 9))
def test_every_round_has_fifty_cards_told_by_digits(session: str, anew: int) -> None:
    found = divisions(session, 7, anew)
    assert [one.by for one in found] == [By.ONES, By.EITHER, By.TENS, By.ONES, By.EITHER, By.TENS, By.ONES]
    for before, one in zip((None, *found), found, strict=False):
        assert one.cards.bit_count() == 50
        assert one.cards & ~ALL_CARDS == 0
        for card in numbers(ALL_CARDS):
            tens, ones = f"{card:02}"[-2:]
            digits = {str(digit) for digit in one.digits}
            fits = {
                By.ONES: ones in digits,
                By.TENS: tens in digits,
                By.EITHER: tens in digits or ones in digits,
            }
            assert (one.cards >> card & 1 == 1) == (fits[one.by] and card != one.without)
        assert (one.without is not None) == (one.by is By.EITHER)
        if before is not None and one.by is not By.ONES:
            assert not set(before.digits) & set(one.digits)
    assert divisions(session, 3, anew) == found[:3]


def test_a_division_is_the_same_everywhere_and_for_ever() -> None:
    """Devices of different ages must agree: this may never change."""
    found = divisions("2026-01-31", 3)
    assert [(one.by.value, one.digits, one.without) for one in found] == GOLDEN
    assert divisions("2026-01-31", 3, 1) != found
    assert divisions("2026-02-01", 3) != found


GOLDEN = [("ones", (0, 2, 4, 5, 7), None), ("either", (1, 3, 9), 19), ("tens", (2, 4, 6, 7, 8), None)]


def test_elo_by_pocket_calculator() -> None:
    found = ratings([won("a", "b"), won("a", "c"), won("c", "a")])
    # 16; then 32 / (1 + 10^(16/400)) = 15.264; then 32 less 32 / (1 + 10^(46.528/400))
    assert {player: round(one.points, 2) for player, one in found.items()} == {
        "a": 1513.13,
        "b": 1484.0,
        "c": 1502.87,
    }
    assert {player: one.matches for player, one in found.items()} == {"a": 3, "b": 1, "c": 2}
    assert found["a"].provisional


def test_walkovers_and_forfeits_move_no_rating() -> None:
    out = [Outcome(("a", "b"), "a", How.WALKOVER), Outcome(("a", "b"), None, How.FORFEIT)]
    assert ratings(out) == {}
    assert steps([*out, won("a", "b")])[0].gain == 16


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")).filter(lambda p: p[0] != p[1])))
def test_what_one_gains_another_loses(pairs: list[tuple[str, str]]) -> None:
    found = ratings([won(one, other) for one, other in pairs], dict.fromkeys("abcd", START))
    assert sum(one.points for one in found.values()) == pytest.approx(4 * START)
    gains = dict.fromkeys("abcd", 0.0)
    for step in steps([won(one, other) for one, other in pairs]):
        assert 0 < step.gain < 32
        gains[step.winner] += step.gain
        gains[step.loser] -= step.gain
    for player, one in found.items():
        assert one.points == pytest.approx(START + gains[player])


def test_a_correction_changes_what_came_after() -> None:
    games = [won("a", "b"), won("b", "c"), won("a", "c")]
    corrected = [won("b", "a"), *games[1:]]
    assert ratings(corrected)["c"] != ratings(games)["c"]
    assert ratings(games, {"a": 1700})["a"].points > 1700


def feat(grade: str, place: int | None, when: Month = NOW, wins: int = 0, meet: Meet = Meet.CLASS) -> Feat:
    return Feat(when, grade, place, wins, meet)


@pytest.mark.parametrize(
    ("feats", "dan", "earned"),
    [
        ([feat("E", 3)], 0, [1]),
        ([feat("E", 4)], 0, []),
        ([feat("D", 3)], 1, [2]),
        ([feat("C", 1)], 2, [3]),
        ([feat("B", 3)], 3, []),
        ([feat("B", 2)], 3, []),
        ([feat("B", 1)], 3, [4]),
        ([feat("B", 2), feat("B", 2, Month(2026, 5))], 3, [4]),
        ([feat("D", 3, OLD)], 0, [1]),
        ([feat("E", 1, OLD)], 0, []),
        ([feat("C", 2, OLD)], 1, [2]),
        ([feat("B", 3, OLD)], 2, [3]),
        ([feat("B", 2, OLD), feat("B", 2)], 3, [4]),
        ([feat("A", 1)], 4, [5]),
        ([feat("A", 2), feat("A", 2)], 4, [5]),
        ([feat("A", 3), feat("A", 3), feat("A", 2)], 4, [5]),
        ([feat("A", None, wins=19), feat("A", None, wins=1)], 4, [5]),
        ([feat("A", 4)] * 7, 4, []),
        ([feat("A", 4)] * 8, 4, [5]),
        ([feat("A", 1)] * 5, 4, [6]),
        ([feat("A", 2, meet=Meet.TITLE)], 5, [6]),
        ([feat("A", 1, meet=Meet.TITLE)], 6, [7]),
        ([feat("A", 1, meet=Meet.TITLE)] * 2, 7, [8]),
        ([feat("A", 1)] * 15, 4, [8]),
        ([feat("E", 1)], 3, []),
    ],
)
def test_promotion_by_the_rules_of_the_time(feats: list[Feat], dan: int, earned: list[int]) -> None:
    assert [one.dan for one in promotions(feats, dan)] == earned


def test_the_month_of_the_reform_is_under_the_new_rules() -> None:
    assert promotions([feat("E", 1, REFORM)])[0].dan == 1
    assert promotions([feat("E", 1, Month(2020, 3))]) == ()
    assert promotions([feat("D", 1, Month(2020, 3))])[0].dan == 1
    assert promotions([feat("D", 1, REFORM)])[0].dan == 2


def test_a_course_from_none_to_five() -> None:
    course = [
        feat("E", 3, Month(2021, 5)),
        feat("D", 1, Month(2021, 11)),
        feat("C", 2, Month(2022, 2)),
        feat("B", 2, Month(2023, 1)),
        feat("B", 2, Month(2023, 8)),
        feat("A", 1, Month(2025, 1)),
    ]
    assert promotions(reversed(course)) == (
        Promotion(1, Ground.BEST_FOUR, Month(2021, 5)),
        Promotion(2, Ground.BEST_FOUR, Month(2021, 11)),
        Promotion(3, Ground.BEST_FOUR, Month(2022, 2)),
        Promotion(4, Ground.TWICE_SECOND, Month(2023, 8)),
        Promotion(5, Ground.A_TITLES, Month(2025, 1)),
    )


def test_outlook_says_what_is_missing() -> None:
    ways = outlook([feat("A", 3), feat("A", 2, wins=9)], 4, NOW)
    assert [(way.rule.ground, way.have, way.missing) for way in ways] == [
        (Ground.A_POINTS, 6, 2),
        (Ground.A_TOP_THREE, 2, 1),
        (Ground.A_WINS, 9, 11),
        (Ground.A_TITLES, 0, 1),
    ]
    assert {way.rule.ground for way in outlook([], 8, NOW)} == set()


def test_classes_points_and_rules() -> None:
    assert [class_of(dan) for dan in range(7)] == ["E", "D", "C", "B", "A", "A", "A"]
    assert a_points([feat("A", 1), feat("A", 4), feat("A", None), feat("B", 1)]) == 9
    assert all(
        any(rule.in_force(when) for rule in RULES if rule.dan == dan)
        for dan in range(1, 9)
        for when in (OLD, NOW)
    )
