"""Working a reading: choosing what comes next, practising, second taps, and the way from a phone."""

import re
from typing import Any

import pytest

from tests.support.club import PageClient, enter
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp.access import phone_way
from webapp.access.addresses import addresses
from webapp.access.roles import Role
from webapp.reading import operations
from webapp.services import Services

GUARD = operations.GUARD


def find(client: PageClient, reading: str, text: str) -> list[dict[str, Any]]:
    """Return what the search of a reading answers."""
    answer = client.get(f"/readings/{reading}/find", query_string={"q": text})
    assert answer.status_code == 200
    hits: list[dict[str, Any]] = answer.get_json()["hits"]
    return hits


@pytest.mark.parametrize("text", ["4", "４", "たご", "田子の浦", "tagonoura", "たごのうらに"])
def test_a_poem_is_chosen_by_number_kana_kanji_and_romaji(reader: SoundPage, text: str) -> None:
    (hit,) = find(reader.client, reader.reading, text)
    assert (hit["poem"], hit["kimariji"], hit["state"], hit["can_come"]) == (4, "たご", "to_come", True)


@pytest.mark.parametrize("text", ["あふことの", "おうことの", "aukotono", "おおことの"])
def test_either_spelling_finds_a_poem(reader: SoundPage, text: str) -> None:
    assert 44 in [hit["poem"] for hit in find(reader.client, reader.reading, text)]


def test_a_chosen_poem_comes_next_and_only_if_it_can(client: PageClient, studio: SilentStudio) -> None:
    reader = SoundPage(client, order(client, order="as-given", cards="own", own_cards="5,9,12,3", joka="0"))
    reader.start()
    reader.play()
    reader.do("jump", poem=12)
    again = reader.send({"do": "jump", "poem": 12})
    assert (again.status_code, again.get_json()["repeated"]) == (200, True)
    reader.do("next")
    reader.play()
    assert [heard["poem"] for heard in reader.state()["read"]] == [5, 12]
    assert reader.refused("jump", poem=5)["refused"] == "already_read"
    assert reader.refused("jump", poem=4)["refused"] == "no_such_card"
    reader.do("skip")
    states = {
        hit["poem"]: hit["state"]
        for text in ("5", "9", "3", "4")
        for hit in find(client, reader.reading, text)
    }
    assert states == {5: "read", 9: "left_out", 3: "to_come", 4: "absent"}
    reader.do("jump", poem=9)
    reader.do("next")
    assert reader.play()["poem"] == 9


def test_the_search_tells_nothing_of_the_order(client: PageClient, studio: SilentStudio) -> None:
    orders = ("number", "shuffle", "musume")
    told = [find(client, order(client, order=name), "き") for name in orders]
    assert told[0] == told[1] == told[2] != []
    assert find(client, order(client), "") == []
    assert find(client, order(client), "x" * 5000) == []


def test_whoever_skips_a_poem_does_not_learn_which_it_was(
    client: PageClient, studio: SilentStudio, services: Services
) -> None:
    """To leave a poem out, look which it was and choose it again would show the next card and change nothing."""
    reader = SoundPage(client, order(client, cards="own", own_cards="1-10", dead="5", joka="0"))
    reader.start()
    reader.play()
    cards = operations.book(services).load(reader.reading).state.programme.cards
    before = {
        hit["poem"]: hit for text in map(str, range(1, 101)) for hit in find(client, reader.reading, text)
    }
    reader.do("skip")
    after = {
        hit["poem"]: hit for text in map(str, range(1, 101)) for hit in find(client, reader.reading, text)
    }
    assert after == before
    assert {number for number, hit in before.items() if hit["state"] == "read"} == {cards[0]}
    left_out = next(number for number in range(1, 11) if number in cards[1:])
    reader.do("jump", poem=left_out)
    reader.do("next")
    assert reader.play()["poem"] == left_out


