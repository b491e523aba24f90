"""The check of a pack: all 202 halves, what is wrong with each, and how it suits a pace. Pure; no sound is read."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from statistics import median, quantiles
from typing import Final

from poems.anthology import poem
from poems.poem import Poem
from reader.pace import Pace
from reader.packs.document import PackClip
from reader.packs.faults import PackFlaw
from reader.packs.fitting import LEAST_TAIL
from reader.packs.halves import HALVES
from reader.packs.measured import Measured
from reader.pattern import OPENER, Half
from reader.reason import Reason
from reader.samples import to_samples, to_seconds
from reader.verse import Part


class Note(StrEnum):
    """What is worth saying of a half; the first group keeps it from being read."""

    MISSING = "missing"
    UNDECODABLE = "undecodable"
    SILENT = "silent"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    CUT_GUESSED = "cut_guessed"
    CLIPPED = "clipped"
    NOISY = "noisy"
    FAINT = "faint"
    NO_LEAD = "no_lead"


_NAMED: Final = 5
"""So many files are named in a message."""

UNUSABLE: Final = frozenset({Note.MISSING, Note.UNDECODABLE, Note.SILENT})
"""A half of which one of these is said is not in the pack."""

FASTEST: Final = 0.09
"""Seconds a mora, below which nobody reads: something is missing."""
SLOWEST: Final = 0.75
"""Seconds a mora, over which nobody does; the hold counts as ten morae more."""
_NOISY: Final = 30.0
"""Decibels between the loudest moment and the room, below which the room is heard in every gap."""
_FAINT: Final = -45.0
"""LUFS: what is softer had to be raised so far that its noise is heard."""
_CLIPPED: Final = 20
_LEAD: Final = to_samples(0.01)
"""A voice that begins so soon after its file does may have lost its first sound."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One half in the check: what is said of it, where its sound came from, and its lengths in seconds."""

    half: Half
    notes: tuple[Note, ...]
    source: str = ""
    seconds: float = 0.0
    hold: float = 0.0
    why: Reason | None = None

    @property
    def usable(self) -> bool:
        """Whether the half can be read."""
        return not UNUSABLE & set(self.notes)

    @property
    def state(self) -> str:
        """`good`, `doubtful` or `bad`."""
        return "bad" if not self.usable else "doubtful" if self.notes else "good"


@dataclass(frozen=True, slots=True)
class Spread:
    """Lengths over a pack, in seconds: the least, the middle and the greatest."""

    least: float
    middle: float
    greatest: float


@dataclass(frozen=True, slots=True)
class Check:
    """What a check found: one cell for each of the 202 halves, and figures of the whole pack."""

    cells: tuple[Cell, ...]
    rates: Mapping[int, int]
    words: Spread | None
    hold: Spread | None
    upper: Spread | None
    strangers: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()

    @property
    def left_out(self) -> tuple[Reason, ...]:
        """Why files were not even tried: those of a kind that cannot be decoded here, and those of no poem."""
        return (
            *_left(PackFlaw.FOREIGN_LEFT_OUT, self.foreign),
            *_left(PackFlaw.UNNAMED_LEFT_OUT, self.strangers),
        )

    @property
    def unread(self) -> tuple[Reason, ...]:
        """Why files gave nothing, each reason once: those that were not tried, then those that could not be decoded."""
        tried = (cell.why for cell in self.cells if cell.why is not None)
        return tuple({str(reason): reason for reason in (*self.left_out, *tried)}.values())

    @property
    def missing(self) -> tuple[Half, ...]:
        """The halves of the poems that cannot be read."""
        return tuple(cell.half for cell in self.cells if not cell.usable and cell.half.poem != OPENER)

    @property
    def opener_missing(self) -> tuple[Half, ...]:
        """The opener's halves that cannot be read."""
        return tuple(cell.half for cell in self.cells if not cell.usable and cell.half.poem == OPENER)

    @property
    def complete(self) -> bool:
        """Whether all two hundred halves of the poems are there; the opener may be left out of a reading."""
        return not self.missing

    @property
    def doubtful(self) -> tuple[Cell, ...]:
        """The halves that can be read, and should be looked at."""
        return tuple(cell for cell in self.cells if cell.usable and cell.notes)


