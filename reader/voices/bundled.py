"""The bundled voice: Mei of Open JTalk, made to chant."""

import threading
from typing import Final

from reader.chant import grains, parametric
from reader.chant.hts_engine import EngineError, HtsEngine
from reader.chant.selfcheck import Check, check
from reader.chant.style import DEFAULT, Style
from reader.chant.version import sound_version
from reader.clip import Clip
from reader.verse import Verse
from reader.voices import Precision
from reader.voices.faults import VoiceFlaw, silent

NAME: Final = "mei"

CREDIT: Final = (
    "HTS Voice Mei © 2009-2013 Nagoya Institute of Technology, MMDAgent Project Team,"
    " CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/), made to chant"
)


class BundledVoice:
    """Chants by the voice's parameters where the self-check passes, else from its waveform.

    The engine is loaded when first needed (10 ms). A voice can be sent to another process, where it loads anew.
    """

    language = "ja"
    credit = CREDIT

    def __init__(self, style: Style = DEFAULT, name: str = NAME) -> None:
        self.style = style
        self.name = name
        self._lock = threading.Lock()
        self._checked: Check | None = None

    @property
    def check(self) -> Check:
        """Which engine speaks, and why not the exact one. Raises `VoiceUnavailableError` where none does."""
        with self._lock:
            if self._checked is None:
                try:
                    self._checked = check()
                except EngineError as error:
                    raise silent(VoiceFlaw.BUNDLED_SILENT, detail=error) from error
            return self._checked

    @property
    def version(self) -> str:
        """Voice, code, way and style: whatever decides the samples."""
        return f"{sound_version()} {self.check.way} {self.style.fingerprint()}"

    @property
    def precision(self) -> Precision:
        """Exact by parameters; from a waveform the marks inside a half are estimates."""
        return "exact" if self.check.way == "parametric" else "approximate"

    def render(self, verse: Verse) -> Clip:
        """Chant the verse. Raises `VoiceUnavailableError`."""
        engine = self.check.engine
        try:
            if isinstance(engine, HtsEngine):
                return parametric.chant(engine, self.style, verse)
            return grains.chant(engine, self.style, verse)
        except EngineError as error:
            raise silent(VoiceFlaw.BUNDLED_FAILED, detail=error) from error

    def __reduce__(self) -> tuple[type["BundledVoice"], tuple[Style, str]]:
        return type(self), (self.style, self.name)
