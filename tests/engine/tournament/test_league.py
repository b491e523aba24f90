"""Leagues: order of play, tables held against another way of counting, leaving, and parts of a field."""

import random
from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament import league as lg
from engine.tournament.edge import edge
from engine.tournament.entrant import Entrant
from engine.tournament.late import Way, block_offers
from engine.tournament.order_of_play import order_of_play
from engine.tournament.outcome import How, Outcome
from engine.tournament.parts import parts
from engine.tournament.refused import Refused, Why
from engine.tournament.standings import USUAL, Points, Record, State, TieBreak, table
from poems.chance import Seed
from tests.support.fields import a_field
from tests.support.knockout import won


def played(league: lg.League, *outcomes: Outcome) -> lg.League:
    for outcome in outcomes:
        league = lg.fold(league.log + lg.enter(league, outcome))
    return league


def opened(players: str, **rules: object) -> lg.League:
    return lg.fold([lg.LeagueOpened(tuple(players), **rules)])  # type: ignore[arg-type]


def ranks(league: lg.League) -> list[tuple[int, str]]:
    return [(line.rank, line.player) for line in league.standings]


@pytest.mark.parametrize("count", range(1, 12))
def test_everybody_meets_everybody_once(count: int) -> None:
    players = "abcdefghijkl"[:count]
    rounds = order_of_play(players)
    assert sorted(pair for row in rounds for pair in row) == sorted(
        edge(*pair) for pair in combinations(players, 2)
    )
    for row in rounds:
        named = [one for pair in row for one in pair]
        assert len(named) == len(set(named)) == count - count % 2
    assert len(rounds) == (count - 1 + count % 2 if count > 1 else 1)


@pytest.mark.parametrize("count", range(1, 10))
@pytest.mark.parametrize("begun", range(4))
def test_late_entries_meet_everybody_and_move_nobody_who_has_begun(count: int, begun: int) -> None:
    league = opened("abcdefghi"[:count])
    begun = min(begun, len(league.rounds)) if count > 1 else 0
    for row in league.rounds[:begun]:
        league = played(league, *(won(*pair) for pair in row[:1]))
    for number, late in enumerate("xyz", 1):
        before = league
        league = lg.fold(league.log + lg.join(league, late))
        assert league.players == (*before.players, late)
        pairs = [pair for row in league.rounds for pair in row]
        assert sorted(pairs) == sorted(edge(*pair) for pair in combinations(league.players, 2))
        for row in league.rounds:
            named = [one for pair in row for one in pair]
            assert len(named) == len(set(named)), "nobody plays twice in a round"
        for then, now in zip(before.rounds[:begun], league.rounds[:begun], strict=True):
            assert now[: len(then)] == then, "what has begun stays at its tables"
        assert len(league.rounds) <= begun + len(league.players) + number
    assert len(league.recorded) == begun


@settings(max_examples=60)
@given(
    count=st.integers(2, 7),
    steps=st.lists(st.tuples(st.sampled_from("jlr+"), st.integers(0, 99)), max_size=16),
)
def test_whatever_happens_in_a_league_everybody_meets_everybody_and_what_has_begun_stays(
    count: int, steps: list[tuple[str, int]]
) -> None:
    league = opened("abcdefg"[:count])
    for number, (step, chance) in enumerate(steps):
        before, late = league, f"z{number:02}"
        player = league.players[chance % len(league.players)]
        unplayed = [one for one in sorted(league.left) if not any(one in met.pair for met in league.recorded)]
        if step == "+" and league.to_play:
            league = played(league, won(*league.to_play[chance % len(league.to_play)]))
        elif step == "l":
            league = lg.fold(league.log + lg.leave(league, player))
        elif step == "r" and unplayed:
            league = lg.fold(league.log + lg.replace(league, unplayed[chance % len(unplayed)], late))
        elif step == "j" and len(league.players) < 10:
            league = lg.fold(league.log + lg.join(league, late))
            met = {one.pair for one in before.recorded}
            for then, now in zip(before.rounds, league.rounds, strict=False):
                if any(
                    frozenset(pair) in met
                    for row in before.rounds[before.rounds.index(then) :]
                    for pair in row
                ):
                    assert now[: len(then)] == then
        pairs = [pair for row in league.rounds for pair in row]
        assert sorted(pairs) == sorted(edge(*pair) for pair in combinations(league.players, 2))
        assert all(len({one for pair in row for one in pair}) == 2 * len(row) for row in league.rounds)
        assert {one.pair for one in league.recorded} <= {frozenset(pair) for pair in pairs}
        assert lg.fold(league.log) == league
        assert {line.player for line in league.standings} == set(league.players)


