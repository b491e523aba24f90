"""A verse: one half of one poem with the length it must have; all that a voice is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias, TypeVar

from poems.anthology import opener, poem
from poems.poem import Poem
from reader.pace import Pace
from reader.samples import to_seconds

T = TypeVar("T")

Part: TypeAlias = Literal["kami", "shimo"]
"""The upper half (lines 1-3) or the lower half (lines 4-5)."""

SHORTEST: Final = 96_000
"""Samples: two seconds, below which the morae of a half run into each other."""


@dataclass(frozen=True, slots=True)
class Verse:
    """One half to be voiced.

    `length` is the whole voiced part in samples, first sound to last, hold included; `hold` is how much of it, at the
    end, the last vowel is held. `wording` is one of the opener's wordings (`poems.anthology.OPENER.versions`) and
    empty for the usual one and for the hundred poems, which have only one. Raises `ValueError` for what cannot be
    voiced.
    """

    poem: int
    part: Part
    length: int
    hold: int = 0
    wording: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.poem <= 100:
            raise ValueError(f"poem {self.poem}: poems are 1 to 100, and 0 is the opener")
        if self.part not in ("kami", "shimo"):
            raise ValueError(f"part {self.part!r}: a half is 'kami' or 'shimo'")
        if self.hold < 0 or self.length - self.hold < SHORTEST:
            raise ValueError(
                f"poem {self.poem} {self.part}: {to_seconds(self.length)} s with a hold of {to_seconds(self.hold)} s"
                f" leaves less than {to_seconds(SHORTEST):g} s for the words"
            )
        if self.wording and self.poem != 0:
            raise ValueError(f"poem {self.poem}: only the opener has more than one wording")
        if self.wording:
            opener(self.wording)  # names the wordings there are

    @classmethod
    def at_pace(cls, poem: int, part: Part, pace: Pace, wording: str = "") -> Self:
        """Return the half as the pace has it: U for the upper half, L with H held for the lower."""
        if part == "kami":
            return cls(poem, part, pace.upper, 0, wording)
        return cls(poem, part, pace.lower + pace.hold, pace.hold, wording)

    @property
    def words(self) -> int:
        """Samples in which all morae are voiced; the hold follows."""
        return self.length - self.hold

    @property
    def phonetic(self) -> tuple[str, ...]:
        """What is said, line by line in katakana: the pronunciation table decides, never an engine's guess."""
        return self._of(self._text.phonetic)

    @property
    def morae(self) -> tuple[str, ...]:
        """The morae in hiragana as players know them; as many as are said."""
        return tuple(mora for line in self._of(self._text.morae) for mora in line)

    @property
    def _text(self) -> Poem:
        return opener(self.wording) if self.wording else poem(self.poem)

    def _of(self, lines: Sequence[T]) -> tuple[T, ...]:
        return tuple(lines[:3] if self.part == "kami" else lines[3:])
