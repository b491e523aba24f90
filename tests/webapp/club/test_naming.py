"""Namesakes are told apart wherever both could be meant."""

from tests.support.club import PageClient
from tests.support.match_table import A_CARDS, B_CARDS, Play
from webapp.club import members, merging
from webapp.club.members import Person
from webapp.club.naming import Naming
from webapp.db.columns import now
from webapp.db.people_models import Member
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.services import Services


def test_lists_of_tables_and_results_tell_namesakes_apart(client: PageClient, services: Services) -> None:
    tall = members.add(services, Person("佐藤", note="背の高い方"))
    other = members.add(services, Person("佐 藤", club="東会"))
    again = members.add(services, Person("佐藤 二"))
    merging.merge(services, again, other)
    codes = [
        opening.open_match(services, (Seat("佐藤", one), Seat("業平")), Dealt((A_CARDS, B_CARDS)))
        for one in (tall, again)
    ]
    for url in ("/matches/", "/", "/matches/hall.json", "/matches/new"):
        answer = client.get(url)
        page = str(answer.get_json()) if answer.is_json else answer.text
        assert "佐藤 (背の高い方)" in page, url
    assert "佐藤 (東会)" in client.get("/matches/").text
    for code in codes:
        Play(services, code).do({"type": "forfeit", "player": "B", "how": "concession"})
    page = client.get("/club/results").text
    assert '<span class="tag">背の高い方</span>' in page
    assert '<span class="tag">東会</span>' in page


def test_note_kana_club_then_number() -> None:
    def label(*people: Person) -> list[str]:
        rows = [
            Member(
                id=number,
                name=person.name,
                kana=person.kana,
                club=person.club,
                note=person.note,
                created=now(),
            )
            for number, person in enumerate(people, 1)
        ]
        naming = Naming.of(rows)
        return [naming.apart(row) for row in rows]

    assert label(Person("佐藤"), Person("鈴木")) == ["", ""]
    assert label(Person("佐藤", "さとう"), Person("佐藤", "さふじ", note="兄")) == ["さとう", "兄"]
    assert label(Person("佐藤", "さとう", "東会"), Person("佐藤", "さとう", "西会")) == ["東会", "西会"]
    assert label(Person("佐藤", "さとう", "東会"), Person("佐藤", "さとう", "東会")) == ["No. 1", "No. 2"]