def test_of_an_odd_number_a_late_entry_plays_who_rests_and_nobody_else_is_moved() -> None:
    before = played(opened("abcde"), won("b", "e"))
    after = lg.fold(before.log + lg.join(before, "z"))
    assert [row[:2] for row in after.rounds] == list(before.rounds)
    assert [len(row) for row in after.rounds] == [3] * 5
    assert after.late == {"z"}


def test_a_late_entry_takes_the_matches_of_who_left_without_one() -> None:
    league = played(opened("abcd", lots=("d", "b", "a", "c")), won("a", "c"))
    for player in "bd":
        league = lg.fold(league.log + lg.leave(league, player))
    after = lg.fold(league.log + lg.replace(league, "b", "z"))
    assert (after.players, after.left, after.lots) == (("a", "z", "c", "d"), {"d"}, ("d", "z", "a", "c"))
    assert after.rounds == tuple(
        tuple(edge(*("z" if one == "b" else one for one in pair)) for pair in row) for row in league.rounds
    )
    refused = {
        Why.NOT_ABSENT: lambda: lg.replace(league, "a", "z"),
        Why.ALREADY_IN: lambda: lg.replace(league, "b", "c"),
    }
    league = played(league, won("a", "d"))
    refused[Why.HAS_PLAYED] = lambda: lg.replace(league, "d", "z")
    for why, step in refused.items():
        with pytest.raises(Refused) as caught:
            step()
        assert caught.value.code is why
    with pytest.raises(Refused):
        lg.join(league, "a")


def test_a_late_entry_has_the_last_lot() -> None:
    league = opened("ab", lots=("b", "a"), tie_breaks=(TieBreak.LOT,))
    league = lg.fold(league.log + lg.join(league, "z"))
    league = played(league, won("z", "a"), won("a", "b"), won("b", "z"))
    assert ranks(league) == [(1, "b"), (2, "a"), (3, "z")]


def test_where_a_late_entry_comes_in_best_first() -> None:
    field = [Entrant(one, frozenset({club})) for one, club in zip("abcdefgz", "xxxyyyyx", strict=True)]
    blocks = [opened("abd"), opened("cef"), opened("g")]
    blocks[1] = lg.fold(blocks[1].log + lg.leave(blocks[1], "e"))
    offers = block_offers(blocks, field[-1], field)
    assert [(one.way, one.key, one.mates, one.more_rounds) for one in offers] == [
        (Way.REPLACE, "b2-e", 1, 0),
        (Way.JOIN, "b3", 0, 0),
        (Way.JOIN, "b2", 1, 0),
        (Way.JOIN, "b1", 2, 0),
    ]
    assert offers[0].events(blocks[1], "z") == (lg.LeagueReplaced("e", "z"),)
    assert offers[1].events(blocks[2], "z") == (lg.LeagueJoined("z"),)


def plain_table(players: str, outcomes: list[Outcome]) -> list[set[str]]:
    """Rank by points, wins, wins among equals, margin, by asking for each pair who is before whom."""
    wins = Counter(one.winner for one in outcomes)
    margin: Counter[str] = Counter()
    for one in outcomes:
        if one.winner and one.loser and one.margin:
            margin[one.winner] += one.margin
            margin[one.loser] -= one.margin

    def key(player: str) -> tuple[int, int, int]:
        equal = {other for other in players if wins[other] == wins[player]}
        inner = sum(one.winner == player for one in outcomes if set(one.players) <= equal)
        return wins[player], inner, margin[player]

    return [
        {p for p in players if key(p) == value} for value in sorted({key(p) for p in players}, reverse=True)
    ]


