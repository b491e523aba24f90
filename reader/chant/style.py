"""How the voice chants: pitch contour, rhythm and timbre, as numbers that can be set.

No source gives a certified reader's melody in numbers; two guide lines stand behind the defaults: every card has the
same contour, and the last vowel is held (`docs/rules/karuta.md §7.3`). A style is part of every clip's hash.
"""

from dataclasses import dataclass, field, fields
from typing import Final


@dataclass(frozen=True, slots=True)
class Contour:
    """The pitch: a quick rise to a level reciting tone, a gentle arch over the words, a slow fall in the hold."""

    base_hz: float = 230.0
    """The reciting tone. The voice is a woman's; between 190 and 280 Hz its words stay equally clear."""
    onset_cents: float = -250.0
    """How far from the tone the first sound begins."""
    onset_s: float = 0.10
    """Time constant of the rise; three of them and it has settled."""
    arch_cents: float = 60.0
    """How far the middle of the words rises above their ends."""
    drift_cents: float = 0.0
    """How far the tone has moved by the end of the words."""
    fall_cents: float = -180.0
    """How far from there the end of the hold has moved."""
    vibrato_hz: float = 5.5
    """Swings a second while the last vowel is held."""
    vibrato_cents: float = 25.0
    """Half the width of the swing."""
    vibrato_s: float = 0.6
    """How long the vibrato takes to grow to its full width."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How many beats a mora takes, by its place."""

    inner: float = 1.0
    first_line: float = 1.0
    """How much longer than in the other lines the morae of the first line are: below 1 the opening is rushed."""
    line_end: float = 1.5
    """The last mora of a line, where a reader lingers."""
    half_end: float = 2.2
    """The last mora of a half that is not held."""


@dataclass(frozen=True, slots=True)
class Style:
    """All that shapes the sound besides the words and their lengths; raises `ValueError` outside the limits."""

    contour: Contour = field(default_factory=Contour)
    rhythm: Rhythm = field(default_factory=Rhythm)
    formants: float = 1.0
    """Scale of the resonances: above 1 a smaller, brighter speaker, below 1 a larger one."""
    hold_fade_db: float = 8.0
    """How much softer the hold has become at its end."""

    def __post_init__(self) -> None:
        for name, (low, high) in _LIMITS.items():
            value = _find(self, name)
            if not low <= value <= high:
                raise ValueError(f"chant style: {name} is {value:g}; it may be {low:g} to {high:g}")

    def fingerprint(self) -> str:
        """Return a text that differs whenever the sound would."""
        return ",".join(f"{name}={_find(self, name)!r}" for name in sorted(_LIMITS))


_LIMITS: Final = {
    "base_hz": (120.0, 400.0),
    "onset_cents": (-1200.0, 1200.0),
    "onset_s": (0.01, 1.0),
    "arch_cents": (-600.0, 600.0),
    "drift_cents": (-1200.0, 1200.0),
    "fall_cents": (-1200.0, 1200.0),
    "vibrato_hz": (0.0, 9.0),
    "vibrato_cents": (0.0, 200.0),
    "vibrato_s": (0.05, 5.0),
    "inner": (0.5, 2.0),
    "first_line": (0.5, 2.0),
    "line_end": (0.5, 4.0),
    "half_end": (0.5, 6.0),
    "formants": (0.8, 1.25),
    "hold_fade_db": (0.0, 20.0),
}


def _find(style: Style, name: str) -> float:
    for part in (style, style.contour, style.rhythm):
        if name in {f.name for f in fields(part)}:
            return float(getattr(part, name))
    raise KeyError(name)


DEFAULT: Final = Style()
