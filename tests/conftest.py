"""What all tests of the web floor share: an application, and clients with each role."""

import functools
import os
import shutil
import signal
import types
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis
import jinja2
import pytest
from flask import Flask
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from tests.support import seeded
from tests.support.club import HOST, PHONE, PageClient, client_at, config_in, services_of
from tests.support.null_sink import NullSink, null_sink
from tests.support.server import SHARED_CLIPS, TAPPING, LiveServer
from webapp.app import create_app
from webapp.config import Config
from webapp.db.database import Database
from webapp.services import Services

# No property is judged by the clock: a loaded machine is no fault. The integration run always tries the same
# examples, so that it speaks of the change; everybody's own runs go on looking for new ones.
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("integration", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("integration" if os.environ.get("CI") else "here")


def _compiled_once() -> None:
    """Let Werkzeug compile what builds and what finds an address once, not for every application that a test makes.

    That was a good half of the time that an application took, and most tests of pages make one of their own.
    """
    compiled: dict[tuple[type, str, str], Rule] = {}
    original = Rule.compile

    @functools.wraps(original)
    def look_up(rule: Rule) -> None:
        key = (type(rule), rule.rule, repr((rule.defaults, rule.subdomain, rule.host, rule.merge_slashes)))
        twin = compiled.get(key)
        if twin is None:
            original(rule)
            compiled[key] = rule
            return
        rule._parts, rule._trace, rule._converters = twin._parts, twin._trace, twin._converters
        rule.arguments = twin.arguments
        rule._build = types.MethodType(twin._build.__func__, rule)  # type: ignore[attr-defined]
        rule._build_unknown = types.MethodType(twin._build_unknown.__func__, rule)  # type: ignore[attr-defined]

    Rule.compile = look_up  # type: ignore[method-assign]


_compiled_once()


class Compiled(jinja2.BytecodeCache):
    """Templates as Jinja compiled them, for all applications of a worker: a fifth of what most tests of pages took."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], bytes] = {}  # by address and by what the text comes to

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled from the same text."""
        if code := self.known.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self.known[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Compiled()}


def pytest_configure(config: pytest.Config) -> None:
    """Make the folder in which all servers of a run keep their clips; its workers are told by the environment."""
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory(prefix="naniwazu-clips-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        os.environ[SHARED_CLIPS] = folder.name
        os.environ[seeded.FIRST] = seeded.chosen()
    # ignored by a shell's `&`, or by nohup: what a test interrupts would go on
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is signal.SIG_IGN:
        signal.signal(hangup, signal.SIG_DFL)


def pytest_report_header() -> str:
    """Name the seeds of this run's servers, so that they can be had again."""
    return f"{seeded.FIRST}={seeded.chosen()}"


@pytest.fixture(scope="session")
def empty_club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all its tables and nothing in them, to copy: making the tables takes the longest."""
    file = tmp_path_factory.mktemp("empty") / "club.sqlite3"
    Database(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def config(tmp_path: Path, empty_club: Path) -> Config:
    """Settings of a server with a data folder of its own."""
    shutil.copy(empty_club, tmp_path / "club.sqlite3")
    return config_in(tmp_path)


@pytest.fixture
def app(config: Config) -> Iterator[Flask]:
    """The application on an empty club."""
    made = create_app(config)
    yield made
    services_of(made).close()


@pytest.fixture
def services(app: Flask) -> Services:
    """What the application stands on."""
    return services_of(app)


@pytest.fixture
def client(app: Flask) -> PageClient:
    """The organiser, at the server's own machine."""
    return client_at(app, "127.0.0.1", "localhost:8100")


@pytest.fixture
def phone(app: Flask) -> PageClient:
    """A phone on the hall's network that has not entered."""
    return client_at(app, PHONE, HOST)


@pytest.fixture
def server(tmp_path: Path, empty_club: Path) -> Iterator[LiveServer]:
    """A running server on a free port, in a process of its own; stopped at the end whatever happens."""
    shutil.copy(empty_club, tmp_path / "club.sqlite3")
    with LiveServer(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def sink() -> Iterator[NullSink]:
    """A loudspeaker to record."""
    with null_sink() as running:
        yield running


@pytest.fixture(scope="module")
def own_sink(sink: NullSink) -> Iterator[NullSink]:
    """The same, and this process plays there."""
    with pytest.MonkeyPatch.context() as patch:
        sink.leads(patch)
        yield sink


@pytest.fixture
def taps(tmp_path: Path, empty_club: Path) -> Iterator[LiveServer]:
    """A running server with the tapping feature."""
    shutil.copy(empty_club, tmp_path / "club.sqlite3")
    with LiveServer(tmp_path, program=TAPPING) as running:
        yield running


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name long bytes by nothing they hold: what a library writes may hold the time, and so may its length.

    The workers of one run compare the names of their tests, and refuse to begin where one name differs.
    """
    return f"long {argname}" if isinstance(val, bytes) and len(val) > 60 else None
