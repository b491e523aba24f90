"""Tables in and out: workbooks and CSV give the same rows, and a damaged file is named."""

import datetime as dt
import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from webapp.tournaments.sheet import SheetError
from webapp.workbook import cell_text, first_table, sheets, to_xlsx

CELLS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=12)


@settings(max_examples=40)  # making a workbook takes a while
@given(st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=5))
def test_what_goes_out_comes_in(table: list[list[str]]) -> None:
    found = {row.line: list(row.cells) for row in first_table(to_xlsx([("名簿", table)]))}
    for number, line in enumerate(table, 1):
        while line and not line[-1].strip():
            line.pop()
        assert found.get(number, []) == line


def test_a_text_never_becomes_a_formula() -> None:
    data = to_xlsx([("x", [["=1+1", "+2", "-3", "@x"]])])
    assert first_table(data)[0].cells == ("=1+1", "+2", "-3", "@x")
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        assert b"<f>" not in packed.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (4, "4"),
        (4.0, "4"),
        (4.5, "4.5"),
        (dt.datetime.combine(dt.date(2026, 8, 9), dt.time()), "2026-08-09"),
        (dt.datetime.combine(dt.date(2026, 8, 9), dt.time(13, 5)), "2026-08-09 13:05"),
        (dt.date(2026, 8, 9), "2026-08-09"),
        (True, "True"),
        ("０９", "０９"),
    ],
)
def test_cells_are_told_as_one_reads_them(value: object, text: str) -> None:
    assert cell_text(value) == text


def test_the_sheets_that_hold_anything_are_given_with_their_titles() -> None:
    book = Workbook()
    book.worksheets[0].title = "空"
    book.create_sheet("A級")["B3"] = "小町"
    out = io.BytesIO()
    book.save(out)
    (sheet,) = sheets(out.getvalue())
    assert (sheet.title, sheet.rows[0].line, sheet.rows[0].cells) == ("A級", 3, ("", "小町"))


def test_csv_comes_through_the_same_door() -> None:
    assert [row.cells for row in first_table("氏名;級\n小町;Ａ\n".encode("cp932"))] == [
        ("氏名", "級"),
        ("小町", "Ａ"),
    ]


def zipped(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in parts.items():
            packed.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"PK\x03\x04 and nothing more", "no Excel workbook"),
        (to_xlsx([("x", [["a"]])])[:-200], "no Excel workbook"),
        (zipped(a=b"no workbook"), "no Excel workbook"),
        (zipped(a=bytes(101_000_000)), "too large when it is unpacked"),
        (b"\xd0\xcf\x11\xe0 an old workbook", "save it as CSV"),
    ],
)
def test_a_file_that_is_no_workbook_is_refused_in_words(data: bytes, says: str) -> None:
    with pytest.raises(SheetError, match=says):
        sheets(data)
