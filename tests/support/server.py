"""A server as users start it, for tests: its own process group, a free port, always ended."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

PROGRAM = (str(Path(sys.executable).with_name("naniwazu")),)
TAPPING = (sys.executable, "-m", "tests.support.tapping")
"""The program with one more feature, see tests/support/tapping."""
SEEDED = (sys.executable, "-m", "tests.support.seeded")
"""The program with the seeds of this run, see tests/support/seeded.py."""
PATIENCE = 120.0
"""Seconds that a start may take on a busy machine."""


SHARED_CLIPS = "NANIWAZU_TESTS_CLIPS"
"""Names in the environment the folder of the run's clips; `tests/conftest.py` makes it."""


class LiveServer:
    """`naniwazu serve` on a data folder. `start` again after `kill` keeps the port.

    What one server of a run has voiced, the others find in their cache: each reading prepares two hundred clips.
    """

    def __init__(self, folder: Path, *options: str, program: Sequence[str] = PROGRAM) -> None:
        self.folder = folder
        self.options = options
        self.program = program
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        self._output = folder.with_name(f"{folder.name}.out")
        self._token = self._cookie = ""

    @property
    def url(self) -> str:
        """The address, without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def output(self) -> str:
        """What the server has printed so far."""
        return self._output.read_text(encoding="utf-8", errors="replace")

    def start(self) -> Self:
        """Start and wait until a page can be opened."""
        self._output.write_bytes(b"")
        self._share_clips()
        words = [*self.program, "serve", "--data", str(self.folder), "--port", str(self.port)]
        with self._output.open("ab") as out:
            self.process = subprocess.Popen(
                [*words, *self.options], stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.process.poll() is None:
            found = re.search(r"On this machine: http://127\.0\.0\.1:(\d+)", self.output)
            if found and "Stop with" in self.output:
                self.port = int(found[1])
                return self
            time.sleep(0.02)
        self.stop()
        raise RuntimeError(f"the server did not start:\n{self.output}")

    def _share_clips(self) -> None:
        shared, own = os.environ.get(SHARED_CLIPS), self.folder / "clips"
        if shared and self.folder.is_dir() and not own.exists():
            with contextlib.suppress(OSError):  # Windows asks for a right to link
                own.symlink_to(shared, target_is_directory=True)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int | None:
        """Ask it to stop, and make it if it does not; return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int | None:
        process, self.process = self.process, None
        if process is None:
            return None
        for sign in (how, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                return process.wait(10)
        raise RuntimeError("the server cannot be ended")

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def connect(self) -> http.client.HTTPConnection:
        """Return a connection to it."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Return the status and the text of a page."""
        connection = self.connect()
        with contextlib.closing(connection):
            connection.request(
                "GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()}
            )
            response = connection.getresponse()
            return response.status, response.read().decode("utf-8")

    def command(self, path: str, value: object) -> tuple[int, Any]:
        """Post JSON as a page's script does; return the status and the answer."""
        status, text = self._post(path, json.dumps(value), "application/json")
        return status, json.loads(text)

    def form(self, path: str, **fields: str) -> int:
        """Post a form; return the status."""
        return self._post(path, urlencode(fields), "application/x-www-form-urlencoded")[0]

    def _post(self, path: str, body: str, kind: str) -> tuple[int, str]:
        if not self._token:
            self._token, self._cookie = self._page_token()
        headers = {"Content-Type": kind, "X-CSRFToken": self._token, "Cookie": self._cookie}
        with contextlib.closing(self.connect()) as connection:
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            return response.status, response.read().decode("utf-8")

    def _page_token(self) -> tuple[str, str]:
        with contextlib.closing(self.connect()) as connection:
            connection.request("GET", "/credits")
            response = connection.getresponse()
            found = re.search(r'name="csrf-token" content="([^"]+)"', response.read().decode("utf-8"))
            assert found is not None
            return found[1], response.headers["Set-Cookie"].partition(";")[0]

    @contextlib.contextmanager
    def stream(self, topics: str, since: str = "", last_event_id: str = "") -> Iterator["EventStream"]:
        """Follow topics."""
        connection = self.connect()
        with contextlib.closing(connection):
            headers = {"Last-Event-ID": last_event_id} if last_event_id else {}
            connection.request("GET", f"/stream?topics={topics}&since={since}", headers=headers)
            yield EventStream(connection.getresponse())


class EventStream:
    """Reads server-sent events as a browser does."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.last_id = ""
        self.retry = 0
        self._response = response

    def messages(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield each message's type and data until the server ends the stream."""
        kind, data = "message", ""
        for raw in self._response:
            name, _, value = raw.decode("utf-8").rstrip("\n").partition(": ")
            if name == "id":
                self.last_id = value
            elif name == "event":
                kind = value
            elif name == "data":
                data = value
            elif name == "retry":
                self.retry = int(value)
            elif not name and data:
                yield kind, json.loads(data)
                kind, data = "message", ""

    def take(self, count: int) -> list[dict[str, Any]]:
        """Return the data of the next `count` events."""
        source = self.messages()
        return [next(source)[1] for _ in range(count)]
