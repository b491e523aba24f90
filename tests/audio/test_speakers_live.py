"""What really comes out of a loudspeaker, recorded, against what was planned."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from reader.cache import ClipCache
from reader.outputs.mix import Mix
from reader.pace import Pace
from reader.pattern import Half
from reader.plan import plan
from reader.programme import Programme
from reader.voices.bundled import BundledVoice
from reader.yomite_facts import Decided, Fact, HalfBegan, HalfEnded
from reader.yomite_log import from_dict
from tests.support.acoustics import envelope
from tests.support.null_sink import RATE, NullSink, Recording

pytestmark = [pytest.mark.sound, pytest.mark.xdist_group("sound")]

CLOCK = 0.015
"""Seconds to which the log's times must be the recorder's."""

# Pauses so long that the store runs low in them and is filled again before the voice.
PROGRAMME = Programme((17, 3), pace=Pace.parse("2-0.5-1-2"), joka=0, play_pause=3 * RATE)
READ = (
    "read",
    "--cards",
    "17,3",
    "--order",
    "as-given",
    "--joka",
    "0",
    "--pace",
    "2-0.5-1-2",
    "--play-pause",
    "3",
)


def _naniwazu(sink: NullSink, folder: Path) -> "subprocess.Popen[str]":
    places = {"NANIWAZU_DATA": str(folder / "data"), "XDG_STATE_HOME": str(folder / "state")}
    return subprocess.Popen(
        [sys.executable, "-c", "from webapp.cli import main; main()", *READ, "--json"],
        env={**sink.environment, **places},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@dataclass(frozen=True)
class Evening:
    """A reading that was heard: its recording, its log, and what a second reading was told meanwhile."""

    sound: Recording
    log: list[Fact]
    refusal: str


def _own_words(said: str) -> str:
    """Return what the program said itself: on a busy machine the system's library tells of underruns beside it."""
    return "".join(line for line in said.splitlines(keepends=True) if not line.startswith("ALSA lib "))


def _listen(sink: NullSink, folder: Path) -> Evening:
    """Let two readings begin at the same time, of which one gets the loudspeakers, and record that one."""
    with sink.recording() as recorded, _naniwazu(sink, folder) as one, _naniwazu(sink, folder) as two:
        ended = [(*process.communicate(), process.returncode) for process in (one, two)]
    (out, said, status), (none, refusal, refused) = sorted(ended, key=lambda end: end[2])
    assert (_own_words(said), status, none, refused) == ("", 0, "", 2), ended
    told: dict[str, Any] = json.loads(out)
    assert (told["read"], told["finished"]) == ([17, 3], True)
    return Evening(recorded[0], [from_dict(raw) for raw in told["log"]], _own_words(refusal))


def _expected(folder: Path) -> NDArray[np.float32]:
    """Return the plan's samples, from the clips that the reading made."""
    cache, voice = ClipCache(folder / "data" / "clips"), BundledVoice()
    laid = plan(PROGRAMME)
    return Mix(laid, lambda verse: cache.clip(voice, verse)).read(laid.length)


