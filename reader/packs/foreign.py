"""Sound files that only FFmpeg can decode, such as a phone's M4A: through PyAV, else through the command `ffmpeg`.

Both are optional. A file is not believed about its kind: a playlist named `.m4a` would have FFmpeg open other files and
addresses, so only plain sound containers and nothing but local files are allowed.
"""

import importlib.util
import io
import shutil
import subprocess
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from reader.packs.faults import PackFlaw, unfit

_OPTIONS: Final = {"format_whitelist": "aac,amr,asf,matroska,mov", "protocol_whitelist": "file"}
_LIMIT: Final = 50
"""Seconds for the command: less than `decoder.LIMIT`, so that it does not outlive who started it."""


def available() -> bool:
    """Whether such files can be decoded on this machine."""
    return importlib.util.find_spec("av") is not None or shutil.which("ffmpeg") is not None


def converted(path: Path, seconds: int) -> io.BytesIO:
    """Return the first seconds of a file's sound as AU in 32-bit floats. Raises PackError."""
    try:
        return _by_library(path, seconds)
    except ImportError as error:
        command = shutil.which("ffmpeg")
        if command is None:
            raise unfit(PackFlaw.NO_DECODER, detail=error) from error
        return _by_command(command, path, seconds)


def _by_library(path: Path, seconds: int) -> io.BytesIO:
    import av  # noqa: PLC0415 - optional and large

    pieces = []
    rate, length = 0, 0
    try:
        with av.open(str(path.absolute()), options=_OPTIONS) as container:
            planar = av.AudioResampler(format="fltp")  # the decoder's own rate and channels
            for frame in container.decode(container.streams.audio[0]):
                for piece in planar.resample(frame):
                    rate = piece.sample_rate
                    pieces.append(piece.to_ndarray())
                    length += piece.samples
                if length > seconds * rate:
                    break
    except (av.FFmpegError, ValueError, IndexError) as error:  # IndexError: a film without sound
        raise unfit(PackFlaw.NO_SOUND) from error
    if not pieces:
        raise unfit(PackFlaw.EMPTY)
    sound = io.BytesIO()
    soundfile.write(sound, np.concatenate(pieces, axis=1).T, rate, format="AU", subtype="FLOAT")
    sound.seek(0)
    return sound


def _by_command(command: str, path: Path, seconds: int) -> io.BytesIO:
    allowed = [word for name, value in _OPTIONS.items() for word in (f"-{name}", value)]
    wanted = ["-map", "0:a:0", "-t", str(seconds), "-c:a", "pcm_f32be", "-f", "au", "pipe:1"]
    try:
        run = subprocess.run(  # noqa: S603 - the file is no option: its path is ours and absolute
            [command, "-nostdin", "-v", "error", *allowed, "-i", str(path.absolute()), *wanted],
            stdin=subprocess.DEVNULL,  # the worker's own brings requests
            capture_output=True,
            check=True,
            timeout=_LIMIT,
        )
    except subprocess.TimeoutExpired as error:
        raise unfit(PackFlaw.SLOW, seconds=_LIMIT) from error
    except subprocess.CalledProcessError as error:
        raise unfit(PackFlaw.NO_SOUND) from error
    except OSError as error:
        raise unfit(PackFlaw.NO_DECODER, detail=error.strerror or error) from error
    return io.BytesIO(run.stdout)
