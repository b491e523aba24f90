"""Ways to a system's speech that this machine does not have, driven by stand-ins for what they call."""

import io
import os
import struct
import sys
import threading
import wave
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from reader.voices.system_child import answer
from reader.voices.system_engines import (
    Engine,
    FoundVoice,
    NoVoiceError,
    Pyttsx3Engine,
    SapiEngine,
    SayEngine,
    settled,
    ways,
)

KANA = "チハヤブル"
JAPANESE = FoundVoice("kyoko", "Kyoko", ("ja_JP",))
ENGLISH = FoundVoice("alex", "Alex", ("en_US",))


def sound(seconds: float = 0.5) -> bytes:
    """Return a WAV file with a square wave."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22050)
        samples = (8000 if (i // 80) % 2 else -8000 for i in range(int(seconds * 22050)))
        file.writeframes(b"".join(struct.pack("<h", s) for s in samples))
    return out.getvalue()


@dataclass
class Way:
    """An engine that does as it is told."""

    listed: list[FoundVoice] = field(default_factory=lambda: [ENGLISH, JAPANESE])
    trouble: str = ""
    driver: str = "stand-in"
    said: list[tuple[str, str]] = field(default_factory=list)
    chosen: str = ""

    def voices(self) -> list[FoundVoice]:
        if self.trouble == "list":
            raise ValueError("invalid literal for int() with base 16: '411;9'")
        return self.listed

    def choose(self, voice: Any) -> None:
        self.chosen = voice.id

    def say(self, text: str, path: Path) -> None:
        self.said.append((self.chosen, text))
        if self.trouble != "mute":
            path.write_bytes(sound())


def spoken(folder: Path, *engines: Way) -> dict[str, Any]:
    """Return the answer to a request for one line."""

    def way(engine: Way) -> Callable[[], Engine]:
        return lambda: engine

    return answer({"texts": [KANA], "folder": str(folder)}, [way(engine) for engine in engines])


# -- which way ---------------------------------------------------------------------------------------------------------


def test_the_systems_own_interface_is_tried_where_pyttsx3_fails() -> None:
    assert ways("linux") == (Pyttsx3Engine,)
    assert ways("win32") == (Pyttsx3Engine, SapiEngine)
    assert ways("darwin") == (Pyttsx3Engine, SayEngine)


def test_the_first_way_that_speaks_is_taken(tmp_path: Path) -> None:
    first, second = Way(driver="first"), Way(driver="second")
    assert spoken(tmp_path, first, second)["driver"] == "first"
    assert (first.said, second.said) == ([("kyoko", KANA)], [])


@pytest.mark.parametrize("trouble", ["list", "mute"])
def test_a_way_that_fails_is_followed_by_the_next(tmp_path: Path, trouble: str) -> None:
    """On Windows a voice that speaks two languages breaks the list; NSSpeech may write nothing."""
    second = Way(driver="second")
    reply = spoken(tmp_path, Way(trouble=trouble), second)
    assert (reply["driver"], reply["voice"], reply["files"]) == ("second", "kyoko", ["0.wav"])
    assert second.said == [("kyoko", KANA)]


def test_where_no_way_speaks_what_can_be_installed_is_said_first(tmp_path: Path) -> None:
    assert "411;9" in spoken(tmp_path, Way(trouble="list"))["error"]
    both = spoken(tmp_path, Way(trouble="list"), Way(listed=[ENGLISH]))
    assert both == {"missing": {"flaw": "JAPANESE", "params": {"count": "1"}}}


# -- Windows ---------------------------------------------------------------------------------------------------------


@dataclass
class Token:
    """A voice of SAPI."""

    Id: str
    description: str

    def GetDescription(self) -> str:  # noqa: N802 - as COM calls it
        return self.description


class Speech:
    """SAPI.SpVoice and SAPI.SpFileStream in one."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.asked: list[str] = []
        self.open = ""
        self.closed = False
        self.Voice: Token | None = None
        self.AudioOutputStream: Speech | None = None

    def GetVoices(self, required: str, _optional: str) -> list[Token]:  # noqa: N802
        self.asked.append(required)
        return self.tokens

    def Open(self, path: str, mode: int) -> None:  # noqa: N802
        assert mode == 3
        self.open = path

    def Close(self) -> None:  # noqa: N802
        self.closed = True

    def Speak(self, text: str) -> None:  # noqa: N802
        assert self.AudioOutputStream is not None
        assert self.Voice is not None
        assert text == KANA
        Path(self.AudioOutputStream.open).write_bytes(sound())


