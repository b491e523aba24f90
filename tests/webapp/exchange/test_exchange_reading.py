"""Sheets of results in each of their forms, and everything about them that is doubtful."""

import pytest
from flask import Flask

from engine.tournament.events import Absence
from engine.tournament.outcome import How
from tests.support.tournament import ACTOR, club_tournament, drawn, play, play_on, ready
from webapp.exchange.checks import Checked, Claim, Doubt, Doubtful, checked
from webapp.exchange.html_tables import read_html
from webapp.exchange.said import cards, mark
from webapp.exchange.tables import read_tables
from webapp.services import Services
from webapp.tournaments import export, running, wide
from webapp.tournaments.rules import ClassRules, Format
from webapp.tournaments.sheet import SheetError
from webapp.workbook import sheets, to_xlsx

POETS = ("天智天皇", "持統天皇", "柿本人麿", "山部赤人", "猿丸大夫", "中納言家持")
HEAD = "player,round,result,diff,status,opponent,class,event,date\n"


def long(*rows: str) -> Checked:
    return checked(read_tables(sheets((HEAD + "\n".join(rows)).encode())).said)


def doubts(found: Checked) -> list[Doubt]:
    return [one.doubt for match in found.matches for one in match.doubts]


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [
        ("12", (12, How.NORMAL, "")),
        ("１２枚", (12, How.NORMAL, "")),
        ("3+1", (4, How.NORMAL, "")),
        ("不戦", (None, How.WALKOVER, "")),
        ("棄権", (None, How.FORFEIT, "")),
        ("", (None, How.NORMAL, "")),
        ("x7", (None, How.NORMAL, "x7")),
    ],
)
def test_cells_of_cards(cell: str, wanted: tuple[int | None, How, str]) -> None:
    assert cards(cell) == wanted


def test_marks() -> None:
    assert [mark(cell) for cell in ("○", "〇", "◯", "勝", "win", "不戦勝")] == [True] * 6
    assert [mark(cell) for cell in ("×", "✕", "●", "X", "負け", "lose")] == [False] * 6
    assert mark("△") is None


def test_two_rows_that_agree_are_one_match_without_a_doubt() -> None:
    found = long("小町,1,win,5,,業平,C", "業平,1,lose,5,,小町,C")
    (match,) = found.matches
    assert match.claims == (Claim(0, 5, How.NORMAL),)
    assert match.doubts == ()
    assert match.proposed == "0"
    assert [one.line for one in match.at] == [2, 3]
    assert found.classes[0].fits


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (("小町,1,win,5,,業平,C", "業平,1,win,5,,小町,C"), [Doubt.BOTH_WON]),
        (("小町,1,lose,5,,業平,C", "業平,1,lose,5,,小町,C"), [Doubt.BOTH_LOST]),
        (("小町,1,win,5,,業平,C", "業平,1,lose,6,,小町,C"), [Doubt.MARGINS]),
        (("小町,1,win,,walkover,業平,C", "業平,1,lose,,,小町,C"), [Doubt.ENDINGS]),
        (("小町,1,win,5,,業平,C", "業平,2,win,5,,伊勢,C"), [Doubt.ONE_SIDED, Doubt.UNKNOWN]),
        (("小町,1,win,0,,業平,C", "業平,1,lose,0,,小町,C"), [Doubt.ZERO]),
        (("小町,1,win,26,,業平,C", "業平,1,lose,26,,小町,C"), [Doubt.UNUSUAL]),
        (("小町,1,win,51,,業平,C", "業平,1,lose,51,,小町,C"), [Doubt.IMPOSSIBLE]),
        (("小町,1,win,5,walkover,業平,C", "業平,1,lose,5,walkover,小町,C"), [Doubt.WALKOVER_CARDS]),
        (("小町,1,win,5,,小町,C",), [Doubt.ITSELF]),
        (("小町,1,win,5,,,C",), [Doubt.ITSELF]),
        (("小町,1,△,5,,業平,C", "業平,1,lose,5,,小町,C"), [Doubt.UNREAD]),
        (("小町,1,win,5,,業平,C", "小町,1,win,5,,業平,C", "業平,1,lose,5,,小町,C"), [Doubt.TWICE]),
    ],
)
def test_what_does_not_fit_is_named(rows: tuple[str, ...], wanted: list[Doubt]) -> None:
    found = long(*rows)
    assert doubts(found) == wanted
    assert all(match.doubts for match in found.matches)


