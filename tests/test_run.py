"""`run.py`: what each word sets up and starts, and what is printed; nothing is installed here."""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "run.py"


@dataclass
class Became(BaseException):
    """The script has gone on as another program, which ended with this status."""

    status: int


@dataclass
class Ended:
    """A process that ended at once."""

    status: int

    def wait(self) -> int:
        return self.status


@dataclass
class Machine:
    """A machine on which nothing runs: what would have been started is noted; `fails` end with status 1."""

    start: ModuleType
    root: Path
    ran: list[list[str]] = field(default_factory=list)
    fails: set[str] = field(default_factory=set)

    def run(self, *words: str) -> int:
        """Start `run.py` with these words, and forget what was started before."""
        self.ran = []
        try:
            status = self.start.main(list(words))
        except Became as became:
            return became.status
        assert isinstance(status, int)
        return status

    def became(self, program: Path, command: list[str]) -> None:
        assert str(program) == command[0]
        raise Became(self.called(command))

    def started(self, command: list[str]) -> "Ended":
        return Ended(self.called(command))

    def called(self, command: list[str], cwd: Path | None = None) -> int:
        self.ran.append([self.short(word) for word in command])
        return int(bool(self.fails & set(self.ran[-1])))

    def checked(self, command: tuple[str, ...], check: bool, cwd: Path) -> None:
        assert check
        assert cwd == self.root
        if self.called(list(command)):
            raise subprocess.CalledProcessError(1, command)
        if "venv" in command:
            python: Path = self.start.PYTHON
            python.parent.mkdir(parents=True)
            python.touch()

    def short(self, word: str) -> str:
        """Return a word of a command without the places of this machine."""
        return (
            word.replace(sys.executable, "PYTHON").replace(f"{self.root}/", "").replace(str(self.root), ".")
        )


def loaded() -> ModuleType:
    """Return the script as a module of its own."""
    spec = importlib.util.spec_from_file_location("run_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A fresh checkout on a machine without uv."""
    start = loaded()
    for name in ("VENV", "BIN", "PYTHON", "NANIWAZU", "APP", "DEV"):
        moved = tmp_path / getattr(start, name).relative_to(start.ROOT)
        monkeypatch.setattr(start, name, moved)
    monkeypatch.setattr(start, "ROOT", tmp_path)
    (tmp_path / "requirements").mkdir()
    for file in (start.APP, start.DEV, tmp_path / "pyproject.toml"):
        file.write_text(f"the text of {file.name}")
    made = Machine(start, tmp_path)
    monkeypatch.setattr(subprocess, "run", made.checked)
    monkeypatch.setattr(subprocess, "Popen", made.started)
    monkeypatch.setattr("os.execv", made.became)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: None)
    return made


PIP = [".venv/bin/python", "-m", "pip", "install", "-qq", "--disable-pip-version-check"]


def set_up(lock: str) -> list[list[str]]:
    return [
        ["PYTHON", "-m", "venv", ".venv"],
        [*PIP, "--require-hashes", "-r", f"requirements/{lock}"],
        [*PIP, "--no-deps", "--no-build-isolation", "--editable", "."],
    ]


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the places are spelled as on POSIX here")


