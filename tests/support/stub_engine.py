"""A stand-in for the package pyttsx3 that misbehaves as engines have been seen to."""

import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

STUB = '''
import os, struct, sys, time, wave
from pathlib import Path

class Voice:
    def __init__(self, id, name, languages):
        self.id, self.name, self.languages = id, name, languages

class Engine:
    """Behaves as STUB_MODE says."""
    calls = 0
    def __str__(self):
        return "stub"
    def getProperty(self, name):
        print("chatter on standard output")
        if MODE == "english":
            return [Voice("en", "English", ["en"]), Voice("de", "German", ["de"])]
        return [Voice("en", "English", ["en"]), Voice("ja", "Nihongo", [b"\\x05ja"])]
    def setProperty(self, name, value):
        self.voice = value
    def save_to_file(self, text, path):
        self.text, self.path = text, path
    def runAndWait(self):
        Engine.calls += 1
        if MODE == "hang" or (MODE == "hang-second" and Engine.calls > 1):
            time.sleep(600)
        if MODE == "crash":
            os._exit(7)
        if MODE == "raise":
            raise RuntimeError("run loop already started")
        if MODE == "exclusive":
            self._alone()
        if MODE == "no-file":
            return
        seconds = {"empty": 0.0, "snippet": 0.1}.get(MODE, 0.15 * len(self.text))
        loud = 0 if MODE == "silent" else 8000
        with wave.open(self.path, "wb") as file:
            file.setnchannels(1); file.setsampwidth(2); file.setframerate(22050)
            samples = (loud if (i // 80) % 2 else -loud for i in range(int(seconds * 22050)))
            file.writeframes(b"".join(struct.pack("<h", s) for s in samples))
        with Path(os.environ["STUB_LOG"]).open("a", encoding="utf-8") as log:
            log.write(f"{self.voice} {self.text}\\n")
    def _alone(self):
        lock = Path(os.environ["STUB_LOG"] + ".lock")
        lock.touch(exist_ok=False)
        time.sleep(0.05)
        lock.unlink()

MODE = os.environ["STUB_MODE"]

def init():
    if MODE == "no-engine":
        raise OSError("libespeak-ng.so.1: cannot open shared object file")
    return Engine()
'''


@dataclass
class Stub:
    """A stand-in for pyttsx3, found before the real one by the child process."""

    monkeypatch: pytest.MonkeyPatch
    folder: Path

    def behave(self, mode: str) -> None:
        package = self.folder / "stub"
        package.mkdir(exist_ok=True)
        (package / "pyttsx3.py").write_text(textwrap.dedent(STUB), encoding="utf-8")
        self.monkeypatch.setenv("PYTHONPATH", str(package))
        self.monkeypatch.setenv("STUB_MODE", mode)
        self.monkeypatch.setenv("STUB_LOG", str(self.folder / "log"))

    @property
    def said(self) -> list[str]:
        return (self.folder / "log").read_text(encoding="utf-8").splitlines()