def test_two_opponents_in_a_round_are_doubtful_for_both() -> None:
    found = long(
        "小町,1,win,5,,業平,C", "業平,1,lose,5,,小町,C", "小町,1,win,3,,伊勢,C", "伊勢,1,lose,3,,小町,C"
    )
    assert [one.doubts for one in found.matches] == [(Doubtful(Doubt.TWICE, "小町"),)] * 2
    assert [one.proposed for one in found.matches] == ["", ""]


def test_a_contradiction_has_a_claim_for_each_side() -> None:
    (match,) = long("小町,1,win,5,,業平,C", "業平,1,win,3,,小町,C").matches
    assert match.claims == (Claim(0, 5, How.NORMAL), Claim(1, 3, How.NORMAL))
    assert match.proposed == ""


def test_a_bye_is_no_match_and_names_are_compared_without_accidents() -> None:
    found = long("髙橋,1,win,,walkover,,C", "髙橋,2,win,5,,山 部,C", "山部,2,lose,5,,高橋,C")
    assert found.byes == 1
    assert len(found.matches) == 1
    assert found.matches[0].doubts == ()


@pytest.mark.parametrize("form", ["long", "wide"])
def test_what_goes_out_comes_in_as_it_was(services: Services, app: Flask, form: str) -> None:
    found = play_on(services, drawn(services, club_tournament(services, POETS)))
    data = export.to_csv([found]) if form == "long" else to_xlsx(wide.sheets([found]))
    with app.test_request_context():
        read = read_tables(sheets(data))
    known = checked(read.said)
    assert doubts(known) == []
    assert len(known.matches) == 5
    assert all(one.claims[0].margin == 5 for one in known.matches)
    outcomes = {frozenset(one.sides[side].name for side in (0, 1)): one for one in known.matches}
    for fixture in found.fixtures:
        assert fixture.outcome is not None
        pair = frozenset(found.names.plain(who) for who in fixture.outcome.players)
        match = outcomes[pair]
        assert match.sides[match.claims[0].winner].name == found.names.plain(str(fixture.winner))
        assert match.round == found.round_of(fixture)
    assert {one.class_name for one in known.matches} == {"C"}
    assert known.classes[0].fits


def test_a_wide_sheet_as_organisers_keep_it() -> None:
    rows = [
        ("第5回大会",),
        ("", "", "1回戦", "", "", "決勝", "", ""),
        ("選手名", "所属会", "相手", "枚数", "勝敗", "相手", "枚数", "勝敗"),
        ("小町", "大津", "業平", "12", "○", "伊勢", "不戦", "〇"),
        ("業平", "", "小町", "１２", "×"),
        ("選手名", "所属会", "相手", "枚数", "勝敗", "相手", "枚数", "勝敗"),
        ("A2級",),
        ("伊勢", "", "貫之", "3+1", "勝"),
        ("貫之", "", "伊勢", "4", "負"),
    ]
    book = to_xlsx(
        [("練習試合", [("選手名", "相手", "枚数", "勝敗"), ("x", "y", "1", "○")]), ("対戦結果表_A級", rows)]
    )
    said = read_tables(sheets(book)).said
    assert [(one.player, one.class_name, one.round, one.label, one.margin) for one in said] == [
        ("小町", "A", 1, "1回戦", 12),
        ("小町", "A", 2, "決勝", None),
        ("業平", "A", 1, "1回戦", 12),
        ("伊勢", "A2", 1, "1回戦", 4),
        ("貫之", "A2", 1, "1回戦", 4),
    ]
    assert said[1].how is How.WALKOVER
    assert said[0].club == "大津"


