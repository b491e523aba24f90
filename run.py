#!/usr/bin/env python3
"""Set Naniwazu up and start it, with nothing but Python.

    python3 run.py            serve, with a demo club on the first start, and open the page
    python3 run.py test       run every check and test
    python3 run.py setup      only make .venv, with the `naniwazu` command in it
    python3 run.py bench      run the benchmark suite

Anything after the word is passed on: `python3 run.py serve --host 0.0.0.0`, `python3 run.py test tests/poems`.
Options without a word are those of the first line: `python3 run.py --data FOLDER --port 8200`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
NANIWAZU = BIN / ("naniwazu.exe" if os.name == "nt" else "naniwazu")
ENDS = (signal.SIGINT, signal.SIGTERM)
APP, DEV = ROOT / "requirements" / "app.txt", ROOT / "requirements" / "dev.txt"


def main(arguments: list[str]) -> int:
    """Do what the first word asks; return the exit status to end with."""
    word, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if word.startswith("-") and word not in ("-h", "--help", "--version"):
        word, rest = "", arguments
    if word in ("-h", "--help", "help"):
        print(__doc__)
        return 0
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts this may have any Python
        return fail(f"Naniwazu needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    try:
        set_up(DEV if word == "test" else APP)
    except subprocess.CalledProcessError as error:
        return fail(
            f"Set-up stopped: `{' '.join(map(str, error.cmd))}` failed. It needs the internet once; try again."
        )
    if word == "setup":
        print(f"Ready: {NANIWAZU}")
        return 0
    if word == "test":
        return test(rest)
    if not word:
        return become(NANIWAZU, "serve", "--demo", "--open", *rest)
    return become(NANIWAZU, word, *rest)


def set_up(lock: Path) -> None:
    """Make `.venv` as the lock says; a second start finds the stamp and does nothing."""
    stamp = VENV / "installed-from"
    wanted = fingerprint(lock)
    installed = stamp.read_text().split() if stamp.exists() and PYTHON.exists() else []
    if wanted in installed:
        return
    uv = shutil.which("uv")
    if not PYTHON.exists():
        say("Making .venv …")
        make_venv(uv)
    say(f"Installing the packages of requirements/{lock.name} into it (once; a minute or two) …")
    install(uv, "--require-hashes", "-r", str(lock))
    install(uv, "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    # the development lock holds all of the other one, at the same versions
    stamp.write_text("\n".join({wanted, fingerprint(APP)}) + "\n")


def fingerprint(lock: Path) -> str:
    """Return what identifies an installation: the lock's text, the project's file and the interpreter."""
    parts = (
        lock.read_bytes(),
        (ROOT / "pyproject.toml").read_bytes(),
        sys.version.encode(),
        str(ROOT).encode(),
    )
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make_venv(uv: str | None) -> None:
    if uv:
        run(uv, "venv", "--quiet", "--python", sys.executable, str(VENV))
        return
    try:
        import ensurepip  # noqa: F401, PLC0415 - Debian ships Python without it
        import venv  # noqa: F401, PLC0415
    except ImportError:
        sys.exit(fail("This Python has no venv module. On Debian or Ubuntu: apt install python3-venv"))
    run(sys.executable, "-m", "venv", str(VENV))


def install(uv: str | None, *what: str) -> None:
    if uv:
        run(uv, "pip", "install", "--quiet", "--python", str(PYTHON), *what)
    else:
        run(str(PYTHON), "-m", "pip", "install", "-qq", "--disable-pip-version-check", *what)


def test(arguments: list[str]) -> int:
    """Run the checks, then the tests; all checks run even when one fails. With arguments: pytest on those only."""
    os.chdir(ROOT)
    if arguments:
        return become(PYTHON, "-m", "pytest", *arguments)
    # one more than there are cores: whoever tests sound and pages mostly waits for them; two more gained nothing
    workers = str(min(os.cpu_count() or 1, 8) + 1)
    checks = (
        ("ruff check", (BIN / "ruff", "check", ".")),
        ("ruff format", (BIN / "ruff", "format", "--check", ".")),
        ("imports point down", (BIN / "lint-imports",)),
        ("mypy --strict", (PYTHON, "-m", "mypy")),
        ("tests", (PYTHON, "-m", "pytest", "-n", workers, "--dist", "loadgroup")),
    )
    failed = []
    for name, command in checks:
        say(f"── {name}")
        if call(*command):
            failed.append(name)
    if failed:
        return fail("Failed: " + ", ".join(failed))
    say("All checks and tests passed.")
    return 0


def become(*command: str | Path) -> int:
    """Go on as this command: whoever stops this process then stops it. Windows needs a second process for that."""
    if os.name != "nt":
        os.execv(command[0], [str(part) for part in command])
    return call(*command)


def call(*command: str | Path) -> int:
    """Run this command to its end; one that this process is told to end is told so and waited for."""
    came: list[int] = []
    # a signal that comes before `child` is known would leave it running: it is looked at when it is
    usual = {one: signal.signal(one, lambda number, _: came.append(number)) for one in ENDS}
    try:
        child = subprocess.Popen([str(part) for part in command])
    finally:
        for one, handler in usual.items():
            signal.signal(one, handler)
    try:
        for number in came:
            signal.raise_signal(number)
        return child.wait()
    except SystemExit:
        child.terminate()
        raise
    finally:
        child.wait()  # Ctrl+C in a terminal reaches the child by itself


def run(*command: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT)


def say(line: str) -> None:
    print(line, flush=True)


def fail(reason: str) -> int:
    print(reason, file=sys.stderr)
    return 1


def start(arguments: list[str]) -> int:
    """As `main`; ended from outside it says nothing and leaves nothing running."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        return main(arguments)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


if __name__ == "__main__":
    sys.exit(start(sys.argv[1:]))
