"""Files of entries: what is read, what is refused, and what is only doubtful."""

import pytest

from webapp.tournaments.entry_file import EntryFile, parse
from webapp.tournaments.sheet import SheetError


def parsed(*lines: str) -> EntryFile:
    return parse("\n".join(lines).encode())


def test_columns_in_any_order_and_others_kept() -> None:
    file = parsed("番号,club,name,class,kana,dan,seed_group,備考", "7,東会/西会,髙橋,A,たかはし,四段,1,=cmd")
    (entry,) = file.entries
    assert (entry.line, entry.name, entry.kana, entry.clubs) == (2, "髙橋", "たかはし", ("東会", "西会"))
    assert (entry.class_name, entry.dan, entry.seed_group) == ("A", 4, 1)
    assert entry.extra == (("番号", "7"), ("備考", "=cmd"))
    assert file.doubts == ()


def test_a_title_above_the_headings_is_told_and_passed_over() -> None:
    file = parsed("難波津大会 申込書", "", "提出日,2026-11-30", "氏名,級", "佐藤,B")
    assert [(entry.line, entry.name) for entry in file.entries] == [(5, "佐藤")]
    assert [str(doubt) for doubt in file.doubts] == [
        f"line {number}: stands above the headings; passed over" for number in (1, 3)
    ]


def test_headings_in_japanese_and_by_accident_of_typing() -> None:
    file = parsed("氏名,ふりがな,所属,級,段位,シード", "佐藤,さとう,東会,Ｂ級,参段,２")
    assert file.entries[0].clubs == ("東会",)
    assert (file.entries[0].class_name, file.entries[0].dan, file.entries[0].seed_group) == ("B", 3, 2)
    assert parsed(" Name ,SEED GROUP", "x,1").entries[0].seed_group == 1


def test_our_own_heading_goes_before_its_other_names() -> None:
    file = parsed("name,氏名", "a,b")
    assert (file.entries[0].name, file.entries[0].extra) == ("a", (("氏名", "b"),))


@pytest.mark.parametrize(
    ("cell", "dan"),
    [
        ("", None),
        ("無段", 0),
        ("0", 0),
        ("初段", 1),
        ("弐段", 2),
        ("二段", 2),
        ("参", 3),
        ("四段", 4),
        ("５段", 5),
        ("6 dan", 6),
        ("十段", 10),
    ],
)
def test_dan(cell: str, dan: int | None) -> None:
    file = parsed("name,dan", f"x,{cell}")
    assert file.entries[0].dan == dan
    assert file.doubts == ()


def test_a_dan_that_is_not_understood_is_a_doubt() -> None:
    file = parsed("name,dan", "x,十二段")
    assert file.entries[0].dan is None
    assert [str(doubt) for doubt in file.doubts] == [
        'line 2: the dan "十二段" is not understood; 初段, 4 or 四段 would be'
    ]


def test_clubs_are_divided_and_compared_without_accidents() -> None:
    file = parsed("name,club", "a,東会 / Ｗest／東会", "b,ｗEST", "c, / ", "d,髙会", "e,高会")
    first, second, nobody, old, new = (entrant.clubs for entrant in file.entrants())
    assert file.entries[0].clubs == ("東会", "Ｗest")
    assert len(first) == 2
    assert first & second
    assert nobody == frozenset()
    assert old == new


def test_classes_are_named_alike() -> None:
    file = parsed("name,class", "a,A", "b,Ａ", "c,b", "d,Ａ級", "e,A2級")
    assert file.classes() == {"A": (0, 1, 3), "A2": (4,), "B": (2,)}
    assert parsed("name", "a", "b").classes() == {"": (0, 1)}
    words = parsed("name,class", "a,初級", "b,Open", "c,ｏｐｅｎ", "d,団体", "e,a", "f,Ａ 級")
    assert words.classes() == {"A": (4, 5), "Open": (1, 2), "初級": (0,), "団体": (3,)}


