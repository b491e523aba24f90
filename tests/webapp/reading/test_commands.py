"""Commands of a reading's pages: who may give them, what they do, and what they do when sent again."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from tests.support.club import PageClient, client_at, enter, services_of
from tests.support.match_table import Play, new_id, opened
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp import evening
from webapp.access.roles import Role
from webapp.app import create_app
from webapp.config import Config
from webapp.reading import studio as studios
from webapp.reading.presence import GONE, Presence, presence
from webapp.services import Services


def test_the_opener_then_poem_after_poem(reader: SoundPage) -> None:
    state = reader.start()
    assert (state["phase"], state["here"], state["poem"]) == ("speaking", True, None)
    state = reader.play(until="began 0")
    assert (state["poem"], state["part"]) == (0, "kami")
    halves = [(segment["poem"], segment["part"]) for segment in state["call"]["segments"]]
    assert halves == [(0, "kami"), (0, "shimo"), (0, "shimo"), (1, "kami")]


def test_a_call_played_to_its_end_leaves_time_to_take_the_card(reader: SoundPage) -> None:
    reader.start()
    state = reader.play()
    assert (state["phase"], state["poem"]) == ("play", 1)
    assert [heard["poem"] for heard in state["read"]] == [1]
    state = reader.do("next")
    assert [(s["poem"], s["part"]) for s in state["call"]["segments"]] == [(1, "shimo"), (2, "kami")]


def test_a_command_sent_twice_is_done_once(reader: SoundPage) -> None:
    reader.start()
    reader.play()
    client_id = new_id()
    first = reader.send({"do": "next"}, client_id).get_json()
    again = reader.send({"do": "next"}, client_id).get_json()
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["seq"] == again["seq"] == again["state"]["seq"]


@pytest.mark.parametrize("what", ["next", "skip", "back", "stop", "learn"])
@pytest.mark.parametrize("off", [-1, 1])
def test_what_moves_the_reading_on_must_know_where_it_stands(reader: SoundPage, what: str, off: int) -> None:
    reader.start()
    before = reader.play()
    wish = {"do": what, "poem": 1} if what == "learn" else {"do": what}
    answer = reader.send(wish, seen=before["seq"] + off)
    found = answer.get_json()
    assert (answer.status_code, found["conflict"], found["seq"]) == (409, True, before["seq"])
    assert [event["kind"] for event in found["events"]] == (["call_ended"] if off < 0 else [])
    assert reader.state() == before


def test_to_hold_is_right_at_any_moment(reader: SoundPage) -> None:
    reader.start()
    reader.play(until="began 0")
    assert reader.send({"do": "hold"}, seen=0).status_code == 200


def test_two_devices_that_press_next_at_once_make_one_step(client: PageClient, reader: SoundPage) -> None:
    reader.start()
    seq = reader.play()["seq"]
    remotes = [
        SoundPage(client_at(client.application, "127.0.0.1", "localhost:8100"), reader.reading)
        for _ in range(4)
    ]
    for remote in remotes:
        remote.state()
    with ThreadPoolExecutor(len(remotes)) as pressing:
        answers = list(pressing.map(lambda remote: remote.send({"do": "skip"}, seen=seq), remotes))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert reader.do("next")["call"]["segments"][-1]["poem"] == 3


def test_what_is_so_already_is_no_fault(reader: SoundPage) -> None:
    reader.start()
    reader.play(until="began 0")
    seq = reader.do("hold")["seq"]
    answer = reader.send({"do": "hold"}).get_json()
    assert (answer["repeated"], answer["seq"], answer["state"]["phase"]) == (True, seq, "held")
    assert len(answer["events"]) == 1


def test_the_reasons_for_a_refusal_are_given_in_words(reader: SoundPage) -> None:
    assert reader.refused("next")["refused"] == "no_sound"
    assert reader.refused("hold")["refused"] == "nothing_to_hold"
    assert reader.refused("back")["refused"] == "nothing_before"
    reader.start()
    assert reader.refused("next")["refused"] == "speaking"
    assert reader.refused("start", owner=reader.name)["refused"] == "started"
    assert reader.refused("resume")["refused"] == "not_held"
    found = reader.refused("replay")
    assert (found["refused"], found["message"]) == ("speaking", "The reader is speaking.")


def test_hold_and_resume_at_the_sample_or_from_the_lower_half(reader: SoundPage) -> None:
    reader.start()
    reader.play()
    reader.do("next")
    reader.play(until="began 1")
    number = reader.state()["call"]["number"]
    assert reader.do("hold")["phase"] == "held"
    state = reader.do("resume")
    assert (state["phase"], state["call"]["number"]) == ("speaking", number)
    reader.do("hold")
    state = reader.do("resume", from_shimo=True)
    assert state["call"]["number"] == number + 1
    assert [(s["poem"], s["part"]) for s in state["call"]["segments"]] == [(1, "shimo"), (2, "kami")]


def test_lost_sound_goes_on_with_the_lower_half(reader: SoundPage) -> None:
    reader.start()
    reader.play(until="began 3")
    state = reader.do("lost", owner=reader.name, message="")
    assert (state["phase"], state["held_for"], state["exact"]) == ("held", "device", False)
    state = reader.do("resume")
    assert [(s["poem"], s["part"]) for s in state["call"]["segments"]] == [(0, "shimo"), (1, "kami")]


def test_one_page_has_the_sound(client: PageClient, reader: SoundPage) -> None:
    reader.start()
    second = SoundPage(client, reader.reading)
    found = second.refused("start", owner=second.name)
    assert found["refused"] == "sound_elsewhere"
    assert second.refused("take", owner=second.name)["refused"] == "sound_elsewhere"
    heard = {"context": 1.0, "performance": 1.0, "epoch": 1.0, "latency": 1.0}
    found = second.refused("over", owner=second.name, call=1, heard=heard)
    assert found["refused"] == "not_yours"
    # but it is a remote control
    reader.play(until="began 0")
    assert second.do("hold")["phase"] == "held"


def test_the_refusal_names_who_has_the_sound(app: Flask, client: PageClient, reader: SoundPage) -> None:
    tablet = client_at(app, "192.168.1.40", "192.168.1.5:8100")
    enter(app, tablet, Role.HELPER)
    tablet.environ_base["HTTP_USER_AGENT"] = (
        "Mozilla/5.0 (iPad; CPU OS 18_0) AppleWebKit/605 Version/18.0 Safari/604.1"
    )
    SoundPage(tablet, reader.reading).start()
    message = reader.refused("start", owner=reader.name)["message"]
    assert message == "The sound is with Safari, iPad, 192.168.1.40."


def test_a_page_that_left_can_be_followed_by_another(client: PageClient, reader: SoundPage) -> None:
    reader.start()
    reader.play(until="began 1")
    state = reader.do("leave", owner=reader.name)
    assert (state["label"], state["yours"], state["here"], state["phase"]) == ("", False, False, "held")
    second = SoundPage(client, reader.reading)
    assert second.do("take", owner=second.name)["yours"] is True
    state = second.do("resume", from_shimo=True)
    assert [(s["poem"], s["part"]) for s in state["call"]["segments"]] == [(0, "shimo"), (1, "kami")]


def test_a_page_that_fell_silent_can_be_followed_by_another(
    client: PageClient, reader: SoundPage, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1000.0]
    monkeypatch.setattr(presence(services.store), "_clock", lambda: time[0])
    reader.start()
    reader.play(until="began 0")
    time[0] += GONE + 1
    assert reader.state()["here"] is False
    second = SoundPage(client, reader.reading)
    state = second.do("take", owner=second.name)
    assert (state["yours"], state["phase"], state["held_for"]) == (True, "held", "device")
    # the first page wakes up: it has lost the sound, and is told so
    answer = client.script(f"/readings/{reader.reading}/here", {"owner": reader.name}).get_json()
    assert answer["yours"] is False


def test_a_reading_that_nobody_plays_any_more_is_told_from_one_that_goes_on(
    client: PageClient, reader: SoundPage, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page left between two calls, or was never heard of again: everywhere it says so, until somebody takes it."""
    time = [1000.0]
    monkeypatch.setattr(presence(services.store), "_clock", lambda: time[0])
    tables = opened(services), opened(services)
    Play(services, tables[1]).read(3, "A")
    for code in tables:
        evening.follow(services, code, reader.reading, "test")

    def said() -> set[bool]:
        hall = client.get("/matches/hall.json").get_json()["readers"][0]["text"]
        told = "nobody plays it" in hall, "nobody plays it" in client.get("/").text
        views = [client.get(f"/matches/{code}/state").get_json() for code in tables]
        boards = ["No page plays this reading" in view["says"] for view in views]
        return {reader.state()["abandoned"], *told, *boards}

    assert said() == {False}
    reader.start()
    assert said() == {False}
    time[0] += GONE + 1
    assert said() == {True}
    reader.do("take", owner=reader.name)
    reader.do("resume", from_shimo=True)
    reader.play()
    for code in tables:
        table = Play(services, code)
        if (card := table.table.state.called) is not None:
            table.do({"type": "settle", "read": {"card": card}})
    assert said() == {False}
    reader.do("leave", owner=reader.name)
    assert reader.state()["phase"] == "play"
    assert said() == {True}


