"""Forty upper halves whose decision points were labelled by eye on spectrograms, and what the program thinks of them.

`tests/reader/eye_labels/README.md` says how they were chosen and labelled. Every half goes the way that a drill's goes:
a pack's recordings are imported, a voice of the system speaks, and both are laid against the bundled voice; the bundled
voice's own settings know by themselves.
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from engine.training.decision import MoraTime, cue, decision_point
from reader.chant.settings import SETTINGS
from reader.clip import Clip, Samples
from reader.packs.importing import import_pack
from reader.packs.shelf import Shelf
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices import Voice
from reader.voices.bundled import BundledVoice
from reader.voices.labelled import labelled
from reader.voices.recorded import RecordedVoice
from reader.voices.system import SystemVoice
from reader.voices.system_fit import resampled
from tests.support.rooms import recorded_in
from webapp.hearing.library import verse_of

FOLDER: Final = Path(__file__).parent.parent / "reader" / "eye_labels"
LABELS: Final = FOLDER / "labels.csv"
RECORDINGS: Final = FOLDER / "recordings"
MS: Final = SAMPLE_RATE / 1000

BUNDLED: Final = {"mei": 100, "mei-clear": 125}
"""Speakers that know their own times, and the speed in percent at which they are heard."""
SPOKEN: Final = 5.2
"""Seconds of an upper half of the bundled voice that plays a recording."""


@dataclass(frozen=True, slots=True)
class Case:
    """A file of the set. Labels are milliseconds from the first sample of the clip that a drill plays.

    `way` is what became of a recording (`tests.support.rooms`), `lead` its silence before the voice in milliseconds.
    `eye` is the label, `again` the second look at some of them, `note` why a label was put right.
    """

    number: int
    poem: int
    speaker: str
    way: str
    lead: int
    eye: float | None
    again: float | None
    note: str

    @property
    def source(self) -> str:
        """Whose times the program uses: `own`, `system` or `pack`."""
        if self.speaker in BUNDLED:
            return "own"
        return "system" if self.speaker == "espeak" else "pack"


@dataclass(frozen=True, slots=True)
class Found:
    """The decision point that the program uses, in milliseconds, and how far it says that may be off."""

    at: float
    spread: float


def cases() -> list[Case]:
    """Return the set with its labels."""
    with LABELS.open(encoding="utf-8", newline="") as file:
        return [_case(row) for row in csv.DictReader(file)]


def write(made: Iterable[Case]) -> None:
    """Keep the set with its labels."""
    names = [field.name for field in fields(Case)]
    with LABELS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        for case in made:
            values = (getattr(case, name) for name in names)
            writer.writerow("" if value is None else value for value in values)


def clips(wanted: Sequence[Case], folder: Path) -> dict[int, Clip]:
    """Return the clips as drills play them, by number. Packs are made in `folder`."""
    voices = _voices(wanted, folder)
    return {case.number: voices[case.speaker].render(_verse(case)) for case in wanted}


def found(case: Case, clip: Clip) -> Found:
    """Return where the program thinks that the full deck's decision point is."""
    times = [MoraTime(m.kana, m.audible / MS, m.vowel / MS, m.end / MS) for m in clip.marks]
    spread = clip.spreads[cue(case.poem, 0).length - 1] / MS if clip.spreads else 0.0
    return Found(decision_point(case.poem, 0, times).at, spread)


def _case(row: dict[str, str]) -> Case:
    eye, again = (float(row[name]) if row[name] else None for name in ("eye", "again"))
    return Case(
        int(row["number"]),
        int(row["poem"]),
        row["speaker"],
        row["way"],
        int(row["lead"]),
        eye,
        again,
        row["note"],
    )


def _verse(case: Case) -> Verse:
    return verse_of(case.poem, BUNDLED.get(case.speaker, 100))


def _voices(wanted: Sequence[Case], folder: Path) -> dict[str, Voice]:
    voices: dict[str, Voice] = {}
    for speaker in sorted({case.speaker for case in wanted}):
        own = [case for case in wanted if case.speaker == speaker]
        if speaker in BUNDLED:
            voices[speaker] = _setting(speaker)
        elif own[0].source == "system":
            voices[speaker] = labelled(SystemVoice())
        else:
            voices[speaker] = labelled(_pack(own, folder))
    return voices


def _pack(own: Sequence[Case], folder: Path) -> Voice:
    """Return the recordings of one speaker as a pack that was taken in."""
    speaker, shelf = own[0].speaker, Shelf(folder / "kept")
    brought = folder / speaker
    brought.mkdir(parents=True)
    for case in own:
        content, ending = recorded_in(case.way, _spoken(case), lead=case.lead / 1000, seed=case.number)
        (brought / f"{speaker}_{case.poem:03d}_1.{ending}").write_bytes(content)
    pack, _check = import_pack(brought, shelf, speaker)
    return RecordedVoice(pack)


def _spoken(case: Case) -> Samples:
    stored = RECORDINGS / f"{case.speaker}_{case.poem:03d}_1.ogg"
    if not stored.exists():
        return _setting(case.speaker).render(Verse(case.poem, "kami", round(SPOKEN * SAMPLE_RATE))).samples
    sound, rate = soundfile.read(stored, dtype="float32")
    return resampled(np.asarray(sound, np.float32), int(rate))


def _setting(name: str) -> BundledVoice:
    return BundledVoice(next(one.style for one in SETTINGS if one.name == name), name)
