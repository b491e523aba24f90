"""The programme of a reading: everything that decides what is read and when, before any of it is voiced."""

from dataclasses import dataclass
from typing import Final

from poems.anthology import OPENER as JOKA
from reader.gaps import USUAL, Gaps
from reader.pace import DEFAULT, Pace
from reader.pattern import COMPETITION, Half, Pattern, opener
from reader.samples import SAMPLE_RATE, to_samples, to_seconds
from reader.verse import Verse

DEFAULT_PLAY_PAUSE: Final = 3 * SAMPLE_RATE
"""Samples of silence in which cards are taken, in a file."""

LONGEST_PLAY_PAUSE: Final = 600 * SAMPLE_RATE
MOST_JOKA: Final = 2


def uppers_of(joka: int, joka_upper: int | None) -> int:
    """Return how often the opener's upper half is read: once where its lower half is, unless it was chosen."""
    return min(joka, 1) if joka_upper is None else joka_upper


@dataclass(frozen=True, slots=True)
class Programme:
    """The poems in the order in which they are called, and how.

    `joka` is how often the opener's lower half is read, `joka_upper` its upper half (None: once where the lower half is
    read at all); where neither is, there is no opener. `play_pause` is in samples; `wording` is one of the opener's
    wordings, empty for the usual one; `gaps` are silences that differ from the pace's. A poem comes twice only in an
    order with replacement and in another round.
    Raises ValueError for what cannot be read.
    """

    cards: tuple[int, ...]
    pattern: Pattern = COMPETITION
    pace: Pace = DEFAULT
    joka: int = MOST_JOKA
    play_pause: int = DEFAULT_PLAY_PAUSE
    wording: str = ""
    joka_upper: int | None = None
    gaps: Gaps = USUAL

    def __post_init__(self) -> None:
        if not self.cards:
            raise ValueError("no cards in this set: nothing to read")
        for number in self.cards:
            if not 1 <= number <= 100:
                raise ValueError(f"{number} is no card: cards are numbered 1 to 100")
        if not 0 <= self.joka <= MOST_JOKA:
            raise ValueError(f"joka {self.joka}: the opener's lower half is read 0 to {MOST_JOKA} times")
        if not 0 <= self.uppers <= MOST_JOKA:
            raise ValueError(
                f"joka upper {self.joka_upper}: the opener's upper half is read 0 to {MOST_JOKA} times"
            )
        if not 0 <= self.play_pause <= LONGEST_PLAY_PAUSE:
            raise ValueError(
                f"play pause {to_seconds(self.play_pause):g} s: it may be 0 to {to_seconds(LONGEST_PLAY_PAUSE):g} s"
            )
        if self.wording and self.wording not in {version.id for version in JOKA.versions}:
            known = ", ".join(version.id for version in JOKA.versions)
            raise ValueError(f"wording {self.wording!r}: the opener has {known}")

    @property
    def uppers(self) -> int:
        """How often the opener's upper half is read."""
        return uppers_of(self.joka, self.joka_upper)

    @property
    def opener(self) -> tuple[Half, ...]:
        """What is read of the opener before the first card; nothing where there is none."""
        return opener(self.uppers, self.joka)

    def verse(self, half: Half) -> Verse:
        """Return the half as a voice is asked for it."""
        return Verse.at_pace(half.poem, half.part, self.pace, self.wording if half.poem == 0 else "")


def play_pause_samples(seconds: float) -> int:
    """Return a play pause in samples; raises ValueError for one that no reading has."""
    if not 0 <= seconds <= to_seconds(LONGEST_PLAY_PAUSE):
        raise ValueError(f"play pause {seconds:g} s: it may be 0 to {to_seconds(LONGEST_PLAY_PAUSE):g} s")
    return to_samples(seconds)
