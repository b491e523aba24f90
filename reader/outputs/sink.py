"""What a loudspeaker is to the reader: a stream that asks for samples without end, and knows when each is heard."""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from reader.clip import Samples


class SpeakersUnavailableError(RuntimeError):
    """There is no loudspeaker to use; the message says why and what would help."""


class NoSoundLibraryError(SpeakersUnavailableError):
    """PortAudio is not installed; `cure` is the command that installs it, whatever the reader's language."""

    def __init__(self, cure: str) -> None:
        super().__init__(f"no loudspeakers: the PortAudio library is missing; install it: {cure}")
        self.cure = cure


class NoOutputError(SpeakersUnavailableError):
    """The machine has nothing to play with."""


class Player(Protocol):
    """What plays through a loudspeaker."""

    def fill(self, count: int, slipped: int) -> Samples:
        """Return the next samples of the stream; called from the audio thread, so it must be quick.

        `slipped` is how many samples of silence the device put in since the last call because it ran dry.
        """

    def rest(self, seconds: float) -> bool:
        """Wait while nothing sounds or is due, so long at most; called from an audio thread that may wait.

        What is asked of the player meanwhile ends it: the less lies in store then, the sooner it is heard. Returns
        whether something sounds or is due.
        """

    def tick(self) -> None:
        """Look after what is not urgent; called some fifty times a second, never from the audio thread."""

    def lost(self, message: str) -> None:
        """Learn that the loudspeaker went away; nothing else is called after it."""


class AudioSink(Protocol):
    """A stream of mono samples at 48 kHz; they are counted from 0, the first that was asked for."""

    @property
    def latency(self) -> float:
        """Seconds, at most, from asking for a sample to hearing it."""

    @property
    def lead_in(self) -> int:
        """Samples of silence before the first sound: streams slip while they start, and some loudspeakers sleep."""

    def start(self, player: Player) -> None:
        """Begin to ask. Raises SpeakersUnavailableError."""

    def heard_at(self, sample: int) -> float | None:
        """Return when this sample is heard, on the clock of whoever opened the stream; None while it is unknown."""

    def abort(self) -> None:
        """Fall silent at once, and drop what was not heard yet. The stream cannot be used again."""

    def close(self) -> None:
        """Let what was asked for be heard, then end. The stream cannot be used again."""


OpenSink: TypeAlias = Callable[[], AudioSink]
"""Opens the loudspeakers; raises SpeakersUnavailableError."""

Clock: TypeAlias = Callable[[], float]
"""Seconds on the clock that `heard_at` speaks of: `time.monotonic`, except where a test has one of its own."""
