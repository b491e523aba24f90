"""A voice that fails in the middle of a reading, or never answers, and another one that goes on."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from reader.clip import Clip
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from reader.voices.known import Voices
from tests.support.club import PageClient, enter
from tests.support.fake_voice import FakeVoice
from tests.support.sound_page import SoundPage, order
from webapp.access.roles import Role
from webapp.reading import operations
from webapp.reading import studio as studios
from webapp.reading.studio import Studio
from webapp.services import Services

PATIENCE = 60.0
QUICK = {"pace": "own", "own_pace": "2-0-0.5-2", "cards": "own", "own_cards": "17,3", "order": "as-given"}


class HoarseVoice(FakeVoice):
    """Says what it is, and then no word."""

    def render(self, verse: Verse) -> Clip:
        raise VoiceUnavailableError("the system's voice did not answer within 10 s")


class StuckVoice(FakeVoice):
    """Does not even say what it is, until it is let go."""

    free = threading.Event()

    def __getattribute__(self, name: str) -> Any:
        if name == "version":
            StuckVoice.free.wait(PATIENCE)
            raise VoiceUnavailableError("the system's voice did not answer within 10 s")
        return super().__getattribute__(name)


@pytest.fixture(autouse=True)
def no_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let wishes follow each other faster than fingers."""
    monkeypatch.setattr(operations, "GUARD", 0.0)


def use(services: Services, folder: Path, system: type[FakeVoice]) -> Studio:
    made = Studio(folder / "clips", Voices(makers={"mei": FakeVoice, "system": system}))
    studios.use(services, made)
    return made


@pytest.fixture
def hoarse(services: Services, tmp_path: Path) -> Iterator[Studio]:
    """A studio whose system voice fails at every word."""
    made = use(services, tmp_path, HoarseVoice)
    yield made
    made.close()


@pytest.fixture
def stuck(services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """A studio whose system voice hangs."""
    monkeypatch.setattr(studios, "SOON", 0.02)
    StuckVoice.free.clear()
    made = use(services, tmp_path, StuckVoice)
    yield made
    StuckVoice.free.set()
    made.close()


def until_fault(page: SoundPage) -> dict[str, Any]:
    """Ask for the reading until it tells that the voice fails."""
    deadline = time.monotonic() + PATIENCE
    while not (state := page.state())["fault"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return state


def fetched(page: SoundPage, address: str) -> int:
    """Ask for a clip until the answer is final; return the status."""
    deadline = time.monotonic() + PATIENCE
    while (status := page.clip(f"{address}.flac").status_code) == 202:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return status


def failed(client: PageClient) -> SoundPage:
    """Return a reading whose first poem the voice could not say."""
    page = SoundPage(client, order(client, joka="0", voice="system", **QUICK))
    until_fault(page)
    call = page.start()["call"]
    assert fetched(page, call["segments"][0]["clip"]) == 404
    page.do("failed", owner=page.name, call=call["number"], message="no clip")
    return page


def test_another_voice_goes_on_and_no_poem_is_counted_twice_or_lost(
    client: PageClient, hoarse: Studio
) -> None:
    page = failed(client)
    state = until_fault(page)
    assert (state["phase"], state["held_for"], state["voice"]) == ("held", "voice", "system")
    assert "did not answer within 10 s" in state["fault"]
    assert state["read"] == []
    after = page.do("voice", voice="mei")
    assert (after["voice"], after["fault"]) == ("mei", "")
    page.do("resume", from_shimo=True)
    call = page.do("next")["call"]
    assert [segment["poem"] for segment in call["segments"]] == [17]
    assert fetched(page, call["segments"][0]["clip"]) == 200
    assert [heard["poem"] for heard in page.play()["read"]] == [17]
    assert {segment["poem"] for segment in page.do("next")["call"]["segments"]} == {17, 3}


def test_the_page_offers_another_voice_to_helpers_alone(
    app: Flask, client: PageClient, phone: PageClient, hoarse: Studio
) -> None:
    enter(app, phone, Role.SPECTATOR)
    page = SoundPage(client, order(client, voice="system"))
    html = client.get(f"/readings/{page.reading}").text
    assert 'id="voice-trouble"' in html
    assert '"instead": "mei"' in html
    assert 'id="voice-trouble"' not in phone.get(f"/readings/{page.reading}").text


def test_what_was_chosen_stays_after_the_server_starts_again(
    client: PageClient, services: Services, hoarse: Studio
) -> None:
    from webapp.reading.readings import Readings  # noqa: PLC0415

    page = SoundPage(client, order(client, voice="system"))
    page.do("voice", voice="mei")
    assert Readings(services.store, services.database).load(page.reading).settings.voice == "mei"


def test_a_voice_is_not_changed_in_the_middle_of_a_half_nor_after_the_end(
    client: PageClient, hoarse: Studio
) -> None:
    page = SoundPage(client, order(client, joka="0", **QUICK))
    page.start()
    assert page.refused("voice", voice="system")["refused"] == "speaking"
    page.play("began 0")
    page.do("hold")
    page.do("voice", voice="system")
    page.do("stop")
    assert page.refused("voice", voice="mei")["refused"] == "stopped"


def test_a_voice_that_is_not_there_is_refused_and_the_same_one_changes_nothing(
    client: PageClient, hoarse: Studio
) -> None:
    page = SoundPage(client, order(client))
    assert page.refused("voice", voice="kyoko")["refused"] == "no_such_voice"
    before = page.state()["seq"]
    assert page.do("voice", voice="mei")["seq"] == before
    wrong = client.form("/readings/", voice="kyoko")
    assert wrong.status_code == 422


def test_an_engine_that_hangs_holds_up_no_page_and_stop_works(client: PageClient, stuck: Studio) -> None:
    """Were the engine waited for, this test would take a minute at every question."""
    page = SoundPage(client, order(client, joka="0", voice="system", **QUICK))
    call = page.start()["call"]
    assert page.clip(f"{call['segments'][0]['clip']}.flac").status_code in (202, 404)
    assert page.state()["phase"] == "speaking"
    page.do("failed", owner=page.name, call=call["number"], message="no clip")
    assert page.do("voice", voice="mei")["voice"] == "mei"
    page.do("resume", from_shimo=True)
    call = page.do("next")["call"]
    assert fetched(page, call["segments"][0]["clip"]) == 200
    stopped = page.do("stop")
    assert (stopped["phase"], stopped["read"]) == ("stopped", [])
    assert not StuckVoice.free.is_set()


def test_two_who_want_the_sound_at_once_are_told_who_has_it_and_disturb_nothing(
    client: PageClient, hoarse: Studio
) -> None:
    page = SoundPage(client, order(client, joka="0", **QUICK))
    page.start()
    before = page.play("began 0")
    answers = []

    def want(wish: str) -> None:
        other = SoundPage(client, page.reading)
        answers.append(other.send({"do": wish, "owner": other.name}))

    for wish in ("start", "take"):
        want(wish)
    assert [answer.status_code for answer in answers] == [422, 422]
    assert {answer.get_json()["refused"] for answer in answers} == {"sound_elsewhere"}
    assert all(before["label"] in answer.get_json()["message"] for answer in answers)
    after = page.state()
    assert (after["seq"], after["phase"], after["call"]) == (before["seq"], "speaking", before["call"])
