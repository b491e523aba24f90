"""Team matches and tables of teams; title matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament import best_of as bo
from engine.tournament import teams as tm
from engine.tournament.outcome import How, Outcome
from engine.tournament.refused import Refused, Why
from engine.tournament.standings import TieBreak, table
from tests.support.knockout import won


def sitting(
    boards: int = 3, one: str = "abc", other: str = "xyz", teams: tuple[str, str] = ("A", "X")
) -> tm.TeamMatch:
    """Return a match with both sheets in; a dot is an empty seat."""
    match = tm.fold(tm.meet(*teams, boards))
    for team, order in zip(teams, (one, other), strict=True):
        seats = tuple(None if sign == "." else sign for sign in order)
        match = tm.fold(match.log + tm.hand_in(match, team, seats))
    return match


def after(match: tm.TeamMatch, *winners: str) -> tm.TeamMatch:
    """Enter boards from the first on; - is a board that is left open."""
    for board, winner in enumerate(winners, 1):
        if winner != "-":
            one, other = match.players(board)
            assert one
            assert other
            outcome = won(winner, other if winner == one else one)
            match = tm.fold(match.log + tm.enter(match, board, outcome))
    return match


@pytest.mark.parametrize(
    ("winners", "winner"),
    [("ab-", "A"), ("xy-", "X"), ("a--", None), ("ayc", "A"), ("xbz", "X"), ("", None), ("-bc", "A")],
)
def test_the_majority_wins(winners: str, winner: str | None) -> None:
    match = after(sitting(), *winners)
    assert match.winner == winner
    assert (match.outcome is None) == (winner is None)


def test_five_boards_and_what_is_still_open() -> None:
    match = after(sitting(5, "abcde", "vwxyz"), "a", "w", "c", "-", "e")
    assert (match.winner, match.open_boards) == ("A", (4,))
    assert match.won == ((True, False, True, False, True), (False, True, False, False, False))
    assert tm.SEATS[:3] == ("主将", "副将", "三将")


def test_an_empty_seat_loses_its_board() -> None:
    match = sitting(3, "ab.", "xyz")
    assert match.won == ((False, False, False), (False, False, True))
    assert match.open_boards == (1, 2)
    assert after(match, "x").winner == "X"
    gone = sitting(3, "...", "xyz")
    assert gone.winner == "X"
    assert gone.outcome == Outcome(("A", "X"), "X", How.WALKOVER)


def test_equal_boards_go_to_the_highest() -> None:
    match = after(sitting(), "x", "b")
    both = Outcome(("c", "z"), None, How.FORFEIT)
    match = tm.fold(match.log + tm.enter(match, 3, both))
    assert match.winner == "X"
    assert sitting(3, "...", "...").winner is None


def test_a_board_corrected_turns_the_match() -> None:
    match = after(sitting(), "a", "b", "z")
    turned = tm.fold(match.log + tm.enter(match, 1, won("x", "a")))
    assert (match.winner, turned.winner) == ("A", "X")
    opened = tm.fold(turned.log + tm.take_back(turned, 1))
    assert opened.winner is None
    assert tm.enter(match, 1, won("a", "x")) == ()


def test_sheets_stand_once_both_are_in() -> None:
    match = tm.fold(tm.meet("A", "X", 3))
    with pytest.raises(Refused, match="order sheet of A is missing"):
        tm.enter(match, 1, won("a", "x"))
    match = tm.fold(match.log + tm.hand_in(match, "A", ("a", "b", "c")))
    match = tm.fold(match.log + tm.hand_in(match, "A", ("b", "a")))
    assert match.sheets == (("b", "a", None), None)
    match = tm.fold(match.log + tm.hand_in(match, "X", ("x", "y", "z")))
    for team in "AX":
        with pytest.raises(Refused) as caught:
            tm.hand_in(match, team, ("a",))
        assert caught.value.code is Why.SHEET_IS_IN


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (("a", "b", "c", "d"), Why.TOO_MANY_ON_SHEET),
        (("a", "a"), Why.TWICE_ON_SHEET),
        (("a", "q"), Why.NOT_OF_TEAM),
    ],
)
def test_sheets_that_cannot_be(order: tuple[str, ...], why: Why) -> None:
    match = tm.fold(tm.meet("A", "X", 3))
    with pytest.raises(Refused) as caught:
        tm.hand_in(match, "A", order, frozenset("abcd"))
    assert caught.value.code is why


def test_what_a_team_match_refuses() -> None:
    match = sitting(3, "ab.", "xyz")
    for step, why in (
        (lambda: tm.meet("A", "X", 4), Why.TEAM_SIZE),
        (lambda: tm.meet("A", "A", 3), Why.SAME_PLAYER),
        (lambda: tm.hand_in(tm.fold(tm.meet("A", "X", 3)), "Q", ()), Why.NOT_IN_MATCH),
        (lambda: tm.enter(match, 4, won("a", "x")), Why.NO_SUCH_BOARD),
        (lambda: tm.enter(match, 3, won("z", "c")), Why.NOBODY_AT_BOARD),
        (lambda: tm.enter(match, 1, won("a", "y")), Why.NOT_IN_MATCH),
        (lambda: tm.take_back(match, 1), Why.NO_RESULT),
        (lambda: tm.take_back(match, 0), Why.NO_SUCH_BOARD),
    ):
        with pytest.raises(Refused) as caught:
            step()
        assert caught.value.code is why
    with pytest.raises(ValueError, match="begins with"):
        tm.fold([])


def test_three_teams_in_a_ring_are_told_apart_by_boards_then_by_seats() -> None:
    def met(one: str, other: str, winners: str) -> tm.TeamMatch:
        lower, upper = one.lower(), other.lower()
        match = tm.fold(tm.meet(one, other, 3))
        for team, sign in ((one, lower), (other, upper)):
            match = tm.fold(match.log + tm.hand_in(match, team, tuple(f"{sign}{seat}" for seat in range(3))))
        for board, sign in enumerate(winners, 1):
            loser = upper if sign == lower else lower
            match = tm.fold(
                match.log + tm.enter(match, board, won(f"{sign}{board - 1}", f"{loser}{board - 1}"))
            )
        return match

    matches = [met("P", "Q", "pqp"), met("Q", "R", "rqq"), met("R", "P", "rpr")]
    record = tm.record("PQR", matches)
    assert record.boards == {"P": (1, 1, 1), "Q": (0, 2, 1), "R": (2, 0, 1)}
    order = (TieBreak.POINTS, TieBreak.BOARDS, TieBreak.BOARD_ORDER)
    assert [(line.rank, line.player) for line in table(record, order)] == [(1, "R"), (2, "P"), (3, "Q")]
    assert [line.rank for line in table(record, order[:2])] == [1, 1, 1]


def titled(*winners: str, games: int = 5) -> bo.TitleMatch:
    match = bo.fold(bo.open_title("a", "b", games))
    for game, winner in enumerate(winners, 1):
        match = bo.fold(match.log + bo.enter(match, game, won(winner, "b" if winner == "a" else "a")))
    return match


@pytest.mark.parametrize(
    ("winners", "games", "winner", "score", "decided"),
    [
        ("aaa", 5, "a", (3, 0), 3),
        ("abab", 5, None, (2, 2), None),
        ("ababb", 5, "b", (2, 3), 5),
        ("bb", 3, "b", (0, 2), 2),
        ("a", 1, "a", (1, 0), 1),
    ],
)
def test_best_of(
    winners: str, games: int, winner: str | None, score: tuple[int, int], decided: int | None
) -> None:
    match = titled(*winners, games=games)
    assert (match.winner, match.score, match.decided_in) == (winner, score, decided)


def test_a_corrected_game_can_leave_games_over() -> None:
    match = titled(*"ababb")
    now = bo.fold(match.log + bo.enter(match, 2, won("a", "b")))
    assert (now.winner, now.score, now.decided_in, now.surplus) == ("a", (3, 0), 3, (4, 5))
    again = bo.fold(now.log + bo.enter(now, 2, won("b", "a")))
    assert again == match


@given(st.lists(st.sampled_from("ab"), min_size=7, max_size=7), st.sampled_from((3, 5, 7)))
def test_best_of_is_first_to(winners: list[str], games: int) -> None:
    needed = games // 2 + 1
    first = next(n for n in range(1, games + 1) if max(winners[:n].count(one) for one in "ab") == needed)
    match = titled(*winners[:first], games=games)
    assert (match.winner, match.decided_in) == (winners[first - 1], first)
    with pytest.raises(Refused) as caught:
        bo.enter(match, min(first + 1, games + 1), won("a", "b"))
    assert caught.value.code in (Why.TITLE_DECIDED, Why.NO_SUCH_GAME)


def test_what_a_title_match_refuses() -> None:
    match = titled("a")
    for step, why in (
        (lambda: bo.open_title("a", "b", 4), Why.EVEN_GAMES),
        (lambda: bo.open_title("a", "a", 5), Why.SAME_PLAYER),
        (lambda: bo.enter(match, 0, won("a", "b")), Why.NO_SUCH_GAME),
        (lambda: bo.enter(match, 3, won("a", "b")), Why.GAMES_IN_ORDER),
        (lambda: bo.enter(match, 2, won("a", "x")), Why.NOT_IN_MATCH),
        (lambda: bo.take_back(match, 2), Why.NO_RESULT),
        (lambda: bo.take_back(match, 9), Why.NO_SUCH_GAME),
    ):
        with pytest.raises(Refused) as caught:
            step()
        assert caught.value.code is why
    assert bo.fold(match.log + bo.take_back(match, 1)) == titled()
    with pytest.raises(ValueError, match="begins with"):
        bo.fold([])
