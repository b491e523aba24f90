"""The page with the sound, for tests without a browser: sends what it sends, in the order in which it sends it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from reader.clip import Clip
from reader.verse import Verse
from reader.voices.known import Voices
from tests.support.club import PageClient
from tests.support.fake_voice import FakeVoice
from tests.support.match_table import new_id
from webapp.reading.operations import MOVES
from webapp.reading.studio import Progress, Studio


class SilentStudio(Studio):
    """A studio that names clips but makes none."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, Voices(makers={"mei": FakeVoice, "system": FakeVoice}))
        self.wanted: list[Verse] = []
        self.dropped: list[str] = []

    def prepare(self, reading: str, voice: str, verses: Iterable[Verse]) -> None:
        self.wanted.extend(verses)

    def hurry(self, voice: str, verses: Iterable[Verse]) -> None:
        self.wanted.extend(verses)

    def clip(self, voice: str, verse: Verse) -> Clip:
        return FakeVoice(name=voice).render(verse)

    def progress(self, reading: str) -> Progress | None:
        return None

    def drop(self, reading: str) -> None:
        self.dropped.append(reading)


def order(client: PageClient, **fields: str) -> str:
    """Order a reading by the form and return its id."""
    answer = client.form("/readings/", **fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rpartition("/")[2]


@dataclass
class SoundPage:
    """A page of a reading; `clock` is its audio clock in seconds."""

    client: PageClient
    reading: str
    name: str = field(default_factory=new_id)
    clock: float = 1.0

    def send(
        self, wish: Mapping[str, Any], client_id: str | None = None, seen: int | None = None
    ) -> TestResponse:
        """Send a wish or a report, made when the page had seen all, or what happened up to `seen`."""
        if seen is None:
            # what a page had seen is asked of nothing but of what moves the reading on
            moves = wish.get("do") in MOVES
            seen = (self._ask().get_json(silent=True) or {}).get("seq", 0) if moves else 0
        body = {"client_id": client_id or new_id(), "expected_seq": seen, "command": dict(wish)}
        return self.client.script(f"/readings/{self.reading}/commands?owner={self.name}", body)

    def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Send a wish that must be accepted, and return the reading after it."""
        answer = self.send({"do": what, **more})
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.get_json()["state"]
        return state

    def refused(self, what: str, **more: Any) -> dict[str, Any]:
        """Send a wish that must be refused, and return code and message."""
        answer = self.send({"do": what, **more})
        assert answer.status_code == 422, answer.text
        found: dict[str, Any] = answer.get_json()
        return found

    def state(self) -> dict[str, Any]:
        """Ask for the reading as it stands."""
        found: dict[str, Any] = self._ask().get_json()
        return found

    def clip(self, address: str) -> TestResponse:
        """Ask for a part of a clip."""
        return self.client.get(address, headers={"X-Page": self.name})

    def start(self) -> dict[str, Any]:
        """Take the sound and begin."""
        return self.do("start", owner=self.name)

    def report(self, what: str, **more: Any) -> dict[str, Any]:
        """Report what was heard a second later."""
        self.clock += 1.0
        heard = {
            "context": self.clock,
            "performance": self.clock * 1000,
            "epoch": 1.8e12 + self.clock * 1000,
            "latency": 20.0,
        }
        return self.do(what, owner=self.name, heard=heard, **more)

    def play(self, until: str = "over") -> dict[str, Any]:
        """Play the call on, to its end or up to a fact such as "began 1"; return the reading then."""
        state = self.state()
        call = state["call"]
        for segment in call["segments"]:
            place = segment["place"]
            state = self.report("began", call=call["number"], place=place)
            if until == f"began {place}":
                return state
            if segment["deciding"] is not None:
                state = self.report("deciding", call=call["number"])
                if until == "deciding":
                    return state
            state = self.report("ended", call=call["number"], place=place)
            if until == f"ended {place}":
                return state
        return self.report("over", call=call["number"])

    def _ask(self) -> TestResponse:
        return self.client.get(f"/readings/{self.reading}/state?owner={self.name}")
