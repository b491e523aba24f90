"""Build the wheel, install it into an empty environment and use it from an empty folder, as a stranger would.

    python tools/wheel_check.py

What is checked: every tracked file of the packages is in the wheel, every package imports from the wheel and not
from the checkout, and the public commands answer. Needs the internet or a package cache, so it is a step of its own
and not a test.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("poems", "engine", "reader", "webapp")
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def main() -> int:
    """Run every step; the first that fails ends with its output and status 1."""
    with tempfile.TemporaryDirectory(prefix="naniwazu-wheel-") as folder:
        work = Path(folder)
        home = work / "home"
        home.mkdir()
        wheel = build(work)
        holds_every_file(wheel)
        python, naniwazu = install(wheel, work / "venv")
        imports_from_the_wheel(python, home)
        commands_answer(naniwazu, home)
        serves(naniwazu, home)
    print("The wheel installs and runs on its own.")
    return 0


def build(work: Path) -> Path:
    step("build", [sys.executable, "-m", "build", "--wheel", "--outdir", str(work / "dist"), str(ROOT)], work)
    (wheel,) = (work / "dist").glob("naniwazu-*.whl")
    print(f"  {wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    return wheel


def holds_every_file(wheel: Path) -> None:
    """Compare the wheel's names with the tracked files of the packages, code and data alike."""
    # whoever checks the tree out, even as another user, may ask what is in it
    ask = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--", *PACKAGES]
    tracked = set(filter(None, step("tracked files", ask, ROOT).split("\0")))
    with zipfile.ZipFile(wheel) as archive:
        missing = tracked - set(archive.namelist())
    if missing:
        sys.exit(f"not in the wheel: {', '.join(sorted(missing))}")
    print(f"  ok: all {len(tracked)} tracked files are in the wheel")


def install(wheel: Path, venv: Path) -> tuple[Path, Path]:
    step("empty environment", [sys.executable, "-m", "venv", str(venv)], venv.parent)
    python = venv / SCRIPTS / ("python.exe" if os.name == "nt" else "python")
    step("install", [str(python), "-m", "pip", "install", "-qq", str(wheel)], venv.parent)
    return python, venv / SCRIPTS / ("naniwazu.exe" if os.name == "nt" else "naniwazu")


def imports_from_the_wheel(python: Path, home: Path) -> None:
    program = (
        "import importlib, pkgutil\n"
        f"for name in {PACKAGES}:\n"
        "    package = importlib.import_module(name)\n"
        "    assert 'site-packages' in package.__file__, package.__file__\n"
        "    for module in pkgutil.walk_packages(package.__path__, name + '.'):\n"
        "        if '.migrations' not in module.name and '.adapters' not in module.name:\n"
        "            importlib.import_module(module.name)\n"
    )
    step("import everything", [str(python), "-c", program], home)


def commands_answer(naniwazu: Path, home: Path) -> None:
    unread = json.loads(step("kimariji", [str(naniwazu), "kimariji", "--json"], home))
    assert len(unread) == 100, unread
    record = {
        "format": "naniwazu-match/1",
        "ruleset": "official",
        "deal": {"A": list(range(1, 26)), "B": list(range(26, 51))},
        "reads": [{"card": 26, "took": "A", "touched": {"A": ["opp"], "B": []}, "sent": [1]}],
    }
    (home / "match.json").write_text(json.dumps(record), encoding="utf-8")
    answer = json.loads(
        step("match replay", [str(naniwazu), "match", "replay", "match.json", "--json"], home)
    )
    assert answer["counts"] == {"A": 24, "B": 25}, answer
    step(
        "read to a file",
        [str(naniwazu), "read", "--cards", "1", "--out", "one.flac", "--timings", "one.json"],
        home,
    )
    assert (home / "one.flac").stat().st_size > 100_000
    step("doctor", [str(naniwazu), "doctor"], home)


def serves(naniwazu: Path, home: Path) -> None:
    """Start the server on a port of its own choice and fetch the first page."""
    log = home / "serve.log"
    with log.open("w", encoding="utf-8") as out:
        server = subprocess.Popen(
            [str(naniwazu), "serve", "--demo", "--port", "18080", "--db", f"sqlite:///{home / 'club.db'}"],
            cwd=home,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=environment(home),
        )
    try:
        wait_for_page("http://127.0.0.1:18080/", server, log)
    finally:
        server.terminate()
        server.wait(15)
    print("  ok: serve")


def wait_for_page(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(120):
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                assert answer.status == 200
                assert b"Naniwazu" in answer.read()
                return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.25)
    sys.exit(f"serve did not answer:\n{log.read_text(encoding='utf-8')}")


def environment(home: Path) -> dict[str, str]:
    """Return an environment in which nothing of the checkout or of this user's data is seen."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "XDG_"))}
    return {
        **kept,
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CACHE_HOME": str(home / "cache"),
    }


def step(name: str, command: list[str], folder: Path) -> str:
    """Run one command in `folder`; return its standard output, or end with what it printed."""
    inherit = name in {"build", "empty environment", "install"}
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        env=None if inherit else environment(folder),
        check=False,
    )
    if done.returncode:
        sys.exit(f"{name} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
    print(f"  ok: {name}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
