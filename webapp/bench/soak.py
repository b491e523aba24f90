"""Hours of reading at once: does memory grow, do the gaps drift?

The whole chain is at work, from the log to the samples that a loudspeaker fetches; only the loudspeaker is a stand-in
whose time runs faster. What it is given is listened to: every first sound is found in the samples and its distance from
the one before compared with the plan.
"""

import gc
import os
import random
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final

import numpy as np

from poems.cards import ALL_CARDS, numbers
from reader.cache import ClipCache
from reader.clip import Samples
from reader.outputs.performance import Performance
from reader.outputs.sink import Player
from reader.pace import DEFAULT as PACE
from reader.pace import Pace
from reader.programme import DEFAULT_PLAY_PAUSE, Programme
from reader.samples import SAMPLE_RATE, to_seconds
from reader.voices import Voice
from reader.voices.bundled import BundledVoice
from reader.yomite import open_reading
from reader.yomite_commands import Start
from reader.yomite_facts import CallEnded, Fact, Finished, Held
from reader.yomite_state import Reading
from webapp.bench.figure import Figure

HOURS: Final = 2.0
SPEED: Final = 20.0
READING: Final = 25
"""Cards of one reading; then the next one begins. Memory is looked at between two, when no clip is in use."""

_BLOCK: Final = SAMPLE_RATE // 10
_LATENCY: Final = 0.4
_LOUD: Final = 0.001
"""A sample above this is voice: 37 dB under its mean."""
_QUIET: Final = SAMPLE_RATE // 4
"""Samples without voice after which the next is a first sound; no poem pauses so long."""
_PATIENCE: Final = 600.0


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes that Python has given out and that the process has; `resident` is None where the system does not tell."""

    traced: int
    resident: int | None


@dataclass(frozen=True, slots=True)
class Soak:
    """What came of a run; times in seconds, `memory` after each reading."""

    read: float
    took: float
    calls: int
    worst_gap: float
    drift: float
    memory: tuple[Memory, ...]

    @property
    def quarters(self) -> tuple[Memory, ...]:
        """The least of each quarter: what is about to be let go of is not counted, what stays is."""
        parts = np.array_split(np.arange(len(self.memory)), 4)
        return tuple(_of(min, [self.memory[place] for place in part]) for part in parts)

    @property
    def step(self) -> Memory:
        """By how much memory grows from reading to reading, the median: a table that doubles once is no leak."""
        steps = [
            Memory(after.traced - before.traced, _difference(after.resident, before.resident))
            for before, after in pairwise(self.memory)
        ]
        return _of(median, steps)


@dataclass(slots=True)
class Ear:
    """Hears where voices begin, in samples of the stream; keeps nothing else."""

    starts: list[int] = field(default_factory=list)
    _heard: int = 0
    _last_loud: int = -_QUIET

    def hear(self, sound: Samples) -> None:
        """Take the next samples."""
        loud = np.flatnonzero(np.abs(sound) > _LOUD) + self._heard
        self._heard += len(sound)
        if not len(loud):
            return
        before = np.concatenate([[self._last_loud], loud[:-1]])
        self.starts += [int(first) for first in loud[loud - before >= _QUIET]]
        self._last_loud = int(loud[-1])


class FastRoom:
    """A loudspeaker whose time runs `speed` times as fast, or as fast as the machine can.

    It stands still while `waits` says that a voice is being made: a machine is not twenty times slower than its work.
    What it loses by that and by a busy machine it makes up for as fast as it can.
    """

    lead_in = SAMPLE_RATE
    latency = _LATENCY

    def __init__(self, speed: float | None, waits: Callable[[], bool], ear: Ear, due: float) -> None:
        """Begin with the block that is due at a time of `time.perf_counter`, which may be past."""
        self._step = to_seconds(_BLOCK) / speed if speed else 0.0
        self._due = due
        self._waits = waits
        self._ear = ear
        self._fetched = 0
        self._over = False

    def clock(self) -> float:
        """Return the room's own time in seconds."""
        return to_seconds(self._fetched)

    def start(self, player: Player) -> None:
        """Begin to fetch."""
        self._thread = threading.Thread(target=self._run, args=(player,), name="fast room", daemon=True)
        self._thread.start()

    def heard_at(self, sample: int) -> float:
        """Return when a sample is heard."""
        return to_seconds(sample) + _LATENCY

    def abort(self) -> None:
        """Fall silent."""
        self._over = True
        if threading.current_thread() is not self._thread:
            self._thread.join()

    close = abort

    def _run(self, player: Player) -> None:
        due = self._due
        while not self._over:
            if self._waits():
                time.sleep(0.0005)
                continue
            self._ear.hear(player.fill(_BLOCK, 0))
            self._fetched += _BLOCK
            player.tick()
            due += self._step
            time.sleep(max(0.0, due - time.perf_counter()))


