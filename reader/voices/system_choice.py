"""Which of a system's voices speaks Japanese. Never by its place in the list: an English voice spells kana out."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

_NAMES: Final = re.compile(r"haruka|ayumi|ichiro|sayaka|kyoko|otoya|o-ren|hattori|japan|ja[-_]jp|jpx/ja")
"""Japanese voices that do not say their language: of Windows, macOS and espeak-ng."""


class SystemVoiceInfo(Protocol):
    """What an engine tells of a voice; `languages` comes as bytes or text, with or without a priority byte."""

    @property
    def id(self) -> str:
        """What the engine calls it."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def languages(self) -> Sequence[str | bytes]:
        """What it speaks."""


def japanese(voices: Iterable[SystemVoiceInfo]) -> SystemVoiceInfo | None:
    """Return the first voice that says it is Japanese, else the first whose name is known to be; None for none."""
    listed = list(voices)
    for voice in listed:
        if any(_is_japanese(language) for language in voice.languages or []):
            return voice
    for voice in listed:
        if _NAMES.search(f"{voice.id} {voice.name}".lower()):
            return voice
    return None


def _is_japanese(language: str | bytes) -> bool:
    text = language.decode("utf-8", "ignore") if isinstance(language, bytes) else str(language)
    plain = "".join(char for char in text if unicodedata.category(char) != "Cc")
    return bool(re.fullmatch(r"ja(-.+)?", plain.strip().replace("_", "-").lower()))
