"""Files of results: what is read, what is refused, and what is doubtful."""

import datetime as dt

import pytest

from engine.tournament.outcome import How
from webapp.tournaments.grades import class_called
from webapp.tournaments.results_file import ResultsFile, matches, parse
from webapp.tournaments.sheet import SheetError

HEAD = "event,date,class,grade,round,round_label,player,club,opponent,opponent_club,result,diff,status"


def parsed(*lines: str) -> ResultsFile:
    return parse("\n".join([HEAD, *lines]).encode())


def rows_of(number: int, winner: str, loser: str, diff: str = "5", status: str = "normal") -> list[str]:
    return [
        f"春,2026-01-31,A,A,{number},,{winner},東,{loser},西,win,{diff},{status}",
        f"春,2026-01-31,A,A,{number},,{loser},西,{winner},東,lose,{diff},{status}",
    ]


def doubts(*lines: str) -> list[str]:
    return [str(doubt) for doubt in parsed(*lines).doubts]


def test_a_row_is_read() -> None:
    (row,) = parsed("春の会,2026年1月31日,Ａ級,a,１,準々決勝,髙橋,東会,佐藤,西会,○,１２,").rows
    assert (row.event, row.date, row.class_name, row.grade) == ("春の会", dt.date(2026, 1, 31), "A", "A")
    assert (row.round, row.round_label, row.player, row.club) == (1, "準々決勝", "髙橋", "東会")
    assert (row.opponent, row.opponent_club, row.won, row.diff) == ("佐藤", "西会", True, 12)
    assert row.status is How.NORMAL


def test_a_knockout_told_both_ways_is_seven_matches_of_which_six_were_played() -> None:
    lines = [
        *rows_of(1, "a", "b", "", "walkover"),
        *rows_of(1, "c", "d"),
        *rows_of(1, "e", "f"),
        *rows_of(1, "g", "h"),
        *rows_of(2, "a", "c"),
        *rows_of(2, "e", "g"),
        *rows_of(3, "a", "e"),
    ]
    file = parsed(*lines)
    played = [row for row in file.rows if row.status is How.NORMAL]
    assert (matches(file.rows), matches(played)) == (7, 6)
    assert (sum(row.won for row in played), sum(not row.won for row in played)) == (6, 6)
    assert file.doubts == ()


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_with_and_without_a_leading_zero(month: int) -> None:
    for day in (1, 8, 9, 28):
        for text in (
            f"2024-{month:02}-{day:02}",
            f"2024/{month}/{day}",
            f"２０２４年{month}月{day}日",
            f"2024{month:02}{day:02}",
        ):
            (row,) = parsed(f"x,{text},A,,1,,a,,,,win,,walkover").rows
            assert row.date == dt.date(2024, month, day)


def test_leap_day_and_no_date() -> None:
    assert parsed("x,2024-02-29,A,,1,,a,,,,win,,walkover").rows[0].date == dt.date(2024, 2, 29)
    assert parsed("x,,A,,1,,a,,,,win,,walkover").rows[0].date is None


@pytest.mark.parametrize("mark", ["win", "WIN", "○", "〇", "◯", "勝"])
@pytest.mark.parametrize("status", ["walkover", "不戦", "不戦勝", "forfeit", "棄権"])
def test_marks_of_a_win(mark: str, status: str) -> None:
    (row,) = parsed(f"x,,A,,1,,a,,,,{mark},,{status}").rows
    assert row.won
    assert row.status in (How.WALKOVER, How.FORFEIT)


@pytest.mark.parametrize("mark", ["lose", "×", "✕", "●", "X", "Ｘ", "負"])
def test_marks_of_a_loss(mark: str) -> None:
    assert not parsed(f"x,,A,,1,,a,,,,{mark},,walkover").rows[0].won


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("x,,A,,1,,,,b,,win,5,", "line 2: the player is missing"),
        ("x,,A,,0,,a,,b,,win,5,", 'line 2: round "0": a whole number from 1 to 99 is wanted, such as 12'),
        ("x,,A,,一,,a,,b,,win,5,", 'line 2: round "一": a whole number from 1 to 99 is wanted, such as 12'),
        ("x,,A,,1,,a,,b,,draw,5,", 'line 2: result "draw": win or lose (○ or ×) is wanted'),
        ("x,,A,,1,,a,,b,,win,①,", 'line 2: diff "①": a whole number from 0 to 99 is wanted, such as 12'),
        ("x,,A,,1,,a,,b,,win,-3,", 'line 2: diff "-3": a whole number from 0 to 99 is wanted, such as 12'),
        ("x,,A,,1,,a,,b,,win,5,ill", 'line 2: status "ill": normal, walkover or forfeit is wanted'),
        ("x,2026-02-30,A,,1,,a,,b,,win,5,", 'line 2: date "2026-02-30": a day such as 2026-01-31 is wanted'),
        (
            "x,,A,,1,,a,,b,,win,5,,,y",
            "line 2: has 15 cells under 13 headings; a cell with a comma needs quotes",
        ),
    ],
)
def test_refusals_name_the_line(line: str, says: str) -> None:
    with pytest.raises(SheetError) as caught:
        parsed(line)
    assert str(caught.value) == says


def test_columns_that_must_be_there() -> None:
    with pytest.raises(SheetError, match='line 1: a heading "result" is wanted here'):
        parse(b"player,round\na,1\n")


def test_rows_that_look_wrong_by_themselves() -> None:
    assert doubts("x,,A,,1,,a,,,,win,5,") == ["line 2: an ordinary match against nobody; a walkover?"]
    assert doubts(*rows_of(1, "a", "b", "0")) == ["line 2: won by 0 cards", "line 3: won by 0 cards"]
    assert doubts(*rows_of(1, "a", "b", "26"))[0] == "line 2: won by 26 cards: only penalties can make that"
    assert (
        doubts(*rows_of(1, "a", "b", "51"))[0] == "line 2: won by 51 cards: more than there are on the field"
    )
    assert (
        doubts(*rows_of(1, "a", "b", "5", "walkover"))[0]
        == "line 2: a walkover has no margin, and here it is 5"
    )


def test_rows_that_contradict_each_other() -> None:
    one, other = rows_of(1, "a", "b")
    assert doubts(one, other) == []
    assert doubts(one, other.replace("lose", "win")) == ["line 2: both have won by line 3"]
    assert doubts(one, other.replace(",5,", ",6,")) == [
        "line 2: line 3 tells another margin or status of this match"
    ]
    assert doubts(one) == ["line 2: b has no row of their own in this class"]
    assert doubts(one, *rows_of(2, "b", "c")) == ["line 2: b has no row for this match"]
    twice = doubts(one, other, HEAD, one)
    assert twice == [
        "line 4: the headings are repeated; passed over",
        "line 5: a plays twice in round 1, first on line 2",
    ]


def test_classes_and_days_are_kept_apart() -> None:
    elsewhere = [
        line.replace("2026-01-31", "2026-02-01").replace(",A,", ",B,") for line in rows_of(1, "a", "b")
    ]
    assert doubts(*rows_of(1, "a", "b"), *elsewhere) == []


@pytest.mark.parametrize(
    ("typed", "name"), [("Ａ級", "A"), ("a2", "A2"), ("初級", "初級"), ("Open", "Open"), ("", "")]
)
def test_a_class_is_called_as_in_a_list_of_entries(typed: str, name: str) -> None:
    assert class_called(typed) == name
