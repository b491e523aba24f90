"""The silences of a reading that are to differ from the pace's one gap, and those before and after all of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from reader.samples import SAMPLE_RATE, to_samples, to_seconds

EDGE: Final = SAMPLE_RATE // 50
"""Samples of silence before the first voice and after the last one, so that no player cuts into them."""

LONGEST_GAP: Final = 60 * SAMPLE_RATE

NAMES: Final = ("half_gap", "poem_gap", "lead", "tail")
"""What the silences are called, here and wherever one is chosen."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """Silences in samples, from voice to voice.

    `half_gap` lies between two halves of one poem, `poem_gap` between what is read of the poem just played, or of the
    opener, and what is read of the next one; None stands for the pace's gap. `lead` comes before the first sound of a
    reading, `tail` after its last one. Raises ValueError for a silence that no reading has.
    """

    half_gap: int | None = None
    poem_gap: int | None = None
    lead: int = EDGE
    tail: int = EDGE

    def __post_init__(self) -> None:
        for name in NAMES:
            samples = getattr(self, name)
            if samples is not None and not 0 <= samples <= LONGEST_GAP:
                words = name.replace("_", " ")
                most = to_seconds(LONGEST_GAP)
                raise ValueError(f"{words} {to_seconds(samples):g} s: it may be 0 to {most:g} s")


USUAL: Final = Gaps()
"""The pace's gap everywhere, and only the edges around it."""


def gaps_of(seconds: Mapping[str, float | None]) -> Gaps:
    """Return silences given in seconds by their names, None for the usual one; raises ValueError."""
    return Gaps(**{name: to_samples(one) for name, one in seconds.items() if one is not None})


def told(gaps: Gaps) -> dict[str, float]:
    """Return in seconds, by their names, the silences that are not the usual ones."""
    return {
        name: to_seconds(getattr(gaps, name)) for name in NAMES if getattr(gaps, name) != getattr(USUAL, name)
    }