@pytest.fixture
def com(monkeypatch: pytest.MonkeyPatch) -> list[Speech]:
    """A stand-in for comtypes; returns what was made of it."""
    made: list[Speech] = []

    def create(name: str) -> Speech:
        assert name in ("SAPI.SpVoice", "SAPI.SpFileStream")
        made.append(Speech([Token("haruka", "Microsoft Haruka Desktop")]))
        return made[-1]

    client = ModuleType("comtypes.client")
    client.CreateObject = create  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "comtypes", ModuleType("comtypes"))
    monkeypatch.setitem(sys.modules, "comtypes.client", client)
    return made


def test_sapi_is_asked_for_japanese_by_its_number(com: list[Speech], tmp_path: Path) -> None:
    reply = answer({"texts": [KANA], "folder": str(tmp_path)}, [SapiEngine])
    assert (reply["driver"], reply["voice"]) == ("sapi5 com", "haruka")
    voice, stream = com
    assert set(voice.asked) == {"Language=411"}
    assert stream.closed
    assert (tmp_path / "0.wav").read_bytes() == sound()


def test_windows_without_comtypes_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "comtypes.client", None)
    with pytest.raises(NoVoiceError, match="comtypes is missing"):
        SapiEngine()


# -- macOS -----------------------------------------------------------------------------------------------------------

SAY = """#!{python}
import sys
from pathlib import Path
if sys.argv[1:] == ["-v", "?"]:
    print("Alex                en_US    # Most people recognize me by my voice.")
    print("Eddy (Japanese)     ja_JP    # こんにちは。")
    print("Kyoko               ja_JP    # こんにちは、私の名前はKyokoです。")
elif sys.argv[1:3] == ["-v", "Eddy (Japanese)"] and sys.argv[3] == "-o":
    assert sys.argv[5] == "--data-format=LEI16@22050" and sys.argv[6] == "チハヤブル"
    Path(sys.argv[4]).write_bytes(Path({sound!r}).read_bytes())
else:
    sys.exit("voice not found")
"""


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A stand-in for the command, found first."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "sound.wav").write_bytes(sound())
    command = folder / "say"
    text = SAY.format(python=sys.executable, sound=str(folder / "sound.wav"))
    command.write_text(text, encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_say_is_given_a_voice_that_its_list_calls_japanese(say: None, tmp_path: Path) -> None:
    reply = answer({"texts": [KANA], "folder": str(tmp_path)}, [SayEngine])
    assert (reply["driver"], reply["voice"]) == ("say", "Eddy (Japanese)")
    assert (tmp_path / "0.wav").read_bytes() == sound()


def test_what_say_complains_of_is_passed_on(say: None, tmp_path: Path) -> None:
    engine = SayEngine()
    engine.choose(ENGLISH)
    with pytest.raises(RuntimeError, match="voice not found"):
        engine.say(KANA, tmp_path / "0.wav")


def test_without_the_command_it_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoVoiceError, match="say is missing"):
        SayEngine().voices()


def test_a_file_that_is_written_in_the_background_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "late.aiff"
    writer = threading.Timer(0.1, lambda: path.write_bytes(sound()))
    writer.start()
    settled(path)
    assert path.read_bytes() == sound()
    writer.join()


def test_a_file_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("reader.voices.system_engines._SETTLES", 0.1)
    with pytest.raises(TimeoutError, match="did not finish"):
        settled(tmp_path / "never.aiff")


# -- Linux -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the wheel is loaded so on Linux only")
def test_espeak_is_the_wheels_also_where_the_system_has_one() -> None:
    import subprocess  # noqa: PLC0415

    asked = (
        "from reader.voices.system_engines import Pyttsx3Engine; Pyttsx3Engine();"
        "print({line.split()[-1] for line in open('/proc/self/maps') if 'libespeak-ng' in line})"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert "espeakng_loader" in done.stdout
    assert "/usr/lib" not in done.stdout
