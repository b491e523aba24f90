"""Documents, read back."""

import datetime as dt
import io
from collections import Counter
from typing import Any

import pytest
from pypdf import PdfReader

from engine.tournament.bracket import Bracket, fold
from engine.tournament.desk import open_drawn
from engine.tournament.draw import draw
from engine.tournament.entrant import Entrant
from poems.chance import Seed
from webapp.prints.bracket_parts import SHEET, parts
from webapp.prints.bracket_sheet import BracketSheets, bracket
from webapp.prints.cards import CardWords, Seat, TableCard, cards
from webapp.prints.certificate import Certificate, certificates
from webapp.prints.listing import Column, Heading, Listing, document
from webapp.prints.paper import POINT, Paper
from webapp.prints.upright import cells
from webapp.tournaments.bracket_view import tree

DAY = dt.date(2026, 11, 29)


def texts(data: bytes) -> list[str]:
    """The texts of the pages without blanks: a column is read sign by sign."""
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(data)).pages]


def field(people: int) -> Bracket:
    return fold(
        open_drawn(draw([Entrant(str(one), frozenset()) for one in range(people)], Seed.numbered(3)).leaves)
    )


@pytest.mark.parametrize("people", [2, 40, 41, 74, 300])
def test_the_sheets_of_a_bracket_have_everybody_once_and_every_match_once(people: int) -> None:
    whole = tree(field(people))
    sheets = parts(whole)
    leaves = [leaf.who for part in sheets for leaf in part.tree.leaves if not leaf.who.startswith(SHEET)]
    assert sorted(leaves) == sorted(leaf.who for leaf in whole.leaves)
    assert sorted(joint.match for part in sheets for joint in part.tree.joints) == sorted(
        joint.match for joint in whole.joints
    )
    assert all(len(part.tree.leaves) <= 40 for part in sheets)
    assert (
        len(sheets) == 1
        or sum(leaf.who.startswith(SHEET) for leaf in sheets[-1].tree.leaves) == len(sheets) - 1
    )
    for part in sheets:
        assert [leaf.row for leaf in part.tree.leaves] == list(range(part.tree.rows))
        assert all(
            upper.row < joint.row < lower.row for joint in part.tree.joints for upper, lower in [joint.lines]
        )


def test_a_bracket_of_74_is_two_halves_and_a_final() -> None:
    of = field(74)
    names = {str(one): f"𠮷田{one}x" for one in range(74)}
    wanted = BracketSheets(
        Heading("大会"), tree(of), names, {}, {}, ("1", "2"), "sheet {number}", "from {number}"
    )
    pages = texts(bracket(wanted, DAY))
    assert len(pages) == 3
    for name in names.values():
        assert sum(name in page for page in pages) == 1, name
    assert "from1" in pages[2]
    assert "from2" in pages[2]


def test_eight_cards_on_a_page() -> None:
    wanted = [
        TableCard(number, "C級 1回戦", (Seat(f"髙橋{number}x", "たかはし", "小倉"), Seat("Їжак")))
        for number in range(1, 18)
    ]
    pages = texts(cards(wanted, CardWords("勝", "枚数"), DAY))
    assert [page.count("髙橋") for page in pages] == [8, 8, 1]
    assert "髙橋17x" in pages[2]
    assert "Їжак" in pages[0]


def test_a_long_table_has_its_headings_on_every_page() -> None:
    rows = tuple((str(number), f"邉{number}x") for number in range(100))
    pages = texts(document([Listing(Heading("名簿"), (Column("番号", 1), Column("氏名", 5)), rows)], DAY))
    assert len(pages) == 3
    assert all("氏名" in page and "名簿" in page for page in pages)
    assert all(sum(f"邉{number}x" in page for page in pages) == 1 for number in range(100))
    assert "3/3" in pages[2]


def test_a_table_without_rows_is_a_page() -> None:
    assert len(texts(document([Listing(Heading("名簿"), (Column("氏名", 5),), ())], DAY))) == 1


