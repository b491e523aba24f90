"""The server as a person starts it: addresses, ports, one at a time, and a quick end."""

import re
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.server import PROGRAM, LiveServer
from webapp.access.addresses import network_addresses
from webapp.config import from_environment
from webapp.lock import FolderLock
from webapp.refusal import Refusal
from webapp.server import bind


def naniwazu(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=60, check=False)


def test_with_no_option_it_makes_what_it_needs_and_serves_this_machine_only(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "new") as server:
        assert (tmp_path / "new" / "club.sqlite3").exists()
        assert server.get("/")[0] == 200
        assert "On the network" not in server.output
        assert "Entry code" not in server.output
        for address in network_addresses():
            with pytest.raises(OSError, match="refused"):
                socket.create_connection((address, server.port), 5)


def test_for_the_hall_it_prints_the_networks_address_and_the_code(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "new", "--host", "0.0.0.0") as server:
        code = re.search(r"Entry code: (\d{3} \d{3}) for spectators", server.output)
        assert code is not None
        assert "█" in server.output
        assert code[1] in server.get("/hall")[1]
        assert server.get("/", Host=f"127.0.0.1:{server.port}")[0] == 200


def test_the_demo_club_is_the_poets(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "new", "--demo") as server:
        server.stop()
        server.start()
    with closing(sqlite3.connect(tmp_path / "new" / "club.sqlite3")) as club:
        assert club.execute("SELECT count(*), count(DISTINCT name) FROM members").fetchone() == (100, 100)
        assert club.execute("SELECT name, kana FROM members ORDER BY id").fetchone() == (
            "天智天皇",
            "てんじてんのう",
        )


def test_the_next_port_is_found_where_any_will_do() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        with closing(bind("127.0.0.1", port)) as bound:
            assert bound.getsockname()[1] > port


def test_a_port_that_was_asked_for_and_is_taken_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        done = naniwazu("serve", "--data", str(tmp_path), "--port", str(port))
        assert (done.returncode, done.stdout) == (2, "")
        told = (
            f"naniwazu: port {port} is taken on 127.0.0.1, or not allowed; give another with --port, or none"
        )
        assert done.stderr.splitlines() == [told]
        monkeypatch.setenv("NANIWAZU_PORT", str(port))
        assert from_environment(folder=tmp_path).port_is_given
        monkeypatch.delenv("NANIWAZU_PORT")
        assert not from_environment(folder=tmp_path).port_is_given


def test_without_a_browser_it_says_to_open_the_page_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", str(tmp_path / "no-such-browser"))
    with LiveServer(tmp_path / "new", "--open") as server:
        expected = f"No browser opened here; open {server.url} by hand."
        while expected not in server.output:
            assert server.process is not None
            assert server.process.poll() is None, server.output
            server.get("/")


def test_a_second_server_on_the_same_club_is_told_who_the_first_is(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as server:
        assert server.process is not None
        again = naniwazu("serve", "--data", str(tmp_path), "--port", "0")
        assert again.returncode == 2
        assert again.stdout == ""
        expected = f"naniwazu: a server is already running on {tmp_path}: {server.url} (process {server.process.pid})\n"
        assert again.stderr == expected
        restore = naniwazu("restore", "x", "--data", str(tmp_path))
        assert restore.returncode == 2
        assert server.get("/")[0] == 200
        server.kill()
        server.start()


def test_it_ends_at_once_and_without_complaint(tmp_path: Path) -> None:
    server = LiveServer(tmp_path)
    server.start()
    assert server.get("/")[0] == 200
    assert server.stop() in (0, -15)
    assert "Traceback" not in server.output
    assert "ERROR" not in server.output


def test_the_lock_goes_with_its_holder(tmp_path: Path) -> None:
    first, second = FolderLock(tmp_path / "lock"), FolderLock(tmp_path / "lock")
    first.acquire("http://here")
    with pytest.raises(Refusal, match=r"already running on .*: http://here \(process \d+\)"):
        second.acquire("http://there")
    first.release()
    second.acquire("http://there")
    second.release()


@pytest.mark.parametrize("host", ["203.0.113.7", "no.such.host.invalid"])
def test_a_host_that_is_not_this_machine_is_named(host: str) -> None:
    with pytest.raises(Refusal, match=re.escape(host)):
        bind(host, 0)


@pytest.mark.parametrize(
    "options",
    [
        ["--port", "x"],
        ["--port", "70000"],
        ["--db", "nonsense"],
        ["--db", "mysql://h/c"],
        ["--db", "postgresql://127.0.0.1:1/none"],
    ],
)
def test_wrong_options_end_with_status_2_and_no_traceback(tmp_path: Path, options: list[str]) -> None:
    done = naniwazu("serve", "--data", str(tmp_path), *options)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("naniwazu: ")


def test_importing_the_program_starts_no_thread() -> None:
    """What starts at import starts twice under a reloader and once in every worker."""
    code = (
        "import threading, webapp.asgi, webapp.features; list(webapp.features.blueprints());"
        " print([thread.name for thread in threading.enumerate()])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "['MainThread']\n"
