"""People from a file: every encoding, every doubtful line, and nothing entered before somebody says so."""

import datetime as dt
import io
import threading
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.club import PageClient
from webapp.club import members
from webapp.club.importing import drafts
from webapp.club.importing.comparing import NEW, OUT, Compared, Index, compare, is_near, undecided
from webapp.club.importing.reading import Doubt, Line, NoPeople, Skipped, read_people
from webapp.club.member_file import table_of, xlsx_of
from webapp.club.members import Person
from webapp.club.names import folded
from webapp.csv_file import to_csv
from webapp.db.columns import now
from webapp.db.people_models import FactKind, Member, MemberFact, Standing
from webapp.services import Services

TODAY = dt.date(2026, 11, 30)
LETTERS = st.text(
    st.sampled_from("小野在原業平伊勢髙﨑あいうえおアイウ Abc=+-@'\",;"), min_size=1, max_size=8
)
NAMES = LETTERS.map(str.strip).filter(lambda name: name and not name.startswith(("'", "*", "#")))
PEOPLE = st.builds(
    Person,
    name=NAMES,
    kana=st.text(st.sampled_from("あいうえおのこまち"), max_size=6),
    club=st.sampled_from(["", "六歌仙", "=会", "東会/西会"]),
    grade=st.sampled_from(["", *"ABCDEFG"]),
    dan=st.integers(0, 10),
    hand=st.sampled_from(["", "left", "right"]),
    note=st.sampled_from(["", "背の高い方", "+1"]),
    can_read=st.booleans(),
)
DAYS = st.none() | st.dates(dt.date(1990, 1, 1), TODAY)
ENCODINGS: dict[str, Callable[[list[list[str]]], bytes]] = {
    "utf-8 with a mark": to_csv,
    "utf-8": lambda table: to_csv(table).removeprefix(b"\xef\xbb\xbf"),
    "cp932": lambda table: to_csv(table).decode("utf-8-sig").encode("cp932"),
    "utf-16": lambda table: to_csv(table).decode("utf-8-sig").encode("utf-16"),
    "utf-16 without a mark": lambda table: to_csv(table).decode("utf-8-sig").encode("utf-16-le"),
    "lone line ends": lambda table: to_csv(table).replace(b"\r\n", b"\n"),
    "xlsx": lambda table: xlsx_of(table, "名簿"),
}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_title_above_the_headings_is_nobody(encoding: str) -> None:
    table = [["会員名簿 令和8年"], ["作成", "2026-11-30"], ["氏名", "級"], ["佐藤", "B"]]
    file = read_people(ENCODINGS[encoding](table), TODAY)
    assert [(line.number, line.person.name, line.person.grade) for line in file.lines] == [(4, "佐藤", "B")]
    assert [(left.number, left.why, left.text) for left in file.left] == [
        (1, Skipped.ABOVE, "会員名簿 令和8年"),
        (2, Skipped.ABOVE, "作成 2026-11-30"),
    ]


def a_member(
    person: Person, number: int = 1, days: tuple[dt.date | None, dt.date | None] = (None, None)
) -> Member:
    member = Member(
        id=number,
        name=person.name,
        kana=person.kana,
        club=person.club,
        note=person.note,
        hand=person.hand or None,
        can_read=person.can_read,
        created=now(),
    )
    values = ((FactKind.GRADE, person.grade, days[0]), (FactKind.DAN, str(person.dan or ""), days[1]))
    member.facts = [
        MemberFact(kind=kind, value=value, day=day, noted_at=now()) for kind, value, day in values if value
    ]
    return member


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(max_examples=40)
@given(people=st.lists(st.tuples(PEOPLE, DAYS, DAYS), min_size=1, max_size=4), japanese=st.booleans())
def test_what_goes_out_comes_in_again(
    encoding: str, people: list[tuple[Person, dt.date | None, dt.date | None]], japanese: bool
) -> None:
    rows = [a_member(person, number, (grade, dan)) for number, (person, grade, dan) in enumerate(people)]
    found = read_people(ENCODINGS[encoding](table_of(rows, japanese=japanese)), TODAY)
    assert [(line.person.name, line.doubts, line.standing) for line in found.lines] == [
        (person.name, (), Standing.MEMBER) for person, _, _ in people
    ]
    for line, (person, grade, dan) in zip(found.lines, people, strict=True):
        since = (grade if person.grade else None, dan if person.dan else None)
        assert (line.person.grade_since, line.person.dan_since) == since
        for field in ("kana", "club", "grade", "dan", "hand", "note", "can_read"):
            assert getattr(line.person, field) == getattr(person, field), field


