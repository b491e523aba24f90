"""Home layouts through their pages: kept, changed from two pages, shared, printed, erased, and laid by on the board."""

import json
import re
from typing import Any

import pytest
from flask import Flask

from engine.karuta.deal import deal
from engine.karuta.field import Layout
from engine.training.layout import CORNERS, HomeLayout, realistic, suggested
from poems.chance import Seed
from tests.support.club import HOST, PHONE, PageClient, client_at, enter
from tests.support.match_table import A_CARDS, B_CARDS
from webapp.access.roles import Role
from webapp.club import erasing, members, own_data
from webapp.club.members import Person
from webapp.matches.arrange import arrange
from webapp.matches.tables import tables
from webapp.services import Services
from webapp.teiichi import book

IDS = [f"{number:032x}" for number in range(1, 9)]
OTHER = realistic(Seed.numbered(5))


def made(client: PageClient, **fields: str) -> int:
    """Begin a layout; return its number."""
    answer = client.form("/teiichi/new", **fields)
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/teiichi/(\d+)", answer.headers["Location"])
    assert found is not None
    return int(found[1])


def page_of(client: PageClient, number: int) -> dict[str, Any]:
    found = re.search(r'id="page">(.*?)</script>', client.get(f"/teiichi/{number}").text, re.DOTALL)
    assert found is not None
    page = json.loads(found[1])
    assert isinstance(page, dict)
    return page


def save(client: PageClient, number: int, corners: object, version: int, change: str = IDS[0]) -> Any:
    body = {"client_id": change, "expected_seq": version, "command": {"corners": corners}}
    return client.script(f"/teiichi/{number}/save", body)


def lists(layout: HomeLayout) -> list[list[int]]:
    return [list(cards) for cards in layout.corners]


def test_looking_makes_nobody_a_learner(client: PageClient) -> None:
    assert client.get("/teiichi/").status_code == 200
    assert client.get_cookie("naniwazu_drills", domain="localhost") is None


@pytest.mark.parametrize(("start", "count"), [("suggested", 100), ("empty", 0)])
def test_a_layout_begins_as_it_was_asked_for(client: PageClient, start: str, count: int) -> None:
    page = page_of(client, made(client, name="夏", start=start))
    assert sum(map(len, page["corners"])) == count
    assert "夏" in client.get("/teiichi/").text


def test_a_copy_is_a_layout_of_its_own(client: PageClient) -> None:
    first = made(client, name="one")
    save(client, first, lists(OTHER), 0)
    second = made(client, name="two", start=str(first))
    save(client, second, [[], [], [], [], [], []], 0, IDS[1])
    assert page_of(client, first)["corners"] == lists(OTHER)
    assert sum(map(len, page_of(client, second)["corners"])) == 0


def test_changes_follow_each_other_and_one_that_is_sent_twice_is_done_once(client: PageClient) -> None:
    number = made(client)
    assert save(client, number, lists(OTHER), 0, IDS[0]).json["seq"] == 1
    assert save(client, number, lists(OTHER), 0, IDS[0]).json["seq"] == 1
    assert save(client, number, lists(suggested()), 1, IDS[1]).json["seq"] == 2
    assert page_of(client, number)["corners"] == lists(suggested())


def test_a_page_that_is_behind_does_not_write_over_another(client: PageClient) -> None:
    number = made(client)
    save(client, number, lists(OTHER), 0, IDS[0])
    late = save(client, number, lists(suggested()), 0, IDS[1])
    assert (late.status_code, late.json["seq"]) == (409, 1)
    assert page_of(client, number)["corners"] == lists(OTHER)


@pytest.mark.parametrize(
    "corners",
    [
        [[1], [1], [], [], [], []],
        [[1, 1], [], [], [], [], []],
        [[101], [], [], [], [], []],
        [[0], [], [], [], [], []],
        [[], [], [], [], []],
        [["1"], [], [], [], [], []],
        "x",
        None,
    ],
)
def test_what_cannot_lie_so_is_refused_and_changes_nothing(client: PageClient, corners: object) -> None:
    number = made(client, start="empty")
    assert save(client, number, corners, 0).status_code == 422
    assert page_of(client, number)["version"] == 0