PAGE = """<html><title>第3回 小倉大会</title><h1>2025年4月6日</h1>
<ul><li class="TabbedPanelsTab TabbedPanelsTabSelected">B級</li></ul>
<table class="tournament_tree"><tr><th>選手</th><th>1回戦</th><th>決勝</th></tr>
<tr><td class="n">小町<br>（大津）</td><td class="w">○ 4 業平</td><td class="l">× 2 伊勢</td></tr>
<tr><td class="n">業平<br>（小倉）</td><td class="l">× 4 小町</td><td></td></tr>
<tr><td class="n">伊勢</td><td class="w">○ 不戦</td><td>貫之</td><td class="w">○ 2 小町</td></tr>
<tr><td class="n">貫之</td><td class="l">× 不戦 伊勢</td></tr></table></html>"""


@pytest.mark.parametrize(
    ("above", "event", "day"),
    [
        ([("第三回小倉大会", "2026-11-29", "", "1回戦")], "第三回小倉大会", "2026-11-29"),
        (
            [("", "第三回小倉大会"), ("令和8年11月29日（日）", "大津市民会館")],
            "第三回小倉大会",
            "令和8年11月29日",
        ),
        ([("Ａ級", "", "", "決勝")], "", ""),
        ([], "", ""),
    ],
)
def test_what_stands_above_the_headings_is_the_event_and_the_day(
    above: list[tuple[str, ...]], event: str, day: str
) -> None:
    rows = [*above, ("選手名", "所属", "段位", "相手", "枚数", "勝敗"), ("x", "", "", "y", "3", "○")]
    book = to_xlsx([("対戦結果表_団体", rows), ("対戦結果表_Ｂ級", rows[-2:])])
    told = read_tables(sheets(book))
    assert (told.event, told.day, [one.class_name for one in told.said]) == (event, day, ["団体", "B"])


def test_a_page_with_a_cell_that_was_closed_too_early() -> None:
    read = read_html(PAGE)
    assert (read.event, read.day) == ("第3回 小倉大会", "2025-04-06")
    known = checked(read.said)
    assert doubts(known) == []
    assert [(one.sides[0].name, one.sides[1].name, one.round, one.label) for one in known.matches] == [
        ("小町", "業平", 1, "1回戦"),
        ("小町", "伊勢", 2, "決勝"),
        ("伊勢", "貫之", 1, "1回戦"),
    ]
    assert known.matches[0].sides[0].club == "大津"
    assert known.matches[2].claims == (Claim(0, None, How.WALKOVER),)
    assert known.classes[0].name == "B"
    assert known.classes[0].fits


@pytest.mark.parametrize("data", [b"", b"name,club\nx,y\n"])
def test_a_file_without_results_is_refused(app: Flask, data: bytes) -> None:
    with app.test_request_context(), pytest.raises(SheetError):
        read_tables(sheets(data))


@pytest.mark.parametrize("page", ["", "<p>x</p>", "<table class=tournament_tree></table>"])
def test_a_page_without_results_is_refused(app: Flask, page: str) -> None:
    with app.test_request_context(), pytest.raises(SheetError):
        read_html(page)


@pytest.mark.parametrize("played", [0, 1, 3])
@pytest.mark.parametrize("form", ["long", "wide"])
def test_what_somebody_who_left_did_not_play_goes_into_no_sheet(
    services: Services, app: Flask, form: str, played: int
) -> None:
    found = drawn(services, club_tournament(services, POETS[:4], ClassRules(format=Format.LEAGUE)))
    for one in ready(found)[:played]:
        assert one.pair is not None
        found = play(services, found, one.key, one.pair[0])
    found = running.leave(services, found.code, 1, ["1"], Absence.WITHDRAWN, actor=ACTOR)
    found = play_on(services, found)
    data = export.to_csv([found]) if form == "long" else to_xlsx(wide.sheets([found]))
    with app.test_request_context():
        known = checked(read_tables(sheets(data)).said)
    assert doubts(known) == []
    assert len(known.matches) == sum(one.outcome is not None for one in found.fixtures)


@pytest.mark.parametrize("status", ["", "walkover", "forfeit"])
def test_cards_that_cannot_be_are_never_taken_in(status: str) -> None:
    for margin in range(100):
        (match,) = long(
            f"小町,1,win,{margin},{status},業平,C", f"業平,1,lose,{margin},{status},小町,C"
        ).matches
        (claim,) = match.claims
        assert claim.margin == (margin if not status and 1 <= margin <= 50 else None)
        assert bool(match.proposed) == (not status and 1 <= margin <= 50)
