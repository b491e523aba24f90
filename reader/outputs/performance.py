"""A reading aloud that keeps its own log: the yomite, a voice and the loudspeakers, joined."""

from collections.abc import Callable
from time import monotonic
from typing import Final, TypeAlias

from reader.outputs.performer import ClipSource, Performer
from reader.outputs.sink import Clock, OpenSink
from reader.outputs.speakers import Speakers
from reader.yomite import Answer, decide
from reader.yomite_commands import Close, Command, Next, Refused, Report, Why
from reader.yomite_facts import Fact, Opened
from reader.yomite_state import Reading, evolve, fold

GUARD: Final = 1.0
"""Seconds within which a second tap does not count."""

Listener: TypeAlias = Callable[[Fact, Reading], None]


class Performance:
    """Performs one reading. Methods may be called from any thread.

    `play_pause`, in samples from voice to voice, lets the reading go on by itself; None lets it wait for `next`.
    `listener` is told every fact, in order, with the state after it; it must not wait for anything.
    """

    def __init__(
        self,
        opened: Opened,
        clips: ClipSource,
        open_sink: OpenSink,
        listener: Listener,
        *,
        play_pause: int | None = None,
        guard: float = GUARD,
        clock: Clock = monotonic,
    ) -> None:
        self._listener = listener
        self._guard = guard
        self._clock = clock
        self._ending = False
        self._state = fold([opened])
        self._performer = Performer(self._state, clips, open_sink, self, play_pause=play_pause, clock=clock)
        listener(opened, self._state)

    @property
    def state(self) -> Reading:
        """Where the reading stands."""
        return self._state

    @property
    def speakers(self) -> Speakers:
        """The loudspeakers."""
        return self._performer.speakers

    def open(self) -> None:
        """Open the loudspeakers and begin to voice what comes first. Raises SpeakersUnavailableError."""
        self._performer.open()

    def tell(self, command: Command) -> Answer:
        """Give a command; its facts have been heard by the listener, and their effects begun, when this returns."""
        return self._tell(command, self._clock())

    def end(self) -> None:
        """Let the next call close the reading, whatever could still come."""
        self._ending = True

    def use(self, clips: ClipSource) -> None:
        """Read on with another voice, from the next call on."""
        self._performer.use(clips)

    def close(self, *, at_once: bool = True) -> None:
        """Fall silent, at once or when the call being spoken has been heard, and let go of the loudspeakers."""
        self._performer.close(at_once=at_once)

    def report(self, report: Report, at: float) -> Answer:
        """Note what was heard."""
        return self._tell(report, at)

    def go_on(self, pause: int) -> None:
        """Bring up the next call by itself, unless a hand is up."""
        with self._performer.lock:
            answer = self._tell(Next(), self._clock(), guard=0.0, pause=pause)
            hand = isinstance(answer, Refused) and answer.why is Why.HAND_UP
            self._performer.wait_for_hands(waiting=hand)

    def _tell(self, command: Command, at: float, *, guard: float | None = None, pause: int = 0) -> Answer:
        if self._ending and isinstance(command, Next):
            command = Close()
        with self._performer.lock:
            answer = decide(self._state, command, at, guard=self._guard if guard is None else guard)
            if not isinstance(answer, Refused):
                for fact in answer:
                    before, self._state = self._state, evolve(self._state, fact)
                    self._listener(fact, self._state)
                    self._performer.follow(fact, before, self._state, pause)
            return answer
