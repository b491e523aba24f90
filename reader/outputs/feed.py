"""What goes into the loudspeakers' stream next, sample by sample: bookkeeping without threads or devices."""

from collections import deque
from typing import Final

import numpy as np

from reader.clip import Samples
from reader.outputs.sink import AudioSink
from reader.outputs.track import Track
from reader.samples import SAMPLE_RATE
from reader.yomite_commands import Report

FADE: Final = SAMPLE_RATE // 200
"""Samples (5 ms) over which sound is faded where it is cut, so that it does not click."""


class Feed:
    """The stream from the sample at which it was opened; `written` counts what was taken from it.

    One track at a time: it waits, sounds, may be held and goes on, and ends or is cut. Between tracks there is silence,
    and so there is for `lead_in` samples before the first one.
    """

    def __init__(self, lead_in: int = SAMPLE_RATE) -> None:
        self.written = 0
        self._lead_in = lead_in
        self._track: Track | None = None
        self._wait = 0
        self._held = False
        self._fade_in = False
        self._tail: Samples | None = None
        self._marks_passed = 0
        self._ahead: deque[tuple[int, Report]] = deque()
        self._voice_ended: int | None = None
        self._slipped = 0

    @property
    def idle(self) -> bool:
        """Whether nothing waits, sounds, or is still to be reported."""
        return self._track is None and not self._ahead

    @property
    def resting(self) -> bool:
        """Whether it stays silent until somebody asks for something.

        Not before the end of the last voice has been reported: a reading may go on by itself then.
        """
        return self._tail is None and (self._held or self.idle)

    def put(self, track: Track, pause: int) -> None:
        """Let a track follow: its voice `pause` samples after the end of the last one's, or as soon as possible."""
        self.cut()
        if self._voice_ended is None:
            after = self._slipped = 0
        else:
            after = self._voice_ended + pause - track.voice_start
        self._wait = max(after, self._lead_in, self.written) - self.written
        self._track = track
        self._marks_passed = 0
        self._held = self._fade_in = False

    def hold(self) -> None:
        """Stand still at this sample, fading out."""
        if self._track is not None and not self._held:
            self._tail = self._fading(self._track)
            self._fade_in = self._tail is not None
        self._held = True

    def resume(self) -> None:
        """Go on at the sample where the hold began, fading in."""
        self._held = False

    def cut(self) -> None:
        """Forget the track, fading out, and all that was to be reported of it."""
        if self._track is not None:
            if not self._held:
                self._tail = self._fading(self._track)
            if self._track.mix.position > 0:
                self._voice_ended = self.written
        self._track = None
        self._held = False
        self._ahead.clear()

    def take(self, count: int) -> Samples:
        """Return the next samples of the stream."""
        out = np.zeros(count, np.float32)
        if self._tail is not None:
            out[: len(self._tail)] = self._tail
            self._tail = None
        if self._track is not None and not self._held:
            self._catch_up(self._track)
            waited = min(self._wait, count)
            self._wait -= waited
            if waited < count:
                self._sound(self._track, out, waited)
        self.written += count
        return out

    def slipped(self, count: int) -> None:
        """Learn that the device put in silence of its own; the silence that comes next makes up for it."""
        self._slipped += count

    def due(self, sink: AudioSink, now: float) -> list[tuple[Report, float]]:
        """Return what has been heard by now and when, each once."""
        out = []
        while self._ahead:
            sample, report = self._ahead[0]
            at = sink.heard_at(sample)
            if at is None or at > now:
                break
            self._ahead.popleft()
            out.append((report, at))
        return out

    def _sound(self, track: Track, out: Samples, offset: int) -> None:
        """Put the track into the block from `offset` on."""
        mix = track.mix
        start = mix.position
        sound = mix.read(len(out) - offset)
        if self._fade_in:
            ramp = np.linspace(0, 1, FADE, dtype=np.float32)[: len(sound)]
            sound[: len(ramp)] *= ramp
            self._fade_in = False
        out[offset : offset + len(sound)] += sound
        first = self.written + offset
        for mark in track.marks[self._marks_passed :]:
            if mark.sample >= mix.position:
                break
            self._ahead.append((first + max(0, mark.sample - start), mark.report))
            self._marks_passed += 1
        if start <= track.voice_end <= mix.position:
            self._voice_ended = first + track.voice_end - start
        if mix.position == mix.plan.length:
            self._track = None

    def _catch_up(self, track: Track) -> None:
        """Shorten the silence that is being written by what the device put in; in a voice nothing can be made up."""
        if not self._slipped:
            return
        if self._wait:
            self._wait -= min(self._wait, self._slipped)
        else:
            silence = track.mix.silent_until() - track.mix.position
            track.mix.position += min(silence, self._slipped)
        self._slipped = 0

    @staticmethod
    def _fading(track: Track) -> Samples | None:
        """Return the next samples of a track on their way to silence, without moving on in it; None before it began."""
        at = track.mix.position
        if at == 0:
            return None
        tail = track.mix.read(FADE)
        track.mix.position = at
        return tail * np.linspace(1, 0, len(tail), dtype=np.float32)
