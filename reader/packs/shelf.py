"""The recorded packs of a machine: a folder with one subfolder each, in which nothing is ever half-written.

A new pack is made beside the others and gets its name when it is whole. A changed clip is a new file; `pack.json`, put
in place in one step, says which files count. What it does not name is left over from a crash and cleared away.
"""

import contextlib
import hashlib
import os
import secrets
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
import soundfile

from reader.clip import Samples
from reader.packs.document import FILE, Document, PackClip, dumped, pack_name, parsed
from reader.packs.faults import PackError, PackFlaw, unfit
from reader.packs.halves import HALVES, key
from reader.packs.measured import Measured
from reader.pattern import Half
from reader.samples import SAMPLE_RATE

_DIGITS: Final = 10
_STALE: Final = 24 * 3600.0
"""Seconds after which an unfinished pack belongs to nobody."""
_CHANGING: Final = threading.RLock()
"""One change at a time in this process: a change reads the document, and writes it anew."""


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """A recorded pack as it stood when it was opened."""

    name: str
    folder: Path
    document: Document
    stamp: str

    @property
    def clips(self) -> Mapping[Half, PackClip]:
        """The halves that can be read."""
        return self.document.clips

    @property
    def missing(self) -> tuple[Half, ...]:
        """The halves that are not there, the opener's included."""
        return tuple(half for half in HALVES if half not in self.document.clips)

    def sound(self, half: Half) -> Samples:
        """Return the whole recording in which a half lies. Raises PackError."""
        clip = self.document.clips.get(half)
        if clip is None:
            raise unfit(PackFlaw.NO_RECORDING, pack=self.name, halves=(half,))
        try:
            samples, rate = soundfile.read(self.folder / clip.file, dtype="float32")
        except (OSError, soundfile.LibsndfileError) as error:
            raise unfit(PackFlaw.CLIP_UNREADABLE, pack=self.name, file=clip.file) from error
        if rate != SAMPLE_RATE or samples.ndim != 1 or len(samples) != clip.measured.length:
            raise unfit(PackFlaw.CLIP_CHANGED, pack=self.name, file=clip.file)
        return np.asarray(samples, np.float32)

    def fresh(self) -> "Pack":
        """Return the pack as it stands now; itself where nothing has changed. Raises PackError."""
        return self if _stamp(self.folder / FILE) == self.stamp else _read(self.name, self.folder)