def test_every_table_of_four() -> None:
    """All 64 courses of a block of four, with margins by lot, ranked another way."""
    rng = random.Random(1)
    pairs = list(combinations("abcd", 2))
    for course in product((0, 1), repeat=6):
        outcomes = [
            won(pair[turn], pair[1 - turn], rng.randint(1, 3))
            for pair, turn in zip(pairs, course, strict=True)
        ]
        standings = played(opened("abcd"), *outcomes).standings
        groups: dict[int, set[str]] = {}
        for line in standings:
            groups.setdefault(line.rank, set()).add(line.player)
        assert list(groups.values()) == plain_table("abcd", outcomes)
        assert [line.rank for line in standings] == sorted(
            1 + sum(len(one) for rank, one in groups.items() if rank < line.rank) for line in standings
        )


def test_three_in_a_ring_are_told_apart_by_cards_and_the_table_says_so() -> None:
    ring = [won("a", "b", 3), won("b", "c", 5), won("c", "a", 10)]
    league = played(opened("abc"), *ring)
    assert ranks(league) == [(1, "c"), (2, "b"), (3, "a")]
    assert league.standings[0].by == (
        (TieBreak.POINTS, (1,)),
        (TieBreak.WINS, (1,)),
        (TieBreak.HEAD_TO_HEAD, (1,)),
        (TieBreak.MARGIN, (5,)),
    )
    even = played(opened("abc", tie_breaks=USUAL[:3]), *ring)
    assert ranks(even) == [(1, "a"), (1, "b"), (1, "c")]
    by_lot = played(opened("abc", tie_breaks=(*USUAL[:3], TieBreak.LOT), lots=("b", "a", "c")), *ring)
    assert ranks(by_lot) == [(1, "b"), (2, "a"), (3, "c")]


@pytest.mark.parametrize(
    ("tie_break", "values"),
    [
        (TieBreak.CARDS_WON, (20, 3, 2, 5)),
        (TieBreak.FEWEST_LOST, (-4, -21, -3, -2)),
        (TieBreak.OPPONENTS, (3, 4, 3, 3)),
        (TieBreak.MARGIN, (16, -18, -1, 3)),
        (TieBreak.WINS, (1, 1, 1, 2)),
    ],
)
def test_tie_breaks(tie_break: TieBreak, values: tuple[int, ...]) -> None:
    outcomes = (won("a", "b", 20), won("b", "c", 3), won("c", "d", 2), won("d", "a", 4), won("d", "b", 1))
    lines = table(Record(tuple("abcd"), outcomes), (tie_break,))
    assert {line.player: line.by[0][1][0] for line in lines} == dict(zip("abcd", values, strict=True))
    assert [line.by[0][1] for line in lines] == sorted((line.by[0][1] for line in lines), reverse=True)


def test_points_of_walkovers() -> None:
    rules = Points(win=3, loss=1, walkover_win=2, walkover_loss=0)
    league = played(opened("abc", points=rules), won("a", "b"), won("c", "a", how=How.WALKOVER))
    assert {line.player: line.points for line in league.standings} == {"a": 3, "b": 1, "c": 2}


def test_who_left_or_never_played_is_last_and_marked() -> None:
    """A league of five: e leaves after two losses, d never plays."""
    league = played(opened("abcde"), won("a", "e", 9), won("b", "e", 2), won("a", "b", 1), won("c", "a", 7))
    league = lg.fold(league.log + lg.leave(league, "e"))
    assert [(line.player, line.state) for line in league.standings][-2:] == [
        ("d", State.UNPLAYED),
        ("e", State.WITHDRAWN),
    ]
    assert all("e" not in pair for pair in league.to_play)
    assert {line.player: line.wins for line in league.standings}["a"] == 2
    annulled = played(opened("abcde", leaving=lg.Leaving.ANNUL), *league.recorded)
    annulled = lg.fold(annulled.log + lg.leave(annulled, "e"))
    assert {line.player: line.wins for line in annulled.standings} == {"a": 1, "b": 0, "c": 1, "d": 0, "e": 0}
    back = lg.fold(annulled.log + lg.come_back(annulled, "e"))
    assert back.outcomes == league.recorded


