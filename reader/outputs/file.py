"""A reading in a file: WAV, FLAC or Ogg Vorbis, whole or not at all."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from reader.clip import Clip
from reader.outputs.mix import Mix
from reader.plan import Plan
from reader.samples import SAMPLE_RATE
from reader.verse import Verse

FORMATS: Final = {
    ".wav": ("WAV", "PCM_16"),
    ".flac": ("FLAC", "PCM_16"),
    ".ogg": ("OGG", "VORBIS"),
}
"""What a file's suffix stands for: libsndfile's container and coding."""

_BLOCK: Final = SAMPLE_RATE // 2
_WAV_SAMPLES: Final = (2**32 - 2**16) // 2
"""Sizes in a WAV file are 32 bits wide."""


class FileOutputError(ValueError):
    """A file that cannot be written; the message names it and says what would help."""


@dataclass(frozen=True, slots=True)
class Label:
    """What the file says about itself: `credit` is the voice's, and goes wherever its sound goes."""

    title: str
    artist: str
    credit: str
    comment: str = ""


def check(path: Path) -> None:
    """Raise FileOutputError if a reading cannot be written there, before any work is done for it."""
    if path.suffix.lower() not in FORMATS:
        raise FileOutputError(f"{path}: the name must end in {', '.join(FORMATS)}")
    check_place(path)


def check_place(path: Path) -> None:
    """Raise FileOutputError if no file can be made at this path."""
    if path.is_dir():
        raise FileOutputError(f"{path}: is a folder; give the name of a file")
    if path.exists() and not path.is_file():  # a file that takes the place of /dev/null is in everybody's way
        raise FileOutputError(f"{path}: is a device; give the name of a file")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise FileOutputError(f"{path}: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise FileOutputError(f"{path}: no right to write into the folder {folder}")


def write(
    path: Path,
    plan: Plan,
    clip: Callable[[Verse], Clip],
    label: Label,
    progress: Callable[[int], None] = lambda _samples: None,
) -> None:
    """Write the whole plan to `path`; it appears there complete, and whatever was there before stays until then.

    `progress` is told after every half second how many samples are done. Raises FileOutputError.
    """
    check(path)
    with whole_files(path) as (unfinished,):
        write_sound(unfinished, path, plan, clip, label, progress=progress)


def write_sound(
    unfinished: Path,
    path: Path,
    plan: Plan,
    clip: Callable[[Verse], Clip],
    label: Label,
    *,
    progress: Callable[[int], None],
) -> None:
    """Write the whole plan to a file that `whole_files` lent for `path`. Raises FileOutputError."""
    container, coding = FORMATS[path.suffix.lower()]
    if container == "WAV" and plan.length > _WAV_SAMPLES:
        raise FileOutputError(
            f"{path}: {plan.length / SAMPLE_RATE / 3600:.0f} hours do not fit into WAV; use .flac"
        )
    with _naming(path):
        try:
            with soundfile.SoundFile(
                unfinished, "w", SAMPLE_RATE, channels=1, subtype=coding, format=container
            ) as file:
                _describe(file, label)
                _fill(file, Mix(plan, clip), progress)
        except soundfile.LibsndfileError as error:
            raise FileOutputError(f"{path}: {error.error_string}") from error


def write_text(unfinished: Path, path: Path, text: str) -> None:
    """Write a text to a file that `whole_files` lent for `path`. Raises FileOutputError."""
    with _naming(path):
        unfinished.write_text(text, encoding="utf-8")


@contextmanager
def whole_files(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Lend an empty file beside every path to write to; they take the paths' names when all went well.

    Otherwise they vanish, and nothing has changed. A file that cannot be made is told before any is lent.
    Raises FileOutputError.
    """
    lent = [(path, path.with_name(f".{path.name}.{os.getpid()}.part")) for path in paths]
    try:
        for path, unfinished in lent:
            with _naming(path):
                unfinished.touch()
        yield tuple(unfinished for _, unfinished in lent)
        for path, unfinished in lent:
            with _naming(path):
                unfinished.replace(path)
    finally:
        for _, unfinished in lent:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, which need not be there yet."""
    if os.path.realpath(one) == os.path.realpath(other):
        return True
    with suppress(OSError):
        return one.samefile(other)
    return False


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Let what the system refuses be told with the file's name."""
    try:
        yield
    except OSError as error:
        raise FileOutputError(f"{path}: {error.strerror or error}") from error


def _describe(file: soundfile.SoundFile, label: Label) -> None:
    # libsndfile keeps these only if they are set before the first sample, and refuses an empty text.
    texts = {
        "title": label.title,
        "artist": label.artist,
        "copyright": label.credit,
        "comment": label.comment,
    }
    for name, text in {**texts, "software": "Naniwazu"}.items():
        if text:
            setattr(file, name, text)


def _fill(file: soundfile.SoundFile, mix: Mix, progress: Callable[[int], None]) -> None:
    for block in mix.blocks(_BLOCK):
        file.write(np.clip(block, -1.0, 1.0))
        progress(mix.position)
