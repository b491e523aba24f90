"""A process that makes the bench's halves with one engine and says what it took: `python -m webapp.bench.reader_child`.

Each engine has a process of its own, started alike, so that cold starts and memory can be held against each other.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from reader.clip import Samples
from reader.pace import DEFAULT as PACE
from reader.samples import SAMPLE_RATE, to_seconds
from reader.verse import Verse
from reader.voices.system_choice import japanese

POEMS: Final = (1, 17, 40, 77)
VERSES: Final = tuple(
    verse for n in POEMS for verse in (Verse.at_pace(n, "kami", PACE), Verse.at_pace(n, "shimo", PACE))
)
FIRST: Final = Verse.at_pace(0, "kami", PACE)
"""What a new process makes first; no poem is asked of it then."""

_WINDOW: Final = SAMPLE_RATE // 1000
_BELOW: Final = 10 ** (-45 / 20)


@dataclass(frozen=True, slots=True)
class Told:
    """What one engine took: seconds and bytes; errors over the halves, in milliseconds, each the worst.

    `speed` is seconds of sound a second of processor time, `start_error` the silence before the first sound,
    `length_error` the distance from the pace.
    """

    speed: float
    memory: int | None
    start_error: float
    length_error: float


Speak = Callable[[Verse], tuple[Samples, int]]
"""Makes a half; returns its sound and the sample at which it promises the voice to begin."""


def chant() -> Speak:
    """Return the bundled voice."""
    from reader.voices.bundled import BundledVoice  # noqa: PLC0415 - each process loads its own engine only

    voice = BundledVoice()

    def speak(verse: Verse) -> tuple[Samples, int]:
        clip = voice.render(verse)
        return clip.samples, clip.voice_start

    return speak


def plain() -> Speak:
    """Return the same voice without a plan: Open JTalk's own vocoder, at its own speed."""
    from reader.chant.labels import full_context  # noqa: PLC0415
    from reader.chant.phonemes import line_morae  # noqa: PLC0415
    from reader.chant.plain_engine import PlainEngine  # noqa: PLC0415

    engine = PlainEngine()

    def speak(verse: Verse) -> tuple[Samples, int]:
        labels = full_context([line_morae(line) for line in verse.phonetic])
        return engine.speak(labels, 375.0), 0

    return speak


def espeak() -> Speak:
    """Return espeak-ng through pyttsx3, as a system's voice is used, without the fitting."""
    from reader.voices.system_engines import Pyttsx3Engine  # noqa: PLC0415

    engine = Pyttsx3Engine()
    chosen = japanese(engine.voices())
    if chosen is None:
        raise RuntimeError("no voice speaks Japanese")
    engine.choose(chosen)

    def speak(verse: Verse) -> tuple[Samples, int]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "half.wav"
            engine.say("、".join(verse.phonetic), path)
            sound, rate = soundfile.read(path, dtype="float32")
        at = np.arange(len(sound) * SAMPLE_RATE // rate) * rate / SAMPLE_RATE
        return np.interp(at, np.arange(len(sound)), sound).astype(np.float32), 0

    return speak


ENGINES: Final[dict[str, Callable[[], Speak]]] = {"chant": chant, "plain": plain, "espeak": espeak}


def measured(speak: Speak) -> Told:
    """Let an engine speak all halves, and return what it took."""
    busy, made = time.process_time(), [speak(verse) for verse in VERSES]
    busy = time.process_time() - busy
    errors = [timing(*one, verse) for one, verse in zip(made, VERSES, strict=True)]
    starts, lengths = (max(map(abs, some)) for some in zip(*errors, strict=True))
    sound = sum(len(samples) for samples, _ in made)
    return Told(to_seconds(sound) / busy, memory(), starts, lengths)


def timing(samples: Samples, promised: int, verse: Verse) -> tuple[float, float]:
    """Return how late the first sound is and how much longer than the pace the voice lasts, in milliseconds."""
    power = np.convolve(samples.astype(np.float64) ** 2, np.ones(_WINDOW) / _WINDOW, "same")
    level = np.sqrt(np.maximum(power, 0.0))
    loud = np.flatnonzero(level > level.max() * _BELOW)
    start, end = int(loud[0]), int(loud[-1]) + 1
    return to_seconds(start - promised) * 1000, to_seconds(end - start - verse.length) * 1000


def memory() -> int | None:
    """Return the most bytes this process ever had in memory; None where the system does not tell."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return _most_resident()
    # a process started from another counts that one's memory as its own in getrusage, but not here
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


def _most_resident() -> int | None:
    try:
        import resource  # noqa: PLC0415 - there is no such module on Windows
    except ImportError:
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main() -> None:
    """Let the engine named on the command line speak; print a line at its first half, then what it took as JSON."""
    out, sys.stdout = sys.stdout, sys.stderr  # engines greet and complain
    speak = ENGINES[sys.argv[1]]()
    speak(FIRST)
    print(json.dumps("first half"), file=out, flush=True)
    print(json.dumps(asdict(measured(speak))), file=out, flush=True)
    os._exit(0)  # an engine's own clean-up may hang


if __name__ == "__main__":
    main()
