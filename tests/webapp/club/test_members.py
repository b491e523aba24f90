"""The club's members: entered, changed, found, and told apart."""

import pytest
from flask import Flask

from tests.support.club import PageClient, enter
from webapp.access.roles import Role
from webapp.club import members
from webapp.club.members import Person
from webapp.services import Services


def entered(client: PageClient, **fields: str) -> int:
    answer = client.form("/club/members/new", **fields)
    assert answer.status_code == 303, answer.text
    return int(answer.headers["Location"].rpartition("/")[2])


def test_a_member_is_kept_as_typed(client: PageClient, services: Services) -> None:
    number = entered(client, name=" 髙橋 小町 ", kana="たかはし こまち", club="六歌仙", grade="B", dan="4")
    found = members.one(services, number)
    assert (found.name, found.kana, found.club, found.grade, found.dan) == (
        "髙橋 小町",
        "たかはし こまち",
        "六歌仙",
        "B",
        4,
    )
    page = client.get(f"/club/members/{number}").text
    assert "髙橋 小町" in page
    assert "四段" in page


def test_the_list_goes_by_kana(client: PageClient, services: Services) -> None:
    for name, kana in (("小野小町", "おののこまち"), ("在原業平", "ありわらのなりひら"), ("伊勢", "いせ")):
        members.add(services, Person(name, kana))
    page = client.get("/club/").text
    assert page.index("在原業平") < page.index("伊勢") < page.index("小野小町")


@pytest.mark.parametrize("typed", ["おのの", "オノノ", "小町", "小野"])
def test_search_finds_by_kana_and_kanji(client: PageClient, services: Services, typed: str) -> None:
    members.add(services, Person("小野小町", "おののこまち"))
    members.add(services, Person("伊勢", "いせ"))
    page = client.get("/club/", query_string={"q": typed}).text
    assert "小野小町" in page
    assert "伊勢" not in page
    assert "1 member found" in page


def test_namesakes_are_asked_about_and_told_apart(client: PageClient, services: Services) -> None:
    first = entered(client, name="藤原 定家")
    answer = client.form("/club/members/new", name="藤原定家", club="別の会")
    assert answer.status_code == 409
    assert "The club has a member of this name" in answer.text
    assert 'value="別の会"' in answer.text
    second = entered(client, name="藤原定家", club="別の会", sure="yes")
    assert first != second
    page = client.get("/club/").text
    assert f'<span class="tag">No. {first}</span>' in page
    assert '<span class="tag">別の会</span>' in page
    members.change(services, second, Person("藤原定家", club="別の会", note="背の高い方"))
    page = client.get("/club/").text
    assert '<span class="tag">背の高い方</span>' in page


def test_a_change_shows_everywhere(client: PageClient, services: Services) -> None:
    number = entered(client, name="小町")
    assert (
        client.form(f"/club/members/{number}/edit", name="小野小町", kana="おののこまち", dan="1").status_code
        == 303
    )
    found = members.one(services, number)
    assert (found.name, found.dan) == ("小野小町", 1)


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"name": "小町", "dan": "11"}, "dan"),
        ({"name": "小町", "grade": "Z"}, "grade"),
        ({"name": "小町", "club": "a\x00b"}, "club"),
    ],
)
def test_what_does_not_fit_is_marked_and_stays_typed(
    client: PageClient, fields: dict[str, str], place: str
) -> None:
    answer = client.form("/club/members/new", **({"kana": "こまち"} | fields))
    assert answer.status_code == 422
    assert f'id="{place}-error"' in answer.text
    assert 'value="こまち"' in answer.text


@pytest.mark.parametrize("role", list(Role))
def test_who_may_do_what(app: Flask, services: Services, phone: PageClient, role: Role) -> None:
    number = members.add(services, Person("小町"))
    enter(app, phone, role)
    looks, works = role >= Role.SPECTATOR, role >= Role.HELPER
    for url in ("/club/", f"/club/members/{number}", "/club/results"):
        assert (phone.get(url).status_code == 200) == looks, url
    for url in ("/club/members/new", f"/club/members/{number}/edit", "/club/results.csv"):
        assert (phone.get(url).status_code == 200) == works, url
    assert (phone.form("/club/members/new", name="業平").status_code == 303) == works


def test_an_unknown_member_is_not_found(client: PageClient) -> None:
    for url in ("/club/members/7", "/club/members/7/edit"):
        assert client.get(url).status_code == 404
    assert client.form("/club/members/7/edit", name="x").status_code == 404


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 10**30, int("9" * 4000)])
def test_a_number_that_no_database_keeps_is_nobody_s(client: PageClient, number: int) -> None:
    assert client.get(f"/club/members/{number}").status_code == 404
    assert client.get(f"/club/members/{number}/edit").status_code == 404
    assert client.form(f"/club/members/{number}/edit", name="小町").status_code == 404


@pytest.mark.parametrize("address", ["/club/members/new", "/club/members/{number}/edit"])
def test_what_is_no_form_is_no_empty_form(client: PageClient, services: Services, address: str) -> None:
    number = entered(client, name="小町", kana="こまち")
    answer = client.script(address.format(number=number), {"name": "業平"})
    assert answer.status_code == 415
    assert [one.member.name for one in members.everybody(services)] == ["小町"]