def check(
    clips: Mapping[Half, PackClip],
    faults: Mapping[Half, tuple[Note, Reason]] | None = None,
    strangers: Iterable[str] = (),
    foreign: Iterable[str] = (),
) -> Check:
    """Check a pack's clips.

    `faults` are the halves of which nothing came, `strangers` the files of no poem, `foreign` those of a kind that
    cannot be decoded here.
    """
    cells = tuple(_cell(half, clips.get(half), (faults or {}).get(half)) for half in HALVES)
    lower = [clip for half, clip in clips.items() if half.part == "shimo" and half.poem != OPENER]
    upper = [clip for half, clip in clips.items() if half.part == "kami" and half.poem != OPENER]
    return Check(
        cells,
        dict(Counter(clip.measured.rate for clip in clips.values())),
        _spread([to_seconds(clip.hold - clip.on) for clip in lower]),
        _spread([to_seconds(clip.off - clip.hold) for clip in lower]),
        _spread([to_seconds(clip.off - clip.on) for clip in upper]),
        tuple(strangers),
        tuple(foreign),
    )


def _left(flaw: PackFlaw, files: tuple[str, ...]) -> tuple[Reason, ...]:
    if not files:
        return ()
    kinds = ", ".join(sorted({PurePosixPath(file).suffix.lower() for file in files}))
    more = f" (+{len(files) - _NAMED})" if len(files) > _NAMED else ""
    return (Reason.of(flaw, count=len(files), kind=kinds, names=", ".join(files[:_NAMED]) + more),)


def notes_of(half: Half, measured: Measured) -> tuple[Note, ...]:
    """Return what is to be said of a half that could be decoded."""
    seconds = to_seconds(measured.off - measured.on)
    found = {
        Note.TOO_SHORT: seconds < FASTEST * morae(half),
        Note.TOO_LONG: seconds > SLOWEST * (morae(half) + 10),
        Note.CUT_GUESSED: not measured.sure,
        Note.CLIPPED: measured.clipped >= _CLIPPED,
        Note.NOISY: measured.peak - measured.noise < _NOISY,
        Note.FAINT: measured.loudness < _FAINT,
        Note.NO_LEAD: measured.on < _LEAD,
    }
    return tuple(note for note, holds in found.items() if holds)


def morae(half: Half) -> int:
    """Return how many morae a half has."""
    lines = poem(half.poem).morae[Poem.kami if half.part == "kami" else Poem.shimo]
    return sum(map(len, lines))


def suiting(found: Check) -> Pace | None:
    """Return the pace nearest to a pack's own, in half seconds, at which no words are hurried; None without clips."""
    if found.words is None or found.hold is None or found.upper is None:
        return None
    hold = _nearest(found.hold.middle)
    lower = max(_nearest(found.words.middle), _needed(found, "shimo") - hold)
    upper = max(_nearest(found.upper.middle), _needed(found, "kami"))
    try:
        return Pace.parse(f"{max(2.0, lower):g}-{hold:g}-1-{max(2.0, upper):g}")
    except ValueError:
        return None


def _needed(found: Check, part: Part) -> float:
    """Return the seconds, up to the next half, in which the words of all but the slowest twentieth can be said."""
    words = sorted(cell.seconds - cell.hold for cell in found.cells if cell.usable and cell.half.part == part)
    return -(-(words[(len(words) - 1) * 19 // 20] + to_seconds(LEAST_TAIL)) * 2 // 1) / 2


def _nearest(seconds: float) -> float:
    return round(seconds * 2) / 2


def _cell(half: Half, clip: PackClip | None, fault: tuple[Note, Reason] | None) -> Cell:
    if clip is None:
        note, why = fault or (Note.MISSING, None)
        return Cell(half, (note,), why=why)
    measured = clip.measured
    seconds, hold = to_seconds(clip.off - clip.on), to_seconds(clip.off - clip.hold)
    return Cell(half, notes_of(half, measured), clip.source, round(seconds, 3), round(hold, 3))


def _spread(lengths: list[float]) -> Spread | None:
    if len(lengths) < 2:
        return None
    if len(lengths) < 20:
        return Spread(round(min(lengths), 2), round(median(lengths), 2), round(max(lengths), 2))
    # one slip of the tongue, or of the measurement, is not what a pack is like
    cuts = quantiles(lengths, n=20)
    return Spread(round(cuts[0], 2), round(median(lengths), 2), round(cuts[-1], 2))
