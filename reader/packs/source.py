"""The files of a pack that somebody brings, in a folder or a zip, read so that they can do no harm.

Nothing is unpacked by the names in a zip: every file is copied, within limits, to a name of our own. So there is no
path that leads outside, no link, and no small file that becomes a huge one.
"""

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Final, TypeAlias

from reader.packs.faults import PackFlaw, unfit

MOST_FILES: Final = 4_000
"""Files in a folder or zip; a pack has 202, and several licences and pictures may lie beside them."""
LARGEST: Final = 64 << 20
"""Bytes of one file: eleven minutes of CD sound."""
LARGEST_IN_ALL: Final = 2 << 30
"""Bytes of all files together, as they lie on a disk."""
_RATIO: Final = 200
"""How many times its size a zip's file may unpack to; sound packs next to nothing, silence in WAV 100 times."""
_PIECE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Member:
    """One file: where it lies in the pack, and its size in bytes as it says."""

    path: PurePosixPath
    size: int


Files: TypeAlias = dict[Member, Path | zipfile.ZipInfo]
"""Where each file's bytes are."""


class Source:
    """A folder or zip that was opened by `opened`."""

    def __init__(self, place: Path, files: Files, archive: zipfile.ZipFile | None) -> None:
        self.place = place
        self._files = files
        self._archive = archive

    @property
    def members(self) -> tuple[Member, ...]:
        """Its files by path."""
        return tuple(sorted(self._files, key=lambda one: str(one.path)))

    def copy(self, member: Member, target: Path) -> None:
        """Copy a file to a place of ours. Raises PackError for one that is too large or damaged."""
        with self._open(member) as file, target.open("wb") as out:
            copied = 0
            while piece := file.read(_PIECE):
                copied += len(piece)
                if copied > LARGEST:
                    raise unfit(PackFlaw.FILE_TOO_LARGE, file=member.path, megabytes=LARGEST >> 20)
                out.write(piece)

    def text(self, member: Member, limit: int = 4 << 20) -> bytes:
        """Return a small file. Raises PackError."""
        if member.size > limit:
            raise unfit(PackFlaw.FILE_TOO_LARGE, file=member.path, megabytes=limit >> 20)
        with self._open(member) as file:
            return file.read(limit)

    @contextmanager
    def _open(self, member: Member) -> Iterator[IO[bytes]]:
        """Open a file; whatever goes wrong until it is closed is a PackError."""
        found = self._files[member]
        try:
            if isinstance(found, Path):
                file: IO[bytes] = found.open("rb")
            else:
                assert self._archive is not None
                file = self._archive.open(found)
            with file:
                yield file
        except (
            OSError,
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            RuntimeError,
            NotImplementedError,
        ) as error:
            raise unfit(
                PackFlaw.FILE_UNREADABLE, file=member.path, place=self.place.name, detail=error
            ) from error


@contextmanager
def opened(place: Path) -> Iterator[Source]:
    """Open a folder or zip. Raises PackError."""
    try:
        is_folder, is_file = place.is_dir(), place.is_file()
    except (OSError, ValueError) as error:
        # a name that is too long, or a folder that may not be looked into
        detail = getattr(error, "strerror", None) or error
        raise unfit(PackFlaw.UNREADABLE, place=place, detail=detail) from error
    if is_folder:
        yield Source(place, _in_folder(place), None)
        return
    if not is_file:
        raise unfit(PackFlaw.NOT_THERE, place=place)
    try:
        archive = zipfile.ZipFile(place)
    except (zipfile.BadZipFile, OSError, ValueError, EOFError, NotImplementedError, struct.error) as error:
        raise unfit(PackFlaw.NO_ZIP, place=place, detail=error) from error
    with archive:
        yield Source(place, _in_archive(place, archive), archive)


def _in_folder(place: Path) -> Files:
    found: Files = {}
    try:
        for path in sorted(place.rglob("*")):
            inside = PurePosixPath(*path.relative_to(place).parts)
            if path.is_symlink() or not path.is_file() or _aside(inside):
                continue
            found[Member(inside, path.stat().st_size)] = path
            _check(place, found)
    except OSError as error:
        raise unfit(PackFlaw.UNREADABLE, place=place, detail=error.strerror or error) from error
    return found


def _in_archive(place: Path, archive: zipfile.ZipFile) -> Files:
    found: Files = {}
    for info in archive.infolist():
        if not info.filename:
            raise unfit(PackFlaw.NAMELESS, place=place)
        if info.is_dir():
            continue
        name = _name(info).replace("\\", "/")
        path = PurePosixPath(name)
        if (
            name.startswith("/")
            or ".." in path.parts
            or "\0" in name
            or (path.parts and ":" in path.parts[0])
        ):
            raise unfit(PackFlaw.LEADS_OUT, place=place, file=repr(name))
        if stat.S_ISLNK(info.external_attr >> 16):
            raise unfit(PackFlaw.LINK, place=place, file=name)
        if info.flag_bits & 1:
            raise unfit(PackFlaw.LOCKED, place=place, file=name)
        if info.file_size > _PIECE and info.file_size > _RATIO * max(1, info.compress_size):
            raise unfit(PackFlaw.UNPACKS_HUGE, place=place, file=name, megabytes=info.file_size >> 20)
        if not _aside(path):
            found[Member(path, info.file_size)] = info
            _check(place, found)
    return found


def _name(info: zipfile.ZipInfo) -> str:
    """Return a file's name in a zip; Japanese Windows writes it in its own code without saying so."""
    if info.flag_bits & 0x800 or info.filename.isascii():
        return info.filename
    try:
        return info.filename.encode("cp437").decode("cp932")
    except UnicodeError:
        return info.filename


def _aside(path: PurePosixPath) -> bool:
    """Whether a file is a system's own note and no part of a pack."""
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)


def _check(place: Path, found: Files) -> None:
    if len(found) > MOST_FILES:
        raise unfit(PackFlaw.TOO_MANY_FILES, place=place, most=MOST_FILES)
    if sum(member.size for member in found) > LARGEST_IN_ALL:
        raise unfit(PackFlaw.TOO_LARGE, place=place, gigabytes=LARGEST_IN_ALL >> 30)