def test_without_a_word_it_sets_up_once_and_serves_the_demo_club(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    serve = [".venv/bin/naniwazu", "serve", "--demo", "--open"]
    assert machine.run() == 0
    assert machine.ran == [*set_up("app.txt"), serve]
    assert capsys.readouterr().out.splitlines() == [
        "Making .venv …",
        "Installing the packages of requirements/app.txt into it (once; a minute or two) …",
    ]
    assert machine.run() == 0
    assert machine.ran == [serve]
    assert capsys.readouterr().out == ""


def test_options_alone_are_those_of_the_demo_club(machine: Machine) -> None:
    machine.run("setup")
    assert machine.run("--data", "club", "--port", "8200") == 0
    assert machine.ran == [
        [".venv/bin/naniwazu", "serve", "--demo", "--open", "--data", "club", "--port", "8200"]
    ]
    assert machine.run("--version") == 0
    assert machine.ran == [[".venv/bin/naniwazu", "--version"]]


def test_setup_makes_the_environment_and_starts_nothing(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.run("setup") == 0
    assert machine.ran == set_up("app.txt")
    assert capsys.readouterr().out.splitlines()[-1] == f"Ready: {machine.root}/.venv/bin/naniwazu"
    assert machine.run("setup") == 0
    assert machine.ran == []


@pytest.mark.parametrize(
    "words",
    [
        ["bench"],
        ["bench", "web", "--json"],
        ["serve", "--host", "0.0.0.0"],
        ["doctor"],
    ],
)
def test_other_words_are_the_programs_own(machine: Machine, words: list[str]) -> None:
    machine.fails = {"web"}
    machine.run("setup")
    assert machine.run(*words) == int("web" in words)  # the program's status is this one's
    assert machine.ran == [[".venv/bin/naniwazu", *words]]


CHECKS = ["ruff check", "ruff format", "imports point down", "mypy --strict", "tests"]


def test_the_checks_all_run_and_each_that_fails_is_named(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.run("test") == 0
    assert machine.ran[:3] == set_up("dev.txt")
    started = [" ".join(command) for command in machine.ran[3:]]
    assert [line.split(" -n ")[0] for line in started] == [
        ".venv/bin/ruff check .",
        ".venv/bin/ruff format --check .",
        ".venv/bin/lint-imports",
        ".venv/bin/python -m mypy",
        ".venv/bin/python -m pytest",
    ]
    said = capsys.readouterr().out.splitlines()
    assert said[2:] == [*(f"── {name}" for name in CHECKS), "All checks and tests passed."]
    machine.fails = {"mypy", "check"}
    assert machine.run("test") == 1
    assert len(machine.ran) == len(CHECKS)
    assert capsys.readouterr().err == "Failed: ruff check, mypy --strict\n"


def test_some_tests_are_run_alone(machine: Machine) -> None:
    machine.run("test", "tests/poems")
    assert machine.ran[3:] == [[".venv/bin/python", "-m", "pytest", "tests/poems"]]


def test_what_the_tests_need_holds_what_the_program_needs_but_not_the_other_way(machine: Machine) -> None:
    machine.run("setup")
    machine.run("test", "x")
    assert machine.ran[:-1] == set_up("dev.txt")[1:]
    machine.run("setup")
    assert machine.ran == []


def test_a_changed_lock_is_installed_anew(machine: Machine) -> None:
    machine.run("setup")
    machine.start.APP.write_text("another text")
    machine.run("setup")
    assert machine.ran == set_up("app.txt")[1:]


def test_uv_is_used_where_it_is(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    machine.run("setup")
    assert [command[0] for command in machine.ran] == ["/bin/uv"] * 3
    assert machine.ran[1][1:3] == ["pip", "install"]


def test_a_set_up_that_fails_says_so_and_is_tried_again(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.fails = {"--require-hashes"}
    assert machine.run() == 1
    said = capsys.readouterr().err
    assert said.startswith("Set-up stopped: `")
    assert said.endswith("failed. It needs the internet once; try again.\n")
    machine.fails = set()
    assert machine.run("setup") == 0
    assert machine.ran == set_up("app.txt")[1:]


def test_a_python_without_venv_names_the_package(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit) as ended:
        machine.run()
    assert ended.value.code == 1
    assert "apt install python3-venv" in capsys.readouterr().err


def test_an_old_python_is_told_what_is_needed(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as old:
        old.setattr(sys, "version_info", (3, 10, 12))
        old.setattr(sys, "version", "3.10.12 (main)")
        status = machine.run()
    assert (status, machine.ran) == (1, [])
    assert capsys.readouterr().err == "Naniwazu needs Python 3.11 or newer; this is 3.10.12.\n"


@pytest.mark.parametrize("word", ["-h", "--help", "help"])
def test_help_tells_every_word_and_sets_nothing_up(
    machine: Machine, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.run(word) == 0
    assert machine.ran == []
    told = capsys.readouterr().out
    assert [name for name in ("test", "setup", "bench", "serve") if f"run.py {name}" not in told] == []


PAUSE = """#!/bin/sh
trap 'echo told >> told; exit 7' INT TERM
echo $0 >> begun
sleep 60 &
wait
echo not told >> told
"""
"""A program that waits, notes that it is told to end, and takes its own status for it."""


@pytest.mark.parametrize(
    ("word", "program", "how", "status"),
    [
        ("serve", "naniwazu", signal.SIGTERM, 7),
        ("serve", "naniwazu", signal.SIGINT, 7),
        ("test", "ruff", signal.SIGTERM, 128 + signal.SIGTERM),
        ("test", "ruff", signal.SIGINT, 128 + signal.SIGINT),
    ],
)
def test_whoever_ends_it_ends_what_it_runs(
    word: str, program: str, how: signal.Signals, status: int, tmp_path: Path
) -> None:
    """A service manager tells the process that it started, a terminal with Ctrl+C the whole group."""
    shutil.copy(SCRIPT, tmp_path)
    (tmp_path / "requirements").mkdir()
    bin_ = tmp_path / ".venv/bin"
    bin_.mkdir(parents=True)
    for file in ("pyproject.toml", "requirements/app.txt", "requirements/dev.txt"):
        (tmp_path / file).touch()
    for name in ("python", program):
        (bin_ / name).write_text(PAUSE)
        (bin_ / name).chmod(0o755)
    lock = "import run, pathlib; print(run.fingerprint(run.DEV), run.fingerprint(run.APP))"
    known = subprocess.run([sys.executable, "-c", lock], cwd=tmp_path, capture_output=True, check=True).stdout
    (tmp_path / ".venv/installed-from").write_bytes(known)
    script = subprocess.Popen([sys.executable, "run.py", word], cwd=tmp_path, start_new_session=True)
    try:
        while not (tmp_path / "begun").exists():
            assert script.poll() is None
            time.sleep(0.01)
        (os.killpg if how == signal.SIGINT else os.kill)(script.pid, how)
        assert script.wait(60) == status
        assert (tmp_path / "told").read_text() == "told\n"
        assert len((tmp_path / "begun").read_text().split()) == 1  # Ctrl+C goes on to no other check
    finally:
        with suppress(ProcessLookupError):
            os.killpg(script.pid, signal.SIGKILL)


@pytest.mark.parametrize(("how", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_who_is_ended_while_it_starts_something_leaves_it_not_running(
    how: signal.Signals, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal comes when the child runs already and whoever started it does not know it yet."""
    program = tmp_path / "program"
    program.write_text(PAUSE)
    program.chmod(0o755)
    children: list[subprocess.Popen[bytes]] = []

    def begin(command: list[str]) -> subprocess.Popen[bytes]:
        child = subprocess.Popen(command, cwd=tmp_path, start_new_session=True)
        children.append(child)
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
        if how == signal.SIGINT:  # a terminal tells the child itself
            child.send_signal(how)
        signal.raise_signal(how)
        return child

    script = loaded()
    monkeypatch.setattr(script, "subprocess", SimpleNamespace(Popen=begin))
    monkeypatch.setattr(script, "main", lambda _: script.call(program))
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as ended:
            sys.exit(script.start([]))
        assert ended.value.code == status
        assert (tmp_path / "told").read_text() == "told\n"
        assert children[0].returncode == 7, "it was waited for"
    finally:
        signal.signal(signal.SIGTERM, before)
        for child in children:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
