"""Recordings that only FFmpeg can decode: a real M4A through PyAV, the command in its place, and neither."""

import io
import os
import shutil
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
import soundfile

from reader.clip import Samples
from reader.packs import foreign
from reader.packs.faults import PackError, PackFlaw
from reader.packs.importing import check_source, import_pack
from reader.packs.shelf import Shelf
from reader.packs.worker import answer
from reader.pattern import Half
from reader.reason import from_dict
from reader.samples import SAMPLE_RATE
from tests.support.packs import Way, encoded, recorded, said


def m4a(sound: Samples, rate: int, kind: str = "ipod") -> bytes:
    """Return samples as AAC, by default in an M4A file."""
    file = io.BytesIO()
    with av.open(file, "w", format=kind) as container:
        stream = container.add_stream("aac", rate=rate, layout="mono")
        frame = av.AudioFrame.from_ndarray(sound.astype(np.float32)[None], format="fltp", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = rate, 0, Fraction(1, rate)
        container.mux([*stream.encode(frame), *stream.encode(None)])
    return file.getvalue()


@cache
def spoken() -> bytes:
    """Poem 17, upper half, two seconds of voice after 0.2 s of silence, as WAV at 44.1 kHz."""
    return recorded(
        said(Half(17, "kami")), Way("wav", 44_100), np.random.default_rng(2), lead=0.2, tail=0.2
    ).content


def aac(kind: str = "ipod") -> bytes:
    sound, rate = soundfile.read(io.BytesIO(spoken()), dtype="float32")
    return m4a(sound, rate, kind)


def asked(folder: Path, name: str, content: bytes) -> dict[str, Any]:
    (folder / name).write_bytes(content)
    request = {"source": str(folder / name), "target": str(folder / "b.flac"), "poem": 17, "whole": False}
    return answer(request)


def why(reply: dict[str, Any]) -> str:
    return str(from_dict(PackFlaw, reply["fault"]))


@pytest.mark.parametrize(("name", "kind"), [("17.m4a", "ipod"), ("17.AAC", "adts"), ("17.mp4", "mp4")])
def test_aac_is_decoded_where_its_voice_lies(tmp_path: Path, name: str, kind: str) -> None:
    (half,) = asked(tmp_path, name, aac(kind))["halves"]
    delay = 1_024 * 48_000 // 44_100 if kind == "adts" else 0  # without a container nothing tells of it
    assert half["rate"] == 44_100
    assert half["channels"] == 1
    assert abs(half["on"] - delay - 9_840) < 48 * 15
    assert abs(half["off"] - half["on"] - 96_000) < 48 * 25
    assert soundfile.info(tmp_path / "b.flac").samplerate == 48_000


def test_a_pack_of_whole_poems_in_m4a_is_taken_in(tmp_path: Path) -> None:
    pause = np.zeros(SAMPLE_RATE // 2, np.float32)
    upper, lower = said(Half(5, "kami")).samples, said(Half(5, "shimo")).samples
    sound = np.concatenate([pause, upper, pause, pause, lower, pause])
    noise = 1e-4 * np.random.default_rng(4).standard_normal(len(sound))
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "005番.m4a").write_bytes(m4a(sound + noise, SAMPLE_RATE))
    pack, found = import_pack(tmp_path / "source", Shelf(tmp_path / "voices"), "Mai")
    assert set(pack.clips) == {Half(5, "kami"), Half(5, "shimo")}
    assert all(abs(cell.seconds - 2.0) < 0.05 for cell in found.cells if cell.usable)
    assert found.strangers == ()


def test_a_long_recording_is_refused_without_being_decoded_to_its_end(tmp_path: Path) -> None:
    long = m4a(np.zeros(130 * 8_000, np.float32), 8_000)
    assert "longer than 120 s" in why(asked(tmp_path, "17.m4a", long))
    whole = soundfile.info(foreign.converted(tmp_path / "17.m4a", 2))
    assert 2 * 8_000 < whole.frames < 3 * 8_000


def test_what_is_no_sound_is_told_so(tmp_path: Path) -> None:
    for content in (b"", b"x" * 400, aac()[:200]):
        assert "no sound" in why(asked(tmp_path, "17.m4a", content))


def test_a_playlist_opens_no_other_file(tmp_path: Path) -> None:
    """FFmpeg goes by what is in a file, and a list of files would be played."""
    (tmp_path / "secret.wav").write_bytes(spoken())
    lists = (
        b"ffconcat version 1.0\nfile secret.wav\n",
        b"#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsecret.wav\n#EXT-X-ENDLIST\n",
        encoded(said(Half(17, "kami")).samples, Way("wav")),  # nor is another kind read by a false name
    )
    for content in lists:
        assert why(asked(tmp_path, "17.m4a", content)) == "no sound that can be decoded"


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without PyAV, and with no command but those in the folder returned."""
    folder = tmp_path / "bin"
    folder.mkdir()
    aac()  # PyAV loads parts of itself when it first writes; a test that writes with it must find them here
    monkeypatch.setitem(sys.modules, "av", None)
    real = foreign.importlib.util.find_spec
    monkeypatch.setattr(
        foreign.importlib.util, "find_spec", lambda name: None if name == "av" else real(name)
    )
    monkeypatch.setenv("PATH", str(folder))
    return folder


STAND_IN = """#!{python}
import io, json, pathlib, sys
import soundfile
pathlib.Path({told!r}).write_text(json.dumps(sys.argv[1:]))
if {fails}:
    raise SystemExit(1)
sound, rate = soundfile.read({source!r}, dtype="float32")
out = io.BytesIO()
soundfile.write(out, sound, rate, format="AU", subtype="FLOAT")
whole = bytearray(out.getvalue())
whole[8:12] = b"\\xff" * 4  # into a pipe, nothing is known of the length
sys.stdout.buffer.write(whole)
"""


def stand_in(folder: Path, *, fails: bool = False) -> Path:
    """Put an `ffmpeg` into the folder that answers with the spoken half; returns where it says its arguments."""
    source, told = folder / "spoken.wav", folder / "told.json"
    source.write_bytes(spoken())
    command = folder / "ffmpeg"
    command.write_text(
        STAND_IN.format(python=sys.executable, source=str(source), told=str(told), fails=fails)
    )
    command.chmod(0o755)
    return told


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line for Unix")
def test_the_command_is_asked_where_there_is_no_library(tmp_path: Path, no_library: Path) -> None:
    told = stand_in(no_library)
    assert foreign.available()
    (half,) = asked(tmp_path, "17.m4a", b"x")["halves"]
    assert half["rate"] == 44_100
    assert abs(half["on"] - 9_840) < 48 * 15
    assert '"-protocol_whitelist", "file"' in told.read_text()
    assert str(tmp_path / "17.m4a") in told.read_text()
    stand_in(no_library, fails=True)
    assert why(asked(tmp_path, "17.m4a", b"x")) == "no sound that can be decoded"


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="no ffmpeg here; its stand-in is tested above")
def test_the_real_command_decodes_as_the_library_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (by_library,) = asked(tmp_path, "17.m4a", aac())["halves"]
    monkeypatch.setitem(sys.modules, "av", None)
    (by_command,) = asked(tmp_path, "17.m4a", aac())["halves"]
    assert abs(by_command["on"] - by_library["on"]) < 48


def test_without_either_both_cures_are_named(tmp_path: Path, no_library: Path) -> None:
    assert not foreign.available()
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "a.m4a").write_bytes(b"x")
    with pytest.raises(PackError) as caught:
        import_pack(tmp_path / "source", Shelf(tmp_path / "voices"), "Mai")
    said = str(caught.value)
    assert "1 .m4a files, which cannot be decoded" in said
    assert "pip install naniwazu[m4a]" in said
    assert "install ffmpeg" in said
    assert "\n" not in said
    assert Shelf(tmp_path / "voices").names() == ()
    assert "does not run" in why(asked(tmp_path, "17.m4a", aac()))


def test_without_either_the_other_recordings_are_taken(tmp_path: Path, no_library: Path) -> None:
    for name in ("a_017_1.m4a", "a_017_1.wav"):
        (tmp_path / name).write_bytes(spoken())
    found = check_source(tmp_path)
    assert [cell.half for cell in found.cells if cell.usable] == [Half(17, "kami")]
    assert (found.strangers, found.foreign) == ((), ("a_017_1.m4a",))
    (left,) = map(str, found.left_out)
    for part in ("1 .m4a files", "pip install naniwazu[m4a]", "install ffmpeg", "a_017_1.m4a"):
        assert part in left
