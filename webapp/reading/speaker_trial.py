"""Whether a loudspeaker is heard: the opener's lower half, in a hurry."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

from reader.clip import Clip
from reader.outputs.sink import OpenSink
from reader.outputs.speakers import Speakers
from reader.outputs.track import track
from reader.pace import Pace
from reader.pattern import Half
from reader.programme import Programme
from reader.samples import to_seconds
from reader.verse import Verse
from reader.yomite_commands import Report
from reader.yomite_facts import Called

_PROGRAMME: Final = Programme((1,), pace=Pace.parse("3-0.5-1-3"), joka=1)
_CALL: Final = Called(0.0, 1, "replay", None, (Half(0, "shimo"),))
VERSE: Final = _PROGRAMME.verse(_CALL.halves[0])


class Trial:
    """One try. It takes over `held`, which is closed when the last sample has been heard or it is cut off."""

    def __init__(self, open_sink: OpenSink, held: ExitStack) -> None:
        self._held = held
        self._letting_go = threading.Lock()
        self._speakers = Speakers(open_sink, _nobody)

    def play(self, clips: Callable[[Verse], Clip]) -> float:
        """Let the verse be heard and return in how many seconds it is over.

        Raises SpeakersUnavailableError and VoiceUnavailableError.
        """
        try:
            made = track(_PROGRAMME, _CALL, {VERSE: clips(VERSE)})
            self._speakers.open()
            self._speakers.play(made)
        except BaseException:
            self.close()
            raise
        seconds = self._speakers.first_sound + to_seconds(made.voice_end)
        threading.Thread(target=self._end, name="trial", daemon=True).start()
        return seconds

    def close(self) -> None:
        """Fall silent; the loudspeaker is free when this returns."""
        self._speakers.close(at_once=True)
        self._let_go()

    def _end(self) -> None:
        self._speakers.close()
        self._let_go()

    def _let_go(self) -> None:
        # the trial may end by itself while it is cut off: whoever comes second waits until it is free
        with self._letting_go:
            self._held.close()


def _nobody(_report: Report, _at: float) -> None:
    """Nobody is told what is heard in a trial."""
