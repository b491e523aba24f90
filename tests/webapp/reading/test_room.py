"""A loudspeaker of the server with the sound of a reading: heard, held, lost and found, and never two at once."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reader.outputs.sink import NoOutputError, NoSoundLibraryError, SpeakersUnavailableError
from tests.support.club import PageClient, services_of
from tests.support.fake_sink import bursts
from tests.support.hall import Hall
from tests.support.match_table import Play, opened
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp import evening, loudspeakers
from webapp.app import create_app
from webapp.config import Config
from webapp.reading import operations, speaker_player, speaker_rooms
from webapp.reading.presence import presence
from webapp.reading.readings import readings
from webapp.reading.speaker_player import RoomPlayer
from webapp.reading.speaker_rooms import Rooms
from webapp.services import Services

QUICK = {
    "cards": "own",
    "own_cards": "1-4",
    "order": "number",
    "joka": "0",
    "pace": "own",
    "own_pace": "2-0.5-0.5-2",
    "play_pause": "3",
}


@pytest.fixture
def hall(
    services: Services, studio: SilentStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hall]:
    made = Hall(services)
    monkeypatch.setattr(loudspeakers, "claims", lambda: tmp_path / "state")
    monkeypatch.setattr(loudspeakers, "listed", made.listed)
    monkeypatch.setattr(loudspeakers, "find", made.find)
    rooms = Rooms(services, made.opener, made.clock)
    speaker_rooms.use(services, rooms)
    yield made
    made.running.set()
    rooms.close()


@pytest.fixture
def reader(client: PageClient, hall: Hall) -> SoundPage:
    return SoundPage(client, order(client, **QUICK))


def ask(page: SoundPage, do: str, device: str = "Hall A", status: int = 200) -> dict[str, Any]:
    answer = page.client.script(f"/readings/{page.reading}/room", {"do": do, "device": device})
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.get_json()
    return found


def room(page: SoundPage) -> dict[str, Any]:
    found: dict[str, Any] = page.client.get(f"/readings/{page.reading}/room").get_json()
    return found


def kinds(hall: Hall, reading: str) -> list[str]:
    return [event.kind for event in readings(hall.services.store, hall.services.database).since(reading, 0)]


def phase(page: SoundPage) -> str:
    return str(page.state()["phase"])


def test_the_room_reads_by_itself_to_the_end_with_the_gaps_of_the_plan(reader: SoundPage, hall: Hall) -> None:
    state = ask(reader, "start")["state"]
    assert (state["room"], state["label"], state["here"], state["yours"]) == ("Hall A", "Hall A", True, False)
    hall.until(lambda: phase(reader) == "done")
    assert [one["poem"] for one in reader.state()["read"]] == [1, 2, 3, 4]
    heard = bursts(hall.sinks["Hall A"].recording)
    lengths = [round((end - begin) / 48_000, 2) for begin, end in heard]
    assert lengths == [2, 2.5, 2, 2.5, 2, 2.5, 2, 2.5]
    hall.until(lambda: not room(reader)["ready"])


def test_facts_carry_when_the_device_played_them(reader: SoundPage, hall: Hall) -> None:
    ask(reader, "start")
    hall.until(lambda: phase(reader) == "play")
    book = operations.book(hall.services)
    facts = {event.kind: event.payload for event in book.since(reader.reading, 0)}
    (begin, end) = bursts(hall.sinks["Hall A"].recording)[0]
    assert facts["half_ended"]["at"] - facts["half_began"]["at"] == pytest.approx(
        (end - begin) / 48_000, abs=0.002
    )
    assert facts["half_began"]["heard"]["context"] == pytest.approx(begin / 48_000 + 0.4, abs=0.001)
    assert facts["half_began"]["heard"]["latency"] == pytest.approx(400)


def test_any_page_holds_it_and_it_goes_on_at_the_very_sample(reader: SoundPage, hall: Hall) -> None:
    ask(reader, "start")
    hall.until(lambda: reader.state()["part"] == "kami")
    reader.do("hold")
    hall.until(lambda: hall.sinks["Hall A"].recording[-96_000:].max() < 0.01)
    assert phase(reader) == "held"
    reader.do("resume")
    hall.until(lambda: phase(reader) == "play")
    assert kinds(hall, reader.reading).count("called") == 1
    voiced = sum(end - begin for begin, end in bursts(hall.sinks["Hall A"].recording, gap=9_600))
    assert voiced == pytest.approx(2 * 48_000, abs=500)


def test_a_page_that_wants_the_sound_too_is_told_where_it_is(reader: SoundPage, hall: Hall) -> None:
    ask(reader, "start")
    assert reader.refused("take", owner=reader.name) == {
        "refused": "sound_elsewhere",
        "message": "The sound is with Hall A.",
    }


def test_the_room_counts_as_there_however_much_it_has_to_do(
    reader: SoundPage, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a quick pace there is always something to note: half begun, decided, half ended, called."""
    monkeypatch.setattr(speaker_player, "BEAT", 0.05)
    signs: list[str] = []
    known = presence(hall.services.store)
    note = known.note
    monkeypatch.setattr(known, "note", lambda reading, owner: (signs.append(reading), note(reading, owner)))
    ask(reader, "start")
    player = speaker_rooms.rooms(hall.services)._players[reader.reading]
    jobs = 0

    def busy() -> None:
        nonlocal jobs
        jobs += 1
        time.sleep(0.01)  # five times as often as a sign of life is due
        if len(signs) < 4 and jobs < 1_000:
            player._jobs.put(busy)

    signs.clear()
    player._jobs.put(busy)
    hall.until(lambda: len(signs) >= 4 or jobs >= 1_000)
    assert len(signs) >= 4
    assert jobs < 1_000