def test_presence_gives_everybody_the_same_grace_after_a_start() -> None:
    time = [0.0]
    here = Presence(lambda: time[0])
    assert not here.here("r", "")
    assert here.here("r", "page")
    time[0] = GONE
    assert not here.here("r", "page")
    here.note("r", "page")
    assert here.here("r", "page")
    assert not here.here("other", "page")
    here.forget("r", "page")
    assert not here.here("r", "page")


def test_a_reading_goes_on_after_the_server_was_killed(
    app: Flask, config: Config, reader: SoundPage, studio: SilentStudio
) -> None:
    reader.start()
    reader.play()
    reader.do("next")
    before = reader.play(until="began 1")
    # a second server on the same folder knows only what was stored
    later = create_app(config)
    studios.use(services_of(later), studio)
    reader.client = client_at(later, "127.0.0.1", "localhost:8100")
    after = reader.state()
    assert {**after, "ready": 0, "clips": 0} == {**before, "ready": 0, "clips": 0}
    reader.report("deciding", call=after["call"]["number"])
    reader.report("ended", call=after["call"]["number"], place=1)
    assert reader.report("over", call=after["call"]["number"])["phase"] == "play"
    assert reader.do("next")["phase"] == "speaking"
    services_of(later).close()


def test_going_on_by_itself_can_be_changed_in_mid_reading(reader: SoundPage) -> None:
    state = reader.do("pause", automatic=False, play_pause=8.0)
    assert state["automatic"] is False
    state = reader.do("pause", automatic=True, play_pause=12.5)
    assert (state["automatic"], state["play_pause"]) == (True, 12.5)
    reader.start()
    assert reader.state()["call"]["pause"] == 12.5 * 48_000


