"""The pace `L-H-G-U`: how long the lower half, its held vowel, the gap and the upper half sound."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Self

from reader.samples import SAMPLE_RATE

_SHAPE: Final = re.compile(r"\d{1,4}(?:\.\d{1,3})?")
_LIMITS: Final = (
    # Below two seconds the fourteen to nineteen morae of a half run into each other; above the upper bounds it is
    # a slip of the hand. Without a gap or a hold a reading is odd but possible.
    ("lower half (L)", Decimal(2), Decimal(30)),
    ("hold (H)", Decimal(0), Decimal(15)),
    ("gap (G)", Decimal(0), Decimal(60)),
    ("upper half (U)", Decimal(2), Decimal(30)),
)


@dataclass(frozen=True, slots=True)
class Pace:
    """Lengths in samples: the lower half without its hold, the hold, the silence, the upper half.

    All are voiced lengths, and the gap runs from voice to voice (`docs/rules/karuta.md §7.3`).
    """

    lower: int
    hold: int
    gap: int
    upper: int

    def __post_init__(self) -> None:
        for (name, low, high), samples in zip(_LIMITS, self._lengths(), strict=True):
            if not low * SAMPLE_RATE <= samples <= high * SAMPLE_RATE:
                raise ValueError(
                    f"pace {self}: the {name} is {_seconds(samples)} s; it may be {low} to {high} s"
                )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `5-3-1-6` or `4.5-3-1-5.25`, in seconds; raises `ValueError` that says what is wrong."""
        parts = unicodedata.normalize("NFKC", text).strip().split("-")
        if len(parts) != len(_LIMITS):
            raise ValueError(
                f"pace {text!r}: four numbers of seconds are needed, lower half-hold-gap-upper half, as in 5-3-1-6"
            )
        for (name, low, high), part in zip(_LIMITS, parts, strict=True):
            if not _SHAPE.fullmatch(part):
                raise ValueError(
                    f"pace {text!r}: the {name} {part!r} is not a number of seconds from {low} to {high} such as 4.5"
                )
        return cls(*(int(Decimal(part) * SAMPLE_RATE) for part in parts))

    def __str__(self) -> str:
        return "-".join(map(_seconds, self._lengths()))

    def _lengths(self) -> tuple[int, int, int, int]:
        return self.lower, self.hold, self.gap, self.upper


def _seconds(samples: int) -> str:
    """Write a length in seconds without needless zeros: `5`, `4.5`."""
    return f"{(Decimal(samples) / SAMPLE_RATE).quantize(Decimal('0.001')):f}".rstrip("0").rstrip(".")


PRESETS: Final = (Pace.parse("4-3-1-5"), Pace.parse("5-3-1-6"))
"""The classic pace, and the one that certified readers keep since April 2021 (`docs/rules/karuta.md §7.3`)."""

DEFAULT: Final = PRESETS[1]
