"""Taking in a pack: every file of a folder or zip recognised, decoded apart, measured, checked, and stored at once."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reader.packs.checking import Check, Note, check
from reader.packs.decoder import Decoder, Undecodable
from reader.packs.document import FILE, Document, PackClip, parsed, writable
from reader.packs.faults import PackError, PackFlaw, unfit
from reader.packs.foreign import available
from reader.packs.measured import Measured
from reader.packs.names import FOREIGN, SOUNDS, Recognised, recognise
from reader.packs.shelf import Pack, Shelf, keep, write_document
from reader.packs.source import Member, Source, opened
from reader.pattern import OPENER, Half
from reader.reason import Reason

Progress = Callable[[int, int], None]
"""Called with how many files are done and how many there are."""

_NAMED: Final = 5
"""So many files are named in a message."""
_LICENCE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Found:
    """What lies in a folder or zip.

    Recordings by what they hold, sound files of no poem, sound files that cannot be decoded here, and an own
    `pack.json`.
    """

    files: Mapping[Member, Recognised]
    strangers: tuple[str, ...]
    foreign: tuple[str, ...]
    own: Document | None
    licence: str = ""


def check_source(place: Path, progress: Progress | None = None, decoder: Decoder | None = None) -> Check:
    """Check a pack that lies in a folder or zip; nothing is kept. Raises PackError."""
    with opened(place) as source, tempfile.TemporaryDirectory(prefix="naniwazu-") as folder:
        found = recognised(source)
        taken = _take(source, found, Path(folder), progress, decoder)
        return check(taken.clips, taken.faults, found.strangers, found.foreign)


def import_pack(
    place: Path,
    shelf: Shelf,
    title: str,
    *,
    credit: str = "",
    licence: str = "",
    progress: Progress | None = None,
    decoder: Decoder | None = None,
) -> tuple[Pack, Check]:
    """Take a pack from a folder or zip onto the shelf, whole or not at all. Raises PackError.

    A pack that is not complete is taken as well, and the check says what is missing; one without any usable recording
    is refused. Credit and licence come from the source where none are given.
    """
    name = shelf.free_name(title)
    with opened(place) as source:
        found = recognised(source)
        with shelf.building(name) as folder:
            taken = _take(source, found, folder, progress, decoder)
            if not taken.clips:
                raise _none_usable(place, len(found.files), taken.faults)
            own = found.own or Document("")
            document = Document(
                title.strip(),
                credit or own.credit,
                licence or own.licence or found.licence,
                MappingProxyType(taken.clips),
            )
            write_document(folder, document)
    return shelf.open(name), check(taken.clips, taken.faults, found.strangers, found.foreign)


def recognised(source: Source) -> Found:
    """Return what a folder or zip holds. Raises PackError where that is no pack, or more than one."""
    sounds = [one for one in source.members if one.path.suffix.lower() in SOUNDS]
    foreign = [one for one in source.members if one.path.suffix.lower() in FOREIGN]
    if foreign and available():
        sounds, foreign = sounds + foreign, []
    named = {one: recognise(one.path) for one in sounds}
    files = {one: what for one, what in named.items() if what is not None}
    strangers = tuple(str(one.path) for one, what in named.items() if what is None)
    if not files:
        raise _nothing(source, sounds, foreign)
    groups = Counter(what.group for what in files.values())
    if len(groups) > 1:
        names = ", ".join(repr(group or ".") for group, _ in groups.most_common(_NAMED))
        raise unfit(PackFlaw.SEVERAL_PACKS, place=source.place, count=len(groups), names=names)
    _check_twice(source, files)
    unread = tuple(str(one.path) for one in foreign)
    return Found(files, strangers, unread, _own(source), _licence(source))


def _none_usable(place: Path, count: int, faults: Mapping[Half, tuple[Note, Reason]]) -> PackError:
    """Return that no recording can be used, and why the first cannot."""
    why = next((reason for _, reason in faults.values()), None)
    if why is None:
        return unfit(PackFlaw.NONE_USABLE, place=place, count=count)
    return unfit(PackFlaw.NONE_USABLE_WHY, place=place, count=count, why=why)


def _nothing(source: Source, sounds: list[Member], foreign: list[Member]) -> PackError:
    if foreign:
        kind = foreign[0].path.suffix
        return unfit(PackFlaw.FOREIGN_KIND, place=source.place, count=len(foreign), kind=kind)
    if sounds:
        return unfit(PackFlaw.UNNAMED, place=source.place, file=sounds[0].path.name)
    return unfit(PackFlaw.NO_SOUNDS, place=source.place)


def _check_twice(source: Source, files: Mapping[Member, Recognised]) -> None:
    """Raise PackError where two files claim to be the same half."""
    seen: dict[Half, Member] = {}
    for member, what in files.items():
        for half in _halves(what):
            if half in seen:
                raise unfit(
                    PackFlaw.UPPER_TWICE if half.part == "kami" else PackFlaw.LOWER_TWICE,
                    place=source.place,
                    first=seen[half].path,
                    second=member.path,
                    poem=half.poem,
                )
            seen[half] = member


def _halves(what: Recognised) -> tuple[Half, ...]:
    if what.part is None:
        return Half(what.poem, "kami"), Half(what.poem, "shimo")
    return (Half(what.poem, what.part),)


def _own(source: Source) -> Document | None:
    """Return the document of a pack that was exported from here; None where there is none."""
    for member in source.members:
        if member.path.name == FILE:
            return parsed(source.text(member), str(member.path))
    return None


def _licence(source: Source) -> str:
    """Return the first words of a licence that lies beside the recordings."""
    for member in source.members:
        name = member.path.name.lower()
        if ("license" in name or "licence" in name) and member.path.suffix.lower() in ("", ".txt", ".md"):
            return source.text(member).decode("utf-8", "replace")[:_LICENCE].strip()
    return ""


def _take(
    source: Source, found: Found, folder: Path, progress: Progress | None, decoder: Decoder | None
) -> "_Taken":
    """Decode every file into the folder; marks of a pack that was exported from here are kept."""
    lent = decoder or Decoder()
    taken = _Taken(source, found, folder, lent)
    try:
        for done, (member, what) in enumerate(found.files.items()):
            if progress:
                progress(done, len(found.files))
            taken.take(member, what)
    finally:
        if decoder is None:
            lent.close()
    if progress:
        progress(len(found.files), len(found.files))
    if found.own is not None:
        _restore_marks(taken, found.own)
    return taken


@dataclass(slots=True)
class _Taken:
    """What came of the files so far."""

    source: Source
    found: Found
    folder: Path
    decoder: Decoder
    clips: dict[Half, PackClip] = field(default_factory=dict)
    faults: dict[Half, tuple[Note, Reason]] = field(default_factory=dict)

    def take(self, member: Member, what: Recognised) -> None:
        """Decode one file, and keep its sound and its halves, or why nothing came of it."""
        copy, levelled = self.folder / f"source{member.path.suffix.lower()}", self.folder / "levelled.flac"
        halves = _halves(what)
        if what.poem == OPENER and what.part == "kami" and _opener_is_one(self.found):
            halves = Half(OPENER, "kami"), Half(OPENER, "shimo")
        try:
            self.source.copy(member, copy)
            answer = self.decoder.decode(copy, levelled, what.poem, whole=len(halves) == 2)
            if isinstance(answer, Undecodable):
                why = Reason.of(PackFlaw.IN_FILE, file=member.path, why=answer.why)
                self.faults.update(dict.fromkeys(halves, (note_for(answer), why)))
                return
            file = keep(self.folder, halves[0], levelled)
            for half, measured in zip(halves, _sensible(answer, halves), strict=False):
                self.clips[half] = PackClip(file, writable(str(member.path)), measured)
        except PackError as error:
            self.faults.update(dict.fromkeys(halves, (Note.UNDECODABLE, error.reason)))
        finally:
            copy.unlink(missing_ok=True)
            levelled.unlink(missing_ok=True)


def note_for(answer: Undecodable) -> Note:
    """Return what is noted of a half of which nothing came."""
    return Note.SILENT if answer.why.flaw is PackFlaw.SILENT else Note.UNDECODABLE


def _opener_is_one(found: Found) -> bool:
    """Whether the opener's upper half stands alone: then its file may hold both, as in Wasuramoti's own pack."""
    return not any(what.poem == OPENER and what.part != "kami" for what in found.files.values())


def _sensible(answer: tuple[Measured, ...], halves: tuple[Half, ...]) -> Iterator[Measured]:
    """Yield the halves of a file; an opener's upper half that turns out to be alone is one half."""
    if len(answer) == 2 and halves[0].poem == OPENER and not answer[0].sure:
        yield _joined(answer)
        return
    yield from answer


def _joined(answer: tuple[Measured, ...]) -> Measured:
    first, last = answer
    return Measured(
        first.on,
        last.off,
        last.hold,
        first.length,
        first.loudness,
        first.noise,
        first.peak,
        first.rate,
        first.channels,
        first.clipped,
    )


def _restore_marks(taken: _Taken, own: Document) -> None:
    """Give the clips what is known of them where they come from, if the recording is still the same."""
    for half, clip in taken.clips.items():
        old = own.clips.get(half)
        if old is not None and old.measured.length == clip.measured.length:
            taken.clips[half] = replace(old, file=clip.file)
