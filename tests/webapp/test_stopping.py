"""A command that is told to stop clears away what is half done, and says so in one line."""

import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from webapp.stopping import SIGNALS, stoppable

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows ends a program without a signal")

ENDINGS = (signal.SIGINT, *SIGNALS)


@contextmanager
def clearing(done: list[str]) -> Iterator[None]:
    """Note that what was half done is cleared away."""
    try:
        yield
    finally:
        done.append("cleared")


@pytest.mark.parametrize("how", ENDINGS)
def test_every_way_to_end_a_command_lets_it_clear_away(
    how: signal.Signals, capsys: pytest.CaptureFixture[str]
) -> None:
    before = [signal.getsignal(one) for one in ENDINGS]
    done: list[str] = []
    with pytest.raises(SystemExit) as stopped, stoppable(), clearing(done):
        signal.raise_signal(how)
    assert (done, stopped.value.code) == (["cleared"], 128 + how)
    assert capsys.readouterr().err == "naniwazu: stopped\n"
    assert [signal.getsignal(one) for one in ENDINGS] == before


def test_what_is_left_undone_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit), stoppable():
        raise KeyboardInterrupt("a.wav was not written")
    assert capsys.readouterr().err == "naniwazu: stopped; a.wav was not written\n"


def test_what_somebody_else_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with stoppable():
            signal.raise_signal(signal.SIGTERM)
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("module", ["click", "webapp.cli", "webapp.commands.kimariji"])
@pytest.mark.parametrize(
    ("how", "status", "said"),
    [(signal.SIGINT, 130, "naniwazu: stopped\n"), (signal.SIGTERM, -signal.SIGTERM, "")],
    ids=["Ctrl+C", "kill"],
)
def test_a_command_is_stopped_quietly_while_its_modules_are_loaded(
    module: str, how: signal.Signals, status: int, said: str
) -> None:
    """The signal comes when the program asks for this module, so that no moment has to be met."""
    program = (
        "import runpy, signal, sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: signal.raise_signal({int(how)})\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.argv[1:] = ['kimariji']\n"
        "runpy.run_module('webapp', run_name='__main__', alter_sys=True)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if module == "webapp.commands.kimariji" and how is signal.SIGTERM:  # it is a command by then, and says so
        status, said = 128 + how, "naniwazu: stopped\n"
    assert (done.returncode, done.stdout, done.stderr) == (status, "", said)


def test_the_installed_command_begins_where_it_can_be_stopped() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == {"naniwazu": "webapp.__main__:main"}


@pytest.mark.parametrize(
    ("how", "moment"),
    [(signal.SIGINT, ".a.wav.*.part"), (signal.SIGTERM, "data/clips/**/*.flac")],
    ids=["Ctrl+C at the beginning", "kill in the midst"],
)
def test_a_reading_that_is_stopped_leaves_nothing_behind(
    how: signal.Signals, moment: str, tmp_path: Path
) -> None:
    """Told to the whole group, as a terminal sends Ctrl+C: the process that renders hears it too."""
    (tmp_path / "a.wav").write_bytes(b"before")
    reading = subprocess.Popen(
        [sys.executable, "-c", "from webapp.cli import main; main()", "read", "--out", "a.wav"],
        cwd=tmp_path,
        env={**os.environ, "NANIWAZU_DATA": str(tmp_path / "data")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        while not list(tmp_path.glob(moment)) and reading.poll() is None:
            time.sleep(0.01)
        os.killpg(reading.pid, how)
        told, said = reading.communicate(timeout=60)
    finally:
        reading.kill()
    assert (reading.returncode, told, said) == (128 + how, "", "naniwazu: stopped; a.wav was not written\n")
    assert sorted(path.name for path in tmp_path.iterdir()) in (["a.wav"], ["a.wav", "data"])
    assert (tmp_path / "a.wav").read_bytes() == b"before"