def test_back_skip_learn_and_stop(reader: SoundPage) -> None:
    reader.start()
    reader.play()
    assert reader.do("back")["read"] == []
    state = reader.do("next")
    assert [(s["poem"], s["part"]) for s in state["call"]["segments"]] == [(0, "shimo"), (1, "kami")]
    reader.play()
    reader.do("skip")
    state = reader.do("next")
    assert state["call"]["segments"][-1]["poem"] == 3
    reader.play()
    # problem: marking the current poem as learned must not skip its neighbour
    state = reader.do("learn", poem=3)
    assert state["poem"] == 1
    assert reader.do("next")["call"]["segments"][-1]["poem"] == 4
    state = reader.do("stop")
    assert (state["phase"], len(state["seed"])) == ("stopped", 32)
    assert reader.refused("next")["refused"] in ("stopped", "no_sound")


@pytest.mark.parametrize("role", list(Role))
def test_who_may_do_what(app: Flask, phone: PageClient, reader: SoundPage, role: Role) -> None:
    enter(app, phone, role)
    looks = role >= Role.SPECTATOR
    works = role >= Role.HELPER
    address = f"/readings/{reader.reading}"
    assert (phone.get(address).status_code == 200) == looks
    assert (phone.get(f"{address}/state").status_code == 200) == looks
    assert (phone.get("/readings/").status_code == 200) == looks
    assert (phone.get("/readings/new").status_code == 200) == works
    assert (phone.form("/readings/").status_code == 303) == works
    assert (SoundPage(phone, reader.reading).send({"do": "stop"}).status_code == 200) == works
    page = phone.get(address).text if looks else ""
    assert ("main-action" in page) == works


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"do": "sing"},
        {"do": "next", "more": 1},
        {"do": "resume", "from_shimo": 1},
        {"do": "start"},
        {"do": "start", "owner": "me"},
        {"do": "began", "owner": "0" * 32, "call": -1, "place": 0, "heard": {}},
        {"do": "pause", "automatic": True, "play_pause": 601},
        {"do": "learn", "poem": 0},
    ],
)
def test_what_is_no_command_is_refused_at_the_door(reader: SoundPage, wish: dict[str, object]) -> None:
    answer = reader.send(wish)
    assert (answer.status_code, answer.get_json()["refused"]) == (422, "body")


def test_an_unknown_reading_is_not_found(client: PageClient, studio: SilentStudio) -> None:
    assert client.get("/readings/nothere").status_code == 404
    assert client.get("/readings/nothere/state").status_code == 404
    assert SoundPage(client, "nothere").send({"do": "next"}).status_code == 404


def test_two_readings_do_not_disturb_each_other(client: PageClient, studio: SilentStudio) -> None:
    one, other = (SoundPage(client, order(client, order="number")) for _ in range(2))
    one.start()
    other.start()
    one.play()
    assert (one.state()["phase"], other.state()["phase"]) == ("play", "speaking")
