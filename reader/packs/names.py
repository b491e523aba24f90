"""Which poem a recording holds, by its file's name.

Known are Wasuramoti's layout `reader_017_1.ogg`, and what else is met: `karuta_017.mp3`, `017.mp3`, `017番.wav`,
`poem-17.mp3` in the folders `first-verse` and `second-verse`. In words: a number 0 to 100 with any padding, and `1|2`,
`first|second`, `upper|lower`, `kami|shimo`, `上|下` in the name or in a folder's name for one half. Without it a file
holds the whole poem.
"""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from reader.verse import Part

SOUNDS: Final = frozenset({".ogg", ".oga", ".opus", ".mp3", ".wav", ".flac", ".aif", ".aiff"})
"""Endings of files that can be decoded everywhere."""

FOREIGN: Final = frozenset({".m4a", ".aac", ".wma", ".mp4", ".webm", ".mka", ".amr", ".3gp"})
"""Endings of those that need FFmpeg; where it is not there they are named in what is said."""

_WASURAMOTI: Final = re.compile(r"(?P<reader>.+)_(?P<number>\d{3})(?:_(?P<half>[12]))?")
_HALF: Final = re.compile(r"(?P<number>\d+)\D*?[-_. (]+(?P<half>[12])\)?")
_UPPER: Final = re.compile(r"(?<![a-z])(?:kami|kaminoku|upper|first|1st)(?![a-z])|上(?:の句|句)?")
_LOWER: Final = re.compile(r"(?<![a-z])(?:shimo|simo|shimonoku|lower|second|2nd)(?![a-z])|下(?:の句|句)?")
_DIGITS: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file holds: a half, or with `part` None a whole poem; `group` tells the packs of a folder apart."""

    poem: int
    part: Part | None
    group: str


def recognise(path: PurePosixPath) -> Recognised | None:
    """Return what a sound file at `path` (from the pack's folder on) holds; None where its name does not tell."""
    stem = plain(path.stem)
    folders = [plain(part) for part in path.parts[:-1]]
    if found := _WASURAMOTI.fullmatch(stem):
        return _known(
            int(found["number"]),
            _numbered(found["half"]) if found["half"] else None,
            [*folders, found["reader"]],
        )
    part, rest = _marked(stem)
    if part is not None:
        return _known(_last_number(rest), part, folders)
    for place, folder in reversed(list(enumerate(folders))):
        part, _ = _marked(folder)
        if part is not None:
            return _known(_last_number(stem), part, [*folders[:place], *folders[place + 1 :]])
    if found := _HALF.search(stem):
        rest_is_numberless = not _DIGITS.search(stem[found.end() :])
        if found.end() == len(stem) or rest_is_numberless:
            return _known(int(found["number"]), _numbered(found["half"]), folders)
    return _known(_last_number(stem), None, folders)


def plain(text: str) -> str:
    """Return a name as it is compared: full-width signs as plain ones, in small letters."""
    return unicodedata.normalize("NFKC", text).strip().lower()


def _known(number: int | None, part: Part | None, group: list[str]) -> Recognised | None:
    if number is None or number > 100:
        return None
    return Recognised(number, part, "/".join(group))


def _numbered(half: str) -> Part:
    return "kami" if half == "1" else "shimo"


def _marked(text: str) -> tuple[Part | None, str]:
    """Return the half that a word in a text names, and the text without the word."""
    upper, lower = _UPPER.search(text), _LOWER.search(text)
    if (upper is None) == (lower is None):  # none, or both: "上下"
        return None, text
    found = upper or lower
    assert found is not None
    return ("kami" if upper else "shimo"), text[: found.start()] + " " + text[found.end() :]


def _last_number(text: str) -> int | None:
    found = _DIGITS.findall(text)
    return int(found[-1]) if found and len(found[-1]) < 10 else None