class _Evening:
    """Readings one after the other, and what memory they take."""

    def __init__(self, cache: ClipCache, voice: Voice, pace: Pace, speed: float | None) -> None:
        self._cache, self._voice, self._pace, self._speed = cache, voice, pace, speed
        self._begun = time.perf_counter()
        self._ended = threading.Event()
        self._trouble = ""
        self.memory: list[Memory] = []
        self.worst = self.drift = self.seconds = 0.0
        self.calls = 0

    def read(self, cards: Sequence[int]) -> None:
        """Read these cards to the end. Raises RuntimeError if anything holds it up."""
        programme = Programme(tuple(cards), pace=self._pace, joka=0)
        ear = Ear()
        self.seconds += self._perform(programme, ear)
        gc.collect()  # whatever was part of the reading is gone now, or never goes
        self.memory.append(Memory(tracemalloc.get_traced_memory()[0], resident()))
        self._compare(programme, ear.starts)

    def _perform(self, programme: Programme, ear: Ear) -> float:
        """Perform the whole programme for this ear and return the seconds it took in the room's time."""
        rooms = list[FastRoom]()
        due = self._begun + (self.seconds / self._speed if self._speed else 0.0)

        def open_room() -> FastRoom:
            rooms.append(FastRoom(self._speed, waits, ear, due))
            return rooms[-1]

        performance = Performance(
            open_reading(programme, 0.0),
            lambda verse: self._cache.clip(self._voice, verse),
            open_room,
            self._listen,
            play_pause=programme.play_pause,
            guard=0.0,
            clock=lambda: rooms[-1].clock() if rooms else 0.0,
        )

        def waits() -> bool:
            call = performance.state.call
            return call is not None and performance.speakers.handed < call.number

        self._ended.clear()
        performance.open()
        performance.tell(Start())
        done = self._ended.wait(_PATIENCE)
        performance.close()
        if not done or self._trouble:
            raise RuntimeError(f"the reading stands still: {self._trouble or 'nobody knows why'}")
        return rooms[-1].clock()

    def _listen(self, fact: Fact, state: Reading) -> None:
        if isinstance(fact, CallEnded):
            self.calls += 1
        if isinstance(fact, Held):
            self._trouble = state.message
        if isinstance(fact, Finished | Held):
            self._ended.set()

    def _compare(self, programme: Programme, starts: Sequence[int]) -> None:
        """Hold the first sounds against the plan: kami, pause, shimo, gap, kami, …"""
        pace = programme.pace
        steps = (pace.upper + programme.play_pause, pace.lower + pace.hold + pace.gap)
        if len(starts) != 2 * len(programme.cards):
            raise RuntimeError(f"{len(starts)} halves were heard of {2 * len(programme.cards)}")
        planned = [steps[place % 2] for place in range(len(starts) - 1)]
        errors = [
            after - before - step for (before, after), step in zip(pairwise(starts), planned, strict=True)
        ]
        self.worst = max(self.worst, to_seconds(max(map(abs, errors))))
        self.drift = max(self.drift, to_seconds(abs(sum(errors))))


def soak(
    seconds: float,
    speed: float | None,
    folder: Path,
    *,
    cards: Sequence[int] = numbers(ALL_CARDS),
    pace: Pace = PACE,
    reading: int = READING,
) -> Soak:
    """Read for so many seconds of the room's time, cards drawn at random, and return what came of it."""
    cache, voice = ClipCache(folder), BundledVoice()
    each = to_seconds(pace.upper + DEFAULT_PLAY_PAUSE + pace.lower + pace.hold + pace.gap)
    chance = random.Random(1)  # noqa: S311 - a draw for a measurement
    drawn = [chance.choice(list(cards)) for _ in range(max(8, round(seconds / each)))]
    _Evening(cache, voice, pace, None).read(
        list(cards)
    )  # what is made once is made before anything is measured
    evening = _Evening(cache, voice, pace, speed)
    begun = time.perf_counter()
    tracemalloc.start()
    try:
        for first in range(0, len(drawn), reading):
            evening.read(drawn[first : first + reading])
    finally:
        tracemalloc.stop()
    took = time.perf_counter() - begun
    return Soak(evening.seconds, took, evening.calls, evening.worst, evening.drift, tuple(evening.memory))


def _of(choose: Callable[[Sequence[int]], float], some: Sequence[Memory]) -> Memory:
    resident = [one.resident for one in some if one.resident is not None]
    return Memory(int(choose([one.traced for one in some])), int(choose(resident)) if resident else None)


def _difference(after: int | None, before: int | None) -> int | None:
    return None if after is None or before is None else after - before


def resident() -> int | None:
    """Return the bytes of this process in memory now; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def run() -> list[Figure]:
    """Read for two hours at twenty times the speed; takes six minutes, and a minute before for the clips."""
    with tempfile.TemporaryDirectory() as folder:
        found = soak(HOURS * 3600, SPEED, Path(folder))
    first, last, step = found.quarters[0], found.quarters[-1], found.step
    figures = [
        Figure("read", found.read / 3600, "h", f"{found.calls} calls at {PACE}, in {found.took:.0f} s"),
        Figure("worst gap", found.worst_gap * 1000, "ms", "first sound to first sound, from the samples"),
        Figure("drift of a reading", found.drift * 1000, "ms", f"over {READING} cards, the worst"),
        *_growth("Python's memory", first.traced, last.traced, step.traced),
    ]
    if first.resident is not None and last.resident is not None and step.resident is not None:
        figures += _growth("resident memory", first.resident, last.resident, step.resident)
    return figures


def _growth(what: str, first: int, last: int, step: int) -> list[Figure]:
    return [
        Figure(
            f"{what}: last quarter above first", (last - first) / 1024, "KiB", f"from {first / 2**20:.1f} MiB"
        ),
        Figure(f"{what}: from reading to reading", step / 1024, "KiB", "the median"),
    ]
