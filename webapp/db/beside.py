"""What lies beside the database and goes with a backup: recorded packs, and the settings of loudspeakers.

In the backup it is one table more, with a digest for every file, so that the whole club stays one file.
"""

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reader.packs.document import FILE, dumped, pack_name, parsed, safe_name
from reader.packs.faults import PackError
from reader.packs.shelf import Shelf
from webapp.config import VOICES
from webapp.loudspeakers import TUNINGS
from webapp.refusal import Refusal

TRIES = 3
"""How often a pack is read anew because somebody changed it meanwhile."""

_MAKE = "CREATE TABLE files_beside (path TEXT PRIMARY KEY, digest TEXT NOT NULL, content BLOB NOT NULL)"
_PUT = "INSERT INTO files_beside VALUES (?, ?, ?)"
_IS_THERE = "SELECT 1 FROM sqlite_master WHERE name = 'files_beside'"
_ALL = "SELECT path, digest, content FROM files_beside"
_DROP = "DROP TABLE files_beside"


@dataclass(frozen=True, slots=True)
class Beside:
    """What went with a backup: the packs by name, and those that are damaged and were left out, each with why."""

    packs: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """The packs that a backup held, and where those of the same names are kept that differed; None for none."""

    packs: tuple[str, ...] = ()
    aside: Path | None = None


def put_in(backup: Path, folder: Path, *, packs: bool) -> Beside:
    """Write what lies in the data folder into a backup, the packs only where they are wanted. Raises Refusal."""
    shelf = Shelf(folder / VOICES)
    written, damaged = [], []
    with _opened(backup, backup) as database:
        database.execute(_MAKE)
        for name in shelf.names() if packs else ():
            try:
                _put_pack(database, shelf, name)
                written.append(name)
            except PackError as error:
                damaged.append(f"{name}: {error}")
        if (tunings := folder / TUNINGS).is_file():
            _put(database, TUNINGS, tunings.read_bytes())
    return Beside(tuple(written), tuple(damaged))


def take_out(copy: Path, source: Path, stage: Path | None) -> None:
    """Move what lies beside out of a copy of a backup into the folder `stage`, and prove it. Raises Refusal.

    Without a folder it is left where it is, in the backup.
    """
    with _opened(copy, source) as database:
        if not database.execute(_IS_THERE).fetchone():
            return
        if stage is not None:
            for path, digest, content in database.execute(_ALL):
                _take(stage, source, path, digest, content)
        database.execute(_DROP)
        database.execute("VACUUM")
    if stage is not None:
        _check_packs(stage, source)


def settle(stage: Path, folder: Path, time: str) -> Settled:
    """Put what was taken out of a backup in its place in the data folder. Raises Refusal.

    A pack that the backup does not hold stays. One of the same name that differs is kept aside under the `time` of the
    restore, and so are other settings of loudspeakers.
    """
    here, new = Shelf(folder / VOICES), Shelf(stage / VOICES)
    names = new.names()
    aside = folder / f"{VOICES}.before-restore-{time}"
    try:
        for name in names:
            if _same(here, new, name):
                continue
            here.folder.mkdir(exist_ok=True)
            if (here.folder / name).exists():
                aside.mkdir(exist_ok=True)
                (here.folder / name).rename(aside / name)
            (new.folder / name).rename(here.folder / name)
        _settle_tunings(stage / TUNINGS, folder / TUNINGS, time)
    except OSError as error:
        raise Refusal(f"{error.filename or folder}: {error.strerror or error}") from error
    return Settled(names, aside if aside.exists() else None)


@contextlib.contextmanager
def _opened(file: Path, named: Path) -> Iterator[sqlite3.Connection]:
    """Open a database file; whatever goes wrong with it is said of the file that people know."""
    try:
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
            yield database
    except (OSError, sqlite3.Error) as error:
        raise Refusal(f"{named}: {getattr(error, 'strerror', None) or error}") from error


def _put_pack(database: sqlite3.Connection, shelf: Shelf, name: str) -> None:
    """Write a pack, anew where a recording was replaced while it was read. Raises PackError."""
    for last in (*[False] * (TRIES - 1), True):
        database.execute("BEGIN")
        try:
            for path, content in _pack_files(shelf, name):
                _put(database, path, content)
        except (FileNotFoundError, PackError):
            database.execute("ROLLBACK")
            if last:
                raise
        else:
            database.execute("COMMIT")
            return


def _pack_files(shelf: Shelf, name: str) -> Iterator[tuple[str, bytes]]:
    pack = shelf.open(name)
    yield f"{VOICES}/{name}/{FILE}", dumped(pack.document).encode()
    for file in sorted({clip.file for clip in pack.clips.values()}):
        yield f"{VOICES}/{name}/{file}", (pack.folder / file).read_bytes()


def _put(database: sqlite3.Connection, path: str, content: bytes) -> None:
    database.execute(_PUT, (path, hashlib.sha256(content).hexdigest(), content))


def _take(stage: Path, source: Path, path: str, digest: str, content: bytes) -> None:
    if not _ours(path):
        raise Refusal(f"{source}: it holds a file {path!r}, which no backup does; nothing was changed")
    if hashlib.sha256(content).hexdigest() != digest:
        raise Refusal(
            f"{source}: {path} in it is damaged; take another backup, or leave the packs where they are"
        )
    target = stage / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def _ours(path: str) -> bool:
    """Whether a path is one that a backup is made with, and leads nowhere else."""
    if path == TUNINGS:
        return True
    folder, _, rest = path.partition("/")
    name, _, file = rest.partition("/")
    try:
        return folder == VOICES and pack_name(name) == name and (file == FILE or safe_name(file))
    except PackError:
        return False


def _check_packs(stage: Path, source: Path) -> None:
    """Raise Refusal for a pack that lacks a recording which it names."""
    for name in Shelf(stage / VOICES).names():
        place = stage / VOICES / name
        try:
            document = parsed((place / FILE).read_bytes(), f"{name}/{FILE}")
        except PackError as error:
            raise Refusal(f"{source}: {error}") from error
        for clip in document.clips.values():
            if not (place / clip.file).is_file():
                raise Refusal(f"{source}: the pack {name} in it lacks {clip.file}")


def _same(here: Shelf, new: Shelf, name: str) -> bool:
    """Whether a pack is there already; a recording's name tells its content."""
    try:
        return dumped(here.open(name).document) == dumped(new.open(name).document)
    except PackError:
        return False


def _settle_tunings(new: Path, place: Path, time: str) -> None:
    if not new.is_file() or (place.is_file() and place.read_bytes() == new.read_bytes()):
        return
    if place.exists():
        place.rename(place.with_name(f"{place.stem}.before-restore-{time}{place.suffix}"))
    new.rename(place)
