"""The words as the voice itself would say them, with every sound's place in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from reader.chant.durations import MoraTime, spread
from reader.chant.hts_engine import FRAME, HtsEngine, Parameters
from reader.chant.labels import Lines, full_context
from reader.chant.levels import APPROACH, AUDIBLE_DB, Decibels
from reader.chant.spectrum import MelFilter
from reader.chant.style import Rhythm
from reader.chant.warp import Span
from reader.verse import Verse

_NATURAL_VOWEL: Final = 24
"""Frames (120 ms): the longest vowel asked of the voice. Longer ones lose clarity; the rest is drawn out later."""

_SILENCE: Final = 20
"""Frames of silence around the words, so that the first and last sounds are formed against it."""

_END_DB: Final = -6.0
"""The last vowel is used until it has fallen this far; its own dying away would otherwise be held."""


@dataclass(frozen=True, slots=True, eq=False)
class Utterance:
    """Parameters, their levels in dB, and the frames of each mora's consonant (empty where it has none) and nucleus."""

    parameters: Parameters
    levels: Decibels
    consonants: tuple[Span, ...]
    nuclei: tuple[Span, ...]

    @property
    def consonant_samples(self) -> list[int]:
        """The length of each mora's consonant."""
        return _samples(self.consonants)


def utter(engine: HtsEngine, mel: MelFilter, lines: Lines, verse: Verse, rhythm: Rhythm) -> Utterance:
    """Say the lines at near-natural length, from the first audible frame to the last steady one.

    Where the sound becomes audible is measured, not assumed: a stop hides its closure and a vowel a quiet start, up to
    a tenth of a second that would make every reaction time wrong.
    """
    labels = full_context(lines)
    natural = engine.natural_lengths(labels)
    consonants, _ = label_spans(lines, natural)
    times = spread(lines, verse.words, verse.hold, _samples(consonants), rhythm)
    lengths = _asked(lines, natural, times)
    parameters = engine.parameters(labels, lengths)
    levels = mel.level(parameters.cepstrum)
    return Utterance(parameters, levels, *trimmed(lines, levels, *label_spans(lines, lengths)))


def trimmed(
    lines: Lines, levels: Decibels, consonants: Sequence[Span], nuclei: Sequence[Span]
) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Return the spans without what cannot be heard before the first sound and what fades after the last."""
    consonants, nuclei = list(consonants), list(nuclei)
    if lines[0][0].consonant:
        consonants[0] = _from_audible(levels, consonants[0])
    else:
        nuclei[0] = _from_audible(levels, nuclei[0])
        consonants[0] = (nuclei[0][0], nuclei[0][0])
    nuclei[-1] = _to_steady(levels, nuclei[-1])
    return tuple(consonants), tuple(nuclei)


def label_spans(lines: Lines, lengths: Sequence[int]) -> tuple[list[Span], list[Span]]:
    """Return the frames of every mora's consonant and nucleus; `lengths` has a silence at either end."""
    edges = np.cumsum(lengths).tolist()
    spans = iter(pairwise(edges[:-1]))
    consonants, nuclei = [], []
    for line in lines:
        for mora in line:
            span = next(spans)
            consonants.append(span if mora.consonant else (span[0], span[0]))
            nuclei.append(next(spans) if mora.consonant else span)
    return consonants, nuclei


def _asked(lines: Lines, natural: Sequence[int], times: Sequence[MoraTime]) -> list[int]:
    """Return the frames to ask of the voice for each label: its own, but longer vowels where there is room."""
    asked = [_SILENCE]
    own = iter(natural[1:-1])
    morae = [mora for line in lines for mora in line]
    for place, (mora, time) in enumerate(zip(morae, times, strict=True)):
        if mora.consonant:
            asked.append(next(own))
        nucleus = next(own)
        # the first vowel keeps its own length: drawn out, its nearly silent beginning would grow with it
        room = min((time.end - time.vowel) // FRAME, _NATURAL_VOWEL) if place else 0
        asked.append(max(nucleus, room))
    return [*asked, _SILENCE]


def _from_audible(levels: Decibels, span: Span) -> Span:
    start, end = span
    inside = levels[start : max(end - APPROACH, start + 1)]
    return start + int(np.argmax(inside > inside.max() + AUDIBLE_DB)), end


def _to_steady(levels: Decibels, span: Span) -> Span:
    start, end = span
    inside = levels[start:end]
    return start, start + 1 + int(np.flatnonzero(inside > inside.max() + _END_DB)[-1])


def _samples(spans: Sequence[Span]) -> list[int]:
    return [(end - start) * FRAME for start, end in spans]