def test_the_ids_do_not_hang_on_the_order() -> None:
    lines = ["a,x", "b,y", "a,x", "a,z"]
    one = parsed("name,club", *lines).entrants()
    other = parsed("name,club", *reversed(lines)).entrants()
    assert len({entrant.id for entrant in one}) == 4
    assert {entrant.id for entrant in one} == {entrant.id for entrant in other}
    turned = parse(b"club,name\nx,a\ny,b\nx,a\nz,a\n").entrants()
    assert [entrant.id for entrant in turned] == [entrant.id for entrant in one]


def test_namesakes_and_repeated_headings_are_doubts() -> None:
    file = parsed("name,class", "a,A", "name,class", "a,A", "a,B")
    assert [entry.line for entry in file.entries] == [2, 4, 5]
    assert [str(doubt) for doubt in file.doubts] == [
        "line 3: the headings are repeated; passed over",
        "line 4: a is entered as on line 2: a namesake?",
    ]


def test_what_structures_a_sheet_is_no_entrant() -> None:
    """Repeated headings, rows that name the class below, notes: passed over with the line and why."""
    lines = [f"p{n},東会,A1" for n in range(38)] + ["name,club,class"] + [f"q{n},西会,A1" for n in range(20)]
    lines += ["A2級,,", *(f"r{n},東会,A2" for n in range(7)), ",,", "※敬称略,,", "", ""]
    file = parsed("name,club,class", *lines)
    assert {name: len(rows) for name, rows in file.classes().items()} == {"A1": 58, "A2": 7}
    assert [str(doubt) for doubt in file.doubts] == [
        "line 40: the headings are repeated; passed over",
        "line 61: stands above class A2; passed over",
        "line 70: is a note; passed over",
    ]


def test_a_divider_names_the_class_where_no_column_does() -> None:
    file = parsed("no,name,club", "Ａ級,,", "1,a,東会", "2,b,", ",Ｂ2級の部,", "1,c,東会")
    assert file.classes() == {"A": (0, 1), "B2": (2,)}
    with pytest.raises(SheetError, match="line 2: a has no class, and others have one"):
        parsed("name,club", "a,東会", "B級,", "b,")


def test_somebody_called_like_a_class_is_somebody() -> None:
    file = parsed("name,club", "A級,東会", "級,", "A,")
    assert [entry.name for entry in file.entries] == ["A級", "級", "A"]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((), 'line 1: a heading "name" (or 氏名) is wanted here; found: nothing'),
        (("kana,club", "x,y"), 'line 1: a heading "name" (or 氏名) is wanted here; found: kana, club'),
        (("name,class",), "line 1: no entries follow the headings"),
        (("name,class", ",,", ""), "line 1: no entries follow the headings"),
        (("name,club", ",x"), "line 2: the name is missing"),
        (("name,class", "a,A", "b,"), "line 3: b has no class, and others have one (line 2)"),
        (("name,class", "b,", "a,A"), "line 2: b has no class, and others have one (line 3)"),
        (("name,name", "a,b"), 'line 1: the columns "name" and "name" say the same; one of them must go'),
        (("氏名,名前", "a,b"), 'line 1: the columns "氏名" and "名前" say the same; one of them must go'),
        (("name", "a,b"), "line 2: has 2 cells under 1 headings; a cell with a comma needs quotes"),
        (
            ("name,seed_group", "a,①"),
            'line 2: seed_group "①": a whole number from 1 (the strongest) to 999 is wanted, or nothing',
        ),
        (
            ("name,seed_group", "a,0"),
            'line 2: seed_group "0": a whole number from 1 (the strongest) to 999 is wanted, or nothing',
        ),
    ],
)
def test_refusals_name_the_line(lines: tuple[str, ...], says: str) -> None:
    with pytest.raises(SheetError) as caught:
        parsed(*lines)
    assert str(caught.value) == says
