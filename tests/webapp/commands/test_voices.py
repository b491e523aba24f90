"""`naniwazu voices`: what works here, and what to install for the rest."""

import json

import pytest
from click.testing import CliRunner

from reader.outputs.sink import SpeakersUnavailableError
from reader.voices import VoiceUnavailableError
from tests.support.fake_voice import FakeVoice
from webapp.cli import main


class MissingVoice(FakeVoice):
    """Not installed."""

    def __getattribute__(self, name: str) -> object:
        if name == "version":
            raise VoiceUnavailableError("no engine; install one")
        return super().__getattribute__(name)


@pytest.fixture
def two_voices(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"fake": FakeVoice, "missing": lambda: MissingVoice(name="missing")}
    monkeypatch.setattr("reader.voices.known.KNOWN", known)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["voices", *arguments])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_json_says_which_work_and_what_is_missing(two_voices: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.commands.voices.device_name", lambda: "Hall")
    told = json.loads(run("--json"))
    assert told["speakers"] == {"works": True, "device": "Hall", "reason": ""}
    fake, missing = told["voices"]
    assert fake == {
        "name": "fake",
        "title": "fake",
        "language": "ja",
        "credit": "Tones from a test",
        "works": True,
        "version": "1",
        "precision": "exact",
        "reason": "",
    }
    assert (missing["name"], missing["works"], missing["reason"]) == (
        "missing",
        False,
        "no engine; install one",
    )


def test_the_table_has_credits_and_cures(two_voices: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent() -> str:
        raise SpeakersUnavailableError("no loudspeakers: plug one in")

    monkeypatch.setattr("webapp.commands.voices.device_name", silent)
    shown = run()
    assert "Tones from a test" in shown
    assert "no engine; install one" in shown
    assert "No loudspeakers: plug one in" in shown


def test_the_bundled_voice_works_and_is_credited() -> None:
    voices = {one["name"]: one for one in json.loads(run("--json"))["voices"]}
    bundled = ["mei", "mei-low", "mei-clear", "mei-level", "mei-falling"]
    assert list(voices) == [*bundled, "system"]
    for name in bundled:
        assert voices[name]["works"]
        assert voices[name]["title"].startswith("Mei, ")
        assert voices[name]["precision"] == "exact"
        assert "CC BY 3.0" in voices[name]["credit"]
    assert voices["system"]["works"] or voices["system"]["reason"]


def test_one_credit_for_several_voices_is_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name: lambda name=name: FakeVoice(name=name) for name in ("one", "two")}
    monkeypatch.setattr("reader.voices.known.KNOWN", known)
    monkeypatch.setattr("webapp.commands.voices.device_name", lambda: "Hall")
    shown = run()
    assert shown.count("Tones from a test") == 1
    assert "as one" in shown
