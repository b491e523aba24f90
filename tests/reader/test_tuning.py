"""A loudspeaker's settings: kept by name, whole or not at all."""

import json
from pathlib import Path

import pytest

from reader.outputs import sound_server
from reader.outputs.devices import Device
from reader.outputs.sound_server import _VOLUME
from reader.outputs.tuning import SLEEPY, Tuning, TuningBook

HALL = Device("Hall", 0)


def test_settings_are_found_again_by_the_name_alone(tmp_path: Path) -> None:
    tuned = Tuning(delay=0.18, trim=-3.0, awake=True, lead_in=2.0, store=0.1, heard=True)
    TuningBook(tmp_path / "deep" / "speakers.json").put("Hall", tuned)
    book = TuningBook(tmp_path / "deep" / "speakers.json")
    assert book.of(Device("Hall", 7, sink="other")) == tuned
    assert book.of(Device("Hall 2", 0)) == Tuning()


def test_a_loudspeaker_that_falls_asleep_begins_awake_with_a_longer_lead_in(tmp_path: Path) -> None:
    book = TuningBook(tmp_path / "speakers.json")
    assert book.of(Device("Box", 0, sleepy=True)) == SLEEPY
    assert SLEEPY.awake
    assert SLEEPY.lead_in > Tuning().lead_in


@pytest.mark.parametrize(
    ("bus", "sleepy"), [("bluetooth", True), ("usb", True), ("pci", False), (None, False)]
)
def test_on_bluetooth_and_on_usb_loudspeakers_fall_asleep(
    monkeypatch: pytest.MonkeyPatch, bus: str | None, *, sleepy: bool
) -> None:
    sink = {
        "name": "alsa_output.1",
        "volume": {"mono": {"value": 65536}},
        "mute": False,
        "properties": {"device.bus": bus} if bus else {},
    }
    answers = {"list": json.dumps([sink]), "get-default-sink": "alsa_output.1"}
    monkeypatch.setattr(
        sound_server, "_ask", lambda *words: next(answers[word] for word in words if word in answers)
    )
    assert [found.sleepy for found in sound_server.sinks()] == [sleepy]


def test_the_device_chosen_last_is_remembered_beside_the_settings(tmp_path: Path) -> None:
    book = TuningBook(tmp_path / "speakers.json")
    assert book.chosen == ""
    book.put("Hall", Tuning(heard=True))
    book.choose("Hall")
    assert (book.chosen, book.of(HALL).heard) == ("Hall", True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "other"}',
        '{"format": "naniwazu-speakers/1", "devices": 3}',
        '{"format": "naniwazu-speakers/1", "devices": {"Hall": {"delay": 99}}}',
        '{"format": "naniwazu-speakers/1", "devices": {"Hall": {"colour": 1}}}',
        '{"format": "naniwazu-speakers/1", "devices": {"Hall": 3}}',
    ],
)
def test_a_file_that_cannot_be_used_is_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "speakers.json").write_text(text, encoding="utf-8")
    assert TuningBook(tmp_path / "speakers.json").of(HALL) == Tuning()


@pytest.mark.parametrize(
    "wrong", [{"delay": -0.1}, {"delay": 3}, {"trim": 7}, {"lead_in": 11}, {"store": 0.2}]
)
def test_what_no_loudspeaker_can_have_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"^a (delay|level|lead-in|store) is "):
        Tuning(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "volume", "muted"),
    [("Volume: 0.40\n", 0.4, False), ("Volume: 1.00 [MUTED]\n", 1.0, True), ("Volume: 0\n", 0.0, False)],
)
def test_what_pipewire_says_of_its_default_output(said: str, volume: float, *, muted: bool) -> None:
    found = _VOLUME.search(said)
    assert found is not None
    assert (float(found[1]), bool(found[2])) == (volume, muted)