def test_a_second_reading_is_refused_the_same_loudspeaker_and_has_another(
    client: PageClient, reader: SoundPage, hall: Hall
) -> None:
    other = SoundPage(client, order(client, **QUICK))
    ask(reader, "start")
    refusal = ask(other, "start", status=409)
    assert refusal["refused"] == "in_use"
    assert f"Hall A is in use by the club's pages, reading {reader.reading} (process " in refusal["message"]
    assert room(other)["speakers"][0]["holder"].startswith("the club's pages")
    ask(other, "start", "Hall B")
    hall.until(lambda: phase(reader) == phase(other) == "play")
    assert (reader.state()["room"], other.state()["room"]) == ("Hall A", "Hall B")


def test_a_loudspeaker_that_goes_away_holds_the_reading_and_its_return_begins_with_the_lower_half(
    reader: SoundPage, hall: Hall
) -> None:
    ask(reader, "start")
    hall.until(lambda: phase(reader) == "play")
    reader.do("next")
    hall.until(lambda: reader.state()["part"] == "kami" and reader.state()["poem"] == 2)
    hall.pull_out("Hall A")
    hall.until(lambda: phase(reader) == "held")
    state = reader.state()
    assert (state["held_for"], state["exact"], state["here"]) == ("device", False, True)
    assert [one["name"] for one in room(reader)["speakers"]] == ["Hall B"]
    reader.do("resume")
    hall.until(lambda: phase(reader) == "held")
    hall.plugged.add("Hall A")
    reader.do("resume")
    hall.until(lambda: reader.state()["part"] == "shimo")
    assert reader.state()["poem"] == 1
    hall.until(lambda: phase(reader) == "play")
    assert [one["poem"] for one in reader.state()["read"]] == [1, 2]


def test_one_lost_between_two_calls_goes_on_by_itself_when_it_is_back(reader: SoundPage, hall: Hall) -> None:
    ask(reader, "start")
    hall.until(lambda: phase(reader) == "play")
    hall.pull_out("Hall A")
    hall.until(lambda: phase(reader) == "held")
    hall.plugged.add("Hall A")
    reader.do("resume")
    hall.until(lambda: len(reader.state()["read"]) == 2)
    assert hall.opened == ["Hall A", "Hall A"]


def test_a_table_that_needs_time_makes_the_room_wait(
    reader: SoundPage, hall: Hall, services: Services
) -> None:
    code = opened(services)
    evening.follow(services, code, reader.reading, "test")
    play = Play(services, code)
    ask(reader, "start")
    hall.until(lambda: phase(reader) == "play")
    waited = hall.clock() + 20
    hall.until(lambda: hall.clock() > waited)
    assert len(reader.state()["read"]) == 1
    play.do({"type": "settle", "read": {"card": 1, "took": "A"}})
    hall.until(lambda: len(reader.state()["read"]) == 2)


