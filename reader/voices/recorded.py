"""A recorded pack as a voice: a person's reading, at the plan's moments."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from reader.clip import Clip
from reader.packs.document import Document, dumped
from reader.packs.faults import PackError
from reader.packs.fitting import fit, too_fast
from reader.packs.halves import HALVES
from reader.packs.shelf import Pack, Shelf
from reader.pattern import OPENER, Half
from reader.reason import Reason
from reader.verse import Verse
from reader.voices import Precision, Voice, VoiceUnavailableError
from reader.voices.faults import VoiceFlaw, silent

PREFIX: Final = "pack:"
"""What the names of recorded voices begin with."""

INSTEAD: Final = "+"
"""Between a pack and the voice that reads what the pack lacks: `pack:mai+mei`."""

_REVISION: Final = 1
"""Goes up whenever the fitting changes the sound."""


class RecordedVoice:
    """Reads from a pack; what the pack lacks is refused, or read by the voice `instead`.

    A pack that is changed meanwhile is read as it stands then. A voice can be sent to another process.
    """

    language = "ja"

    def __init__(self, pack: Pack, instead: Voice | None = None) -> None:
        self._pack = pack
        self.instead = instead
        self._digest: tuple[str, str] | None = None

    @property
    def pack(self) -> Pack:
        """The pack as it stands now. Raises VoiceUnavailableError where it is gone."""
        try:
            self._pack = self._pack.fresh()
        except PackError as error:
            raise silent(VoiceFlaw.CHOOSE_ANOTHER, why=error.reason) from error
        return self._pack

    @property
    def name(self) -> str:
        """The name it is chosen by: `pack:mai`, `pack:mai+mei`."""
        own = PREFIX + self._pack.name
        return own if self.instead is None else f"{own}{INSTEAD}{self.instead.name}"

    @property
    def version(self) -> str:
        """The recordings, their marks and the fitting. Raises VoiceUnavailableError."""
        pack = self.pack
        if self._digest is None or self._digest[0] != pack.stamp:
            text = dumped(Document("", clips=pack.clips))
            self._digest = pack.stamp, hashlib.sha256(text.encode()).hexdigest()
        own = f"recorded {_REVISION} {self._digest[1]}"
        return own if self.instead is None else f"{own} {self.instead.version}"

    @property
    def credit(self) -> str:
        """Whose reading it is; and the other voice's credit where that reads too."""
        own = self._pack.document.credit
        return own if self.instead is None else "; ".join(filter(None, (own, self.instead.credit)))

    @property
    def precision(self) -> Precision:
        """Exact where somebody set every kimari-ji's end by hand; else the times inside a half are estimates."""
        clips = self.pack.clips
        needed = [half for half in HALVES if half.part == "kami" and half.poem != OPENER]
        by_hand = all(half in clips and "kimariji" in clips[half].by_hand for half in needed)
        return "exact" if by_hand else "approximate"

    def render(self, verse: Verse) -> Clip:
        """Read the verse. Raises VoiceUnavailableError, also for a pace at which its words cannot be said."""
        pack, half = self.pack, Half(verse.poem, verse.part)
        if half not in pack.clips:
            if self.instead is not None:
                return self.instead.render(verse)
            raise VoiceUnavailableError(lacks(pack, [half]))
        try:
            return fit(pack.sound(half), pack.clips[half], verse)
        except PackError as error:
            raise VoiceUnavailableError(error.reason) from error

    def __reduce__(self) -> tuple[object, tuple[Path, str, Voice | None]]:
        return _again, (self._pack.folder.parent, self._pack.name, self.instead)


def _again(folder: Path, name: str, instead: Voice | None) -> RecordedVoice:
    try:
        return RecordedVoice(Shelf(folder).open(name), instead)
    except PackError as error:
        raise VoiceUnavailableError(error.reason) from error


def check_can(voice: Voice, verses: Iterable[Verse]) -> None:
    """Raise VoiceUnavailableError, before a reading begins, where a recorded voice cannot read one of these verses.

    It names the poems that the pack lacks, or the pace at which the words can be said.
    """
    if not isinstance(voice, RecordedVoice):
        return
    pack, wanted = voice.pack, {Half(verse.poem, verse.part): verse for verse in verses}
    missing = [half for half in wanted if half not in pack.clips]
    if missing and voice.instead is None:
        raise VoiceUnavailableError(lacks(pack, missing))
    for half, verse in wanted.items():
        if half in pack.clips and (why := too_fast(pack.clips[half], verse)):
            raise VoiceUnavailableError(why)


def lacks(pack: Pack, missing: Iterable[Half]) -> Reason:
    """Return what a pack lacks, and what can be done."""
    halves = tuple(missing)
    flaw = VoiceFlaw.LACKS if any(half.poem != OPENER for half in halves) else VoiceFlaw.LACKS_OPENER
    return Reason.of(flaw, pack=pack.name, halves=halves, other=f"{PREFIX}{pack.name}{INSTEAD}mei")
