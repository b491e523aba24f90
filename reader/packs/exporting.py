"""A pack in one zip: Wasuramoti's names, so that other readers know them too, and our marks beside them."""

import contextlib
import os
import secrets
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from reader.packs.document import FILE, PackClip, dumped
from reader.packs.faults import PackFlaw, unfit
from reader.packs.shelf import Pack
from reader.pattern import Half

_DATE = (2000, 1, 1, 0, 0, 0)
"""The date in the zip: the same pack gives the same bytes."""


def export(pack: Pack, target: Path) -> None:
    """Write a pack to a zip, whole or not at all. Raises PackError."""
    if not target.parent.is_dir() or (target.exists() and not target.is_file()):  # a folder, a device
        raise unfit(PackFlaw.NO_TARGET, place=target)
    unfinished = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with zipfile.ZipFile(unfinished, "w") as archive:
            for name, content in entries(pack):
                _put(archive, name, content)
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(target)
    except OSError as error:
        raise unfit(PackFlaw.NOT_EXPORTED, place=target, detail=error.strerror or error) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def entries(pack: Pack) -> Iterator[tuple[str, str | Path]]:
    """Yield the files of the zip: their names, and their text or where they lie."""
    yield f"{pack.name}/{FILE}", dumped(pack.document)
    if pack.document.licence or pack.document.credit:
        yield f"{pack.name}/LICENCE.txt", f"{pack.document.credit}\n\n{pack.document.licence}\n"
    for file, name in _names(pack.name, pack.clips).items():
        yield f"{pack.name}/{name}", pack.folder / file


def _names(pack: str, clips: Mapping[Half, PackClip]) -> dict[str, str]:
    """Return a name for each sound file: `mai_017_1.flac`, or `mai_017.flac` where both halves lie in it."""
    halves: dict[str, list[Half]] = {}
    for half, clip in clips.items():
        halves.setdefault(clip.file, []).append(half)
    names = {}
    for file, inside in halves.items():
        which = "" if len(inside) == 2 else "_1" if inside[0].part == "kami" else "_2"
        names[file] = f"{pack}_{inside[0].poem:03d}{which}.flac"
    return names


def _put(archive: zipfile.ZipFile, name: str, content: str | Path) -> None:
    # sound is packed already; text is short
    info = zipfile.ZipInfo(name, _DATE)
    info.external_attr = 0o644 << 16
    if isinstance(content, str):
        archive.writestr(info, content)
        return
    with content.open("rb") as file, archive.open(info, "w", force_zip64=True) as out:
        while piece := file.read(1 << 20):
            out.write(piece)