def test_giving_the_room_up_holds_the_call_and_a_page_can_take_it(reader: SoundPage, hall: Hall) -> None:
    ask(reader, "start")
    hall.until(lambda: reader.state()["part"] == "kami")
    hall.running.set()
    state = ask(reader, "leave")["state"]
    assert (state["phase"], state["room"], state["here"]) == ("held", "", False)
    assert room(reader)["ready"] == ""
    state = reader.do("take", owner=reader.name)
    assert (state["yours"], state["exact"]) == (True, False)
    state = reader.do("leave", owner=reader.name)
    ask(reader, "take", "Hall B")
    hall.until(lambda: phase(reader) == "play")
    assert reader.state()["room"] == "Hall B"


def test_a_server_that_was_killed_while_it_read_holds_the_reading_when_it_is_back(
    reader: SoundPage, hall: Hall, config: Config
) -> None:
    ask(reader, "start")
    hall.until(lambda: reader.state()["part"] == "kami")
    back = create_app(config)
    try:
        rooms = Rooms(services_of(back), hall.opener, hall.clock)
        speaker_rooms.use(services_of(back), rooms)
        desk = operations.book(services_of(back)).load(reader.reading)
        assert (desk.state.phase, desk.state.exact, desk.owner) == ("held", False, "")
    finally:
        services_of(back).close()


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        (NoSoundLibraryError("apt install libportaudio2"), "apt install libportaudio2"),
        (NoOutputError("no loudspeakers: or write a file with --out"), "let this device play"),
    ],
)
def test_without_sound_the_page_says_what_would_help_a_page(
    reader: SoundPage, hall: Hall, missing: SpeakersUnavailableError, told: str
) -> None:
    hall.missing = missing
    assert told in room(reader)["trouble"]
    refused = ask(reader, "start", status=422)["message"]
    assert told in refused
    assert "--" not in refused, "an option of the command line is no help on a page"
    assert phase(reader) == "ready"


def test_a_trial_is_refused_while_a_reading_has_the_loudspeaker(
    client: PageClient, reader: SoundPage, hall: Hall
) -> None:
    def try_out(device: str) -> tuple[int, dict[str, Any]]:
        answer = client.script("/readings/speakers/trial", {"device": device})
        return answer.status_code, answer.get_json()

    ask(reader, "ready")
    status, told = try_out("Hall A")
    assert (status, told["seconds"]) == (200, pytest.approx(1.4 + 3.5, abs=0.1))
    ask(reader, "start")
    status, told = try_out("Hall A")
    assert (status, told["refused"]) == (409, "in_use")
    assert try_out("Hall B")[0] == 200
    hall.until(lambda: phase(reader) == "play")


def test_a_trial_is_refused_from_the_moment_on_at_which_a_reading_begins(
    client: PageClient, reader: SoundPage, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player's own thread hears of the beginning only later: here, not at all."""
    monkeypatch.setattr(RoomPlayer, "_changed", lambda _player, _reading: None)
    ask(reader, "start")
    answer = client.script("/readings/speakers/trial", {"device": "Hall A"})
    assert (answer.status_code, answer.get_json().get("refused")) == (409, "in_use")
    assert hall.opened == ["Hall A"]


def test_settings_are_kept_by_the_loudspeakers_name(
    client: PageClient, reader: SoundPage, hall: Hall
) -> None:
    settings = {"delay": 180, "trim": -24.0, "awake": True, "lead_in": 3.0, "store": 100, "heard": True}
    answer = client.script("/readings/speakers/tuning", {"device": "Hall B", **settings})
    assert answer.status_code == 200, answer.text
    first, second = room(reader)["speakers"]
    assert {name: second[name] for name in settings} == settings
    assert second["doubt"] == "The level set here is low: -24 dB."
    assert (first["delay"], first["heard"], first["doubt"]) == (0, False, "")
    too_long = client.script("/readings/speakers/tuning", {"device": "Hall B", **settings, "delay": 5000})
    assert too_long.status_code == 422
