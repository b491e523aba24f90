"""A recording through the decoding process's own steps, in this process."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import soundfile

from reader.clip import Samples
from reader.packs.decoding import decoded
from reader.packs.measured import Measured
from reader.packs.worker import answer


@dataclass(frozen=True)
class Decoded:
    """The decoded samples, the levelled ones as they are kept, and what was measured."""

    samples: Samples
    levelled: Samples
    halves: tuple[Measured, ...]


def decode(content: bytes, poem: int = 17, *, whole: bool = False) -> Decoded:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "a.bin", Path(folder) / "b.flac"
        source.write_bytes(content)
        reply = answer({"source": str(source), "target": str(target), "poem": poem, "whole": whole})
        assert "fault" not in reply, reply
        levelled, _ = soundfile.read(target, dtype="float32")
        return Decoded(decoded(source).samples, levelled, tuple(Measured(**half) for half in reply["halves"]))