def test_a_code_brings_a_layout_to_another_device(app: Flask, client: PageClient) -> None:
    number = made(client, name="mine")
    save(client, number, lists(OTHER), 0)
    shown = client.get(f"/teiichi/{number}/share").text
    assert OTHER.code() in shown
    assert "<svg" in shown
    other = client_at(app, PHONE, HOST)
    enter(app, other, Role.SPECTATOR)
    assert other.get(f"/teiichi/shared?code={OTHER.code()}").status_code == 200
    answer = other.form("/teiichi/take", code=OTHER.code().lower(), name="theirs")
    assert page_of(other, int(answer.headers["Location"].rpartition("/")[2]))["corners"] == lists(OTHER)
    assert other.get(f"/teiichi/{number}").status_code == 404
    assert save(other, number, lists(suggested()), 1, IDS[3]).status_code == 404


@pytest.mark.parametrize(
    "code", ["", "x", "0" * 300, OTHER.code()[:-1], "あ", OTHER.code().replace("-", "?")]
)
def test_a_wrong_code_is_said_and_kept(client: PageClient, code: str) -> None:
    answer = client.form("/teiichi/take", code=code, name="x")
    assert answer.status_code == 422
    assert "code" in answer.text
    assert code in answer.text
    assert client.get("/teiichi/shared", query_string={"code": code}).status_code == 422
    assert "teiichi-list" in client.get("/teiichi/").text


def test_only_a_whole_layout_is_shared_and_printed(client: PageClient) -> None:
    number = made(client, start="empty")
    for part in ("share", "layout.pdf"):
        assert client.get(f"/teiichi/{number}/{part}").headers["Location"] == f"/teiichi/{number}"
    assert "100 cards have no place yet" in client.get(f"/teiichi/{number}").text
    save(client, number, lists(OTHER), 0)
    paper = client.get(f"/teiichi/{number}/layout.pdf")
    assert paper.content_type == "application/pdf"
    assert paper.data.startswith(b"%PDF")
    assert paper.data.count(b"/Type /Page\n") == 1


def test_a_row_of_all_hundred_is_printed_too(client: PageClient) -> None:
    number = made(client, start="empty")
    save(client, number, [list(range(1, 101)), [], [], [], [], []], 0)
    assert client.get(f"/teiichi/{number}/layout.pdf").status_code == 200


def test_there_is_a_limit_and_it_is_said(client: PageClient) -> None:
    for _ in range(book.MOST):
        made(client)
    assert client.form("/teiichi/new").headers["Location"] == "/teiichi/"
    assert f"There is room for {book.MOST} layouts" in client.get("/teiichi/").text


def test_a_layout_that_was_taken_out_comes_back_by_its_code(client: PageClient) -> None:
    number = made(client)
    client.form(f"/teiichi/{number}/name", name="冬")
    client.form(f"/teiichi/{number}/drop")
    assert suggested().code() in client.get("/teiichi/").text
    assert client.get(f"/teiichi/{number}").status_code == 404


def test_an_open_page_of_a_layout_that_was_taken_out_changes_no_later_one(client: PageClient) -> None:
    number = made(client)
    client.form(f"/teiichi/{number}/drop")
    later = made(client)
    assert save(client, number, [[], [], [], [], [], []], 0).status_code == 404
    assert page_of(client, later)["corners"] == lists(suggested())


def of_member(client: PageClient, services: Services, name: str, layout: HomeLayout) -> tuple[int, int]:
    """Return a member whose device has a layout, and the layout's number."""
    person = members.add(services, Person(name))
    number = made(client, name=f"{name}'s")
    save(client, number, lists(layout), 0)
    client.form("/drills/mine/claim", person=str(person))
    return person, number


