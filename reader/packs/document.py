"""What a pack's file `pack.json` says, in the format `naniwazu-pack/1`: credit, licence, and every clip's marks."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Final

from reader.packs.faults import PackError, PackFlaw, unfit
from reader.packs.halves import half_of, key
from reader.packs.measured import Measured
from reader.packs.names import plain
from reader.pattern import Half
from reader.reason import Reason

FORMAT: Final = "naniwazu-pack/1"
FILE: Final = "pack.json"
MARKS: Final = ("on", "off", "hold", "kimariji", "decision")
OPTIONAL: Final = ("kimariji", "decision")
"""Marks that only a person sets, and may take away again."""
LONGEST_TEXT: Final = 2_000
_TAKEN: Final = frozenset(
    {"con", "prn", "aux", "nul", "com1", "com2", "lpt1", "lpt2", "new", "uploads", "previews"}
)
"""Names that Windows, or an address of the pages, keeps for something else."""
_LONGEST_CLIP: Final = 121 * 48_000
_MOST: Final = 10**9


@dataclass(frozen=True, slots=True)
class PackClip:
    """One half of a pack: the sound file it lies in, and its marks in samples from the file's start.

    The voice sounds from `on` to `off`, its last vowel is only held from `hold`, and `kimariji` is where the full
    deck's kimari-ji ends, if somebody set it; so is `decision`, from which the poem differs from all others. `by_hand`
    names the marks that a person set; the others were found. Two halves may lie in one file. `source` is the name under
    which the recording came.
    """

    file: str
    source: str
    measured: Measured
    kimariji: int | None = None
    by_hand: frozenset[str] = frozenset()
    decision: int | None = None

    @property
    def on(self) -> int:
        """The first sample of the voice."""
        return self.measured.on

    @property
    def off(self) -> int:
        """The first sample after the voice."""
        return self.measured.off

    @property
    def hold(self) -> int:
        """Where the last vowel is only held."""
        return self.measured.hold

    def marked(self, **marks: int | None) -> "PackClip":
        """Return the clip with marks set by hand. Raises PackError for marks that are out of order."""
        own = {name: marks.pop(name, getattr(self, name)) for name in OPTIONAL}
        sure = {"sure": True} if {"on", "off"} & set(marks) else {}
        measured = replace(self.measured, **marks, **sure)  # type: ignore[arg-type]
        changed = {name for name in marks if marks[name] != getattr(self, name)}
        changed |= {name for name, at in own.items() if at != getattr(self, name)}
        by_hand = (self.by_hand | changed) - {name for name, at in own.items() if at is None}
        made = replace(self, measured=measured, by_hand=frozenset(by_hand), **own)
        made.check()
        return made

    def check(self) -> None:
        """Raise PackError unless the marks follow each other within the file."""
        on, hold, off, length = self.on, self.hold, self.off, self.measured.length
        if not 0 <= on <= hold <= off <= length <= _LONGEST_CLIP or on == off:
            raise unfit(PackFlaw.MARKS_ORDER, on=on, hold=hold, off=off, length=length)
        if self.kimariji is not None and not on < self.kimariji <= off:
            raise unfit(PackFlaw.KIMARIJI_OUTSIDE, kimariji=self.kimariji, on=on, off=off)
        last = off if self.kimariji is None else self.kimariji
        if self.decision is not None and not on <= self.decision < last:
            raise unfit(PackFlaw.DECISION_OUTSIDE, decision=self.decision, on=on, last=last)


@dataclass(frozen=True, slots=True)
class Document:
    """A pack as its file says it. `title` is its name for people; clips by half."""

    title: str
    credit: str = ""
    licence: str = ""
    clips: Mapping[Half, PackClip] = field(default_factory=lambda: MappingProxyType({}))

    def with_clips(self, clips: Mapping[Half, PackClip]) -> "Document":
        """Return the document with these clips in the place of those of the same halves."""
        return replace(self, clips=MappingProxyType({**self.clips, **clips}))

    def without(self, half: Half) -> "Document":
        """Return the document without a half."""
        left = {one: clip for one, clip in self.clips.items() if one != half}
        return replace(self, clips=MappingProxyType(left))


def dumped(document: Document) -> str:
    """Return the text of a pack's file."""
    clips = {}
    for half, clip in sorted(document.clips.items(), key=lambda pair: (pair[0].poem, pair[0].part)):
        clips[key(half)] = {
            "file": clip.file,
            "source": clip.source,
            **asdict(clip.measured),
            "kimariji": clip.kimariji,
            "by_hand": sorted(clip.by_hand),
            **({} if clip.decision is None else {"decision": clip.decision}),
        }
    whole = {
        "format": FORMAT,
        "title": document.title,
        "credit": document.credit,
        "licence": document.licence,
        "clips": clips,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def parsed(text: bytes, place: str) -> Document:
    """Read a pack's file. Raises PackError that names the place in it."""
    try:
        whole = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise unfit(PackFlaw.NOT_JSON, place=place) from error
    if not isinstance(whole, dict) or not isinstance(whole.get("format"), str):
        raise unfit(PackFlaw.NO_PACK, place=place, known=FORMAT)
    if whole["format"] != FORMAT:
        raise unfit(PackFlaw.OTHER_FORMAT, place=place, found=repr(whole["format"][:60]), known=FORMAT)
    texts = {name: _text(whole, name, place) for name in ("title", "credit", "licence")}
    clips = whole.get("clips")
    if not isinstance(clips, dict):
        raise unfit(PackFlaw.NO_CLIPS, place=place)
    return Document(
        **texts, clips=MappingProxyType(dict(_clip(name, one, place) for name, one in clips.items()))
    )


def _text(whole: dict[str, Any], name: str, place: str) -> str:
    text = whole.get(name, "")
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise unfit(PackFlaw.LONG_TEXT, place=place, name=name, most=LONGEST_TEXT)
    return writable(text)


def _clip(name: str, one: Any, place: str) -> tuple[Half, PackClip]:
    where = f"{place}: clips[{name[:20]}]"
    try:
        half = half_of(name)
    except ValueError:
        raise unfit(PackFlaw.AT, place=where, why=Reason.of(PackFlaw.NO_HALF, name=repr(name))) from None
    if not isinstance(one, dict):
        raise unfit(PackFlaw.OBJECT_WANTED, place=where)
    file, source = one.get("file"), one.get("source", "")
    if not isinstance(file, str) or not safe_name(file):
        raise unfit(PackFlaw.FILE_NAME_WANTED, place=where)
    if not isinstance(source, str):
        raise unfit(PackFlaw.TEXT_WANTED, place=f"{where}.source")
    own = {name: one.get(name) for name in OPTIONAL}
    by_hand = one.get("by_hand", [])
    if not isinstance(by_hand, list) or not all(mark in MARKS for mark in by_hand):
        raise unfit(PackFlaw.MARKS_WANTED, place=where, known=", ".join(MARKS))
    for mark, at in own.items():
        if at is not None and not _whole(at):
            raise unfit(PackFlaw.SAMPLES_WANTED, place=f"{where}.{mark}")
    clip = PackClip(
        file, writable(source)[:LONGEST_TEXT], _measured(one, where), by_hand=frozenset(by_hand), **own
    )
    try:
        clip.check()
    except PackError as error:
        raise unfit(PackFlaw.AT, place=where, why=error.reason) from None
    return half, clip


def _measured(one: dict[str, Any], where: str) -> Measured:
    found: dict[str, Any] = {}
    for needed in fields(Measured):
        value = one.get(needed.name, True if needed.name == "sure" else None)
        fits = {
            int: _whole(value),
            float: isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MOST,
            bool: isinstance(value, bool),
        }
        kind = needed.type
        assert isinstance(kind, type)
        if not fits[kind]:
            wanted = PackFlaw.TRUTH_WANTED if kind is bool else PackFlaw.NUMBER_WANTED
            raise unfit(wanted, place=f"{where}.{needed.name}")
        found[needed.name] = value
    return Measured(**found)


def writable(text: str) -> str:
    """Return a text as a file in UTF-8 can hold it: a name on a disk may be bytes of another code."""
    return text.encode("utf-8", "replace").decode()


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST


def safe_name(file: str) -> bool:
    """Whether a text is the name of a sound file in the pack's own folder, on every system."""
    stem = file.removesuffix(".flac")
    return (
        stem != file
        and stem.isascii()
        and bool(stem)
        and all(sign.isalnum() or sign in "-_" for sign in stem)
    )


def pack_name(title: str) -> str:
    """Return the name under which a pack is kept and chosen: small letters, digits, kana and kanji, with dashes.

    Raises PackError for a title that leaves nothing.
    """
    words = "".join(sign if sign.isalnum() else " " for sign in plain(title)).split()
    name = "-".join(words)[:40].strip("-")
    if not name or name in _TAKEN:
        raise unfit(PackFlaw.BAD_NAME, title=repr(title))
    return name
