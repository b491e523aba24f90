"""A loudspeaker for tests with a clock of its own: it plays as fast as the machine can, and keeps what was heard."""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from reader.outputs.sink import Player
from reader.samples import SAMPLE_RATE


@dataclass
class FakeSink:
    """Asks for samples without end, in a thread and in a time of its own.

    `clock` is when the sample that it asks for next will have been fetched; it is heard `delay` later. `late` yields,
    per block, how many samples of silence the device had to put in. `may_run` is asked before every block: while it
    says no, the device's time stands still. `pull_out` at a number of samples loses the device.
    """

    delay: float = 0.4
    late: Iterable[int] = ()
    may_run: Callable[[], bool] = lambda: True
    pull_out: int | None = None
    block: int = 960
    lead_in: int = SAMPLE_RATE
    heard: list[NDArray[np.float32]] = field(default_factory=list, repr=False)
    aborted: bool = False
    closed: bool = False

    def __post_init__(self) -> None:
        self._late = iter(self.late)
        self._taken = 0
        self._put_in = 0
        self._holes: list[tuple[int, int]] = []
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def latency(self) -> float:
        return self.delay

    def clock(self) -> float:
        return (self._taken + self._put_in) / SAMPLE_RATE

    def start(self, player: Player) -> None:
        self._player = player
        self._thread.start()

    def heard_at(self, sample: int) -> float:
        put_in = next((total for first, total in reversed(self._holes) if first <= sample), 0)
        return (sample + put_in) / SAMPLE_RATE + self.delay

    def abort(self) -> None:
        self.aborted = True
        self._join()

    def close(self) -> None:
        self.closed = True
        self._join()

    def _join(self) -> None:
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        while not (self.aborted or self.closed):
            if self.pull_out is not None and self._taken >= self.pull_out:
                self._player.lost("the loudspeakers are gone")
                return
            if not self.may_run():
                time.sleep(0.0005)
                continue
            silence = next(self._late, 0)
            if silence:
                self.heard.append(np.zeros(silence, np.float32))
                self._put_in += silence
                self._holes.append((self._taken, self._put_in))
            self.heard.append(self._player.fill(self.block, silence).copy())
            self._taken += self.block
            self._player.tick()

    @property
    def put_in(self) -> int:
        """How many samples of silence the device had to put in so far."""
        return self._put_in

    @property
    def recording(self) -> NDArray[np.float32]:
        """Everything heard, from the first sample on."""
        return np.concatenate(self.heard) if self.heard else np.zeros(0, np.float32)


def bursts(sound: NDArray[np.float32], gap: int = 2_400, level: float = 0.01) -> list[tuple[int, int]]:
    """Return where sound begins and ends, by its level alone: stretches above `level` with `gap` of silence between.

    It knows nothing of plans or clips, so it can judge them; for tones at half of full scale it is right to a few
    samples.
    """
    loud = np.flatnonzero(np.abs(sound) > level)
    if not len(loud):
        return []
    breaks = np.flatnonzero(np.diff(loud) > gap)
    starts = [loud[0], *loud[breaks + 1]]
    ends = [*loud[breaks], loud[-1]]
    return [(int(start), int(end) + 1) for start, end in zip(starts, ends, strict=True)]