SHEET = """氏名\tふりがな\t所属\t級\t段位\t昇段日\t電話
小野 小町\tおののこまち\t六歌仙\tＢ級\t四段\t２０２５年４月１日\t03
Ｂ級
※ 以下は見学者
氏名\tふりがな\t所属\t級\t段位\t昇段日\t電話
\tなまえなし\t六歌仙
在原業平\t\t\tＨ\t弐段\t2999-01-01
在原業平\t\t\tＨ\t弐段\t2999-01-01
在原業平\tありわら\t\tC\t五十段\t近日
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_a_sheet_as_clubs_keep_it(encoding: str) -> None:
    found = read_people(SHEET.encode(encoding), TODAY)
    assert [(line.number, line.person.name) for line in found.lines] == [
        (2, "小野 小町"),
        (7, "在原業平"),
        (8, "在原業平"),
        (9, "在原業平"),
    ]
    first = found.lines[0].person
    assert (first.grade, first.dan, first.dan_since) == ("B", 4, dt.date(2025, 4, 1))
    assert [(one.number, one.why) for one in found.left] == [
        (3, Skipped.SECTION),
        (4, Skipped.REMARK),
        (5, Skipped.HEADINGS),
        (6, Skipped.NAMELESS),
    ]
    assert {(one.doubt, one.about) for one in found.lines[1].doubts} == {
        (Doubt.FUTURE, "2999-01-01"),
        (Doubt.CLASS, "Ｈ"),
    }
    assert {one.doubt for one in found.lines[3].doubts} == {Doubt.DAN, Doubt.DAY}
    assert found.unknown == ("電話",)


@pytest.mark.parametrize("text", ["", "級,会\nA,東会\n", "氏名,級\n", "\n\n"])
def test_a_table_without_people_is_refused(text: str) -> None:
    with pytest.raises(NoPeople):
        read_people(text.encode(), TODAY)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("小野小町", "小野小待", True),
        ("小野小町", "小野小", True),
        ("小野小町", "尾野小町", True),
        ("小野小町", "小野小町", False),
        ("小野小町", "小町小野", False),
        ("伊勢", "伊世", False),
        ("いせたいふ", "いせのたいふ", True),
    ],
)
def test_nearly_the_same(one: str, other: str, near: bool) -> None:
    assert is_near(one, other) == is_near(other, one) == near


SHORT = st.text("小野町山川abが", max_size=6)


@settings(max_examples=150)
@given(names=st.lists(st.tuples(SHORT, st.text("あいう", max_size=2), SHORT), max_size=12), typed=SHORT)
def test_the_index_finds_what_a_look_at_everybody_finds(
    names: list[tuple[str, str, str]], typed: str
) -> None:
    people = []
    for number, (name, kana, former) in enumerate(names, 1):
        member = a_member(Person(name, kana), number, (None, None))
        member.facts = [MemberFact(kind=FactKind.FORMER_NAME, value=former, day=None, noted_at=now())]
        people.append(member)
    index = Index(people)
    for kana in ("", "あ", "いう"):
        near, named = [], []
        for one in people:
            own = {folded(one.name), folded(one.former_names[0])}
            if folded(typed) in own:
                named.append(one.id)
            elif (kana and folded(one.kana) == kana) or any(is_near(folded(typed), name) for name in own):
                near.append(one.id)
        assert [one.id for one in index.named(typed)] == named
        assert [one.id for one in index.near(typed, kana)] == near


def test_who_might_be_whom() -> None:
    known = [
        a_member(Person("小野小町", "おののこまち"), 1),
        a_member(Person("在原業平", "ありわらのなりひら", "東会"), 2),
        a_member(Person("藤原定家", "ふじわらのさだいえ"), 3),
        a_member(Person("藤原定家", "ふじわらのていか"), 4),
    ]
    rows = "小野 小町,おののこまち,\n在原業平,,西会\n藤原定家,,\n小野小待,,\n伊勢大輔,,\n伊勢大輔,,\n"
    file = read_people(f"氏名,かな,会\n{rows}".encode(), TODAY)
    found = compare(file.lines, known, {})
    assert [(one.candidates, one.proposed) for one in found] == [
        ((1,), "1"),
        ((2,), ""),
        ((3, 4), ""),
        ((1,), ""),
        ((), NEW),
        ((), OUT),
    ]
    assert undecided(found) == (3, 4, 5)
    decided = compare(file.lines, known, {3: "2", 4: "3", 5: "1", 7: NEW})
    assert [compare(file.lines, known, {3: told})[1].decided for told in (NEW, "new-7", "new-1-2")] == [
        "",
        "",
        NEW,
    ]
    assert [one.choice for one in decided] == ["1", "2", "3", "1", NEW, NEW]
    assert undecided(decided) == (5,), "two lines cannot be one member"
    assert compare(file.lines, known, {6: "4"})[4].choice == NEW, "nobody whom the line does not name"


def handed_in(client: PageClient, text: str, name: str = "名簿.csv") -> int:
    data = {"csrf_token": client.token(), "file": (io.BytesIO(text.encode("utf-16")), name)}
    answer = client.post("/club/import", data=data, content_type="multipart/form-data")
    assert answer.status_code == 303, answer.text
    return int(answer.headers["Location"].rpartition("/")[2])


def test_a_draft_is_decided_kept_and_entered(client: PageClient, services: Services) -> None:
    komachi = members.add(services, Person("小野小町", "おののこまち", dan=1))
    narihira = members.add(services, Person("在原業平"))
    draft = handed_in(
        client,
        "氏名,かな,段位,昇段日,区分\n小野 小町,おののこまち,弐段,2025/4/1,\n在原業平,ありわら,,,\n伊勢,いせ,,,ゲスト\n",
    )
    page = client.get(f"/club/import/{draft}").text
    assert "Somebody of this name is known." in page
    assert len(members.everybody(services)) == 2
    refused = client.form(f"/club/import/{draft}", do="enter")
    assert refused.status_code == 422
    assert "1 line still has to be decided" in refused.text
    client.form(f"/club/import/{draft}", **{"line-3": f"new-{narihira}"}, do="keep")
    assert "名簿.csv" in client.get("/club/import").text
    assert f'value="new-{narihira}" checked' in client.get(f"/club/import/{draft}").text
    assert client.form(f"/club/import/{draft}", do="enter").status_code == 303
    found = members.one(services, komachi)
    assert (found.name, found.dan) == ("小野小町", 2)
    assert found.value(FactKind.DAN, dt.date(2025, 3, 31)) == "1"
    assert [one.member.kana for one in members.everybody(services, "在原業平")] == ["ありわら", ""]
    assert [one.member.name for one in members.everybody(services, standings=(Standing.GUEST,))] == ["伊勢"]
    assert drafts.drafts(services) == ()
    assert client.get(f"/club/import/{draft}").status_code == 404


def test_a_draft_is_thrown_away(client: PageClient, services: Services) -> None:
    draft = handed_in(client, "氏名\n伊勢\n")
    client.form(f"/club/import/{draft}/drop")
    assert drafts.drafts(services) == ()
    assert members.everybody(services) == ()


def test_names_are_compared_before_the_write_and_again_where_the_club_has_changed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes at a table need not wait; and still nobody slips in between."""
    draft = drafts.start(services, "x.csv", "氏名\n伊勢大輔\n".encode())
    threads: list[str] = []

    def slow(lines: list[Line], people: list[Member], decisions: dict[int, str]) -> tuple[Compared, ...]:
        threads.append(threading.current_thread().name)
        found = compare(lines, people, decisions)
        if len(threads) == 1:
            members.add(services, Person("伊勢大輔"))
        return found

    monkeypatch.setattr(drafts, "compare", slow)
    with pytest.raises(drafts.Undecided):
        drafts.approve(services, draft)
    assert len(threads) == 2
    assert "writer" not in threads
    assert len(members.everybody(services)) == 1