def _heard(sound: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Return where voices begin and end: 45 dB under the loudest, with a third of a second of silence between."""
    level = envelope(sound)
    loud = np.flatnonzero(level > level.max() * 10 ** (-45 / 20))
    breaks = np.flatnonzero(np.diff(loud) > RATE // 3)
    starts, ends = [loud[0], *loud[breaks + 1]], [*loud[breaks], loud[-1]]
    return [(int(start), int(end)) for start, end in zip(starts, ends, strict=True)]


def _shifts(sound: NDArray[np.float32], expected: NDArray[np.float32]) -> list[int]:
    """Return by how many samples each half of a second of voice came later than the plan has it, from the first on.

    Found by likeness alone: where in the recording the plan's own samples fit best.
    """
    zero = _heard(sound)[0][0] - _heard(expected)[0][0]
    shifts = []
    reach = RATE // 20
    for segment in plan(PROGRAMME).voiced:
        for at in range(segment.voice_start, segment.voice_end - RATE // 2, RATE // 2):
            piece = expected[at : at + RATE // 2]
            around = sound[zero + at - reach : zero + at + reach + RATE // 2]
            spectrum = np.fft.rfft(around, 2 * len(around)) * np.conj(np.fft.rfft(piece, 2 * len(around)))
            likeness = np.fft.irfft(spectrum)[: 2 * reach + 1]
            shifts.append(int(np.argmax(likeness)) - reach)
    return [shift - shifts[0] for shift in shifts]


def _clock_errors(heard: Evening) -> list[float]:
    """Return by how many seconds the log has the beginning of each half later than the recorder."""
    began = [fact.at for fact in heard.log if isinstance(fact, HalfBegan)]
    voices = _heard(heard.sound.samples)
    return [at - heard.sound.began - start / RATE for at, (start, _) in zip(began, voices, strict=True)]


@pytest.fixture(scope="module")
def evening(sink: NullSink, tmp_path_factory: pytest.TempPathFactory) -> tuple[Evening, Path]:
    """A reading of two poems. Where the machine slipped it is read once more: virtual ones do."""
    folder = tmp_path_factory.mktemp("evening")
    heard = _listen(sink, folder)
    if any(_shifts(heard.sound.samples, _expected(folder))) or max(map(abs, _clock_errors(heard))) > CLOCK:
        heard = _listen(sink, folder)
    return heard, folder


def test_every_sample_is_heard_where_the_plan_has_it(evening: tuple[Evening, Path]) -> None:
    heard, folder = evening
    assert set(_shifts(heard.sound.samples, _expected(folder))) == {0}


def test_gaps_are_heard_as_long_as_they_are_planned(evening: tuple[Evening, Path]) -> None:
    """By a detector that sees levels only; the last milliseconds of a fading voice are below it."""
    voices = _heard(evening[0].sound.samples)
    silences = [(after[0] - before[1]) / RATE for before, after in pairwise(voices)]
    assert silences == pytest.approx([3.0, 1.0, 3.0], abs=0.010)


def test_the_log_says_when_each_half_was_really_heard(evening: tuple[Evening, Path]) -> None:
    """Two clocks once made reaction times worthless: the device's own time must be the recorder's, to 15 ms."""
    heard, _ = evening
    assert _clock_errors(heard) == pytest.approx([0.0] * 4, abs=CLOCK)
    assert [fact.half for fact in heard.log if isinstance(fact, HalfBegan)] == [
        *(Half(17, "kami"), Half(17, "shimo"), Half(3, "kami"), Half(3, "shimo"))
    ]
    began = [fact.at for fact in heard.log if isinstance(fact, HalfBegan)]
    ended = [fact.at for fact in heard.log if isinstance(fact, HalfEnded)]
    assert np.array(ended) - np.array(began) == pytest.approx([2.0, 2.5, 2.0, 2.5], abs=CLOCK)


def test_cards_are_decided_while_their_upper_half_sounds(evening: tuple[Evening, Path]) -> None:
    heard, _ = evening
    kami = {
        fact.half.poem: fact.at
        for fact in heard.log
        if isinstance(fact, HalfBegan) and fact.half.part == "kami"
    }
    decided = {fact.poem: fact.at for fact in heard.log if isinstance(fact, Decided)}
    # Both are decided by two of seventeen morae, the longer ones at the ends of lines.
    assert {poem: decided[poem] - kami[poem] for poem in (17, 3)} == pytest.approx(
        {17: 0.2, 3: 0.2}, abs=0.05
    )


def test_a_second_reading_was_told_who_has_the_loudspeakers(evening: tuple[Evening, Path]) -> None:
    assert re.fullmatch(
        r"naniwazu: the loudspeakers \(Null Output\) are in use by naniwazu read \(process \d+, since \d\d:\d\d\);"
        r" stop that reading first\n",
        evening[0].refusal,
    )