@settings(max_examples=60)
@given(data=st.data())
def test_walkovers_of_who_left_are_as_if_they_were_entered_by_hand(data: st.DataObject) -> None:
    pairs = list(combinations("abcde", 2))
    met = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    left = data.draw(st.sets(st.sampled_from("abcde"), max_size=3))
    results = [won(*data.draw(st.permutations(pair)), data.draw(st.integers(1, 25))) for pair in met]
    points = Points(win=3, loss=1, walkover_win=2, walkover_loss=0)
    league = played(opened("abcde", points=points, leaving=lg.Leaving.WALKOVER), *results)
    by_hand = played(opened("abcde", points=points), *results)
    for one, other in pairs:
        if (one, other) not in met and (one in left) != (other in left):
            winner, loser = (other, one) if one in left else (one, other)
            by_hand = played(by_hand, won(winner, loser, how=How.WALKOVER))
    for who in sorted(left):
        league, by_hand = (lg.fold(one.log + lg.leave(one, who)) for one in (league, by_hand))
    assert league.standings == by_hand.standings
    assert league.to_play == by_hand.to_play
    for who in sorted(left):
        league = lg.fold(league.log + lg.come_back(league, who))
    assert league.outcomes == league.recorded


@settings(max_examples=50)
@given(data=st.data())
def test_corrections_lead_where_the_right_results_lead(data: st.DataObject) -> None:
    league = opened("abcde")
    last: dict[tuple[str, str], Outcome] = {}
    for _ in range(data.draw(st.integers(0, 25))):
        pair = data.draw(st.sampled_from(list(combinations("abcde", 2))))
        if pair in last and data.draw(st.booleans()):
            league = lg.fold(league.log + lg.take_back(league, *pair))
            del last[pair]
            continue
        outcome = Outcome(pair, data.draw(st.sampled_from(pair)), How.NORMAL, data.draw(st.integers(1, 25)))
        league = played(league, outcome)
        last[pair] = outcome
    fresh = played(opened("abcde"), *last.values())
    assert fresh == league
    assert fresh.standings == league.standings
    assert sum(line.wins for line in league.standings) == len(last) == 10 - len(league.to_play)


def test_what_a_league_refuses() -> None:
    league = played(opened("ab"), won("a", "b"))
    assert lg.enter(league, won("a", "b")) == ()
    for step, why in (
        (lambda: lg.enter(league, won("a", "x")), Why.OUT_OF_LEAGUE),
        (lambda: lg.enter(league, won("a", "a")), Why.SAME_PLAYER),
        (lambda: lg.take_back(league, "a", "x"), Why.OUT_OF_LEAGUE),
        (lambda: lg.leave(league, "x"), Why.UNKNOWN_ENTRANT),
        (lambda: lg.come_back(league, "a"), Why.NOT_ABSENT),
    ):
        with pytest.raises(Refused) as caught:
            step()
        assert caught.value.code is why
    with pytest.raises(ValueError, match="begins with"):
        lg.fold([])


@settings(max_examples=60)
@given(people=st.integers(1, 90), count=st.integers(1, 7), number=st.integers(0, 10**6))
def test_parts_are_even_in_size_clubs_and_seeds(people: int, count: int, number: int) -> None:
    field = a_field(random.Random(number), people, 6, seeds=min(people, 6))
    if count > people:
        with pytest.raises(ValueError, match="do not fill"):
            parts(field, count, Seed.numbered(number))
        return
    found = parts(field, count, Seed.numbered(number))
    assert sorted(one for part in found for one in part) == sorted(one.id for one in field)
    assert max(map(len, found)) - min(map(len, found)) <= 1
    clubs = {one.id: next(iter(one.clubs), None) for one in field}
    for club in set(clubs.values()) - {None}:
        sizes = [sum(clubs[one] == club for one in part) for part in found]
        assert max(sizes) - min(sizes) <= 1
    assert parts(field[::-1], count, Seed.numbered(number)) == found


def test_seeds_go_to_different_parts() -> None:
    for number in range(30):
        field = [Entrant(f"p{n}", frozenset(f"c{n % 4}"), seed_group=1 if n < 4 else None) for n in range(24)]
        found = parts(field, 4, Seed.numbered(number))
        assert [sum(one in ("p0", "p1", "p2", "p3") for one in part) for part in found] == [1, 1, 1, 1]
