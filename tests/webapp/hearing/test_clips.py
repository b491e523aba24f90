"""Clips for drills over HTTP: what is there, what is still being made, and what is refused in words."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reader.cache import ClipCache
from reader.voices import VoiceUnavailableError
from tests.support.club import PageClient
from tests.support.fake_voice import FakeVoice
from webapp.hearing import library as libraries
from webapp.hearing.library import DrillVoices, Library, described, verse_of
from webapp.services import Services


@pytest.fixture
def library(services: Services, tmp_path: Path) -> Iterator[Library]:
    """A library with one voice, in which cards 1 and 17 are made."""
    made = Library(tmp_path / "drill", DrillVoices(makers={"fake": FakeVoice}))
    libraries.use(services, made)
    cache = ClipCache(tmp_path / "drill")
    for card in (1, 17):
        cache.clip(FakeVoice(), verse_of(card))
    yield made
    made.close()


@pytest.mark.usefixtures("library")
def test_what_is_there_is_told_with_its_times_and_can_be_kept_for_good(client: PageClient) -> None:
    answer = client.get("/drills/sound/clips?voice=fake&cards=17,1,17").get_json()
    assert answer["missing"] == []
    assert sorted(answer["there"]) == ["1", "17"]
    clip = answer["there"]["17"]
    assert clip["source"] == "synthesiser"
    assert clip["credit"] == "Tones from a test"
    kana, audible, vowel, end, spread = clip["morae"][1]
    assert (kana, spread) == ("は", 0)
    assert 5 <= audible <= vowel < end
    assert clip["end"] == 6005
    sound = client.get(clip["url"])
    assert sound.mimetype == "audio/flac"
    assert "immutable" in sound.headers["Cache-Control"]
    assert client.get(clip["url"].replace(".flac", ".wav")).data[:4] == b"RIFF"
    assert client.get(clip["url"].replace(".flac", ".mp3")).status_code == 404


@pytest.mark.usefixtures("library")
def test_what_is_not_there_is_made_meanwhile(client: PageClient) -> None:
    asked = "/drills/sound/clips?voice=fake&cards=1,99"
    assert client.get(asked).get_json()["missing"] == [99]
    for _ in range(600):
        answer = client.get(asked).get_json()
        if not answer["missing"]:
            break
        time.sleep(0.05)
    assert sorted(answer["there"]) == ["1", "99"]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("voice=nobody&cards=1", 422, "nobody"),
        ("voice=pack:gone&cards=1", 422, "gone"),
        ("voice=fake&cards=", 422, "1 to 100"),
        ("voice=fake&cards=1,101", 422, "101"),
        ("voice=fake&cards=1,²", 422, "²"),
        ("voice=fake&cards=1&speed=300", 422, "300"),
    ],
)
def test_what_cannot_be_is_refused_in_words(client: PageClient, query: str, status: int, said: str) -> None:
    answer = client.get(f"/drills/sound/clips?{query}", headers={"Accept": "application/json"})
    assert answer.status_code == status, answer.text
    assert said in answer.get_json()["message"]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("name", ["x.flac", f"{'0' * 64}.flac", "..%2f..%2fclub.sqlite3.flac", f"{'0' * 64}"])
def test_no_other_file_is_handed_out(client: PageClient, name: str) -> None:
    assert client.get(f"/drills/sound/clips/{name}").status_code == 404


def test_the_page_of_the_delay_leads_back_to_the_drills_alone(client: PageClient) -> None:
    assert 'href="/drills/runs/abc"' in client.get("/drills/sound/delay?back=/drills/runs/abc").text
    for elsewhere in ("//evil.example", "https://evil.example/drills/", "/matches/"):
        page = client.get("/drills/sound/delay", query_string={"back": elsewhere}).text
        assert f'class="button" href="{elsewhere}' not in page
        assert 'class="button" href="/drills/"' in page


@pytest.mark.parametrize(
    ("precision", "spreads", "source", "off"),
    [
        ("exact", None, "synthesiser", [0, 0]),
        ("approximate", [480, 0], "aligner", [10, 0]),
        ("approximate", None, "aligner", [10_000, 10_000]),
    ],
)
def test_times_that_nobody_vouches_for_are_no_decision_points(
    precision: str, spreads: list[int] | None, source: str, off: list[float]
) -> None:
    document = {"sha256": "f", "precision": precision, "voice_end": 48_000, "spreads": spreads}
    document["marks"] = [["む", 0, 0, 480, 9_600], ["ら", 9_600, 9_600, 9_984, 19_200]]
    found = described("k", document)
    assert found["source"] == source
    assert [mora[4] for mora in found["morae"]] == off
    assert found["morae"][1][:4] == ["ら", 200, 208, 400]


class Hoarse(FakeVoice):
    """A voice that does not work on this machine."""

    @property
    def version(self) -> str:
        """Raise VoiceUnavailableError."""
        raise VoiceUnavailableError("hoarse")

    @version.setter
    def version(self, value: str) -> None:
        """Take what the class below gives."""


def test_where_a_voice_of_the_turn_does_not_speak_the_day_is_silent(
    client: PageClient, services: Services, tmp_path: Path
) -> None:
    client.form("/drills/settings", sound="yes")
    made = Library(
        tmp_path / "drill", DrillVoices(makers={"mei": FakeVoice, "mei-low": FakeVoice, "mei-clear": Hoarse})
    )
    libraries.use(services, made)
    url = client.form("/drills/daily").headers["Location"]
    assert '"heard"' not in client.get(url).text
    assert made.speaks("mei")
    assert not made.speaks("mei-clear")
    assert not made.speaks("nobody")
