"""A pack as its pages draw it. Pure: from what is known to what is shown."""

from dataclasses import dataclass
from typing import Any

from reader.packs.checking import Cell, Check, suiting
from reader.packs.document import PackClip
from reader.packs.fitting import kimariji_guess
from reader.packs.halves import HALVES, key
from reader.packs.shelf import Pack
from reader.pattern import OPENER, Half
from reader.samples import to_seconds
from webapp.voices import words


@dataclass(frozen=True, slots=True)
class CellView:
    """One half in the table: its address, its state as a word and a sign, and what is said of it."""

    key: str
    state: str
    sign: str
    label: str
    note: str


@dataclass(frozen=True, slots=True)
class PoemView:
    """One poem's two cells."""

    number: int
    kami: CellView
    shimo: CellView


SIGNS = {"good": "✓", "doubtful": "!", "bad": "–"}


def poems(found: Check) -> tuple[PoemView, ...]:
    """Return the table of 202 cells, the opener first."""
    cells = {cell.half: _cell(cell) for cell in found.cells}
    return tuple(
        PoemView(number, cells[Half(number, "kami")], cells[Half(number, "shimo")]) for number in range(101)
    )


def _cell(cell: Cell) -> CellView:
    note = words.notes(cell.notes)
    name = words.half_name(cell.half)
    return CellView(key(cell.half), cell.state, SIGNS[cell.state], f"{name}: {note}" if note else name, note)


def clip_view(half: Half, clip: PackClip | None, notes: str) -> dict[str, Any]:
    """Return a half's marks for the script that draws them; without a clip, that there is none."""
    if clip is None:
        return {"key": key(half), "there": False, "name": words.half_name(half), "notes": notes}
    return {
        "key": key(half),
        "there": True,
        "name": words.half_name(half),
        "notes": notes,
        "source": clip.source,
        "length": clip.measured.length,
        "marks": {
            "on": clip.on,
            "off": clip.off,
            "hold": clip.hold,
            "kimariji": clip.kimariji,
            "decision": clip.decision,
        },
        "byHand": sorted(clip.by_hand),
        "decides": half.part == "kami" and half.poem != OPENER,
        "kimarijiGuess": kimariji_guess(clip, half.poem) if half.part == "kami" else clip.off,
    }


def sample(pack: Pack) -> Half | None:
    """Return the half by which a pack is tried out, poem 17's where it is there; None for an empty pack."""
    usual = Half(17, "kami")
    return usual if usual in pack.clips else next((half for half in HALVES if half in pack.clips), None)


def summary(pack: Pack, found: Check) -> dict[str, Any]:
    """Return the figures of a pack: how many halves are there, and at which pace it reads."""
    pace = suiting(found)
    return {
        "there": len(pack.clips),
        "missing": len(HALVES) - len(pack.clips),
        "doubtful": len(found.doubtful),
        "complete": found.complete,
        "pace": str(pace) if pace else "",
        "upper": found.upper,
        "words": found.words,
        "hold": found.hold,
        "rates": sorted(found.rates),
        "seconds": round(to_seconds(sum(clip.off - clip.on for clip in pack.clips.values()))),
    }
