"""A reading in a file: whole or not at all, in three formats, with the voice's credit in it."""

import errno
import json
import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from reader.clip import Clip
from reader.outputs.file import (
    FileOutputError,
    Label,
    check,
    check_place,
    same_file,
    whole_files,
    write,
    write_text,
)
from reader.pace import Pace
from reader.plan import Plan, plan
from reader.programme import Programme
from reader.timings import timings
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from tests.support.fake_sink import bursts
from tests.support.fake_voice import FakeVoice

PROGRAMME = Programme((17, 3), pace=Pace.parse("2-1-1-2"), joka=1, play_pause=72_000)
LABEL = Label("Reading", "fake", "© somebody, CC BY 3.0", "5-3-1-6")


def _segments(laid: Plan) -> list[dict[str, Any]]:
    """Return the segments of the document as whoever reads the file gets them."""
    document = timings(laid, FakeVoice().render, PROGRAMME.pace, "fake")
    segments: list[dict[str, Any]] = json.loads(json.dumps(document))["segments"]
    return segments


@pytest.fixture
def laid() -> Plan:
    return plan(PROGRAMME)


@pytest.mark.parametrize(
    ("name", "container", "coding", "slack"),
    [
        ("a.wav", "WAV", "PCM_16", 4),
        ("a.flac", "FLAC", "PCM_16", 4),
        ("a.ogg", "OGG", "VORBIS", 48),
        ("A.FLAC", "FLAC", "PCM_16", 4),
    ],
)
def test_the_suffix_decides_and_the_gaps_stay(
    tmp_path: Path, laid: Plan, name: str, container: str, coding: str, slack: int
) -> None:
    path = tmp_path / name
    write(path, laid, FakeVoice().render, LABEL)
    info = soundfile.info(path)
    assert (info.format, info.subtype, info.samplerate, info.channels) == (container, coding, 48_000, 1)
    assert info.frames == laid.length
    sound, _ = soundfile.read(path, dtype="float32")
    # Vorbis lets a tone ring a little before and after: look higher up.
    heard = bursts(sound, level=0.1 if coding == "VORBIS" else 0.01)
    assert len(heard) == len(laid.voiced)
    for (begin, end), segment in zip(heard, laid.voiced, strict=True):
        assert abs(begin - segment.voice_start) <= slack
        assert abs(end - segment.voice_end) <= slack
    assert np.abs(sound).max() < 0.6, "nothing is louder than the voice"


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.ogg"])
def test_the_credit_goes_with_the_sound(tmp_path: Path, laid: Plan, name: str) -> None:
    path = tmp_path / name
    write(path, laid, FakeVoice().render, LABEL)
    with soundfile.SoundFile(path) as file:
        assert (file.title, file.artist, file.copyright) == ("Reading", "fake", "© somebody, CC BY 3.0")
        assert file.comment == "5-3-1-6"


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.ogg"])
def test_a_voice_that_asks_for_no_credit_gets_none(tmp_path: Path, laid: Plan, name: str) -> None:
    path = tmp_path / name
    write(path, laid, FakeVoice().render, Label("Reading", "", ""))
    with soundfile.SoundFile(path) as file:
        assert (file.title, file.artist, file.copyright) == ("Reading", "", "")


def test_progress_goes_up_to_the_end(tmp_path: Path, laid: Plan) -> None:
    told: list[int] = []
    write(tmp_path / "a.wav", laid, FakeVoice().render, LABEL, told.append)
    assert told == sorted(told)
    assert told[-1] == laid.length


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path, laid: Plan) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"what was there before")
    voice = FakeVoice()

    def fail_late(verse: Verse) -> Clip:
        if verse.poem == 3:
            raise VoiceUnavailableError("hoarse")
        return voice.render(verse)

    with pytest.raises(VoiceUnavailableError, match="hoarse"):
        write(path, laid, fail_late, LABEL)
    assert path.read_bytes() == b"what was there before"
    assert list(tmp_path.iterdir()) == [path]


def test_an_existing_file_is_replaced(tmp_path: Path, laid: Plan) -> None:
    path = tmp_path / "a.flac"
    path.write_bytes(b"old")
    write(path, laid, FakeVoice().render, LABEL)
    assert soundfile.info(path).frames == laid.length


def test_two_writings_give_the_same_samples(tmp_path: Path, laid: Plan) -> None:
    write(tmp_path / "a.wav", laid, FakeVoice().render, LABEL)
    write(tmp_path / "b.wav", laid, FakeVoice().render, LABEL)
    assert (tmp_path / "a.wav").read_bytes() == (tmp_path / "b.wav").read_bytes()


@pytest.mark.parametrize("name", ["reading.mp3", "reading", "reading.wav.txt", ".wav"])
def test_an_unknown_suffix_is_refused_with_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileOutputError, match=r"must end in \.wav, \.flac, \.ogg"):
        check(tmp_path / name)


