"""The process in which files of unknown origin are decoded: `python -m reader.packs.worker`.

A decoder that meets a crafted file may crash, hang or take all memory; here that ends one file. It reads one request a
line from standard input, `{"source", "target", "poem", "whole"}`, and writes one line for each: `{"halves": [...]}`
with what was measured of each half (two for a whole poem), or `{"fault": {...}}` with the reason. The levelled sound
goes to `target`.
"""

import contextlib
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
import soundfile

from reader.clip import Samples
from reader.loudness import PEAK, TARGET, integrated
from reader.packs.cutting import cut
from reader.packs.decoding import Recording, decoded
from reader.packs.faults import PackError, PackFlaw, unfit
from reader.packs.listening import heard
from reader.packs.measured import Measured, hold_of, loudness_of
from reader.reason import Reason, to_dict
from reader.samples import SAMPLE_RATE

MEMORY: Final = 3 << 30
"""Bytes of address space; two minutes of sound take a tenth of it."""
_LARGEST_GAIN: Final = 60.0


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Return what became of one file."""
    try:
        recording = decoded(Path(request["source"]))
        halves, loudest = _halves(recording, request["poem"], whole=request["whole"])
        level(recording.samples, halves, Path(request["target"]), loudest)
    except PackError as error:
        return {"fault": to_dict(error.reason)}
    except MemoryError:
        return {"fault": to_dict(Reason(PackFlaw.MEMORY))}
    except Exception as error:  # noqa: BLE001 - whatever a decoder raises, it is one file's fault and not the pack's
        return {"fault": to_dict(Reason.of(PackFlaw.DECODER_FAILED, detail=type(error).__name__))}
    return {"halves": [asdict(half) for half in halves]}


def _halves(recording: Recording, poem: int, *, whole: bool) -> tuple[list[Measured], float]:
    """Return what was measured of the halves, and how loud the recording is as a whole."""
    sound = recording.samples
    voice = heard(sound)
    if voice is None:
        raise unfit(PackFlaw.SILENT)
    bounds, sure = [(voice.on, voice.off)], True
    if whole:
        proposed = cut(sound, poem)
        if proposed is None:
            raise unfit(PackFlaw.SILENT)
        bounds, sure = [proposed.kami, proposed.shimo], proposed.sure
    halves = [
        Measured(
            on,
            off,
            hold_of(sound, on, off),
            len(sound),
            loudness_of(sound, on, off),
            round(voice.noise, 1),
            round(voice.peak, 1),
            recording.rate,
            recording.channels,
            recording.clipped,
            sure,
        )
        for on, off in bounds
    ]
    return halves, integrated(sound[voice.on : voice.off])


def level(sound: Samples, halves: list[Measured], target: Path, loudness: float) -> None:
    """Write the sound as FLAC at the reader's loudness; only what lies outside the voice may be cut off."""
    begin, end = min(half.on for half in halves), max(half.off for half in halves)
    peak = float(np.abs(sound[begin:end]).max(initial=0.0))
    gain = min(TARGET - loudness, PEAK - 20 * np.log10(max(peak, 1e-9)), _LARGEST_GAIN)
    levelled = np.clip(sound * np.float32(10 ** (gain / 20)), -1, 1)
    soundfile.write(target, levelled, SAMPLE_RATE, format="FLAC", subtype="PCM_16")


def limit_memory() -> None:
    """Let the system refuse memory beyond the limit, where it can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - only on systems that have it

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer requests until there are no more; what a decoder prints goes to standard error."""
    limit_memory()
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        out.write(json.dumps(answer(json.loads(line))) + "\n")
        out.flush()
    os._exit(0)  # a damaged decoder's own clean-up may crash; nothing is left to be cleaned


if __name__ == "__main__":
    main()
