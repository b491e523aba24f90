"""Looks at a machine before an evening: each part is tried as the program uses it."""

import importlib.util
import os
import platform
import shutil
import subprocess
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import make_url
from sqlalchemy.exc import DatabaseError

from webapp.access.addresses import network_addresses
from webapp.config import Config
from webapp.db.backup import check_file, sqlite_file
from webapp.db.engine import DRIVER, make_engine
from webapp.refusal import Refusal

ROOM = 200_000_000
"""Bytes free for a club's records and a voice's clips."""
LONG = 10
"""Seconds that another program may take to answer."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: whether it works, whether an evening needs it, and what to do if it does not."""

    area: str
    name: str
    works: bool
    needed: bool
    detail: str
    cure: str = ""


def examine(config: Config) -> list[Finding]:
    """Try every part; a part whose trial itself fails is reported, not raised."""
    parts: tuple[Callable[[Config], Iterator[Finding]], ...] = (
        system, storage, postgresql, network, voices, outputs, fonts, browsers
    )  # fmt: skip
    findings: list[Finding] = []
    for part in parts:
        try:
            findings += part(config)
        except Exception as error:  # noqa: BLE001 - a checkup goes on to the next part
            findings.append(
                Finding(part.__name__, part.__name__, works=False, needed=False, detail=str(error))
            )
    return findings


def system(_config: Config) -> Iterator[Finding]:
    """Tell the interpreter and the machine; they work, or nothing would be said."""
    detail = f"Python {platform.python_version()} on {platform.platform()}, {os.cpu_count()} processors"
    yield Finding("system", "python", works=True, needed=True, detail=detail)


def storage(config: Config) -> Iterator[Finding]:
    """Look at the data folder, its free space, and the database in it."""
    free = shutil.disk_usage(config.folder).free
    writable = os.access(config.folder, os.W_OK)
    cure = "make room, or choose another folder with NANIWAZU_DATA"
    detail = f"{config.folder}, {free / 1e9:.1f} GB free"
    yield Finding(
        "storage", "data folder", works=writable and free > ROOM, needed=True, detail=detail, cure=cure
    )
    shown = make_url(config.database_url).render_as_string(hide_password=True)
    file = sqlite_file(config.database_url)
    if file is not None and not file.exists():
        yield Finding(
            "storage", "database", works=True, needed=True, detail=f"{shown} is made at the first start"
        )
        return
    try:
        if file is not None:
            check_file(file)
        else:
            ask(config.database_url)
        yield Finding("storage", "database", works=True, needed=True, detail=shown)
    except Refusal as refusal:
        cure = "put the last backup in its place with naniwazu restore"
        yield Finding("storage", "database", works=False, needed=True, detail=refusal.message, cure=cure)


def ask(url: str) -> None:
    """Ask a database server whether it is there. Raises Refusal."""
    engine = make_engine(url, writes=False)
    try:
        engine.connect().close()
    except DatabaseError as error:
        raise Refusal(f"the database does not answer: {error.orig}") from error
    finally:
        engine.dispose()


def postgresql(_config: Config) -> Iterator[Finding]:
    """Look for the driver."""
    there = importlib.util.find_spec("psycopg") is not None
    cure = f"for clubs with a PostgreSQL server: {DRIVER}"
    yield Finding(
        "storage", "PostgreSQL", works=there, needed=False, detail="psycopg" if there else "", cure=cure
    )


def network(_config: Config) -> Iterator[Finding]:
    """Look for an address that phones could reach."""
    found = network_addresses()
    cure = "connect this machine to the hall's network, or open a hotspot on it"
    yield Finding("network", "address", works=bool(found), needed=False, detail=", ".join(found), cure=cure)


def voices(config: Config) -> Iterator[Finding]:
    """Let every voice say whether it works here, and ask who finds where the sounds of recordings lie."""
    from reader.packs import phones  # noqa: PLC0415 - both load numpy
    from reader.voices import known  # noqa: PLC0415

    for report in known.Voices(config.voices_folder).survey():
        detail = f"{report.language}, {report.precision} times" if report.works else "not here:"
        needed = report.name == known.DEFAULT
        yield Finding("voices", report.name, report.works, needed, detail, cure=report.reason)
    try:
        phones.try_out()
        works, detail = True, phones.model_version()
    except phones.NoModelError as error:
        works, detail = False, f"{error}:"
    cure = "drills with recorded voices need their decision points set by hand, on the page of the pack"
    yield Finding("voices", "decision points of recordings", works, needed=False, detail=detail, cure=cure)


def outputs(_config: Config) -> Iterator[Finding]:
    """Ask for loudspeakers. Without any, pages still play and files are still written."""
    from reader.outputs.devices import devices  # noqa: PLC0415 - looks for a system library
    from reader.outputs.sink import SpeakersUnavailableError  # noqa: PLC0415

    try:
        for device in devices():
            doubt = "muted" if device.muted else "low volume" if device.too_quiet else ""
            known = "" if device.volume is None else f"volume {device.volume:.0%}"
            detail = ", ".join(filter(None, ("default" if device.default else "", known, doubt)))
            yield Finding("sound", device.name, works=True, needed=False, detail=detail)
    except SpeakersUnavailableError as error:
        detail, _, cure = str(error).partition("; ")
        yield Finding("sound", "loudspeakers", works=False, needed=False, detail=f"{detail}:", cure=cure)


def fonts(_config: Config) -> Iterator[Finding]:
    """Ask the system for a font with kanji; cards bring their own kana."""
    asking = shutil.which("fc-list")
    if asking is None:
        detail = "the cards' own font is used; other kanji are the browser's affair"
        yield Finding("fonts", "kanji", works=True, needed=False, detail=detail)
        return
    answer = subprocess.run(  # noqa: S603 - a fixed question to fontconfig
        [asking, ":lang=ja", "family"], capture_output=True, text=True, timeout=LONG, check=False
    )
    family = next(iter(sorted(answer.stdout.splitlines())), "")
    cure = "apt install fonts-noto-cjk"
    yield Finding("fonts", "kanji", works=bool(family), needed=False, detail=family, cure=cure)


def browsers(_config: Config) -> Iterator[Finding]:
    """Look for a browser that `serve --open` can open, and for the one that the tests drive."""
    try:
        detail = str(getattr(webbrowser.get(), "name", "the system's own"))
        yield Finding("browsers", "to open the page", works=True, needed=False, detail=detail)
    except webbrowser.Error:
        cure = "open the printed address by hand"
        yield Finding("browsers", "to open the page", works=False, needed=False, detail="", cure=cure)
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("NANIWAZU_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    cure = "for the browser tests: apt install chromium"
    yield Finding("browsers", "for tests", works=bool(found), needed=False, detail=found or "", cure=cure)
