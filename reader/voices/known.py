"""The voices of this machine, by name, and whether they work here."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from reader.chant.settings import SETTINGS, Setting
from reader.packs.faults import PackError
from reader.packs.shelf import Pack, Shelf
from reader.reason import Reason
from reader.voices import Precision, Voice, VoiceUnavailableError, bundled, system
from reader.voices.faults import NoSuchVoiceError, VoiceFlaw
from reader.voices.recorded import INSTEAD, PREFIX, RecordedVoice

DEFAULT: Final = bundled.NAME

Makers = Mapping[str, Callable[[], Voice]]
"""Makers of voices by name; making one loads nothing yet."""


def _maker(setting: Setting) -> Callable[[], Voice]:
    return lambda: bundled.BundledVoice(setting.style, setting.name)


KNOWN: Final[Makers] = MappingProxyType(
    {setting.name: _maker(setting) for setting in SETTINGS} | {system.NAME: system.SystemVoice}
)
"""The voices that come with the program or with the system."""

_TITLES: Final[Mapping[str, str]] = {setting.name: setting.title for setting in SETTINGS} | {
    system.NAME: "This machine's own Japanese voice"
}


@dataclass(frozen=True, slots=True)
class VoiceReport:
    """What a voice says of itself on this machine; `reason` tells why it does not work and what would help."""

    name: str
    title: str
    language: str
    credit: str
    works: bool
    version: str = ""
    precision: Precision | None = None
    reason: str = ""


class Voices:
    """The voices of this machine: those of the program, the system's, and the recorded packs in a folder.

    `packs` is the folder of recorded packs, one subfolder each; it may be absent. What lies there is looked up anew at
    every call, so a pack that was just added can be chosen at once. `makers` stand in for `KNOWN` where given.
    """

    def __init__(self, packs: Path | None = None, makers: Makers | None = None) -> None:
        self.packs = packs
        self._makers = KNOWN if makers is None else makers
        self._opened: dict[str, Pack] = {}

    def names(self) -> tuple[str, ...]:
        """Return the names of all voices, whether they work here or not; the default first."""
        return tuple(self._makers) + tuple(self._shelved())

    def make(self, name: str) -> Voice:
        """Return the voice of this name. Raises NoSuchVoiceError that names those there are."""
        if name.startswith(PREFIX) and self.packs is not None:
            return self._recorded(*name.removeprefix(PREFIX).partition(INSTEAD)[::2])
        if name not in self._makers:
            *rest, last = self.names()
            names = " or ".join(filter(None, (", ".join(rest), last)))
            raise NoSuchVoiceError(Reason.of(VoiceFlaw.NO_SUCH_VOICE, name=repr(name), names=names))
        return self._makers[name]()

    def _recorded(self, pack: str, instead: str) -> Voice:
        """Return a pack's voice, with another of the voices for what it lacks."""
        assert self.packs is not None
        if instead and instead not in self._makers:
            names = " or ".join(self._makers)
            raise NoSuchVoiceError(Reason.of(VoiceFlaw.NOT_INSTEAD, name=repr(instead), names=names))
        other = self._makers[instead]() if instead else None
        try:
            return RecordedVoice(Shelf(self.packs).open(pack), other)
        except PackError as error:
            raise NoSuchVoiceError(error.reason) from None

    def _shelved(self) -> Iterator[str]:
        """Yield the packs that can read something; an incomplete one also with the default voice for the rest."""
        if self.packs is None:
            return
        shelf = Shelf(self.packs)
        for name in shelf.names():
            try:
                known = self._opened.get(name)
                pack = self._opened[name] = known.fresh() if known else shelf.open(name)
            except PackError:
                yield PREFIX + name  # whoever chooses it is told what is wrong
                continue
            if pack.clips:
                yield PREFIX + name
                if pack.missing:
                    yield f"{PREFIX}{name}{INSTEAD}{DEFAULT}"

    def title(self, name: str) -> str:
        """Return in a few English words what a voice is; its name where nothing more is known."""
        if name.startswith(PREFIX):
            pack, _, other = name.removeprefix(PREFIX).partition(INSTEAD)
            return f"Recorded pack {pack}" + (f", and {other} for what it lacks" if other else "")
        return _TITLES.get(name, name)

    def instead_of(self, name: str) -> str:
        """Return the voice to offer where this one fails: the default, or the system's where both are one engine."""
        bundled_names = {setting.name for setting in SETTINGS}
        offered = system.NAME if name in bundled_names else DEFAULT
        return offered if offered in self._makers else DEFAULT

    def survey(self) -> tuple[VoiceReport, ...]:
        """Try every voice, which may take some seconds, and return what came of it."""
        return tuple(self._surveyed(name) for name in self.names())

    def _surveyed(self, name: str) -> VoiceReport:
        try:
            return _report(self.make(name), self.title(name))
        except ValueError as error:  # a pack whose file is damaged, or that was removed just now
            return VoiceReport(name, self.title(name), "ja", "", works=False, reason=str(error))


def _report(voice: Voice, title: str) -> VoiceReport:
    try:
        version, precision = voice.version, voice.precision
    except VoiceUnavailableError as error:
        return VoiceReport(voice.name, title, voice.language, voice.credit, works=False, reason=str(error))
    return VoiceReport(voice.name, title, voice.language, voice.credit, True, version, precision)