class Shelf:
    """A folder of packs; it need not exist. Names are made by `pack_name`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """Return the names of the packs, in order."""
        try:
            found = [entry.name for entry in os.scandir(self.folder) if not entry.name.startswith(".")]
        except OSError:
            return ()
        return tuple(sorted(name for name in found if (self.folder / name / FILE).is_file()))

    def open(self, name: str) -> Pack:
        """Return a pack. Raises PackError that names those there are."""
        known = self.names()
        if not known:
            raise unfit(PackFlaw.NO_PACKS, name=repr(name))
        if name not in known:
            raise unfit(PackFlaw.NO_SUCH_PACK, name=repr(name), known=", ".join(known))
        return _read(name, self.folder / name)

    def begin(self, document: Document) -> Pack:
        """Make a pack without recordings, named by its title. Raises PackError."""
        name = self.free_name(document.title)
        with self.building(name) as folder:
            write_document(folder, document)
        return self.open(name)

    def free_name(self, title: str) -> str:
        """Return the name that a pack of this title gets. Raises PackError where it is taken."""
        name = pack_name(title)
        if name in self.names():
            raise unfit(PackFlaw.NAME_TAKEN, name=name)
        return name

    @contextlib.contextmanager
    def building(self, name: str) -> Iterator[Path]:
        """Give a folder to build a pack in; it becomes the pack when all went well. Raises PackError."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._clear()
            folder = self.folder / f".{name}.{secrets.token_hex(4)}.new"
            folder.mkdir()
        except OSError as error:
            raise _unwritable(self.folder, error) from error
        try:
            yield folder
            with _CHANGING:
                if (self.folder / name).exists():
                    raise unfit(PackFlaw.NAME_TAKEN, name=name)
                folder.rename(self.folder / name)
        except OSError as error:
            raise _unwritable(self.folder, error) from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def remove(self, name: str) -> None:
        """Remove a pack with all its recordings. Raises PackError."""
        pack = self.open(name)
        gone = self.folder / f".{name}.{secrets.token_hex(4)}.gone"
        with _CHANGING:
            try:
                pack.folder.rename(gone)
            except OSError as error:
                raise _unwritable(self.folder, error) from error
        shutil.rmtree(gone, ignore_errors=True)

    def change(self, name: str, half: Half, clip: PackClip | None) -> Pack:
        """Put a half's clip with new marks in the place of the old one, or take the half out. Raises PackError."""
        with _CHANGING:
            pack = self.open(name)
            document = pack.document
            document = document.without(half) if clip is None else document.with_clips({half: clip})
            return self._renew(pack, document)

    def describe(self, name: str, credit: str, licence: str) -> Pack:
        """Give a pack another credit and licence note. Raises PackError."""
        with _CHANGING:
            pack = self.open(name)
            old = pack.document
            return self._renew(pack, Document(old.title, credit, licence, old.clips))

    def add(self, name: str, half: Half, sound: Path, measured: Measured, source: str) -> Pack:
        """Let a levelled recording be a half of a pack, in the place of an older one. Raises PackError."""
        with _CHANGING:
            pack = self.open(name)
            clip = PackClip(keep(pack.folder, half, sound), source, measured)
            return self._renew(pack, pack.document.with_clips({half: clip}))

    def _renew(self, pack: Pack, document: Document) -> Pack:
        write_document(pack.folder, document)
        used = {clip.file for clip in document.clips.values()}
        for path in pack.folder.glob("*.flac"):
            if path.name not in used:
                path.unlink(missing_ok=True)
        return self.open(pack.name)

    def _clear(self) -> None:
        """Take away what crashes left behind."""
        for path in self.folder.glob(".*.*"):
            if path.suffix not in (".new", ".gone", ".upload") or time.time() - path.stat().st_mtime < _STALE:
                continue
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


def keep(folder: Path, half: Half, sound: Path) -> str:
    """Move a sound file into a pack's folder, under a name that its content decides; return the name."""
    with sound.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:_DIGITS]
    name = f"{key(half)}-{digest}.flac"
    try:
        shutil.move(sound, folder / name)
    except OSError as error:
        raise _unwritable(folder, error) from error
    return name


def write_document(folder: Path, document: Document) -> None:
    """Put a pack's document in place in one step. Raises PackError."""
    unfinished = folder / f"{FILE}.{secrets.token_hex(4)}"
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            file.write(dumped(document))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(folder / FILE)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise _unwritable(folder, error) from error


def _read(name: str, folder: Path) -> Pack:
    path = folder / FILE
    try:
        stamp, text = _stamp(path), path.read_bytes()
    except OSError as error:
        raise unfit(PackFlaw.PACK_UNREADABLE, pack=name, detail=error.strerror or error) from error
    document = parsed(text, f"{name}/{FILE}")
    there = {half: clip for half, clip in document.clips.items() if (folder / clip.file).is_file()}
    return Pack(
        name,
        folder,
        Document(document.title, document.credit, document.licence, MappingProxyType(there)),
        stamp,
    )


def _stamp(path: Path) -> str:
    """Return what changes whenever a document does; a file that is put in place is another one."""
    try:
        found = path.stat()
    except OSError as error:
        raise unfit(PackFlaw.PACK_GONE, pack=path.parent.name, detail=error.strerror or error) from error
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"


def _unwritable(folder: Path, error: OSError) -> PackError:
    return unfit(PackFlaw.UNWRITABLE, folder=folder, detail=error.strerror or error)