def test_a_place_that_cannot_be_written_is_refused_beforehand(tmp_path: Path) -> None:
    with pytest.raises(FileOutputError, match="there is no folder"):
        check_place(tmp_path / "nowhere" / "a.wav")
    folder = tmp_path / "folder.wav"
    folder.mkdir()
    with pytest.raises(FileOutputError, match="is a folder"):
        check_place(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_no_file_takes_a_devices_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "device.json")
    with pytest.raises(FileOutputError, match="is a device"):
        check_place(tmp_path / "device.json")


def test_a_full_disk_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def fill_up() -> None:
        with whole_files(tmp_path / "a.wav", tmp_path / "a.json") as (sound, text):
            sound.write_bytes(b"whole")
            write_text(text, tmp_path / "a.json", "half")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(FileOutputError, match=r"a\.json: No space left on device"):
        fill_up()
    assert list(tmp_path.iterdir()) == []


def test_of_two_files_neither_is_there_unless_both_are(tmp_path: Path) -> None:
    sound, text = (
        tmp_path / "a.wav",
        tmp_path / f"{'t' * 250}.json",
    )  # no room for the name of a file beside it
    sound.write_bytes(b"before")
    with pytest.raises(FileOutputError, match="ttt"), whole_files(sound, text):
        pytest.fail("lent although the second cannot be made")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == {sound: b"before"}


def test_a_file_is_known_by_any_of_its_paths(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "late.wav").symlink_to("a.wav")
    (tmp_path / "b.wav").write_bytes(b"x")
    (tmp_path / "hard.wav").hardlink_to(tmp_path / "b.wav")
    sound = tmp_path / "a.wav"
    for other in (sound, tmp_path / "sub/../a.wav", tmp_path / "link/a.wav", tmp_path / "late.wav"):
        assert same_file(sound, other)
    assert same_file(tmp_path / "b.wav", tmp_path / "hard.wav")
    assert not same_file(sound, tmp_path / "sub/a.wav")
    assert not same_file(sound, tmp_path / "b.wav")


def test_a_reading_too_long_for_wav_is_refused(tmp_path: Path) -> None:
    cards = tuple(range(1, 101))
    long = plan(Programme(cards, play_pause=600 * 48_000))
    with pytest.raises(FileOutputError, match="do not fit into WAV"):
        write(tmp_path / "a.wav", long, FakeVoice().render, LABEL)


def test_timings_say_what_the_file_holds(tmp_path: Path, laid: Plan) -> None:
    """The document is compared with the samples, by a detector that knows neither plan nor clips."""
    path = tmp_path / "a.wav"
    voice = FakeVoice()
    write(path, laid, voice.render, LABEL)
    document = timings(laid, voice.render, PROGRAMME.pace, voice.name)
    assert {key: document[key] for key in ("format", "sample_rate", "pace", "voice")} == {
        "format": "naniwazu-timings/1",
        "sample_rate": 48_000,
        "pace": "2-1-1-2",
        "voice": "fake",
    }
    sound, _ = soundfile.read(path, dtype="float32")
    heard = iter(bursts(sound))
    for segment in _segments(laid):
        if segment["part"] in ("gap", "play"):
            assert set(segment) == {"part", "start", "end"}
            continue
        begin, end = next(heard)
        assert segment["voice_start"] == pytest.approx(begin / 48_000, abs=1e-4)
        assert segment["voice_end"] == pytest.approx(end / 48_000, abs=1e-4)
    assert next(heard, None) is None


def test_timings_leave_out_what_does_not_apply(laid: Plan) -> None:
    common = {"poem", "part", "start", "end", "voice_start", "voice_end", "morae"}
    voiced = [segment for segment in _segments(laid) if "poem" in segment]
    assert [(segment["poem"], segment["part"], set(segment) - common) for segment in voiced] == [
        (0, "kami", set()),
        (0, "shimo", {"hold_start"}),
        (17, "kami", {"kimariji_end"}),
        (17, "shimo", {"hold_start"}),
        (3, "kami", {"kimariji_end"}),
        (3, "shimo", {"hold_start"}),
    ]


def test_timings_of_hold_and_kimariji(laid: Plan) -> None:
    """Poem 17 is decided by ちは, two of the seventeen morae of its upper half."""
    by_part = {(segment.get("poem"), segment["part"]): segment for segment in _segments(laid)}
    kami, shimo = by_part[17, "kami"], by_part[17, "shimo"]
    assert shimo["voice_end"] - shimo["hold_start"] == pytest.approx(1.0)
    assert [mora for mora, _, _ in kami["morae"]][:5] == ["ち", "は", "や", "ぶ", "る"]
    assert kami["kimariji_end"] == kami["morae"][1][2]
    assert kami["morae"][0][1] == kami["voice_start"]
    assert kami["morae"][-1][2] == kami["voice_end"]
    assert kami["kimariji_end"] - kami["voice_start"] == pytest.approx(2 * 2 / 17, abs=1e-4)


def test_timings_follow_each_other_from_the_first_sample(laid: Plan) -> None:
    segments = _segments(laid)
    assert segments[0]["start"] == 0
    assert segments[-1]["end"] == laid.length / 48_000
    for before, after in pairwise(segments):
        assert before["end"] == after["start"]