def test_layouts_are_handed_out_on_the_device_and_erased_with_the_member(
    client: PageClient, services: Services
) -> None:
    person, number = of_member(client, services, "小町", OTHER)
    file = json.loads(client.get("/teiichi/mine.json").text)
    assert (file["format"], [row["name"] for row in file["layouts"]]) == ("naniwazu-teiichi/1", ["小町's"])
    corners = list(file["layouts"][0].values())[1:]
    assert sorted(card for cards in corners for card in cards) == list(range(1, 101))
    (told,) = own_data.own_data(services, person)["drills"]
    assert told["home_layouts"] == 1
    erasing.forget(services, person)
    assert client.get(f"/teiichi/{number}").status_code == 404


def test_erasing_a_devices_drills_erases_its_layouts(client: PageClient) -> None:
    number = made(client)
    assert client.form("/drills/mine/erase").status_code == 303
    assert client.get(f"/teiichi/{number}").status_code == 404


def opened(client: PageClient, services: Services, **fields: str) -> tuple[Layout, Layout]:
    """Open a board by its form; return how both sides lie."""
    typed = {
        "name_a": "業平",
        "name_b": "友則",
        "deal": "list",
        "cards_a": "1-25",
        "cards_b": "26-50",
    } | fields
    answer = client.form("/matches/new", **typed)
    assert answer.status_code == 303, answer.text
    found = re.search(r"/matches/([^/]+)/board", answer.headers["Location"])
    assert found is not None
    return tables(services.store).load(found[1]).state.layout


def test_the_board_lays_by_what_a_member_marked(client: PageClient, services: Services) -> None:
    person, number = of_member(client, services, "小町", OTHER)
    seats = {"member_a": str(person)}
    assert opened(client, services, **seats) == (arrange(A_CARDS), arrange(B_CARDS))
    client.form(f"/teiichi/{number}/board", on_board="yes")
    assert opened(client, services, **seats) == (OTHER.laid(A_CARDS), arrange(B_CARDS))
    assert opened(client, services, member_b=str(person)) == (arrange(A_CARDS), OTHER.laid(B_CARDS))
    assert opened(client, services, **seats, home_a="sounds") == (arrange(A_CARDS), arrange(B_CARDS))
    client.form(f"/teiichi/{number}/board", on_board="no")
    assert opened(client, services, **seats) == (arrange(A_CARDS), arrange(B_CARDS))


def test_a_mark_for_the_board_was_its_members(client: PageClient, services: Services) -> None:
    _, number = of_member(client, services, "小町", OTHER)
    client.form(f"/teiichi/{number}/board", on_board="yes")
    other = members.add(services, Person("業平"))
    client.form("/drills/mine/claim", person=str(other))
    assert book.of_members(services, [other]) == {}


def test_one_layout_at_most_is_the_boards(client: PageClient, services: Services) -> None:
    person, number = of_member(client, services, "小町", OTHER)
    client.form(f"/teiichi/{number}/board", on_board="yes")
    second = made(client, name="two")
    client.form(f"/teiichi/{second}/board", on_board="yes")
    assert book.of_members(services, [person]) == {person: suggested()}
    save(client, second, [[], [], [], [], [], []], 0, IDS[5])
    assert book.of_members(services, [person]) == {}


def test_a_board_is_laid_by_a_code_and_a_wrong_one_is_said(client: PageClient, services: Services) -> None:
    laid = opened(
        client, services, home_a="code", code_a=OTHER.code(), home_b="code", code_b=suggested().code()
    )
    assert laid == (OTHER.laid(A_CARDS), suggested().laid(B_CARDS))
    answer = client.form("/matches/new", name_a="業平", home_b="code", code_b="X1")
    assert answer.status_code == 422
    assert 'id="code_b-fault"' in answer.text
    assert "X1" in answer.text


def test_every_dealt_card_lies_where_its_home_is() -> None:
    """The board's own layouts come from `laid`: nothing is lost and each card is at its corner, for both sides."""
    for number in range(20):
        layout = realistic(Seed.numbered(number))
        for cards in deal(Seed.numbered(1000 + number)):
            laid = layout.laid(cards)
            assert {card for card, _ in laid} == set(cards)
            for card, slot in laid:
                home = layout.corners[CORNERS.index((slot.row, slot.end))]
                before = [other for other in home[: home.index(card)] if other in cards]
                assert slot.ordinal == len(before) + 1
