"""What games add up to, against counting by hand; charts stay within their picture."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.rating import ratings
from webapp.figures import chart
from webapp.figures.games import Game, Tally, Where, chronological, outcomes, own, tallies, tally
from webapp.figures.views import margin, rate

DAY = dt.date(2026, 11, 29)


def game(
    one: int | None, other: int | None, winner: int | None, margin: int | None = 5, **changed: object
) -> Game:
    known = {"day": DAY, "where": Where.TABLE, "event": "", "names": ("", ""), "counts": True} | changed
    return Game(people=(one, other), winner=winner, margin=margin, **known)  # type: ignore[arg-type]


GAMES = st.lists(
    st.builds(
        game,
        st.integers(1, 4),
        st.integers(5, 8),
        st.sampled_from([0, 1]),
        st.one_of(st.none(), st.integers(1, 25)),
        counts=st.booleans(),
    ),
    max_size=30,
)


@given(GAMES, st.integers(1, 8))
def test_a_tally_counts_what_counts(games: list[Game], person: int) -> None:
    mine = own(games, person)
    found = tally(mine)
    counted = [one for one in games if one.counts and person in one.people]
    won = [one for one in counted if one.people[one.winner or 0] == person]
    assert (found.won, found.lost) == (len(won), len(counted) - len(won))
    assert sum(found.ahead) == sum(one.margin or 0 for one in won)
    assert sum(found.by_one) == sum(one.margin == 1 for one in counted)
    parts = tallies(mine, lambda one: one.opponent)
    assert sum(one.games for one in parts.values()) == found.games
    assert all(one.games for one in parts.values())


@given(GAMES)
def test_everybodys_wins_are_somebodys_losses(games: list[Game]) -> None:
    every = [tally(own(games, person)) for person in range(1, 9)]
    assert sum(one.won for one in every) == sum(one.lost for one in every)
    assert sum(sum(one.ahead) for one in every) == sum(sum(one.behind) for one in every)


def test_ratings_follow_the_order_of_play_and_take_in_known_people_only() -> None:
    early, late = game(1, 2, 0, day=DAY), game(1, 2, 1, day=DAY + dt.timedelta(1))
    lesson, guest = game(1, 2, 1, counts=False), game(1, None, 0)
    assert chronological([late, early]) == (early, late)
    found = ratings(outcomes(chronological([late, guest, early, lesson])))
    assert set(found) == {"1", "2"}
    assert found["1"].matches == 2
    assert found["2"].points > found["1"].points


@pytest.mark.parametrize(
    ("one", "wanted"),
    [(Tally(), "–"), (Tally(5, 0), "–"), (Tally(4, 2), "67 % (30–90)"), (Tally(0, 10), "0 % (0–28)")],
)
def test_a_share_has_its_interval_and_few_games_have_none(one: Tally, wanted: str) -> None:
    assert rate(one) == wanted


def test_a_margin_has_its_sign() -> None:
    assert [margin(value) for value in (3.0, -2.25, None)] == ["+3.0", "−2.2", "–"]


@given(st.lists(st.tuples(st.text(max_size=3), st.integers(0, 500), st.integers(0, 500)), max_size=80))
def test_bars_are_as_high_as_their_numbers(rows: list[tuple[str, int, int]]) -> None:
    found = chart.stacked(rows)
    assert len(found.bars) == sum((won > 0) + (lost > 0) for _, won, lost in rows)
    assert all(one.x >= 0 and one.x + one.width <= chart.WIDTH for one in found.bars)
    assert all(chart.TOP - 0.1 <= one.y <= one.y + one.height <= chart.HEIGHT for one in found.bars)
    assert len(found.marks) <= 12
    assert 2 <= len(found.ticks) <= 9


@given(st.lists(st.tuples(st.text(max_size=3), st.floats(800, 2400)), max_size=200))
def test_a_line_goes_through_every_number(points: list[tuple[str, float]]) -> None:
    found = chart.line(points)
    assert found.path.count(" L") == max(len(points) - 1, 0)
    assert all(chart.TOP - 0.1 <= y <= chart.HEIGHT - chart.BOTTOM + 0.1 for _, y in found.dots)
