"""What can be done with the club's packs, one use case a function."""

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from reader.packs.checking import Note, notes_of
from reader.packs.cutting import cut_at
from reader.packs.decoder import Undecodable
from reader.packs.document import Document, PackClip
from reader.packs.faults import PackFlaw, unfit
from reader.packs.halves import half_of
from reader.packs.importing import note_for
from reader.packs.measured import Measured, hold_of, loudness_of
from reader.packs.shelf import Pack, Shelf
from reader.pattern import Half
from reader.samples import to_seconds
from reader.voices.recorded import INSTEAD, PREFIX
from webapp.absent import Absent
from webapp.reading.listing import recent
from webapp.services import Services
from webapp.voices.booth import booth

BROWSER: Final = "recorded here"
"""What a pack notes as the source of a half that was recorded on its page."""

A_KNOCK: Final = 0.3
"""Seconds below which a sound is a knock at the microphone: nobody says a half so quickly."""


class NoSuchPack(Absent):
    """There is no pack of this name, or no such half."""


class InUse(Exception):  # noqa: N818 - a fact, not a fault
    """A reading that is not over reads with the pack."""


@dataclass(frozen=True, slots=True)
class Take:
    """A recording of a half as it was judged: what is to be said of it, and what was measured, if anything."""

    notes: tuple[Note, ...]
    measured: Measured | None = None


def shelf(services: Services) -> Shelf:
    """Return the club's packs."""
    return Shelf(services.config.voices_folder)


def pack(services: Services, name: str) -> Pack:
    """Return a pack. Raises NoSuchPack, and PackError for a damaged one."""
    found = shelf(services)
    if name not in found.names():
        raise NoSuchPack(name)
    return found.open(name)


def half(text: str) -> Half:
    """Return the half that a part of an address names. Raises NoSuchPack."""
    try:
        return half_of(text)
    except ValueError as error:
        raise NoSuchPack(text) from error


def clip(services: Services, name: str, of: Half) -> PackClip:
    """Return a pack's recording of a half. Raises NoSuchPack."""
    found = pack(services, name).clips.get(of)
    if found is None:
        raise NoSuchPack(name, of)
    return found


def begin(services: Services, title: str, credit: str, licence: str) -> Pack:
    """Make a pack without recordings. Raises PackError."""
    return shelf(services).begin(Document(title, credit, licence))


def describe(services: Services, name: str, credit: str, licence: str) -> None:
    """Give a pack another credit and licence note. Raises NoSuchPack, PackError."""
    pack(services, name)
    shelf(services).describe(name, credit, licence)


def remove(services: Services, name: str) -> None:
    """Remove a pack. Raises NoSuchPack, PackError, and InUse while a reading that is not over reads with it."""
    if name not in shelf(services).names():
        raise NoSuchPack(name)
    own = PREFIX + name
    for one in recent(services):
        if one.running and one.desk.settings.voice.partition(INSTEAD)[0] == own:
            raise InUse(one.desk.id)
    shelf(services).remove(name)


def mark(services: Services, name: str, of: Half, marks: dict[str, int | None]) -> PackClip:
    """Set a half's marks by hand. Raises NoSuchPack, and PackError for marks out of order."""
    changed = clip(services, name, of).marked(**marks)
    shelf(services).change(name, of, changed)
    return changed


def cut(services: Services, name: str, of: Half, at: int) -> None:
    """Cut the recording in which a half lies in two, at a sample. Raises NoSuchPack, PackError."""
    found = pack(services, name)
    old = clip(services, name, of)
    sound = found.sound(of)
    parts = cut_at(sound, at)
    if parts is None:
        raise unfit(PackFlaw.CUT_SILENT)
    for part, (on, off) in (("kami", parts.kami), ("shimo", parts.shimo)):
        measured = replace(
            old.measured,
            on=on,
            off=off,
            hold=hold_of(sound, on, off),
            loudness=loudness_of(sound, on, off),
            sure=True,
        )
        made = PackClip(old.file, old.source, measured, by_hand=frozenset({"on", "off"}))
        shelf(services).change(name, Half(of.poem, "kami" if part == "kami" else "shimo"), made)


def drop(services: Services, name: str, of: Half) -> None:
    """Take a half's recording out of a pack. Raises NoSuchPack, PackError."""
    clip(services, name, of)
    shelf(services).change(name, of, None)


def judge(services: Services, name: str, of: Half, sound: bytes, *, keep: bool) -> Take:
    """Judge a recording of a half, and if wanted make it the pack's own. Raises NoSuchPack, PackError.

    The sound comes from a browser and is decoded in a process of its own, within limits.
    """
    pack(services, name)
    with tempfile.TemporaryDirectory(prefix="naniwazu-") as folder:
        source, levelled = Path(folder) / "take.wav", Path(folder) / "levelled.flac"
        source.write_bytes(sound)
        answer = booth(services).judge(source, levelled, of.poem)
        if isinstance(answer, Undecodable):
            return Take((note_for(answer),))
        (measured,) = answer
        if to_seconds(measured.off - measured.on) < A_KNOCK:
            return Take((Note.SILENT,))
        if keep:
            shelf(services).add(name, of, levelled, measured, BROWSER)
        return Take(notes_of(of, measured), measured)
