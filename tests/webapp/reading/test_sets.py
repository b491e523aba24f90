"""The club's own card sets: saved, changed, copied, deleted, passed on and read."""

import re
from typing import Any

import pytest

from poems import wasuramoti
from poems.cards import mask
from poems.choice import choose
from poems.wasuramoti import NamedSet
from tests.support.club import PageClient
from tests.support.sound_page import SilentStudio, order
from webapp.reading import operations, saved
from webapp.services import Services


def made(client: PageClient, name: str, cards: str) -> str:
    """Save a set and return its address."""
    answer = client.form("/readings/sets/", name=name, cards=cards)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_a_set_is_saved_renamed_copied_and_deleted(client: PageClient, services: Services) -> None:
    place = made(client, " 火曜  弱い札 ", "む す あさ -31")
    assert saved.names(services) == {"火曜 弱い札": mask((87, 18, 39, 64))}
    answer = client.form(place, name="Tuesday", cards="9,5,7-8")
    assert answer.status_code == 303
    (one,) = saved.everything(services)
    assert (one.name, one.cards) == ("Tuesday", (9, 5, 7, 8)), "a list keeps its order"
    copied = client.form(f"{place}/copy").headers["Location"]
    assert [one.name for one in saved.everything(services)] == ["Tuesday", "Tuesday 2"]
    client.form(f"{copied}/delete")
    assert [one.name for one in saved.everything(services)] == ["Tuesday"]
    assert client.get(copied).status_code == 404
    assert client.form(f"{copied}/copy").status_code == 404


@pytest.mark.parametrize(
    ("name", "cards", "status", "message"),
    [
        ("", "1", 422, "Give the set a name"),
        ('a "b"', "1", 422, "without quotes"),
        ("Weak", "", 422, "There is no card in this set. Write numbers from 1 to 100"),
        ("Weak", "third-a & third-b", 422, "There is no card in this set. Write numbers from 1 to 100"),
        ("Weak", "101", 422, "These cards were not understood. Write numbers from 1 to 100"),
        ("Taken", "1", 409, "Another set has this name already."),
    ],
)
def test_what_cannot_be_saved_stays_as_typed(
    client: PageClient, services: Services, name: str, cards: str, status: int, message: str
) -> None:
    place = made(client, "Taken", "7")
    other = made(client, "Other", "8")
    for address in ("/readings/sets/", other):
        answer = client.form(address, name=name, cards=cards)
        assert answer.status_code == status
        assert message in answer.text
    assert saved.names(services) == {"Taken": 1 << 7, "Other": 1 << 8}
    assert client.form(place, name="Taken", cards="9").status_code == 303, "a set may keep its own name"


def test_a_reading_of_a_saved_set_keeps_its_cards_when_the_set_is_changed(
    client: PageClient, studio: SilentStudio, services: Services
) -> None:
    place = made(client, "Weak cards", "9,5,12")
    reading = order(client, cards="own", own_cards='"Weak cards" -5 あさ', order="number")
    client.form(place, name="Weak cards", cards="1")
    client.form(f"{place}/delete")
    desk = operations.book(services).load(reading)
    assert desk.state.programme.cards == (9, 12, 31, 39, 64)
    assert desk.settings.title == '"Weak cards" -5 あさ'
    assert "Weak cards" in client.get(f"/readings/{reading}").text


def test_a_saved_set_is_offered_and_may_stand_in_another(client: PageClient, services: Services) -> None:
    made(client, "Weak", "9,5,12")
    assert re.search(r'<option value="&#34;Weak&#34;">Weak \(3 cards\)', client.get("/readings/new").text)
    place = made(client, "More", "weak あさ")
    client.form(place.replace("/2", "/1"), name="Weak", cards="100")
    assert saved.names(services)["More"] == mask((5, 9, 12, 31, 39, 64)), "it has the cards, not the name"


def test_sets_come_from_wasuramoti_and_go_there(client: PageClient, services: Services) -> None:
    link = wasuramoti.link("club", [NamedSet("五色 青", choose("goshiki-blue").cards), NamedSet("one", 2)])
    assert client.form("/readings/sets/import", text=f"{link}\nAgE= two cards").status_code == 303
    assert saved.names(services) == {
        "五色 青": choose("goshiki-blue").cards,
        "one": 2,
        "two cards": mask((1, 8)),
    }
    page = client.get("/readings/sets/").text
    assert "3 sets came in: 五色 青, one, two cards" in page
    lines = re.search(r'<textarea class="copy" rows="4"[^>]*>([^<]+)<', page)
    assert lines is not None
    assert {one.name: one.cards for one in wasuramoti.read(lines[1])} == saved.names(services)
    # the same again changes nothing; another set of the same name gets a number
    client.form("/readings/sets/import", text=link)
    client.form("/readings/sets/import", text="BA== one")
    assert saved.names(services)["one 2"] == 1 << 2
    assert len(saved.everything(services)) == 4


def test_what_is_no_set_is_told(client: PageClient, services: Services) -> None:
    answer = client.form("/readings/sets/import", text="hello <b>")
    assert answer.status_code == 422
    assert "No card set was found." in answer.text
    assert "hello &lt;b&gt;" in answer.text
    assert saved.everything(services) == ()


