"""Which way the bundled voice can chant on this machine, found out before it is needed.

The exact way reaches into the wheel's C functions, which nobody promised to keep. So they are tried on one short line
whose answers are known; where anything differs, the fallback takes over and the reason is kept for `naniwazu doctor`.
"""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from reader.chant.hts_engine import EngineError, HtsEngine
from reader.chant.labels import full_context
from reader.chant.phonemes import line_morae
from reader.chant.plain_engine import PlainEngine

Way: TypeAlias = Literal["parametric", "grains"]

_TOLERANCE: Final = 1e-3
"""Nepers. Processors differ in the last digits of the engine's doubles; another voice differs by tenths."""


@dataclass(frozen=True, slots=True)
class Check:
    """The engine to use and, where it is not the exact one, why."""

    engine: HtsEngine | PlainEngine
    reason: str = ""

    @property
    def way(self) -> Way:
        """`parametric` is exact; `grains` is the fallback."""
        return "parametric" if isinstance(self.engine, HtsEngine) else "grains"


def check() -> Check:
    """Return the best engine that works here. Raises `EngineError` where none does."""
    try:
        engine = HtsEngine()
        _compare_with_golden(engine)
    except EngineError as error:
        return Check(PlainEngine(), reason=str(error))
    return Check(engine)


def golden_values(engine: HtsEngine, line: str, frames: list[int]) -> dict[str, Any]:
    """Return what the engine says of a line: natural lengths, and rounded parameters of some frames."""
    labels = full_context([line_morae(line)])
    lengths = engine.natural_lengths(labels)
    parameters = engine.parameters(labels, lengths)
    return {
        "line": line,
        "lengths": lengths,
        "frames": frames,
        "cepstrum": np.round(parameters.cepstrum[frames].astype(float), 5).tolist(),
        "low_pass": np.round(parameters.low_pass[frames].astype(float), 5).tolist(),
    }


def _compare_with_golden(engine: HtsEngine) -> None:
    golden = json.loads(files("reader.chant").joinpath("golden.json").read_text(encoding="utf-8"))
    found = golden_values(engine, golden["line"], golden["frames"])
    if found["lengths"] != golden["lengths"]:
        raise EngineError("the voice gives other lengths than the chant was made for")
    for stream in ("cepstrum", "low_pass"):
        off = float(np.abs(np.subtract(found[stream], golden[stream])).max())
        if not off <= _TOLERANCE:
            raise EngineError(
                f"the voice's parameters are not those the chant was made for ({stream}: {off:.3g} off)"
            )
