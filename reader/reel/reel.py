"""The reel: the calls of a forecast laid end to end with their pauses, in whole frames of a coded sound.

Where every byte of a file lies follows from the plan alone, since each frame has the same number of samples and, coded
at a constant rate, of bytes. So the file has a length and can be sought in before a voice has said anything, and its
stretches are made when a player asks for them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, TypeAlias

from reader.plan import Plan, transition
from reader.reel.forecast import forecast
from reader.samples import SAMPLE_RATE
from reader.yomite_commands import Began, Deciding, Ended, Next, Over
from reader.yomite_facts import Called
from reader.yomite_state import Reading

FRAME: Final = 1152
"""Samples of a frame of MPEG-1 layer III, 24 ms; the pauses between two calls are whole frames."""
WAKE: Final = SAMPLE_RATE // 2
"""Samples of silence before the first voice: loudspeakers that sleep lose what comes at once."""
ASK: Final = SAMPLE_RATE * 4 // 5
"""Samples before a call's first voice at which the call counts as begun, and a player may still be told to wait."""
CLOSING: Final = SAMPLE_RATE
"""Samples of silence after the last voice, at least."""

Told: TypeAlias = Next | Began | Deciding | Ended | Over


@dataclass(frozen=True, slots=True)
class Stretch:
    """A call with the silence before it; the last stretch has no call.

    From sample `start` on, `wait` frames of silence come first, then the call's plan, then silence up to the end of the
    last one of `frames`.
    """

    call: Called | None
    plan: Plan
    start: int
    wait: int
    frames: int

    @property
    def end(self) -> int:
        """The first sample after the stretch."""
        return self.start + self.frames * FRAME

    @property
    def sound(self) -> int:
        """The first sample of the call's plan."""
        return self.start + self.wait * FRAME


@dataclass(frozen=True, slots=True)
class Mark:
    """What is so when this sample has been heard; `voice` is where the call's first voice sounds."""

    sample: int
    call: int
    told: Told
    voice: int


@dataclass(frozen=True, slots=True)
class Reel:
    """Stretches end to end. `first` is the number of calls when it was wound, `delay` the samples a decoder adds."""

    stretches: tuple[Stretch, ...]
    first: int
    pause: int
    delay: int

    @property
    def frames(self) -> int:
        """The length in frames."""
        return self.stretches[-1].end // FRAME

    @property
    def calls(self) -> tuple[Called, ...]:
        """The calls, in order."""
        return tuple(stretch.call for stretch in self.stretches if stretch.call)

    def number_at(self, frame: int) -> int:
        """Return which stretch a frame belongs to."""
        ends = accumulate(stretch.frames for stretch in self.stretches)
        return next(number for number, end in enumerate(ends) if frame < end)

    def begins(self, call: int) -> int | None:
        """Return the sample at which a call's plan begins to sound; None for one that is not on the reel."""
        found = (one.sound for one in self.stretches if one.call and one.call.number == call)
        return next((sound + self.delay for sound in found), None)

    def ends(self, call: int) -> int | None:
        """Return the sample at which a call's last voice ends; None for one that is not on the reel."""
        found = (
            one.sound + one.plan.voiced[-1].voice_end
            for one in self.stretches
            if one.call and one.call.number == call
        )
        return next((end + self.delay for end in found), None)

    def stretch_at(self, sample: int) -> int:
        """Return the number of the stretch that a sample belongs to; the last one's for what lies beyond."""
        return self.number_at(min(sample // FRAME, self.frames - 1))

    def marks(self, deciding: Callable[[int], int | None]) -> Iterator[Mark]:
        """Yield what is to be told, in order.

        `deciding` gives the sample of a stretch's plan, by the stretch's number, at which its card is decided, as far
        as that is known: it lies in the clip, which may not have been made.
        """
        silence = 0
        for number, stretch in enumerate(self.stretches):
            yield from self._marks(stretch, silence, deciding(number))
            if stretch.call:
                silence = stretch.sound + self.delay + stretch.plan.voiced[-1].voice_end

    def _marks(self, stretch: Stretch, silence: int, deciding: int | None) -> Iterator[Mark]:
        """Yield a stretch's marks; `silence` is the sample since which nothing sounds."""
        if stretch.call is None:
            yield Mark(
                stretch.end - FRAME, self.first + len(self.calls) + 1, Next(), stretch.end + self.delay
            )
            return
        number = stretch.call.number
        voiced = stretch.plan.voiced
        base = stretch.sound + self.delay
        voice = base + voiced[0].voice_start
        if number > self.first:
            yield Mark(max(silence, voice - ASK), number, Next(), voice)
        for place, segment in enumerate(voiced):
            yield Mark(base + segment.voice_start, number, Began(number, place), voice)
            if deciding is not None and segment.voice_start < deciding <= segment.voice_end:
                yield Mark(base + deciding, number, Deciding(number), voice)
            yield Mark(base + segment.voice_end, number, Ended(number, place), voice)
        yield Mark(base + voiced[-1].voice_end, number, Over(number), voice)


def wind(state: Reading, pause: int, delay: int = 0) -> Reel:
    """Return the reel of all that a reading still calls, with `pause` samples between two calls.

    Sample 0 is where the last voice ended, or, before the first call and within one, a little before the voice.
    """
    stretches: list[Stretch] = []
    silence = WAKE if state.call is not None or not state.calls else pause
    start = 0
    for call in forecast(state):
        plan = transition(state.programme, call.halves, first=call.number == 1)
        wait = max(0, -(-(silence - plan.voiced[0].voice_start) // FRAME))
        # one frame more than the plan needs: a coder delays the sound by almost that much
        frames = wait + -(-plan.length // FRAME) + 1
        stretch = Stretch(call, plan, start, wait, frames)
        stretches.append(stretch)
        start = stretch.end
        silence = pause - (stretch.end - stretch.sound - plan.voiced[-1].voice_end)
    rest = max(CLOSING, state.programme.gaps.tail)
    stretches.append(Stretch(None, Plan(()), start, 0, -(-rest // FRAME)))
    return Reel(tuple(stretches), state.calls, pause, delay)
