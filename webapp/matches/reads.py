"""The reads of a match, one after another, each with what followed, and what was changed of it later."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.karuta import events as ev
from engine.karuta.explain import explain
from engine.karuta.fold import fold
from engine.karuta.history import standing
from engine.karuta.outcome import Flag, Outcome, outcomes
from engine.karuta.state import MatchState
from poems import kimariji
from webapp.matches.explanations import in_words
from webapp.matches.happenings import counts_in_words, read_in_full, taker
from webapp.matches.names import Names


@dataclass(frozen=True, slots=True)
class ReadView:
    """One read: `number` counts from 1, `counts` are after it, `notes` what the referee should know of it."""

    index: int
    number: int
    card: int
    kimariji: str
    took: str
    text: str
    counts: str
    notes: tuple[str, ...]


def read_views(state: MatchState) -> tuple[ReadView, ...]:
    """Return the reads in order, with their explanations and the audit of later changes."""
    names = Names.of(state.opened.names)
    audit = _audit(state, names)
    found = outcomes(state)
    views = []
    heard = 0
    for outcome in found:
        last = outcome.index == len(found) - 1
        open_send = last and state.send_open
        views.append(
            ReadView(
                index=outcome.index,
                number=outcome.index + 1,
                card=outcome.read.card,
                kimariji=kimariji.current(outcome.read.card, heard),
                took=taker(outcome.read, names),
                text=in_words(explain(outcome, state.rules, send_open=open_send), names),
                counts=counts_in_words(outcome.counts),
                notes=(*_flags(outcome, state, open_send=open_send), *audit.get(outcome.index, ())),
            )
        )
        if outcome.read.void is None:
            heard |= 1 << outcome.read.card
    return tuple(views)


_FLAGS = {
    Flag.FORGOTTEN_SEND: _l("A send was forgotten."),
    Flag.CROSS_TERRITORY_PUSH: _l("Pushed out from across."),
    Flag.OVERRIDE: _l("The referee ruled."),
    Flag.VOID: _l("Does not count."),
}


def _flags(outcome: Outcome, state: MatchState, *, open_send: bool) -> tuple[str, ...]:
    found = [str(_FLAGS[flag]) for flag in outcome.flags if not (open_send and flag is Flag.FORGOTTEN_SEND)]
    if outcome.index in state.assumed:
        found.append(str(_("Nobody entered it before the reader went on.")))
    return tuple(found)


def _audit(state: MatchState, names: Names) -> Mapping[int, list[str]]:
    """Return, by read, a line for each change that stands: how it was and how it is."""
    events = standing(state.log)
    lines: dict[int, list[str]] = {}
    for position, event in enumerate(events):
        if isinstance(event, (ev.Corrected, ev.Voided, ev.Overridden, ev.ContactRuled)):
            old, new = (
                read_in_full(fold(events[:end]).reads[event.index], names) for end in (position, position + 1)
            )
            lines.setdefault(event.index, []).append(_corrected(old, new))
    return lines


def _corrected(old: str, new: str) -> str:
    """Return what a change made of a read; some of it, such as where a card lies, is in no sentence."""
    if old == new:
        return str(_("Corrected in what this does not tell, such as places: %(new)s", new=new))
    return str(_("Corrected: %(old)s → %(new)s", old=old, new=new))
