"""Nobody can learn from what is sent to everybody which poem comes next."""

import hashlib
import json
import re

from poems.chance import Seed
from reader.order import Order, arrange
from reader.pattern import Half
from tests.support.club import PageClient, enter
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp.access.roles import Role
from webapp.access.visitor import Visitor
from webapp.db.store import Stream
from webapp.live.topics import may_follow
from webapp.reading import operations
from webapp.reading.readings import Readings
from webapp.services import Services


def shown(services: Services, reading: str) -> list[dict[str, object]]:
    """Return what followers of a reading are sent."""
    return [event.public() for event in services.store.load(Stream("reading", reading))]


def test_the_stream_tells_a_poem_when_it_is_heard_and_not_before(
    client: PageClient, studio: SilentStudio, services: Services
) -> None:
    reader = SoundPage(client, order(client))
    desk = operations.book(services).load(reader.reading)
    first, second = desk.state.programme.cards[:2]
    reader.start()
    reader.play(until="ended 2")
    assert all(
        "halves" not in event["payload"] and "programme" not in event["payload"]
        for event in shown(services, reader.reading)
    )
    assert f"[{first}," not in json.dumps(shown(services, reader.reading))
    reader.do("hold")
    reader.do("resume", from_shimo=True)
    reader.play()
    began = [
        event["payload"]["half"] for event in shown(services, reader.reading) if event["kind"] == "half_began"
    ]
    assert began[-1] == [first, "kami"]
    reader.do("next")
    assert f"[{second}," not in json.dumps(shown(services, reader.reading))


def test_the_page_shows_a_poem_when_it_is_heard_and_not_before(client: PageClient, reader: SoundPage) -> None:
    other = SoundPage(client, reader.reading)
    seen = []

    def look() -> None:
        state = other.state()
        seen.append((state["poem"], state["part"]))

    reader.start()
    look()
    for number in (1, 2):
        call = reader.state()["call"]
        for segment in call["segments"]:
            reader.report("began", call=call["number"], place=segment["place"])
            look()
            if segment["deciding"]:
                reader.report("deciding", call=call["number"])
            reader.report("ended", call=call["number"], place=segment["place"])
            look()
        reader.report("over", call=call["number"])
        look()
        if number == 1:
            reader.do("next")
            look()
    opener = [(None, None), (0, "kami"), (0, None), (0, "shimo"), (0, None), (0, "shimo"), (0, None)]
    first = [(1, "kami"), (1, None), (1, None)]
    second = [(1, None), (1, "shimo"), (1, None), (2, "kami"), (2, None), (2, None)]
    assert seen == opener + first + second


def test_the_sealed_part_can_be_followed_by_nobody() -> None:
    organiser = Visitor(Role.ORGANISER, "127.0.0.1")
    assert may_follow(organiser, (Stream("reading", "x"),))
    assert not may_follow(organiser, (Stream("reading-sealed", "x"),))


def test_only_the_page_with_the_sound_is_told_what_to_play(
    client: PageClient, reader: SoundPage, phone: PageClient
) -> None:
    reader.start()
    assert reader.state()["call"]["segments"]
    other = SoundPage(client, reader.reading)
    assert other.state()["call"] is None
    text = client.get(f"/readings/{reader.reading}/state").text
    page = client.get(f"/readings/{reader.reading}").text
    assert "/clips/" not in text
    assert "/clips/" not in page


def test_nobody_is_told_the_name_of_the_page_with_the_sound(
    client: PageClient, reader: SoundPage, services: Services
) -> None:
    answer = reader.send({"do": "start", "owner": reader.name})
    reader.play(until="began 0")
    other = SoundPage(client, reader.reading)
    page = client.get(f"/readings/{reader.reading}").text
    told = [answer.text, page, json.dumps(other.state()), json.dumps(shown(services, reader.reading))]
    assert all(reader.name not in text for text in told)
    assert (reader.state()["yours"], other.state()["yours"]) == (True, False)
    # what the log does tell opens nothing
    (kept,) = {
        event["payload"]["owner"]
        for event in shown(services, reader.reading)
        if event["kind"] == "sound_taken"
    }
    assert client.get(f"/readings/{reader.reading}/state?owner={kept}").get_json()["call"] is None


def test_clips_are_for_the_page_with_the_sound_and_only_those_it_plays_soon(
    client: PageClient, studio: SilentStudio, services: Services
) -> None:
    reader = SoundPage(client, order(client))
    desk = operations.book(services).load(reader.reading)
    programme = desk.state.programme
    poem = {place: programme.verse(Half(programme.cards[place], "kami")) for place in (0, 5)}
    for verse in poem.values():
        name = studio.key("mei", verse)
        studio.cache.folder.mkdir(parents=True, exist_ok=True)
        (studio.cache.folder / f"{name}.flac").write_bytes(b"fLaC")
        (studio.cache.folder / f"{name}.json").write_text("{}")
    soon, later = (
        f"/readings/{reader.reading}/clips/{studio.key('mei', verse)}.flac" for verse in poem.values()
    )
    reader.start()
    other = SoundPage(client, reader.reading)
    assert reader.clip(soon).status_code == 200
    assert [other.clip(soon).status_code, client.get(soon).status_code] == [404, 404]
    assert reader.clip(later).status_code == 404
    # nor by way of a reading of one's own
    own = SoundPage(client, order(client, cards="own", own_cards="1"))
    own.start()
    assert own.clip(later.replace(reader.reading, own.reading)).status_code == 404


