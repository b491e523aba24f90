"""The timings of a rendered reading, `naniwazu-timings/1`: seconds from the file's first sample."""

from collections.abc import Callable
from typing import Final, TypeAlias

from poems.anthology import poem
from reader.clip import Clip
from reader.gaps import USUAL, Gaps, told
from reader.pace import Pace
from reader.plan import Plan, Segment
from reader.samples import SAMPLE_RATE, to_seconds
from reader.verse import Verse

FORMAT: Final = "naniwazu-timings/1"

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None


def timings(
    plan: Plan, clip: Callable[[Verse], Clip], pace: Pace, voice: str, gaps: Gaps = USUAL
) -> dict[str, Json]:
    """Return the document for a plan whose halves `clip` yields; keys that do not apply are absent."""
    return {
        "format": FORMAT,
        "sample_rate": SAMPLE_RATE,
        "pace": str(pace),
        **told(gaps),
        "voice": voice,
        "segments": [_segment(segment, clip) for segment in plan.segments],
    }


def _segment(segment: Segment, clip: Callable[[Verse], Clip]) -> Json:
    bounds: dict[str, Json] = {
        "part": segment.part,
        "start": to_seconds(segment.start),
        "end": to_seconds(segment.end),
    }
    if segment.verse is None:
        return bounds
    return {"poem": segment.verse.poem, **bounds, **_voiced(segment, segment.verse, clip(segment.verse))}


def _voiced(segment: Segment, verse: Verse, sound: Clip) -> dict[str, Json]:
    def in_file(sample: int) -> float:
        return to_seconds(segment.voice_start + sample - sound.voice_start)

    out: dict[str, Json] = {
        "voice_start": to_seconds(segment.voice_start),
        "voice_end": to_seconds(segment.voice_end),
    }
    if verse.part == "shimo":
        out["hold_start"] = to_seconds(segment.hold_start)
    length = poem(verse.poem).kimariji_length
    if verse.part == "kami" and length:
        out["kimariji_end"] = in_file(sound.kimariji_end(length))
    out["morae"] = [[mark.kana, in_file(mark.start), in_file(mark.end)] for mark in sound.marks]
    return out
