"""What a sheet says of one player in one round, and how its cells are read. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from engine.tournament.outcome import How
from webapp.tournaments.sheet import plain, whole

WINS: Final = frozenset("○〇◯o") | {"win", "w", "勝", "勝ち"}
LOSSES: Final = frozenset("×✕✖●x") | {"lose", "loss", "l", "負", "負け", "敗"}
_STATUS: Final = {
    "normal": How.NORMAL,
    "walkover": How.WALKOVER,
    "不戦": How.WALKOVER,
    "不戦勝": How.WALKOVER,
    "不戦敗": How.WALKOVER,
    "forfeit": How.FORFEIT,
    "棄": How.FORFEIT,
    "棄権": How.FORFEIT,
    "棄権勝": How.FORFEIT,
    "棄権負": How.FORFEIT,
}
_SUM: Final = re.compile(r"\d{1,2}(?:\s*\+\s*\d{1,2})+")


@dataclass(frozen=True, slots=True)
class At:
    """Where it stands: the sheet (empty where there is one only) and the line."""

    sheet: str
    line: int


@dataclass(frozen=True, slots=True)
class Said:
    """A player's cell of a round. `won` is None where no mark is understood, `unread` what could not be read."""

    at: At
    class_name: str
    round: int
    label: str
    player: str
    club: str
    opponent: str
    opponent_club: str = ""
    won: bool | None = None
    margin: int | None = None
    how: How = How.NORMAL
    unread: str = ""


@dataclass(frozen=True, slots=True)
class SaidFile:
    """Everything that a file says, and of what event and day, as far as it tells."""

    said: tuple[Said, ...]
    event: str = ""
    day: str = ""


def mark(cell: str) -> bool | None:
    """Return whether a mark says won or lost; None for neither."""
    text = plain(cell).casefold()
    if text in WINS:
        return True
    return False if text in LOSSES else _won_of_status(text)


def _won_of_status(text: str) -> bool | None:
    if text.endswith(("不戦勝", "棄権勝")):
        return True
    return False if text.endswith(("不戦敗", "棄権負")) else None


def cards(cell: str) -> tuple[int | None, How, str]:
    """Return the margin, how it ended, and what was not understood of a cell such as `12`, `3+1` or 不戦."""
    text = plain(cell).removesuffix("枚").strip()
    if not text:
        return None, How.NORMAL, ""
    if text.casefold() in _STATUS:
        return None, _STATUS[text.casefold()], ""
    if _SUM.fullmatch(text):
        return sum(int(part) for part in text.split("+")), How.NORMAL, ""
    number = whole(text, 0, 99)
    return (number, How.NORMAL, "") if number is not None else (None, How.NORMAL, cell.strip())