def test_somebody_entered_meanwhile_is_asked_about(client: PageClient, services: Services) -> None:
    draft = handed_in(client, "氏名\n伊勢大輔\n")
    members.add(services, Person("伊勢大輔"))
    assert client.form(f"/club/import/{draft}", do="enter").status_code == 422
    assert len(members.everybody(services)) == 1


@pytest.mark.parametrize("kept", [True, False], ids=["decided before", "an old page"])
def test_one_file_in_two_drafts_enters_everybody_once(
    client: PageClient, services: Services, kept: bool
) -> None:
    rows = "氏名,かな\n伊勢大輔,いせのたいふ\n小野小町,\n"
    first, second = handed_in(client, rows), handed_in(client, rows)
    page = {"line-2": "new", "line-3": "new"}
    assert client.get(f"/club/import/{second}").text.count('value="new" checked') == len(page)
    if kept:
        client.form(f"/club/import/{second}", **page, do="keep")
    assert client.form(f"/club/import/{first}", **page, do="enter").status_code == 303
    refused = client.form(f"/club/import/{second}", **page, do="enter")
    assert (refused.status_code, len(members.everybody(services))) == (422, 2)
    assert "1 line still has to be decided" in refused.text, "kana tell who one is, a name alone does not"
    (komachi,) = members.everybody(services, "小野小町")
    assert f'value="new-{komachi.member.id}"' in refused.text
    assert (
        client.form(f"/club/import/{second}", **{"line-3": str(komachi.member.id)}, do="enter").status_code
        == 303
    )
    assert len(members.everybody(services)) == 2


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "Choose a file first."),
        (b"PK\x03\x04broken", "is no Excel workbook"),
        ("級\nA\n".encode(), "no column is called name or 氏名"),
        (b"\x81\x00\xff\xfe\x00", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_named(client: PageClient, data: bytes, says: str) -> None:
    form = {"csrf_token": client.token(), "file": (io.BytesIO(data), "liste.csv")}
    answer = client.post("/club/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert says in answer.text


def test_the_lists_are_saved_for_spreadsheets(client: PageClient, services: Services) -> None:
    members.add(services, Person("=小町", "こまち", grade="B", grade_since=dt.date(2025, 4, 1)))
    saved = client.get("/club/members.csv").data
    assert saved.startswith(b"\xef\xbb\xbfname,kana,")
    assert "'=小町" in saved.decode()
    for data in (saved, client.get("/club/members.xlsx").data):
        (line,) = read_people(data, TODAY).lines
        assert (line.person.name, line.person.grade_since) == ("=小町", dt.date(2025, 4, 1))


def test_unseen_signs_make_nobody_new(client: PageClient, services: Services) -> None:
    komachi = members.add(services, Person("小野小町", "おののこまち", "六歌仙"))
    lines = "\ufeff氏名\u200e,かな,所属\n\u200f小野\u200d小町\u202c,おののこまち,六歌仙\u200b\n伊\u2068勢\u2069,,\n"
    (known, new) = read_people(lines.encode(), TODAY).lines
    assert (known.person.name, known.person.club, new.person.name) == ("小野小町", "六歌仙", "伊勢")
    draft = handed_in(client, lines)
    assert [one.proposed for one in drafts.load(services, draft).lines] == [str(komachi), NEW]


def test_two_lines_that_may_be_one_person_say_so() -> None:
    lines = [
        "氏名,かな",
        "紀貫之,きのつらゆき",
        "紀貫行,きのつらゆき",
        "山田太郎,やまだたろう",
        "山田次郎,やまだじろう",
    ]
    lines += ["小野小町,", "小野小待,おののこまち", "山田三郎,"]
    found = compare(read_people("\n".join(lines).encode(), TODAY).lines, [], {})
    doubts = {one.line.number: [(d.doubt, d.about) for d in one.line.doubts] for one in found}
    assert {number: said for number, said in doubts.items() if said} == {
        3: [(Doubt.NEAR_LINE, "2")],
        7: [(Doubt.NEAR_LINE, "6")],
        8: [(Doubt.NEAR_LINE, "4")],
    }
    assert all(one.proposed == NEW for one in found)


@pytest.mark.parametrize("last", ["葛󠄀", "か\u309a", "👨‍👩‍👧"])
def test_a_text_that_is_too_long_ends_between_two_characters(last: str) -> None:
    (line,) = read_people(f"name,club\n小町,{'x' * 199}{last}\n".encode(), TODAY).lines
    assert line.person.club == "x" * 199
    assert [one.doubt for one in line.doubts] == [Doubt.LONG]
