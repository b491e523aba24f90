"""A form that uses up what it is about, sent twice by a double click: the second leads where the first led."""

import io
from collections.abc import Callable

import pytest
from flask import Flask

from reader.packs.importing import import_pack
from reader.packs.shelf import Shelf
from tests.support.club import PageClient
from tests.support.packs import both, write_pack
from tests.support.tournament import club_tournament
from webapp.club import members
from webapp.club.members import Person
from webapp.services import Services
from webapp.tournaments import sealing
from webapp.tournaments.log import Purpose

Sent = tuple[str, dict[str, str]]
"""An address and the fields of a form."""
PEOPLE = "氏名,所属\n小町,京\n業平,京\n"
RESULTS = (
    "event,date,class,round,player,club,opponent,result,diff\n"
    "小倉大会,2026-04-05,C,1,小町,大津,業平,win,5\n小倉大会,2026-04-05,C,1,業平,小倉,小町,lose,5\n"
)


def handed_in(client: PageClient, where: str, text: str) -> str:
    data = {"csrf_token": client.token(), "file": (io.BytesIO(text.encode()), "file.csv")}
    return client.post(where, data=data).headers["Location"]


def people_entered(client: PageClient, _known: Services) -> Sent:
    return handed_in(client, "/club/import", PEOPLE), {"do": "enter"}


def people_dropped(client: PageClient, _known: Services) -> Sent:
    return handed_in(client, "/club/import", PEOPLE) + "/drop", {}


def results_taken_in(client: PageClient, _known: Services) -> Sent:
    at = handed_in(client, "/exchange/results", RESULTS)
    return at, {"event": "小倉大会", "day": "2026-04-05", "do": "enter"}


def results_dropped(client: PageClient, _known: Services) -> Sent:
    return handed_in(client, "/exchange/results", RESULTS) + "/drop", {}


def results_taken_out(client: PageClient, known: Services) -> Sent:
    address, fields = results_taken_in(client, known)
    client.form(address, **fields)
    return "/exchange/results/taken/1/out", {}


def layout_dropped(client: PageClient, _known: Services) -> Sent:
    return client.form("/teiichi/new", name="冬").headers["Location"] + "/drop", {}


def set_deleted(client: PageClient, _known: Services) -> Sent:
    return client.form("/readings/sets/", name="弱い札", cards="1-5").headers["Location"] + "/delete", {}


def class_removed(_client: PageClient, known: Services) -> Sent:
    found = club_tournament(known, ())
    return f"/tournaments/{found.code}/{found.number}/remove", {}


def class_split(_client: PageClient, known: Services) -> Sent:
    found = club_tournament(known, [f"{number}番" for number in range(8)])
    sealing.commit_seed(known, found.code, found.number, Purpose.PARTS, actor="test")
    return f"/tournaments/{found.code}/{found.number}/split", {"count": "2"}


def members_entered(_client: PageClient, known: Services) -> Sent:
    member = members.add(known, Person("小町"))
    found = club_tournament(known, ())
    return f"/tournaments/{found.code}/{found.number}/entries/members", {"member": str(member)}


def pack_removed(_client: PageClient, known: Services) -> Sent:
    source = known.config.folder / "source"
    write_pack(source, both(1))
    import_pack(source, Shelf(known.config.voices_folder), "Mai", credit="A test")
    return "/voices/mai/remove", {}


def person_forgotten(_client: PageClient, known: Services) -> Sent:
    return f"/club/members/{members.add(known, Person('小町'))}/forget", {"sure": "yes"}


FORMS: dict[str, Callable[[PageClient, Services], Sent]] = {
    "club.decide": people_entered,
    "club.drop_draft": people_dropped,
    "exchange.decide": results_taken_in,
    "exchange.drop": results_dropped,
    "exchange.take_out": results_taken_out,
    "teiichi.drop": layout_dropped,
    "reading.delete_set": set_deleted,
    "tournaments.remove_class": class_removed,
    "tournaments.split": class_split,
    "tournaments.enter_members": members_entered,
    "voices.remove": pack_removed,
    "club.forget": person_forgotten,
}
"""By the name of the route: makes what a form is about, and tells what is sent."""
HARMLESS = {
    "club.drop_fact",
    "club.remove_demo",
    "drills.erase",
    "practice.drop_rule",
    "voices.drop",
}
"""What ends something and finds it a second time, or does nothing; or is sent by a script that waits for the answer."""


@pytest.mark.parametrize("route", FORMS)
def test_a_form_that_is_sent_twice_leads_twice_to_the_same_page(
    app: Flask, client: PageClient, services: Services, route: str
) -> None:
    address, fields = FORMS[route](client, services)
    assert app.url_map.bind("localhost").match(address, method="POST")[0] == route
    client.get("/")  # what was said so far is read
    first = client.form(address, **fields)
    assert first.status_code == 303, first.text
    said = told(client)
    again = client.form(address, **fields)
    assert (again.status_code, again.headers["Location"]) == (303, first.headers["Location"])
    assert client.get(again.headers["Location"]).status_code == 200
    client.form(address, **fields)
    assert told(client) == said, "nor is anything said twice"
    assert client.form(address, **fields, other="x").status_code in (303, 404, 409, 422)


def told(client: PageClient) -> list[tuple[str, str]]:
    """Return what the next page will say."""
    with client.session_transaction() as session:
        return list(session.pop("_flashes", []))


def test_what_nobody_entered_is_not_there(client: PageClient) -> None:
    at = handed_in(client, "/club/import", PEOPLE)
    client.form(at, do="enter")
    assert client.form(at, do="enter", **{"line-2": "out"}).status_code == 404, "another form than the first"
    assert client.form("/club/import/999", do="enter").status_code == 404


def test_every_form_that_ends_something_was_thought_of(app: Flask) -> None:
    words = ("drop", "delete", "remove", "forget", "split", "out", "erase")
    ending = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and rule.rule.rsplit("/", 1)[-1] in words
    }
    assert ending - FORMS.keys() == HARMLESS