def test_a_clip_does_not_tell_when_it_was_made(
    client: PageClient, reader: SoundPage, studio: SilentStudio
) -> None:
    reader.start()
    clip = reader.state()["call"]["segments"][0]["clip"]
    name = clip.rpartition("/")[2]
    studio.cache.folder.mkdir(parents=True, exist_ok=True)
    (studio.cache.folder / f"{name}.flac").write_bytes(b"fLaC")
    (studio.cache.folder / f"{name}.json").write_text("{}")
    answer = reader.clip(f"{clip}.flac")
    assert answer.headers["ETag"] == f'"{name}"'
    assert "Last-Modified" not in answer.headers
    since = {"X-Page": reader.name, "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
    assert client.get(f"{clip}.flac", headers=since).status_code == 200


def test_what_is_made_beyond_the_next_calls_does_not_follow_the_order(
    client: PageClient, studio: SilentStudio, services: Services
) -> None:
    reader = SoundPage(client, order(client))
    first, second = operations.book(services).load(reader.reading).state.programme.cards[:2]
    made = [verse.poem for verse in dict.fromkeys(studio.wanted)]
    soon = [0, 0, first, first, second]
    assert made[:5] == soon
    assert made[5:] == sorted(made[5:])
    assert set(made) == set(range(101))


def test_a_skipped_poem_brings_up_another_that_is_made_at_once(
    reader: SoundPage, studio: SilentStudio
) -> None:
    reader.start()
    reader.play()
    studio.wanted.clear()
    reader.do("skip")
    assert {verse.poem for verse in studio.wanted} >= {3, 4}


def test_a_spectator_who_learned_the_owners_name_is_told_nothing(
    app, phone: PageClient, reader: SoundPage
) -> None:
    reader.start()
    enter(app, phone, Role.SPECTATOR)
    state = phone.get(f"/readings/{reader.reading}/state?owner={reader.name}").get_json()
    assert state["phase"] == "speaking"
    assert (state["call"], state["yours"]) == (None, False)


def test_the_fingerprint_comes_first_and_the_seed_last(
    client: PageClient, studio: SilentStudio, services: Services
) -> None:
    reader = SoundPage(client, order(client, cards="own", own_cards="3,1,2"))
    state = reader.state()
    assert re.fullmatch("[0-9a-f]{64}", state["commitment"])
    assert state["seed"] == ""
    reader.start()
    for _ in range(3):
        reader.play()
        state = reader.do("next")
        assert state["seed"] == ""
    state = reader.play()
    assert state["phase"] == "done"
    line = b"shuffle 3,1,2 dead 0 look-alike 0 absent  rounds 1 most 0"
    assert hashlib.sha256(bytes.fromhex(state["seed"]) + line).hexdigest() == state["commitment"]
    read = [heard["poem"] for heard in state["read"]]
    assert arrange((3, 1, 2), Order.SHUFFLE, Seed.from_hex(state["seed"])) == tuple(read)
    assert studio.dropped == [reader.reading]


def test_whoever_moves_cards_about_is_told_no_place_in_the_order(
    client: PageClient, studio: SilentStudio, services: Services
) -> None:
    """To choose a card, look at which place it lay and choose it back would show the order, card by card."""
    reader = SoundPage(client, order(client, cards="own", own_cards="1-9", joka="0"))
    cards = operations.book(services).load(reader.reading).state.programme.cards
    reader.start()
    reader.play()
    reader.do("jump", poem=cards[5])
    reader.do("skip")
    reader.do("next")
    reader.do("back")
    reader.do("jump", poem=cards[5])
    read = operations.book(services).load(reader.reading).state.read
    assert [cards[place] for place in read] == [cards[0]]
    log = client.get(f"/readings/{reader.reading}/record.json").get_json()["log"]
    for told in (shown(services, reader.reading), log):
        moved = [one for one in told if (one.get("kind") or one.get("fact")) not in ("decided", "opened")]
        assert '"position"' not in json.dumps(moved)
    # read anew from what is stored, everything is in its place; and at the end all of it is told
    anew = Readings(services.store, services.database).load(reader.reading)
    assert anew.state == operations.book(services).load(reader.reading).state
    assert anew.state.to_come[0] == 5
    reader.do("stop")
    facts = client.get(f"/readings/{reader.reading}/record.json").get_json()["log"]
    forward = [one for one in facts if one["fact"] in ("brought_forward", "left_out", "taken_back")]
    assert [one["position"] for one in forward] == [5, 5, 1, 5]
    assert not any("number" in one for one in forward)
