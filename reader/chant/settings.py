"""The settings of the bundled voice: several speakers and melodies, so that drills can vary what is heard.

They differ in pitch, in the size of the speaker (formants), in melody and in tempo. None of them changes what the plan
gives: first sound, length, hold, loudness. All base pitches lie between 190 and 280 Hz, where the words stay clear.
"""

from dataclasses import dataclass
from typing import Final

from reader.chant.style import DEFAULT, Contour, Rhythm, Style


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: the name it is chosen by, what it is in a few words, and its style."""

    name: str
    title: str
    style: Style


SETTINGS: Final = (
    Setting("mei", "Mei, bundled", DEFAULT),
    Setting(
        "mei-low",
        "Mei, low: a larger speaker with a slow opening",
        Style(
            Contour(
                base_hz=190,
                onset_cents=-150,
                arch_cents=40,
                fall_cents=-120,
                vibrato_hz=4.8,
                vibrato_cents=30,
            ),
            Rhythm(first_line=1.2, line_end=1.3),
            formants=0.85,
            hold_fade_db=6,
        ),
    ),
    Setting(
        "mei-clear",
        "Mei, bright: a smaller speaker with a quick opening",
        Style(
            Contour(
                base_hz=280, onset_s=0.06, arch_cents=40, fall_cents=-150, vibrato_hz=6.2, vibrato_cents=20
            ),
            Rhythm(first_line=0.8, line_end=2.0, half_end=2.6),
            formants=1.10,
        ),
    ),
    Setting(
        "mei-level",
        "Mei, level: a small speaker, one tone, all syllables equally long",
        Style(
            Contour(base_hz=205, onset_cents=0, arch_cents=0, fall_cents=0, vibrato_cents=0),
            Rhythm(line_end=1.0, half_end=1.0),
            formants=1.10,
        ),
    ),
    Setting(
        "mei-falling",
        "Mei, falling: a larger speaker, high at first, lower with every line",
        Style(
            Contour(base_hz=275, onset_cents=-100, arch_cents=0, drift_cents=-450, fall_cents=-100),
            Rhythm(line_end=1.8),
            formants=0.9,
        ),
    ),
)
