"""Where the morae of a recording are heard.

A model of Japanese speech (`phones`) says where each sound of the words lies. It is asked at three paces, and, where it
finds no pause between the lines, told of none as well: by how far its answers differ, a mark is unsure. It takes a stop
from its closure on, and looks every 10 ms only; so each sound is then put where it first shows, and a stop where it
bursts (`onsets`). Where nothing shows, the mark is not sure at all.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.phonemes import Mora, line_morae, stopped
from reader.clip import Clip, MoraMark, Samples
from reader.packs import onsets, phones
from reader.packs.onsets import Frames
from reader.samples import SAMPLE_RATE
from reader.verse import Verse

_PACES: Final = (1.0, 1.07, 0.93)
"""The paces at which the model listens."""
_PAUSE: Final = SAMPLE_RATE * 140 // 1000
"""Samples: no stop keeps silent for longer."""
_EDGE: Final = SAMPLE_RATE // 50
"""Samples at a pause's ends that may still sound."""
_QUIET: Final = 0.125
"""A pause is softer than this share of the loud parts, also in a loud room: 18 dB."""
_BRIEFEST: Final = SAMPLE_RATE // 50
"""Samples: a consonant that is found to be shorter was squeezed in where none fits."""
_FALSE_START: Final = SAMPLE_RATE // 10
"""Samples: words that are found to begin no later than this begin where the voice does."""
_LEAST: Final = SAMPLE_RATE // 100
"""Samples: no estimate is called surer than 10 ms."""
_NOWHERE: Final = 75 * SAMPLE_RATE // 1000
"""Samples that a mark may be off at which nothing plainly changes: more than any time may be counted from."""
_HELD: Final = SAMPLE_RATE // 10
"""Samples of the last vowel that are listened to: its beginning is looked for."""

Lines = Sequence[Sequence[Mora]]
Edges = NDArray[np.float64]
"""Where each mora begins, where its vowel does, and where it ends, in samples: [morae, 3]."""


def aligned(
    clip: Clip, verse: Verse, hold: int | None = None
) -> tuple[tuple[MoraMark, ...], tuple[int, ...]]:
    """Return the marks of a verse's clip, and how far each mora's sound may lie from there, in samples.

    `hold` is the sample from which its last vowel is only held, where that is known. Raises ValueError for a clip that
    is too short for its words.
    """
    lines = [line_morae(line) for line in verse.phonetic]
    end = clip.voice_end if hold is None else min(clip.voice_end, hold + _HELD)
    found = _ways(clip.samples[clip.voice_start : end], lines) + clip.voice_start
    middle = np.median(found, axis=0)
    doubt = np.abs(found - middle)[:, :, :2].max(axis=(0, 2))
    settled, unsure = _settled(clip, [mora for line in lines for mora in line], middle)
    spreads = tuple(max(_LEAST, round(one)) for one in np.maximum(doubt, unsure).tolist())
    return _marks(clip, verse.morae, settled), spreads


def _ways(sound: Samples, lines: Lines) -> NDArray[np.float64]:
    """Return what the model answers each time: [times, morae, 3]."""
    first, gaps = _asked(sound, lines, 1.0, pauses=True)
    halts = any(_silent(sound, *gap) for gap in gaps)
    paces = _PACES[1:] if halts else _PACES
    return np.asarray([first, *(_asked(sound, lines, pace, pauses=halts)[0] for pace in paces)])


def _silent(sound: Samples, start: float, end: float) -> bool:
    """Whether nothing is said between two samples for longer than any stop keeps silent."""
    if end - start < _PAUSE:
        return False
    looks = len(sound) // _EDGE
    level = np.sqrt((sound[: looks * _EDGE].astype(np.float64) ** 2).reshape(looks, _EDGE).mean(axis=1))
    inner = level[int(start // _EDGE) + 1 : int(end // _EDGE)]
    return bool(inner.max(initial=0.0) < _QUIET * np.percentile(level, 90))


def _asked(
    sound: Samples, lines: Lines, pace: float, *, pauses: bool
) -> tuple[Edges, list[tuple[float, float]]]:
    """Return the edges of all morae, and those of the pauses between two lines, in samples."""
    names, sizes = _names(lines, pauses=pauses)
    at = phones.begins(sound, names, pace)
    edges, gaps, place = [], [], 0
    for size in sizes:
        if size:
            edges.append((at[place], at[place + size - 1], at[place + size]))
        else:
            gaps.append((at[place], at[place + 1]))
        place += size or 1
    return np.asarray(edges, np.float64), gaps


def _names(lines: Lines, *, pauses: bool) -> tuple[list[str], list[int]]:
    """Return the phonemes of the lines, and how many each mora has; 0 for a pause between two lines."""
    names: list[str] = []
    sizes: list[int] = []
    for number, line in enumerate(lines):
        if pauses and number:
            names.append(phones.PAUSE)
            sizes.append(0)
        for mora in line:
            names += mora.phonemes
            sizes.append(len(mora.phonemes))
    return names, sizes


def _settled(clip: Clip, morae: Sequence[Mora], middle: Edges) -> tuple[Edges, list[int]]:
    """Return where each mora and each vowel first shows, and how far each mora may be off where it does not."""
    seen = onsets.levels(clip.samples)
    settled, unsure = middle.copy(), []
    for place, (mora, (start, vowel, _end)) in enumerate(zip(morae, middle.tolist(), strict=True)):
        at_once = place == 0 and start - clip.voice_start <= _FALSE_START
        first = clip.voice_start if at_once else _first(seen, mora, start, vowel)
        second = _shows(seen, vowel) if mora.consonant else first
        settled[place, :2] = start if first is None else first, vowel if second is None else second
        squeezed = mora.consonant is not None and vowel - start < _BRIEFEST
        unsure.append(_NOWHERE if first is None or second is None or squeezed else 0)
    return settled, unsure


def _first(seen: Frames, mora: Mora, start: float, vowel: float) -> int | None:
    """Return the sample at which a mora is first heard."""
    if not stopped(mora.consonant):
        return _shows(seen, start)
    found = onsets.bursts(seen, start / onsets.STEP, vowel / onsets.STEP)
    return None if found is None else found * onsets.STEP


def _shows(seen: Frames, near: float) -> int | None:
    found = onsets.begins(seen, near / onsets.STEP)
    return None if found is None else found * onsets.STEP


def _marks(clip: Clip, kana: Sequence[str], settled: Edges) -> tuple[MoraMark, ...]:
    """Return marks in order, one beginning where the one before ends."""
    whole = np.maximum.accumulate(np.rint(settled[:, :2]).astype(int).ravel()).reshape(-1, 2).tolist()
    ends = [audible for audible, _vowel in whole[1:]] + [max(clip.voice_end, whole[-1][1])]
    starts = [clip.voice_start, *ends[:-1]]
    return tuple(
        MoraMark(one, start, audible, vowel, end)
        for one, start, (audible, vowel), end in zip(kana, starts, whole, ends, strict=True)
    )
