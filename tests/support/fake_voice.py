"""A voice for tests: tone bursts of exact lengths, one step of pitch a mora, a level tone for the hold."""

from dataclasses import dataclass, field

import numpy as np

from poems.anthology import poem
from poems.poem import Poem
from reader.clip import Clip, MoraMark
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices import Precision


@dataclass
class FakeVoice:
    """Sounds at half of full scale from the first voiced sample to the last; counts what it was asked for.

    `lead` and `tail` are samples of silence around the voice; the voice is silent nowhere inside.
    """

    name: str = "fake"
    version: str = "1"
    language: str = "ja"
    credit: str = "Tones from a test"
    precision: Precision = "exact"
    lead: int = 240
    tail: int = 480
    asked: list[Verse] = field(default_factory=list)

    def render(self, verse: Verse) -> Clip:
        """Return the verse as tones: 400 Hz and up, so that a detector sees every edge within a millisecond."""
        self.asked.append(verse)
        lines = poem(verse.poem).morae[Poem.kami if verse.part == "kami" else Poem.shimo]
        kana = [mora for line in lines for mora in line]
        words = verse.length - verse.hold
        edges = [self.lead + words * step // len(kana) for step in range(len(kana) + 1)]
        end = self.lead + verse.length
        time = np.arange(verse.length) / SAMPLE_RATE
        pitch = 400.0 + 4.0 * verse.poem + (100.0 if verse.part == "shimo" else 0.0)
        tone = (0.5 * np.sin(2 * np.pi * pitch * time + 0.5 * np.pi)).astype(np.float32)
        silence = np.zeros(self.lead, np.float32), np.zeros(self.tail, np.float32)
        marks = [
            MoraMark(mora, start, start, start, stop)
            for mora, start, stop in zip(kana, edges[:-1], edges[1:], strict=True)
        ]
        last = marks[-1]
        marks[-1] = MoraMark(last.kana, last.start, last.audible, last.vowel, end)
        samples = np.concatenate([silence[0], tone, silence[1]])
        return Clip(samples, self.lead, end, end - verse.hold, tuple(marks))
