"""Tables of text in every encoding people save them in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.anthology import POEMS
from poems.poem import Poem
from webapp.tournaments.sheet import SheetError, decoded, headed, rows, tidy, whole

TEXT = "氏名,級,会\r\n髙橋,Ａ,東会\r\n佐藤,B,\r\n"
POETS = "氏名,かな\r\n" + "".join(f"{poem.author.name},{poem.author.kana}\r\n" for poem in POEMS)
KANA_ONLY = "name,club\r\nﾔﾏﾀﾞ ﾊﾅｺ,ｵｵﾂ\r\nﾐﾖｼ,ｺｸﾗ\r\n"
RUSSIANS = "имя;клуб;класс\r\nИван Петров;Москва;B\r\nАнна Ёлкина;Санкт-Петербург;C\r\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        TEXT.encode("cp932"),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        b"\xfe\xff" + TEXT.encode("utf-16-be"),
        TEXT.replace("\r\n", "\n").encode(),
        TEXT.replace("\r\n", "\r").encode(),
        TEXT.replace(",", "\t").encode("utf-16"),
        TEXT.replace(",", ";").encode("cp932"),
        ("\r\n" + TEXT + ",,\r\n\r\n").encode(),
    ],
)
def test_the_same_rows_from_all(data: bytes) -> None:
    found = [row.cells for row in rows(decoded(data))]
    assert found == [("氏名", "級", "会"), ("髙橋", "Ａ", "東会"), ("佐藤", "B", "")]


ENCODINGS = {
    "cp932": (POETS, KANA_ONLY),
    "euc_jp": (POETS,),
    "iso2022_jp": (POETS,),
    "utf-8": (POETS, KANA_ONLY, RUSSIANS),
    "utf-16-le": (POETS, KANA_ONLY, RUSSIANS),
    "cp1251": (RUSSIANS, "name;club\r\nИван Петров;Москва\r\n", "имя,клуб\r\nОльга «Ёлка»,№ 3\r\n"),
}
"""What a file can hold, by its encoding. Half-width kana in Shift_JIS are also EUC-JP, and so mean the former."""


@pytest.mark.parametrize(
    ("encoding", "text"), [(name, text) for name, texts in ENCODINGS.items() for text in texts]
)
def test_an_encoding_is_known_by_the_text(encoding: str, text: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "iso2022_jp", "utf-8"])
@pytest.mark.parametrize("poem", POEMS[::9], ids=lambda poem: str(poem.number))
def test_a_few_names_are_enough_to_know_it(encoding: str, poem: Poem) -> None:
    text = f"氏名\n{poem.author.name}\n"
    assert decoded(text.encode(encoding)) == text


def test_one_sign_of_a_name_is_enough_where_the_other_encoding_has_a_rare_one() -> None:
    """All kanji that are often written, kana, and the makers' own signs: as a whole file and with English headings."""
    usual = [bytes([row, cell]) for row in range(0xA4, 0xD0) for cell in range(0xA1, 0xFF)]
    signs = "".join(pair.decode("euc_jp", "ignore") for pair in usual if not 0xA9 <= pair[0] <= 0xAF)
    assert len(signs) > 3000
    for sign in signs + "髙﨑":
        for text in (sign, f"name,club\n{sign},1\n"):
            assert decoded(text.encode("cp932")) == text
    # in Shift_JIS these would be half-width kana alone, which are likelier than one name in EUC-JP
    alone = [one for one in signs if max(one.encode("euc_jp")) < 0xE0]
    assert [one for one in signs if decoded(one.encode("euc_jp")) != one] == alone


def test_lines_are_those_of_an_editor() -> None:
    found = list(rows('a,b\n\n"x\ny",1\nz,2\n'))
    assert [(row.line, row.cells) for row in found] == [(1, ("a", "b")), (3, ("x\ny", "1")), (5, ("z", "2"))]


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"PK\x03\x04rest", None, "Excel workbook"),
        (b"name\nx\n\x81", 3, "no encoding that is known; save it as UTF-8: byte 7 does"),
        (b"\xef\xbb\xbfname\n\xff", 2, "is not UTF-8 as it says: byte 8 does"),
        (b"\xff\xfea\x00b", None, "begins as UTF-16 but is not: byte 4"),
        (b"name\na\x00b\n", 2, "zero character"),
        (b"x" * 8_000_001, None, "too large"),
    ],
)
def test_what_is_no_text(data: bytes, line: int | None, says: str) -> None:
    with pytest.raises(SheetError, match=says) as caught:
        decoded(data)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('name\n"x\ny\n', 2, "is not CSV"),
        ('name\nx\n"y"z\n', 3, "is not CSV"),
        ("name\n" + "," * 300, 2, "301 cells"),
        ("name\n" + "x" * 200_000, 2, "is not CSV: field larger"),
    ],
)
def test_what_is_no_table(text: str, line: int, says: str) -> None:
    with pytest.raises(SheetError, match=says) as caught:
        list(rows(text))
    assert caught.value.line == line


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    fault = ""
    try:
        list(rows(decoded(data)))
    except SheetError as error:
        fault = str(error)
    assert "\n" not in fault


@pytest.mark.parametrize("text", ["12", "１２", " 12 ", "1２", "012"])
def test_numbers_of_any_width(text: str) -> None:
    assert whole(text, 0, 25) == 12


@pytest.mark.parametrize("text", ["", "〇", "十二", "①", "1.5", "-3", "26", "1e1", "1_2", "٣", "9" * 5000])
def test_what_is_no_number(text: str) -> None:
    assert whole(text, 0, 25) is None


def test_zero_is_a_number() -> None:
    assert whole("０", 0, 25) == 0


def test_names_stay_as_typed() -> None:
    assert tidy("　髙橋 が ") == "髙橋 が"
    assert tidy("葛\U000e0100城") == "葛\U000e0100城"


@pytest.mark.parametrize("above", range(4))
@pytest.mark.parametrize("divider", [",", ";", "\t"])
def test_headings_below_a_title(above: int, divider: str) -> None:
    text = "".join(f"会員名簿 {number}年\n" for number in range(above)) + f"級{divider}氏名\nA{divider}佐藤\n"
    over, table = headed(list(rows(text)), ("name", "氏名"))
    assert [row.line for row in over] == list(range(1, above + 1))
    assert [(row.line, row.cells) for row in table] == [
        (above + 1, ("級", "氏名")),
        (above + 2, ("A", "佐藤")),
    ]


def test_no_headings_at_all() -> None:
    table = list(rows("佐藤,A\n" * 30 + "氏名,級\n"))
    assert headed(table, ("氏名",)) == ((), table)
