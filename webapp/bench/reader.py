"""How fast and how exactly the bundled voice chants, beside plain speech of the same voice and espeak-ng.

All three make the same halves in the same run, each in a process of its own, one after the other.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from reader.cache import ClipCache
from reader.chant.hts_engine import EngineError, HtsEngine
from reader.chant.settings import SETTINGS
from reader.pace import DEFAULT as PACE
from reader.samples import to_seconds
from reader.verse import Verse
from reader.voices.bundled import BundledVoice
from webapp.bench.figure import Figure
from webapp.bench.reader_child import Told

ROUNDS: Final = 3

CHANT: Final = "chant"
NAMES: Final = {CHANT: "chant", "plain": "plain Open JTalk", "espeak": "espeak-ng"}
NOTES: Final = {
    CHANT: "",
    "plain": "the same voice and words, its own vocoder, no plan kept",
    "espeak": "the same words through pyttsx3, no plan kept",
}

_LONGEST: Final = 120.0


def run() -> list[Figure]:
    """Measure rendering beside its peers, then cache and settings; takes about half a minute of one core."""
    told = {engine: found for engine in NAMES if (found := best(engine)) is not None}
    return [*_speeds(told), *_timing(told), *_starts(told), *_memory(told), *_warm()]


def best(engine: str) -> tuple[float, Told] | None:
    """Return the least seconds to a first half and the best of what an engine told; None where it is not here."""
    rounds = [found for _ in range(ROUNDS) if (found := ask(engine)) is not None]
    if not rounds:
        return None
    return min(first for first, _ in rounds), max((told for _, told in rounds), key=lambda told: told.speed)


def ask(engine: str) -> tuple[float, Told] | None:
    """Run one process; return its seconds to the first half, and what it told. None where the engine fails."""
    begun = time.perf_counter()
    with subprocess.Popen(  # noqa: S603 - this program's own module
        (sys.executable, "-m", "webapp.bench.reader_child", engine),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as child:
        assert child.stdout is not None
        try:
            first = child.stdout.readline()
            seconds = time.perf_counter() - begun
            rest, _ = child.communicate(timeout=_LONGEST)
        except subprocess.TimeoutExpired:
            child.kill()
            return None
    return (seconds, Told(**json.loads(rest))) if first and not child.returncode else None


Answers = dict[str, tuple[float, Told]]


def _speeds(told: Answers) -> list[Figure]:
    way = BundledVoice().check.way
    notes = NOTES | {
        CHANT: f"{way}, eight halves at {PACE}, seconds of sound in processor time; at least 12 asked for"
    }
    figures = [
        Figure(f"{NAMES[engine]}: speed", one.speed, "× real time", notes[engine])
        for engine, (_, one) in told.items()
    ]
    return [*figures, *_ratios(told, "speed", lambda answer: answer[1].speed)]


def _timing(told: Answers) -> list[Figure]:
    figures = []
    for engine, (_, one) in told.items():
        asked = "at most 2 asked for" if engine == CHANT else "silence before it"
        figures.append(Figure(f"{NAMES[engine]}: first sound, worst", one.start_error, "ms", asked))
        asked = "at most 10 asked for" if engine == CHANT else f"against {PACE}, which it was not told"
        figures.append(Figure(f"{NAMES[engine]}: length, worst", one.length_error, "ms", asked))
    return figures


def _starts(told: Answers) -> list[Figure]:
    figures = [
        Figure(
            f"{NAMES[engine]}: cold start to the first half",
            first,
            "s",
            "a new process" + ("; at most 2 asked for" if engine == CHANT else ""),
        )
        for engine, (first, _) in told.items()
    ]
    return [*figures, *_ratios(told, "cold start", lambda answer: answer[0])]


def _memory(told: Answers) -> list[Figure]:
    known = {engine: answer for engine, answer in told.items() if answer[1].memory}
    figures = [
        Figure(f"{NAMES[engine]}: memory", (one.memory or 0) / 2**20, "MiB", "of its process, at most")
        for engine, (_, one) in known.items()
    ]
    return [*figures, *_ratios(known, "memory", lambda answer: float(answer[1].memory or 0))]


def _ratios(told: Answers, what: str, of: Callable[[tuple[float, Told]], float]) -> list[Figure]:
    """Return how the chant compares with each peer; a ratio is true on other machines too."""
    if CHANT not in told:
        return []
    return [
        Figure(
            f"chant to {NAMES[engine]}: {what}", of(told[CHANT]) / of(answer), "×", "both from the same run"
        )
        for engine, answer in told.items()
        if engine != CHANT
    ]


def _warm() -> list[Figure]:
    voice, verse = BundledVoice(), Verse.at_pace(77, "shimo", PACE)
    voice.render(verse)
    with tempfile.TemporaryDirectory() as folder:
        cache = ClipCache(Path(folder))
        cache.clip(voice, verse)
        size = cache.path(voice, verse).stat().st_size
        figures = [
            Figure("warm, one lower half", _best(lambda: voice.render(verse)), "s", "at most 1 asked for"),
            Figure(
                "the same from the cache",
                _best(lambda: cache.clip(voice, verse)),
                "s",
                "read, checked, decoded",
            ),
            Figure("its file", size / 1024, "KiB", f"FLAC, {to_seconds(verse.length):g} s"),
        ]
    return [*figures, _slowest_setting(verse), *_load()]


def _slowest_setting(verse: Verse) -> Figure:
    voices = [BundledVoice(setting.style, setting.name) for setting in SETTINGS]
    for voice in voices:
        voice.render(verse)  # its tables are made once
    slowest = max(_best(partial(voice.render, verse)) for voice in voices)
    return Figure("the slowest of its settings", slowest, "s", f"{len(voices)} settings, the same half")


def _load() -> list[Figure]:
    try:
        return [Figure("load the voice", _best(HtsEngine), "s", "symbols and voice file")]
    except EngineError:
        return []


def _best(action: Callable[[], object]) -> float:
    seconds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        action()
        seconds.append(time.perf_counter() - start)
    return min(seconds)