@pytest.mark.parametrize("upright", [True, False])
def test_a_certificate_for_each(upright: bool) -> None:
    wanted = [
        Certificate(
            "賞状", "Ａ級 優勝", name, "これを賞します。\n" * lines, "令和八年", ("小倉かるた会",), upright
        )
        for name, lines in (("髙﨑𠮷子殿", 1), ("Anna Petrova" * 9, 3), ("山" * 60, 12))
    ]
    pages = texts(certificates(wanted, DAY))
    assert len(pages) == 3
    assert "髙﨑𠮷子殿" in pages[0]
    assert "AnnaPetrova" in pages[1]
    assert all("賞状" in page and "小倉かるた会" in page and "令和八年" in page for page in pages)


SIGNS = "これを賞します花鳥風月"


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize(
    "long",
    [
        {"text": SIGNS * 180},
        {"text": f"{SIGNS}\n" * 60},
        {"name": SIGNS * 18},
        {"name": "Anna Petrova " * 15, "achieved": "Anna Petrova " * 15},
        {"title": SIGNS * 5, "achieved": SIGNS * 18, "name": SIGNS * 18, "text": SIGNS * 90},
        {"given_by": ("花" * 250, *["鳥"] * 120)},
        {"text": "x" * 2000},
        {"day": SIGNS * 9},
    ],
)
def test_what_does_not_fit_goes_into_more_lines_and_pages_and_never_over_the_frame(
    long: dict[str, Any], upright: bool
) -> None:
    usual: dict[str, Any] = {"title": "賞状", "achieved": "優勝", "name": "山部", "text": "", "day": "今日"}
    said = {"given_by": ("会",)} | usual | long
    data = certificates([Certificate(**said, upright=upright)], DAY)
    measure = Paper("", DAY)
    measure.page()
    ends: list[tuple[float, float]] = []
    sizes: list[float] = []

    def visit(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
        if not text.strip():
            return
        wide = measure.wide(text.strip(), size) / POINT
        ends.extend(
            (x * cm[0] + tm[5] * cm[2] + cm[4], x * cm[1] + tm[5] * cm[3] + cm[5])
            for x in (tm[4], tm[4] + wide)
        )
        sizes.append(size)

    for page in PdfReader(io.BytesIO(data)).pages:
        page.extract_text(visitor_text=visit)
    measure.bytes()  # closes its fonts
    inside = 14 / POINT  # the inner line of the frame
    assert all(inside <= x <= 595 - inside and inside <= y <= 842 - inside for x, y in ends)
    assert min(sizes) >= 8.99
    wanted = Counter("".join(str(part) for part in said.values() if isinstance(part, str)))
    wanted.update("".join(said["given_by"]))
    found = Counter("".join(texts(data)))
    assert all(found[sign] == count for sign, count in wanted.items() if sign not in "（ー 　\n")


def test_a_sign_without_a_font_is_named_at_the_foot() -> None:
    pages = texts(document([Listing(Heading("名簿"), (Column("氏名", 5),), (("森\U00031350",),))], DAY))
    assert "森〓" in pages[0]
    assert "U+31350" in pages[0]


def test_the_same_drawing_is_the_same_bytes() -> None:
    wanted = [TableCard(1, "C級", (Seat("髙橋"), Seat("山部")))]
    assert cards(wanted, CardWords("勝", "枚数"), DAY) == cards(wanted, CardWords("勝", "枚数"), DAY)


@pytest.mark.parametrize(
    "text", ["山川草木" * 60, "第三回、「かるた」(きょう)のAnna Petrova。" * 8, "a b" * 100]
)
def test_a_long_text_goes_over_several_columns_and_loses_no_sign(text: str) -> None:
    (page,) = texts(certificates([Certificate("賞状", "", "", text, "", ())], DAY))
    signs = "".join(one.text for one in cells(text))
    assert sorted(page.replace("賞", "").replace("状", "")) == sorted("".join(signs.split()))
