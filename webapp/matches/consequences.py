"""What would follow from a read, by who takes the card: the referee sees it before entering anything."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask_babel import gettext as _

from engine.karuta.explain import Because
from engine.karuta.player import PLAYERS, Player, Side
from engine.karuta.preview import Preview, preview
from engine.karuta.read import Read
from engine.karuta.state import MatchState
from webapp.matches.explanations import parted, sends, wins
from webapp.matches.names import Names
from webapp.matches.refusals import refusal

NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Debt:
    """Cards that would be owed, no more than the sender would hold."""

    sender: str
    count: int


@dataclass(frozen=True, slots=True)
class Consequence:
    """What would follow: `short` for a button, `text` in full, `reasons` what happened that it follows from."""

    short: str
    text: str
    reasons: str
    owed: Debt | None
    refused: bool = False


def consequences(state: MatchState, names: Names, noted: Read | None = None) -> Mapping[str, Consequence]:
    """Return what would follow from the poem being read, if A, if B, or if nobody took its card.

    `noted` is what the referee has entered of it so far; who took it and what was sent do not count in it.
    """
    if state.called is None:
        return {}
    read = replace(noted or Read(state.called), took=None, sent=(), moved=())
    takers: tuple[Player | None, ...] = (None,)
    if state.side(state.called) is not Side.DEAD and read.void is None:
        takers = (*PLAYERS, None)
    return {
        NOBODY if took is None else took.name: _consequence(preview(state, replace(read, took=took)), names)
        for took in takers
    }


def _consequence(seen: Preview, names: Names) -> Consequence:
    if seen.refused is not None or seen.outcome is None:
        text = refusal(seen.refused, names) if seen.refused is not None else ""
        return Consequence(str(_("cannot be")), text, "", None, refused=True)
    outcome = seen.outcome
    # that nobody took it is what the button says, and needs no other words
    said = [one for one in seen.statements if one.because is not Because.NOBODY_TOOK]
    reasons, text = parted(said, names)
    nothing = str(_("Nothing is sent."))
    if outcome.sender is not None and outcome.could_send:
        debt = Debt(outcome.sender.name, outcome.could_send)
        return Consequence(_button(sends(debt.sender, debt.count)), text, reasons, debt)
    result = seen.state.result
    if result is not None and result.margin is not None:
        return Consequence(_button(wins(result.winner.name, result.margin)), text, reasons, None)
    return Consequence(_button(nothing), text or nothing, reasons, None)


def _button(sentence: str) -> str:
    return sentence.rstrip(".。")
