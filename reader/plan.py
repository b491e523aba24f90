"""The plan of a reading: what sounds from which sample to which, decided before a voice has said anything.

A plan is a function of its programme alone, in integer samples. Gaps run from voice to voice: a plan speaks of voiced
sound only, and a clip is laid so that its first audible sample falls where the plan says.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from reader.gaps import EDGE, Gaps
from reader.pattern import Half
from reader.programme import Programme
from reader.samples import SAMPLE_RATE
from reader.verse import Verse

SegmentPart: TypeAlias = Literal["kami", "shimo", "gap", "play"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a plan, in samples from its start.

    A voiced one has its `verse`; the voice sounds from `voice_start` to `voice_end`, and its last vowel is held from
    `hold_start`. The others are silent: the `gap` between two halves, or before or after everything, and the `play`
    pause, in which cards are taken.
    """

    part: SegmentPart
    start: int
    length: int
    verse: Verse | None = None
    before: int = 0
    after: int = 0

    @property
    def end(self) -> int:
        """The first sample after the segment."""
        return self.start + self.length

    @property
    def poem(self) -> int | None:
        """The poem that sounds, 0 for the opener, None for silence."""
        return self.verse.poem if self.verse else None

    @property
    def voice_start(self) -> int:
        """The first audible sample."""
        return self.start + self.before

    @property
    def voice_end(self) -> int:
        """The first sample after the voice."""
        return self.end - self.after

    @property
    def hold_start(self) -> int:
        """Where the last vowel's hold begins; the voice's end where nothing is held."""
        return self.voice_end - (self.verse.hold if self.verse else 0)


@dataclass(frozen=True, slots=True)
class Plan:
    """Segments that follow each other without a break, and the length of the whole in samples."""

    segments: tuple[Segment, ...]

    @property
    def length(self) -> int:
        """The length in samples."""
        return self.segments[-1].end if self.segments else 0

    @property
    def voiced(self) -> tuple[Segment, ...]:
        """The segments in which the voice sounds."""
        return tuple(segment for segment in self.segments if segment.verse)

    @property
    def verses(self) -> tuple[Verse, ...]:
        """Every verse that is needed, each once, in the order of first need."""
        return tuple(dict.fromkeys(segment.verse for segment in self.segments if segment.verse))

    @property
    def id(self) -> str:
        """A hash of all that is heard and when; equal plans have equal ids."""
        text = json.dumps([SAMPLE_RATE, *map(_essence, self.segments)], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def plan(programme: Programme) -> Plan:
    """Lay out a whole reading with a play pause after every call, as it goes into a file."""
    rows: list[_Row] = []
    for turn in calls(programme):
        if rows:
            rows.append(_Row("play", programme.play_pause))
        rows.extend(_spoken(programme, turn))
    return Plan(tuple(_placed(rows, programme.gaps)))


def transition(
    programme: Programme, halves: Sequence[Half], *, first: bool = False, last: bool = False
) -> Plan:
    """Lay out one call: what is heard from one `next` to the following stop.

    The `first` call of a reading has the silence before everything, the `last` one that after everything.
    """
    lead = programme.gaps.lead if first else EDGE
    tail = programme.gaps.tail if last else EDGE
    return Plan(tuple(_placed(list(_spoken(programme, halves)), Gaps(lead=lead, tail=tail))))


def calls(programme: Programme) -> Iterator[tuple[Half, ...]]:
    """Yield what is read at each call, one a card, and at last what closes the reading, which may be nothing."""
    played = None
    for card in programme.cards:
        yield programme.pattern.call(played, card, opener=programme.opener)
        played = card
    yield programme.pattern.closing(programme.cards[-1])


@dataclass(frozen=True, slots=True)
class _Row:
    """A segment that has no place yet."""

    part: SegmentPart
    length: int
    verse: Verse | None = None


def _spoken(programme: Programme, halves: Sequence[Half]) -> Iterator[_Row]:
    """Yield the halves of a call with a gap between any two."""
    # a card's own halves end its call, and may be of the very poem that was played before it
    own = len(programme.pattern.own(halves[-1].poem)) if halves else 0
    for place, half in enumerate(halves):
        if place:
            gaps = programme.gaps
            given = gaps.poem_gap if place == len(halves) - own else gaps.half_gap
            yield _Row("gap", programme.pace.gap if given is None else given)
        verse = programme.verse(half)
        yield _Row(half.part, verse.length, verse)


def _placed(rows: Sequence[_Row], around: Gaps) -> Iterator[Segment]:
    """Lay the segments end to end, with the lead before the first voice and the tail after the last one.

    What they have beyond an edge is a gap of its own. A play pause at the end is part of the tail.
    """
    if not rows:
        return
    before = min(around.lead, EDGE)
    after = min(around.tail, EDGE) if rows[-1].verse else 0
    beyond = around.tail - (after or rows[-1].length) if around.tail > EDGE else 0
    rows = [
        *([_Row("gap", around.lead - before)] if around.lead > before else []),
        *rows,
        *([_Row("gap", beyond)] if beyond > 0 else []),
    ]
    voiced = [place for place, row in enumerate(rows) if row.verse]
    at = 0
    for place, row in enumerate(rows):
        early = before if place == voiced[0] else 0
        late = after if place == voiced[-1] else 0
        segment = Segment(row.part, at, early + row.length + late, row.verse, early, late)
        yield segment
        at = segment.end


def _essence(segment: Segment) -> list[int | str]:
    verse = segment.verse
    said: list[int | str] = [verse.poem, verse.wording, verse.hold] if verse else []
    return [segment.part, segment.start, segment.voice_start, segment.voice_end, segment.end, *said]
