"""The loudspeakers of the room: one stream that never closes during a reading.

Between two tracks the stream carries silence. A track is laid to the sample after the one before it, and what is heard
is reported with the time at which the device played it, never with the time at which somebody asked for it.

The device's own thread fetches the samples. A thread of ours that writes them, with a store between the two, was tried
first: on a busy machine the store ran dry (gaps off by 25 ms and more, six busy processes on two cores) where fetching
kept every gap to the sample.
"""

import threading
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeAlias

import numpy as np

from reader.clip import Samples
from reader.outputs.feed import Feed
from reader.outputs.sink import AudioSink, Clock, OpenSink, SpeakersUnavailableError
from reader.outputs.track import Track
from reader.samples import SAMPLE_RATE, to_seconds
from reader.yomite_commands import Lost, Report

BLOCK: Final = SAMPLE_RATE // 50
"""Samples that the stream is made of: a hold or a cut begins with one."""

_FILLING: Final = 1.0
"""Seconds, beyond the latency, before what comes by itself, from which on the device's store is kept full."""

Listener: TypeAlias = Callable[[Report, float], object]


class Speakers:
    """One stream and what it plays. Methods may be called from any thread.

    `report` is called, from a thread of the stream's own, with what was heard and when.
    """

    def __init__(self, open_sink: OpenSink, report: Listener, clock: Clock = monotonic) -> None:
        self._open_sink = open_sink
        self._report = report
        self._clock = clock
        self._changed = threading.Condition()
        self._show: _Show | None = None
        self._handed = 0

    @property
    def handed(self) -> int:
        """The number of the last call that was handed over; 0 before the first."""
        return self._handed

    @property
    def is_open(self) -> bool:
        """Whether the stream runs."""
        return self._show is not None

    @property
    def latency(self) -> float:
        """Seconds from fetching a sample to hearing it; 0 while the stream does not run."""
        show = self._show
        return show.sink.latency if show else 0.0

    @property
    def first_sound(self) -> float:
        """Seconds from a stream's opening to its first sound; 0 while it does not run."""
        show = self._show
        return show.sink.latency + to_seconds(show.sink.lead_in) if show else 0.0

    def open(self) -> None:
        """Start the stream if it does not run. Raises SpeakersUnavailableError."""
        with self._changed:
            if self._show is None:
                show = _Show(self._open_sink(), self._changed, self._report, self._clock, self._forget)
                show.sink.start(show)
                self._show = show

    def play(self, track: Track, pause: int = 0) -> None:
        """Let a track be heard: its voice `pause` samples after the end of the last one's, or as soon as possible.

        Raises SpeakersUnavailableError where the stream does not run.
        """
        with self._changed:
            if self._show is None:
                raise SpeakersUnavailableError("the loudspeakers are not open")
            self._show.feed.put(track, pause)
            self._handed = track.number
            self._changed.notify_all()

    def hold(self) -> None:
        """Fade out, and remember the sample."""
        with self._changed:
            if self._show:
                self._show.feed.hold()

    def resume(self) -> None:
        """Go on at the sample where the hold began."""
        with self._changed:
            if self._show:
                self._show.feed.resume()
                self._changed.notify_all()

    def cut(self) -> None:
        """Fade out and forget the track; nothing more of it is reported."""
        with self._changed:
            if self._show:
                self._show.feed.cut()

    def wake(self, at: float, call: Callable[[], None]) -> None:
        """Call back, once, soon after this time, as `report` is called; replaces an earlier wish.

        Where the stream ends before, nobody is called.
        """
        with self._changed:
            if self._show:
                self._show.alarm = (at, call)
                self._changed.notify_all()

    def let_sleep(self) -> None:
        """Take back the wish to be woken."""
        with self._changed:
            if self._show:
                self._show.alarm = None

    def close(self, *, at_once: bool = False) -> None:
        """End the stream and wait for its end: when everything handed over was heard, or `at_once`.

        A listener may close it at once only: what it waits for would be reported to itself.
        """
        with self._changed:
            show = self._show
            if show is None:
                return
            if not at_once:
                show.feed.resume()
                self._changed.notify_all()
                self._changed.wait_for(lambda: show.feed.idle or self._show is not show)
                if self._show is not show:
                    return
            self._show = None
            show.over = True
            self._changed.notify_all()
        if at_once:
            show.sink.abort()
        else:
            show.sink.close()

    def _forget(self, show: "_Show") -> bool:
        """Let go of a stream that was lost; False where it had been closed already."""
        with self._changed:
            known = self._show is show
            if known:
                self._show = None
            self._changed.notify_all()
            return known


class _Show:
    """One open stream and what it is fed with; see `reader.outputs.sink.Player`."""

    def __init__(
        self,
        sink: AudioSink,
        changed: threading.Condition,
        report: Listener,
        clock: Clock,
        forget: Callable[["_Show"], bool],
    ) -> None:
        self.sink = sink
        self.feed = Feed(sink.lead_in)
        self.alarm: tuple[float, Callable[[], None]] | None = None
        self.over = False
        self._changed = changed
        self._report = report
        self._clock = clock
        self._forget = forget
        self._rest: Samples = np.zeros(0, np.float32)

    def fill(self, count: int, slipped: int) -> Samples:
        """Return the next samples, made block by block."""
        blocks = [self._rest]
        with self._changed:
            self.feed.slipped(slipped)
            missing = max(0, count - len(self._rest))
            blocks += [self.feed.take(BLOCK) for _ in range(-(-missing // BLOCK))]
        made = np.concatenate(blocks)
        self._rest = made[count:]
        return made[:count]

    def rest(self, seconds: float) -> bool:
        """Wait until a track sounds or waits for its time, or one is about to be brought up by itself."""
        with self._changed:
            return self._changed.wait_for(self._wanted, seconds)

    def _wanted(self) -> bool:
        # not in all of a long pause: a *next* that somebody presses would come behind what is in store
        soon = self.alarm is not None and self.alarm[0] - self._clock() < self.sink.latency + _FILLING
        return self.over or soon or not self.feed.resting

    def tick(self) -> None:
        """Report what has been heard by now, and wake whoever asked for it."""
        now = self._clock()
        with self._changed:
            due = self.feed.due(self.sink, now)
        for report, at in due:
            self._report(report, at)
        with self._changed:
            alarm = self.alarm if self.alarm and self.alarm[0] <= now else None
            if alarm:
                self.alarm = None
            self._changed.notify_all()
        if alarm:
            alarm[1]()

    def lost(self, message: str) -> None:
        """Say that the loudspeaker is gone, unless it was closed."""
        if self._forget(self):
            self._report(Lost(message), self._clock())
