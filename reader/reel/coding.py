"""How a reel's samples become bytes: MP3 at a constant rate, or WAV for a player that knows no MP3."""

import io
from typing import Final, Protocol

import numpy as np
import soundfile

from reader.clip import FULL_SCALE, Samples
from reader.outputs.file import Label
from reader.reel.reel import FRAME
from reader.samples import SAMPLE_RATE

_RATE: Final = 64_000
"""Bits a second: a single voice needs no more."""
_LEVEL: Final = (320_000 - _RATE) / (320_000 - 32_000)
"""libsndfile's name for that rate."""
_FRAME_HEAD: Final = b"\xff\xfb\x54"
"""MPEG-1 layer III, no checksum, 64 kbit/s, 48 kHz, no padding."""


class Coding(Protocol):
    """A way to write frames of equal length. `delay` is how many samples later a decoder brings a sound."""

    name: str
    mime: str
    delay: int
    frame_bytes: int

    def head(self, label: Label, frames: int) -> bytes:
        """Return what stands before the first frame: what the file says about itself."""

    def encode(self, samples: Samples) -> bytes:
        """Return whole frames, each of `frame_bytes` bytes."""


class Mp3:
    """Constant frames of 192 bytes. The silence at a stretch's end takes up the coder's delay."""

    name = "mp3"
    mime = "audio/mpeg"
    delay = 1105
    """576 samples of the coder and 529 of the decoder."""
    frame_bytes = 144 * _RATE // SAMPLE_RATE

    def head(self, label: Label, frames: int) -> bytes:
        """Return an ID3 tag (version 2.4)."""
        texts = {"TIT2": label.title, "TPE1": label.artist, "TCOP": label.credit, "TSSE": "Naniwazu"}
        body = b"".join(_id3_frame(name, text) for name, text in texts.items() if text)
        return b"ID3\x04\x00\x00" + _syncsafe(len(body)) + body

    def encode(self, samples: Samples) -> bytes:
        """Return the frames; the samples are whole frames whose last one is silent."""
        out = io.BytesIO()
        with soundfile.SoundFile(
            out, "w", SAMPLE_RATE, 1, format="MP3", subtype="MPEG_LAYER_III", bitrate_mode="CONSTANT",
            compression_level=_LEVEL,
        ) as file:  # fmt: skip
            file.write(np.clip(samples, -1.0, 1.0))
        data = out.getvalue()
        start = data.index(_FRAME_HEAD)
        if b"Info" in data[start : start + self.frame_bytes]:
            start += self.frame_bytes  # describes a file that this is not
        coded = data[start : start + len(samples) // FRAME * self.frame_bytes]
        assert len(coded) == len(samples) // FRAME * self.frame_bytes
        return coded


class Wav:
    """16-bit samples, as they are."""

    name = "wav"
    mime = "audio/wav"
    delay = 0
    frame_bytes = FRAME * 2

    def head(self, label: Label, frames: int) -> bytes:
        """Return the RIFF header with a list of texts."""
        texts = {"INAM": label.title, "IART": label.artist, "ICOP": label.credit, "ISFT": "Naniwazu"}
        known = _chunk(b"LIST", b"INFO" + b"".join(_info(name, text) for name, text in texts.items() if text))
        rate = SAMPLE_RATE
        form = b"".join(
            number.to_bytes(size, "little")
            for number, size in ((1, 2), (1, 2), (rate, 4), (rate * 2, 4), (2, 2), (16, 2))
        )
        length = frames * self.frame_bytes
        rest = b"WAVE" + _chunk(b"fmt ", form) + known + b"data" + length.to_bytes(4, "little")
        return b"RIFF" + (len(rest) + length).to_bytes(4, "little") + rest

    def encode(self, samples: Samples) -> bytes:
        """Return the samples."""
        steps = np.clip(np.rint(samples * np.float32(FULL_SCALE)), -FULL_SCALE, FULL_SCALE - 1)
        return bytes(steps.astype("<i2").tobytes())


CODINGS: Final[dict[str, Coding]] = {"mp3": Mp3(), "wav": Wav()}


def _id3_frame(name: str, text: str) -> bytes:
    body = b"\x03" + text.encode("utf-8")
    return name.encode("ascii") + _syncsafe(len(body)) + b"\x00\x00" + body


def _syncsafe(number: int) -> bytes:
    return bytes(number >> shift & 0x7F for shift in (21, 14, 7, 0))


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + len(body).to_bytes(4, "little") + body + b"\x00" * (len(body) % 2)


def _info(name: str, text: str) -> bytes:
    return _chunk(name.encode("ascii"), text.encode("utf-8") + b"\x00")
