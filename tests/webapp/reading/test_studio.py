"""Clips made in the background and served to the page with the sound."""

import io
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from reader.clip import Clip
from reader.pace import Pace
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from reader.voices.known import Voices
from reader.voices.system import SystemVoice
from tests.support.club import PageClient
from tests.support.fake_voice import FakeVoice
from tests.support.sound_page import SoundPage, order
from tests.support.stub_engine import Stub
from webapp.reading import operations
from webapp.reading import studio as studios
from webapp.reading.studio import Progress, Studio
from webapp.services import Services

PATIENCE = 60.0


class HoarseVoice(FakeVoice):
    """Cannot speak."""

    def render(self, verse: Verse) -> Clip:
        raise VoiceUnavailableError("hoarse; drink something warm")


@pytest.fixture
def studio(services: Services, tmp_path: Path) -> Iterator[Studio]:
    """A studio that makes clips of tones, in a process of its own."""
    made = Studio(tmp_path / "clips", Voices(makers={"mei": FakeVoice, "system": HoarseVoice}))
    studios.use(services, made)
    yield made
    made.close()


def wait_for(page: SoundPage, url: str) -> bytes:
    """Ask for a clip until it is there."""
    deadline = time.monotonic() + PATIENCE
    while (answer := page.clip(url)).status_code == 202:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert answer.status_code == 200, answer.status
    return answer.data


def test_ordering_a_reading_begins_to_make_its_clips_opener_first(client: PageClient, studio: Studio) -> None:
    reader = SoundPage(client, order(client, order="number", pace="own", own_pace="2-0-0.5-2"))
    reader.start()
    first = reader.state()["call"]["segments"][0]["clip"]
    wait_for(reader, f"{first}.flac")
    deadline = time.monotonic() + PATIENCE
    while (state := reader.state())["ready"] == 0:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert state["clips"] == 202


def test_a_clip_is_served_for_good_with_its_marks(client: PageClient, studio: Studio) -> None:
    reader = SoundPage(
        client, order(client, cards="own", own_cards="17", joka="0", pace="own", own_pace="2-0-0.5-2")
    )
    reader.start()
    clip = reader.state()["call"]["segments"][0]["clip"]
    sound, rate = soundfile.read(io.BytesIO(wait_for(reader, f"{clip}.flac")), dtype="int16")
    marks = reader.clip(f"{clip}.json").get_json()
    assert rate == marks["sampleRate"] == 48_000
    assert len(sound) == marks["length"]
    assert marks["voiceEnd"] - marks["voiceStart"] == 2 * 48_000
    assert [kana for kana, _ in marks["morae"]][:2] == ["ち", "は"]
    assert not sound[: marks["voiceStart"]].any()
    assert sound[marks["voiceStart"]] != 0
    wav, _ = soundfile.read(io.BytesIO(reader.clip(f"{clip}.wav").data), dtype="int16")
    np.testing.assert_array_equal(wav, sound)
    for kind in ("flac", "wav", "json"):
        assert "immutable" in reader.clip(f"{clip}.{kind}").headers["Cache-Control"]


@pytest.mark.parametrize("name", ["0" * 64, "x", "..%2f..%2fclub.sqlite3", "0" * 63 + "G"])
def test_what_nobody_makes_is_not_found(client: PageClient, studio: Studio, name: str) -> None:
    reader = SoundPage(client, order(client, cards="own", own_cards="17", joka="0"))
    reader.start()
    for kind in ("flac", "wav", "json"):
        assert reader.clip(f"/readings/{reader.reading}/clips/{name}.{kind}").status_code == 404


def test_a_voice_that_fails_is_told_on_the_page(client: PageClient, studio: Studio) -> None:
    reader = SoundPage(client, order(client, cards="own", own_cards="17", joka="0", voice="system"))
    deadline = time.monotonic() + PATIENCE
    while not (state := reader.state())["fault"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert state["fault"] == "This voice cannot speak here: hoarse; drink something warm"
    # whoever asks anyway has it tried again, and is not left waiting
    reader.start()
    clip = reader.state()["call"]["segments"][0]["clip"]
    while reader.clip(f"{clip}.flac").status_code == 202:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert reader.clip(f"{clip}.flac").status_code == 404


def test_nothing_runs_before_something_is_asked_for(services: Services) -> None:
    made = studios.studio(services)
    assert made is studios.studio(services)
    assert not made.busy
    assert made.progress("anything") is None


def test_the_opener_is_ready_before_anybody_asks(
    services: Services, client: PageClient, studio: Studio
) -> None:
    operations.get_ready(services)
    operations.get_ready(services)
    reader = SoundPage(client, order(client))
    reader.start()
    first = reader.state()["call"]["segments"][0]["clip"]
    assert wait_for(reader, f"{first}.flac")


def test_two_who_ask_a_systems_voice_at_once_wait_for_each_other(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engines cannot be entered twice: the stub fails where two of its processes speak at the same time."""
    stub = Stub(monkeypatch, tmp_path)
    stub.behave("exclusive")
    made = Studio(tmp_path / "clips", Voices(makers={"system": lambda: SystemVoice(PATIENCE, PATIENCE)}))
    studios.use(services, made)
    pace = Pace.parse("2-0-0.5-2")
    verses = [Verse.at_pace(number, "shimo", pace) for number in (1, 2, 3)]
    made.prepare("match", "system", verses)
    made.hurry("system", [verses[1]])
    made.hurry("system", [verses[2]])
    deadline = time.monotonic() + PATIENCE
    while made.progress("match") != Progress(3, 3):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert len(stub.said) == 2 * len(verses), "two lines each, and nobody had to be asked again"
