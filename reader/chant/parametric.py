"""One verse from phonetic kana to samples, by the voice's parameters: exact to the sample."""

from collections.abc import Sequence

import numpy as np

from reader.chant.assembly import finished, marks, path, places, voiced_stretches, voicing
from reader.chant.contour import pulses
from reader.chant.durations import MoraTime, spread
from reader.chant.hts_engine import FRAME, HtsEngine, Parameters
from reader.chant.levels import Decibels, gains
from reader.chant.phonemes import Mora, line_morae
from reader.chant.spectrum import NEPER_PER_DB, MelFilter, mel_filter
from reader.chant.style import Style
from reader.chant.utterance import Utterance, utter
from reader.chant.vocoder import synthesise
from reader.chant.warp import follow, sample
from reader.clip import Clip
from reader.verse import Verse


def chant(engine: HtsEngine, style: Style, verse: Verse) -> Clip:
    """Return the verse's clip; the same arguments give the same samples. Raises `EngineError`."""
    lines = [line_morae(line) for line in verse.phonetic]
    morae = [mora for line in lines for mora in line]
    mel = mel_filter(style.formants)
    utterance = utter(engine, mel, lines, verse, style.rhythm)
    times = spread(lines, verse.words, verse.hold, utterance.consonant_samples, style.rhythm)
    parameters, levels = _on_time(mel, utterance, morae, times)
    stretches = voiced_stretches(morae, times)
    sound = synthesise(
        mel,
        parameters,
        voicing(stretches, len(levels)),
        pulses(style.contour, verse.words, verse.hold, stretches),
        verse.length,
    )
    return finished(sound, verse, style.hold_fade_db, marks(verse, morae, times, levels))


def _on_time(
    mel: MelFilter, utterance: Utterance, morae: Sequence[Mora], times: Sequence[MoraTime]
) -> tuple[Parameters, Decibels]:
    """Return the parameters on the plan's time, levelled, and their levels in dB."""
    frames = -(-times[-1].end // FRAME) + 2  # the vocoder blends towards the frame after the last sample
    sounds, output = path(utterance.consonants, utterance.nuclei, utterance.levels, times)
    grid = np.arange(frames, dtype=np.float64) * FRAME
    parameters = sample(utterance.parameters, follow(sounds, output, grid))
    levels = mel.level(parameters.cepstrum)
    gain = gains(levels, places(morae, times))
    parameters.cepstrum[:, 0] += (gain * NEPER_PER_DB).astype(np.float32)
    return parameters, levels + gain
