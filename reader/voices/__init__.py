"""Voices: bundled, of the system, and (later) recorded packs."""

from typing import Literal, Protocol, TypeAlias

from reader.clip import Clip
from reader.verse import Verse
from reader.voices.faults import VoiceUnavailableError

__all__ = ["Precision", "Voice", "VoiceUnavailableError"]

Precision: TypeAlias = Literal["exact", "approximate"]
"""Whether a clip's marks are known from its making, or estimated and unfit for measuring reactions."""


class Voice(Protocol):
    """Something that can chant a verse to an exact length."""

    @property
    def name(self) -> str:
        """The name it is chosen by, as in `--voice NAME`."""

    @property
    def version(self) -> str:
        """What, besides the verse, decides the samples: engine, voice data, renderer and settings.

        It is part of every cached clip's hash, so it changes whenever the sound would.
        """

    @property
    def language(self) -> str:
        """The BCP 47 tag of what it speaks: `ja`."""

    @property
    def credit(self) -> str:
        """The attribution that must go wherever its audio goes; empty where none is asked for."""

    @property
    def precision(self) -> Precision:
        """How far the marks of its clips can be trusted."""

    def render(self, verse: Verse) -> Clip:
        """Chant the verse; the same verse gives the same samples. Raises `VoiceUnavailableError`."""