@pytest.mark.parametrize(
    "fields",
    [
        {"own_cards": "1-5", "dead": "20"},
        {"own_cards": "1-5", "dead": "20", "order": "as-given"},
        {"own_cards": "1-5", "dead": "20", "rounds": "2"},
        {"own_cards": "1-60", "most": "12"},
        {"own_cards": "1-60", "order": "random"},
    ],
    ids=("dead", "dead among given", "dead in two rounds", "cut off", "drawn anew"),
)
def test_nobody_can_try_out_which_poems_come(
    client: PageClient, studio: SilentStudio, services: Services, fields: dict[str, str]
) -> None:
    """A dead card that was drawn and one that was not, asked for in every way, are answered alike."""
    reader = SoundPage(client, order(client, cards="own", joka="0", **fields))
    cards = operations.book(services).load(reader.reading).state.programme.cards
    may = set(range(6, 101)) if "dead" in fields else set(range(1, 61))
    comes, stays_away = min(may & set(cards)), min(may - set(cards))
    told = []
    for number in (comes, stays_away):
        (hit,) = (hit for hit in find(client, reader.reading, str(number)) if hit["poem"] == number)
        tried = [reader.refused(wish, poem=number) for wish in ("jump", "learn")]
        told.append((hit["state"], hit["can_come"], [answer["refused"] for answer in tried]))
    assert told == [("may_come", False, ["not_told", "not_told"])] * 2


def test_a_dead_card_that_was_heard_is_known_and_comes_again_in_the_next_round(
    client: PageClient, studio: SilentStudio
) -> None:
    reader = SoundPage(client, order(client, cards="own", own_cards="1", dead="1", rounds="2", joka="0"))
    reader.start()
    heard = [reader.play()["poem"]]
    reader.do("next")
    heard.append(reader.play()["poem"])
    for number in heard:
        (hit,) = (hit for hit in find(client, reader.reading, str(number)) if hit["poem"] == number)
        assert hit["can_come"]
    reader.do("jump", poem=heard[0])


def test_a_poem_that_was_drawn_anew_and_heard_can_be_learned(
    client: PageClient, studio: SilentStudio
) -> None:
    reader = SoundPage(client, order(client, cards="own", own_cards="1-3", order="random", joka="0"))
    reader.start()
    reader.do("learn", poem=reader.play()["poem"])


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"order": "random", "own_cards": "1-3"}, {1: "may_come", 2: "may_come", 3: "may_come", 4: "absent"}),
        ({"rounds": "2", "own_cards": "1"}, {1: "to_come", 2: "absent"}),
        ({"own_cards": "1"}, {1: "read", 2: "absent"}),
        ({"own_cards": "1-3", "nuki": "true", "laid": "1"}, {1: "read", 2: "absent"}),
        (
            {"own_cards": "1", "dead": "1", "absent": "3", "order": "number"},
            {1: "read", 2: "may_come", 3: "absent"},
        ),
        ({"own_cards": "1-9", "most": "3", "order": "number"}, {1: "read", 2: "to_come", 9: "absent"}),
    ],
)
def test_the_search_tells_what_whoever_listens_knows(
    client: PageClient, studio: SilentStudio, fields: dict[str, str], expected: dict[int, str]
) -> None:
    reader = SoundPage(client, order(client, cards="own", joka="0", **fields))
    reader.start()
    reader.play()
    found = {
        hit["poem"]: hit["state"] for number in expected for hit in find(client, reader.reading, str(number))
    }
    assert found == expected


def test_a_choice_made_on_an_older_state_is_refused(reader: SoundPage) -> None:
    reader.start()
    reader.play()
    seen = reader.state()["seq"]
    reader.do("next")
    assert reader.send({"do": "jump", "poem": 50}, seen=seen).status_code == 409


