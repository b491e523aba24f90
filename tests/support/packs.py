"""Packs for tests: recordings made from a voice whose beginnings and ends are known, as people bring them."""

import io
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile

from reader.clip import Clip, Samples
from reader.pattern import Half
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from tests.support.fake_voice import FakeVoice

SHORT = 2 * SAMPLE_RATE
"""The shortest half: two seconds."""


@dataclass(frozen=True)
class Way:
    """How a recording is made: its file type, rate, channels, gain in dB, and the room's noise in dBFS."""

    kind: str = "wav"
    rate: int = 48_000
    channels: int = 1
    gain: float = 0.0
    noise: float | None = -70.0


@dataclass(frozen=True)
class Recorded:
    """A recording's bytes, and the truth about it in samples at 48 kHz: first sound, end, last vowel."""

    content: bytes
    on: int
    off: int
    vowel: int


SUBTYPES = {
    "wav": ("WAV", "PCM_16"),
    "flac": ("FLAC", "PCM_16"),
    "ogg": ("OGG", "VORBIS"),
    "mp3": ("MP3", "MPEG_LAYER_III"),
}


def recorded(
    clip: Clip, way: Way, luck: np.random.Generator, *, lead: float = 0.0, tail: float = 0.0
) -> Recorded:
    """Return a clip as a recording: silence around it, another level, noise, another format."""
    before = round((lead or luck.uniform(0.05, 0.9)) * SAMPLE_RATE)
    after = round((tail or luck.uniform(0.1, 0.8)) * SAMPLE_RATE)
    sound = np.pad(clip.samples / np.abs(clip.samples).max() * 0.5 * 10 ** (way.gain / 20), (before, after))
    if way.noise is not None:
        sound = sound + luck.standard_normal(len(sound)) * 10 ** (way.noise / 20)
    return Recorded(
        encoded(sound.astype(np.float32), way),
        before + clip.voice_start,
        before + clip.voice_end,
        before + clip.marks[-1].vowel,
    )


def encoded(sound: Samples, way: Way) -> bytes:
    """Return samples at 48 kHz as a file."""
    at_rate = sound if way.rate == SAMPLE_RATE else downsampled(sound, way.rate)
    file = io.BytesIO()
    kind, subtype = SUBTYPES[way.kind]
    many = np.repeat(np.clip(at_rate, -1, 1)[:, None], way.channels, axis=1)
    soundfile.write(file, many, way.rate, format=kind, subtype=subtype)
    return file.getvalue()


def downsampled(sound: Samples, rate: int) -> Samples:
    """Return samples at a lower rate, by their spectrum, with silence at the end so that the ends do not meet."""
    padded = np.pad(sound, (0, -len(sound) % 960 + 4_800))
    size = len(padded) * rate // SAMPLE_RATE
    spectrum = np.fft.rfft(padded)[: size // 2 + 1]
    return np.asarray(np.fft.irfft(spectrum, size) * (size / len(padded)), np.float32)[
        : len(sound) * rate // SAMPLE_RATE
    ]


def said(half: Half, length: int = SHORT, hold: int = 0) -> Clip:
    """Return a half in tones whose colour changes from mora to mora, so that only the last one is held."""
    clip = FakeVoice().render(Verse(half.poem, half.part, length, hold))
    sound = clip.samples.copy()
    time = np.arange(len(sound)) / SAMPLE_RATE
    for place, mark in enumerate(clip.marks):
        stretch = slice(mark.start, mark.end)
        tone = np.sin(2 * np.pi * (900, 1_700, 2_600)[place % 3] * time[stretch])
        sound[stretch] = 0.6 * sound[stretch] + 0.2 * tone
    return replace(clip, samples=sound.astype(np.float32))


def write_pack(
    folder: Path, halves: list[Half], way: Way = Way(kind="flac"), name: str = "mai", *, lead: float = 0.2
) -> None:  # fmt: skip
    """Write a pack of tones in Wasuramoti's layout."""
    folder.mkdir(parents=True, exist_ok=True)
    luck = np.random.default_rng(7)
    for half in halves:
        file = recorded(said(half), way, luck, lead=lead, tail=0.2)
        number = 1 if half.part == "kami" else 2
        (folder / f"{name}_{half.poem:03d}_{number}.{way.kind}").write_bytes(file.content)


def both(*poems: int) -> list[Half]:
    """Return both halves of poems."""
    return [Half(poem, part) for poem in poems for part in ("kami", "shimo")]  # type: ignore[arg-type]


__all__ = ["SHORT", "Recorded", "Way", "both", "encoded", "recorded", "said", "write_pack"]