def test_a_shared_link_fills_in_the_form_of_another_club(client: PageClient) -> None:
    place = made(client, "弱い札", "む す あさ")
    page = client.get(place).text
    share = re.search(r'<a href="(http://localhost:8100/readings/sets/\?[^"]+)"', page)
    assert share is not None
    assert "<svg" in page
    client.form(f"{place}/delete")
    filled = client.get(share[1].replace("&amp;", "&").removeprefix("http://localhost:8100")).text
    assert 'value="弱い札"' in filled
    assert 'value="む す あさ"' in filled
    assert "holds no card set" in client.get("/readings/sets/?code=____").text


def ask(client: PageClient, **fields: str) -> dict[str, Any]:
    """Ask for the preview of a form."""
    answer = client.get("/readings/preview.json", query_string=fields)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def test_the_preview_counts_and_draws(client: PageClient) -> None:
    found = ask(client, cards="third-a", dead="10", pattern="own", own_pattern="cur2 next1 next2", joka="1")
    assert found["faults"] == {}
    assert len(found["cards"]) == 34
    assert found["count"].startswith("34 cards, 10 dead cards, 44 poems read, about ")
    assert found["sentence"] == (
        "Each time: lower half of the last poem, upper half of the next poem, lower half of the next poem. "
        "Then the card is taken."
    )
    heard = [
        (block["part"], block["poem"]) for block in found["strip"] if block["part"] not in ("gap", "play")
    ]
    assert heard[:4] == [("kami", 0), ("shimo", 0), ("kami", 1), ("shimo", 1)]
    assert heard[4:7] == [("shimo", 1), ("kami", 2), ("shimo", 2)]


def test_a_tap_changes_the_field_that_it_is_meant_for(client: PageClient) -> None:
    found = ask(client, cards="third-a", tap="3", field="own_cards")
    assert found["tapped"] == {"field": "own_cards", "text": "third-a -3"}
    assert 3 not in found["cards"]
    found = ask(client, cards="all", laid="1-3", tap="2", field="laid")
    assert found["tapped"] == {"field": "laid", "text": "1,3"}
    assert found["lying"] == [1, 3]
    assert ask(client, cards="all", tap="101", field="laid")["tapped"] == {}
    assert ask(client, cards="all", tap="1", field="voice")["tapped"] == {}


def test_the_laid_cards_are_checked_and_nothing_is_refused(
    client: PageClient, studio: SilentStudio, services: Services
) -> None:
    # the pile of another third was picked up
    found = ask(client, cards="third-a", laid="third-b")
    assert found["faults"] == {}
    assert [(line["weight"], len(line["cards"])) for line in found["laid"]] == [("warn", 33), ("note", 0)]
    assert "33 laid cards will never be read" in found["laid"][0]["text"]
    order(client, cards="third-a", laid="third-b")
    # nuki-fuda: what lies and ten dead cards
    found = ask(client, cards="all", laid="1-50", nuki="true", dead="10")
    assert [(line["weight"], line["text"]) for line in found["laid"]] == [
        ("good", "50 of the 50 laid cards will be read."),
        ("note", "10 dead cards are read."),
    ]
    reading = order(client, cards="all", laid="1-50", nuki="true", dead="10", absent="60-99")
    cards = operations.book(services).load(reading).state.programme.cards
    assert len(cards) == 60
    assert set(range(1, 51)) < set(cards) <= {*range(1, 60), 100}


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"cards": "own", "own_cards": "third-a & third-b"}, "own_cards"),
        ({"absent": "nonsense"}, "absent"),
        ({"cards": "third-a", "absent": "all"}, "absent"),
        ({"cards": "third-a", "laid": "third-b", "nuki": "true"}, "laid"),
        ({"laid": "x"}, "laid"),
        ({"cards": "third-a", "absent": "third-b", "dead": "34"}, "dead"),
        ({"rounds": "21"}, "rounds"),
        ({"rounds": "x"}, "rounds"),
        ({"most": "-1"}, "most"),
        ({"look_alike": "101"}, "look_alike"),
        ({"minutes": "9999"}, "minutes"),
    ],
)
def test_each_new_field_tells_its_own_fault(
    client: PageClient, studio: SilentStudio, fields: dict[str, str], wrong: str
) -> None:
    assert list(ask(client, **fields)["faults"]) == [wrong]
    answer = client.form("/readings/", **fields)
    assert answer.status_code == 422
    assert f'id="{wrong}-error"' in answer.text


def test_an_empty_number_is_no_limit(client: PageClient, studio: SilentStudio, services: Services) -> None:
    reading = order(client, cards="third-a", most="", minutes=" ", rounds="２")
    desk = operations.book(services).load(reading)
    assert len(desk.state.programme.cards) == 68
    assert (desk.settings.most, desk.settings.minutes) == (0, 0)


def test_an_address_fills_in_the_form(client: PageClient) -> None:
    made(client, "Weak", "9,5,12")
    page = client.get("/readings/new", query_string={"cards": '"Weak"', "dead": "5"}).text
    assert '<option value="&#34;Weak&#34;" selected>' in page
    assert 'id="dead" name="dead" class="figure" inputmode="numeric" autocomplete="off" value="5"' in page
    page = client.get("/readings/new", query_string={"cards": "あさ -31", "nothing": "x"}).text
    assert '<option value="own" selected>' in page
    assert 'name="own_cards" value="あさ -31"' in page
