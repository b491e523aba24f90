"""A call made ready for the loudspeakers: its samples, and what is to be reported when which of them is heard."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from poems.anthology import poem
from reader.clip import Clip
from reader.outputs.mix import Mix, fitting
from reader.plan import Segment, transition
from reader.programme import Programme
from reader.verse import Verse
from reader.yomite_commands import Began, Deciding, Ended, Over, Report
from reader.yomite_facts import Called


@dataclass(frozen=True, slots=True)
class Mark:
    """What to report when this sample of the track is heard."""

    sample: int
    report: Report


@dataclass(frozen=True, slots=True)
class Track:
    """A call's sound. `voice_start` and `voice_end` bound everything voiced; all are samples from its start."""

    number: int
    mix: Mix
    marks: tuple[Mark, ...]
    voice_start: int
    voice_end: int


def track(programme: Programme, call: Called, clips: Mapping[Verse, Clip]) -> Track:
    """Return the track of a call whose halves are among the `clips`; raises ValueError for one that does not fit."""
    plan = transition(programme, call.halves, first=call.number == 1, last=call.kind == "closing")
    for verse in plan.verses:
        fitting(verse, clips[verse])
    voiced = plan.voiced
    card = None if call.kind != "card" or call.position is None else programme.cards[call.position]
    marks = [
        mark
        for place, segment in enumerate(voiced)
        for mark in _marks(call.number, place, segment, _deciding(card, place, voiced, clips))
    ]
    end = voiced[-1].voice_end
    return Track(
        call.number,
        Mix(plan, clips.__getitem__),
        (*marks, Mark(end, Over(call.number))),
        voiced[0].voice_start,
        end,
    )


def _marks(number: int, place: int, segment: Segment, deciding: int | None) -> Iterator[Mark]:
    yield Mark(segment.voice_start, Began(number, place))
    if deciding is not None:
        yield Mark(deciding, Deciding(number))
    yield Mark(segment.voice_end, Ended(number, place))


def _deciding(
    card: int | None, place: int, voiced: tuple[Segment, ...], clips: Mapping[Verse, Clip]
) -> int | None:
    """Return the sample at which this segment's voice decides the card that the call brings up, if it does."""
    own = [number for number, segment in enumerate(voiced) if segment.poem == card]
    if card is None or not own:
        return None
    # The first upper half decides; where none is read, the end of the first half does.
    upper = [number for number in own if voiced[number].part == "kami"]
    if place != (upper or own)[0]:
        return None
    segment = voiced[place]
    if segment.verse is None or not upper:
        return segment.voice_end
    clip = clips[segment.verse]
    return segment.voice_start + clip.kimariji_end(poem(card).kimariji_length) - clip.voice_start
