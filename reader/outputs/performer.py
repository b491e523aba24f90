"""Facts of a reading turned into sound: what a reading's log says is what the loudspeakers do.

Whoever keeps the log (a `Performance` by itself, the club's server in its database) passes every fact on in order, and
hears by its `Director` what the device has played. Nothing is timed by sleeping. Voices are asked in a thread of their
own, so that stop works and pages answer while one of them thinks.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final, Protocol, TypeAlias

from reader.clip import Clip
from reader.outputs.sink import Clock, OpenSink, SpeakersUnavailableError
from reader.outputs.speakers import Speakers
from reader.outputs.track import Track, track
from reader.samples import to_seconds
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from reader.yomite import upcoming
from reader.yomite_commands import Failed, Lost, Report
from reader.yomite_facts import (
    Called,
    Fact,
    HandLowered,
    Held,
    HoldReason,
    LeftOut,
    Resumed,
    Stopped,
    TakenBack,
)
from reader.yomite_state import Phase, Reading

AHEAD: Final = 2
"""Calls that are voiced before they are wanted."""

_MARGIN: Final = 0.2
"""Seconds, beyond the latency, by which a call is made ready before it is to be heard."""

ClipSource: TypeAlias = Callable[[Verse], Clip]


class Director(Protocol):
    """Who keeps the log. Both are called from threads of the loudspeakers and of the voice."""

    def report(self, report: Report, at: float) -> object:
        """Learn what was heard, or that something failed, and when."""

    def go_on(self, pause: int) -> None:
        """Bring up the next call; its voice is to follow the last one's end by `pause` samples.

        Where a hand is up, call `Performer.wait_for_hands`.
        """


class Performer:
    """Performs one reading through one pair of loudspeakers. Methods may be called from any thread.

    `play_pause`, in samples from voice to voice, lets the reading go on by itself; None lets it wait for somebody. A
    pause shorter than the loudspeakers' latency cannot be kept, and becomes that long.
    """

    def __init__(
        self,
        state: Reading,
        clips: ClipSource,
        open_sink: OpenSink,
        director: Director,
        *,
        play_pause: int | None = None,
        clock: Clock = monotonic,
    ) -> None:
        self.lock = threading.RLock()
        self.play_pause = play_pause
        self._clips = clips
        self._director = director
        self._clock = clock
        self._state = state
        self._voicing = ThreadPoolExecutor(1, "voice")
        self._ready: dict[Verse, Clip] = {}
        self._generation = 0
        self._closed = False
        self._waiting = False
        self.speakers = Speakers(open_sink, director.report, clock)

    def open(self) -> None:
        """Open the loudspeakers and begin to voice what comes first. Raises SpeakersUnavailableError."""
        self.speakers.open()
        self._voice_ahead()

    def use(self, clips: ClipSource) -> None:
        """Read on with another voice, from the next call on."""
        with self.lock:
            self._clips = clips
            self._ready.clear()

    def close(self, *, at_once: bool = True) -> None:
        """Fall silent, at once or when the call being spoken has been heard, and let go of the loudspeakers."""
        with self.lock:
            self._closed = True
            self._generation += 1
            self._cancel_timer()
        self.speakers.close(at_once=at_once)
        self._voicing.shutdown(wait=False, cancel_futures=True)

    def follow(self, fact: Fact, before: Reading, state: Reading, pause: int = 0) -> None:
        """Let the loudspeakers and the timer follow a fact that led from one state to the next.

        `pause` is what `Director.go_on` was asked for where the fact came of that.
        """
        with self.lock:
            self._state = state
            match fact:
                case Called():
                    self.speakers.cut()
                    self._ask_voice(fact, pause)
                case Held(reason=HoldReason.HAND):
                    self.speakers.hold()
                case Resumed() if self.speakers.is_open:
                    self.speakers.resume()
                case Resumed():
                    self._reopen_later(fact.at)
                case Held() | Stopped():
                    self.speakers.cut()
                case HandLowered() if self._waiting and not state.hands:
                    self._director.go_on(0)
                case TakenBack() | LeftOut() if before.call is not None and state.call is None:
                    self.speakers.cut()
            if state.phase is not Phase.PLAY:
                self._cancel_timer()
            elif before.phase is not Phase.PLAY:
                self.plan_next(fact.at)

    # -- going on by itself ------------------------------------------------------------------------------------------

    def plan_next(self, since: float) -> None:
        """Bring up the next call so early that it is ready when the play pause after `since` is over."""
        with self.lock:
            if self.play_pause is None or self._closed:
                self._cancel_timer()
                return
            due = since + to_seconds(self.play_pause) - self.speakers.latency - _MARGIN
            self.speakers.wake(due, partial(self._director.go_on, self.play_pause))

    def ask_again(self, seconds: float) -> None:
        """Ask for the next call once more after so many seconds; its voice then comes as soon as it can."""
        with self.lock:
            if not self._closed:
                self.speakers.wake(self._clock() + seconds, partial(self._director.go_on, 0))

    def wait_for_hands(self, *, waiting: bool) -> None:
        """Say whether the next call waits for a hand to go down."""
        self._waiting = waiting

    def _cancel_timer(self) -> None:
        self._waiting = False
        self.speakers.let_sleep()

    def _reopen_later(self, since: float) -> None:
        """Open loudspeakers that were lost between two calls: without their clock nothing would go on by itself."""
        if not self._closed:
            self._voicing.submit(self._reopen, since)

    def _reopen(self, since: float) -> None:
        try:
            self.speakers.open()
        except SpeakersUnavailableError as error:
            self._director.report(Lost(str(error)), self._clock())
            return
        with self.lock:
            if self._state.phase is Phase.PLAY:
                self.plan_next(since)

    # -- the voice's thread ------------------------------------------------------------------------------------------

    def _ask_voice(self, call: Called, pause: int) -> None:
        if self._closed:
            return
        self._generation += 1
        self._voicing.submit(self._perform, call, pause).add_done_callback(partial(self._check, call.number))

    def _check(self, call: int, task: Future[None]) -> None:
        """Report what nobody expected, so that a reading does not stand there mute."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._director.report(Failed(call, f"the reader stumbled: {error!r}"), self._clock())

    def _perform(self, call: Called, pause: int) -> None:
        """Voice a call and hand it to the loudspeakers, unless it was broken off meanwhile."""
        programme = self._state.programme
        try:
            verses = dict.fromkeys(programme.verse(half) for half in call.halves)
            made = track(programme, call, {verse: self._clip(verse) for verse in verses})
            self.speakers.open()
        except (VoiceUnavailableError, ValueError, OSError) as error:
            self._director.report(Failed(call.number, str(error)), self._clock())
        except SpeakersUnavailableError as error:
            self._director.report(Lost(str(error)), self._clock())
        else:
            self._hand_over(made, pause)
            self._voice_ahead()

    def _hand_over(self, made: Track, pause: int) -> None:
        with self.lock:
            state = self._state
            if state.call is None or state.call.number != made.number:
                return
            try:
                self.speakers.play(made, pause)
            except SpeakersUnavailableError as error:
                self._director.report(Lost(str(error)), self._clock())
            if state.phase is Phase.HELD:
                self.speakers.hold()

    def _clip(self, verse: Verse) -> Clip:
        clip = self._ready.get(verse)
        if clip is None:
            clip = self._ready[verse] = self._clips(verse)
        return clip

    def _voice_ahead(self) -> None:
        """Voice the next calls one verse at a time, so that a call that comes meanwhile waits for one at most."""
        state = self._state
        verses = dict.fromkeys(state.programme.verse(half) for half in upcoming(state, AHEAD))
        self._ready = {verse: clip for verse, clip in self._ready.items() if verse in verses}
        with self.lock:
            if not self._closed:
                for verse in verses:
                    self._voicing.submit(self._prepare, verse, self._generation)

    def _prepare(self, verse: Verse, generation: int) -> None:
        if generation == self._generation:
            # A voice that fails now fails again when it is wanted, and is heard of then.
            with suppress(VoiceUnavailableError, ValueError, OSError):
                self._clip(verse)