def test_learning_the_poem_that_was_read_skips_nobody(client: PageClient, studio: SilentStudio) -> None:
    """A cursor over a filtered list once jumped over the neighbour of the row that the filter had removed."""
    reader = SoundPage(client, order(client, order="as-given", cards="own", own_cards="5,9,12", joka="0"))
    reader.start()
    reader.play()
    reader.do("learn", poem=5)
    reader.do("next")
    assert reader.play()["poem"] == 9
    reader.do("next")
    assert reader.play()["poem"] == 12
    back = reader.do("back")
    assert back["poem"] == 9
    reader.do("next")
    reader.play()
    reader.do("learn", poem=12)
    reader.do("next")
    assert reader.play()["phase"] == "done"


@pytest.mark.parametrize(
    "wish", ["next", "back", "skip", "replay", "hold", "resume", "jump", "learn", "stop"]
)
def test_a_second_tap_does_nothing_more(
    reader: SoundPage, monkeypatch: pytest.MonkeyPatch, services: Services, wish: str
) -> None:
    """Pressed twice at once, with an id of its own each time, as a trembling finger does."""
    reader.start()
    reader.play()
    monkeypatch.setattr(operations, "GUARD", 3600.0 if wish in ("next", "back", "skip", "replay") else GUARD)
    clock = [operations.now() + 7200]
    monkeypatch.setattr(operations, "now", lambda: clock[0])
    more = {"jump": {"poem": 40}, "learn": {"poem": 1}}.get(wish, {})
    if wish == "resume":
        reader.do("hold")
    once = reader.do(wish, **more)
    clock[0] += 0.2
    twice = reader.send({"do": wish, **more})
    if twice.status_code == 200:
        assert twice.get_json()["repeated"]
    else:
        assert twice.status_code == 422
        assert twice.get_json()["refused"] in ("double_tap", "speaking", "not_held", "stopped")
    assert reader.state()["seq"] == once["seq"]


@pytest.mark.parametrize(("text", "number"), [("ちは", 17), ("おく", 5), ("かさ", 6), ("6", 6), ("６", 6)])
def test_a_poem_that_is_named_is_told_from_those_that_only_have_the_text_in_them(
    reader: SoundPage, text: str, number: int
) -> None:
    hits = find(reader.client, reader.reading, text)
    assert [hit["poem"] for hit in hits if hit["named"]] == [hits[0]["poem"]] == [number]


@pytest.mark.parametrize("wish", ["back", "skip", "replay"])
def test_what_comes_too_soon_after_something_else_is_not_said_to_be_done(
    reader: SoundPage, monkeypatch: pytest.MonkeyPatch, wish: str
) -> None:
    reader.start()
    reader.play()
    monkeypatch.setattr(operations, "GUARD", 3600.0)
    reader.do("next", by_itself=True)
    answer = reader.refused(wish)
    assert answer["refused"] == "double_tap"
    assert answer["message"].startswith("The reader had just begun, so this was not done.")


def test_the_way_to_the_remote_control_lets_in_only_from_the_organisers_page(
    app: Any,
    client: PageClient,
    phone: PageClient,
    reader: SoundPage,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(phone_way, "addresses", lambda _host, header: addresses("192.168.1.5", header))
    page = f"/readings/{reader.reading}"
    shown = client.get(page).text
    assert "This code lets a phone in as a helper." in shown
    assert f"http://192.168.1.5:8100{page}/remote" in shown
    enter(app, phone, Role.SPECTATOR)
    assert "remote" not in re.sub(r"remote-page|static/\S+", "", phone.get(page).text)
    assert phone.get(f"{page}/remote").status_code == 403
    enter(app, phone, Role.HELPER)
    shown = phone.get(page).text
    assert "A new phone is asked for the helpers" in shown
    assert phone.get(f"{page}/remote").status_code == 200


def test_a_server_that_no_phone_reaches_shows_no_code_to_scan_and_says_how_to_let_phones_in(
    client: PageClient, reader: SoundPage
) -> None:
    shown = client.get(f"/readings/{reader.reading}").text
    assert "Scan for the remote control" not in shown
    assert "serve --host 0.0.0.0" in shown
