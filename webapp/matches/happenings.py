"""What was entered, in a few words: for the undo button, for the line that spectators read, for the audit."""

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.karuta import events as ev
from engine.karuta.explain import explain
from engine.karuta.outcome import outcomes
from engine.karuta.player import Pair, Player
from engine.karuta.read import Read, Touch
from engine.karuta.state import MatchState
from webapp.matches.explanations import in_words, joined
from webapp.matches.names import Names, card_name, card_names


def entry(event: ev.Event, names: Names) -> str:
    """Return what the referee entered, short enough for a button."""
    match event:
        case ev.Called():
            text = _("poem %(card)s", card=card_name(event.card))
        case ev.Settled():
            text = read_in_short(event.read, names)
        case ev.Sent():
            text = _("sent: %(cards)s", cards=card_names(event.cards))
        case ev.Forgone():
            text = _("no card was sent")
        case ev.Moved():
            text = _("moved: %(cards)s", cards=card_names(move.card for move in event.moves))
        case ev.Corrected():
            text = _("correction of read %(number)s", number=event.index + 1)
        case ev.Voided():
            text = _("read %(number)s does not count", number=event.index + 1)
        case ev.Overridden() | ev.ContactRuled():
            text = _("ruling on read %(number)s", number=event.index + 1)
        case ev.Forfeited():
            text = _("%(player)s gave up", player=names[event.player])
        case _:
            text = ""
    return str(text)


def read_in_short(read: Read, names: Names) -> str:
    """Return a read as `はるす: Ono no Komachi`."""
    return f"{card_name(read.card)}: {taker(read, names)}"


def taker(read: Read, names: Names) -> str:
    """Return who took the card, that nobody did, or that the read does not count."""
    if read.void is not None:
        return str(_("does not count"))
    return names[read.took] if read.took is not None else str(_("nobody"))


def read_in_full(read: Read, names: Names) -> str:
    """Return a read's facts as the audit shows them: who took it, who touched what, what was sent."""
    parts = [read_in_short(read, names)]
    for player in Player:
        touched = [str(word) for touch, word in _TOUCHED.items() if touch in read.touched[player]]
        if touched:
            parts.append(f"{names[player]} {', '.join(touched)}")
    if read.sent:
        parts.append(str(_("sent: %(cards)s", cards=card_names(read.sent))))
    if read.override is not None:
        parts.append(str(_("ruling: %(cards)s", cards=read.override.net)))
    return "; ".join(parts)


_TOUCHED = {Touch.OWN: _l("touched their own side"), Touch.OPP: _l("touched the other side")}


def hand(event: ev.HandRaised | ev.HandLowered, names: Names) -> str:
    """Return whose hand went up or down."""
    if isinstance(event, ev.HandRaised):
        return str(_("%(player)s: hand up, the reader waits", player=names[event.player]))
    return str(_("%(player)s: hand down", player=names[event.player]))


def last_in_words(state: MatchState, names: Names, *, hands: bool = True) -> str:
    """Return what happened last at a table, with what followed from it; nothing before the first read.

    Without `hands`, what happened before the last hands went up or down.
    """
    # a poem that the reader calls at a table where the match is over concerns nobody there
    passed = (() if state.called else (ev.Called,)) + (() if hands else (ev.HandRaised, ev.HandLowered))
    event = next(e for e in reversed(state.log) if not isinstance(e, passed))
    match event:
        case ev.Called():
            return str(_("Being read: %(card)s", card=card_name(event.card)))
        case ev.HandRaised() | ev.HandLowered():
            return hand(event, names)
        case ev.Undone():
            what = ", ".join(entry(state.log[position], names) for position in event.positions)
            return str(_("Taken back: %(what)s", what=what))
        case ev.Redone():
            what = ", ".join(entry(state.log[position], names) for position in event.positions)
            return str(_("Entered again: %(what)s", what=what))
        case ev.Settled() | ev.Corrected() if state.reads:
            index = event.index if isinstance(event, ev.Corrected) else len(state.reads) - 1
            return _read_in_words(state, index, names)
        case ev.Opened() | ev.SeedRevealed() | ev.Withdrawn():
            return _read_in_words(state, len(state.reads) - 1, names) if state.reads else ""
        case _:
            return f"{entry(event, names)}. {counts_in_words(state.counts)}"


def _read_in_words(state: MatchState, index: int, names: Names) -> str:
    outcome = outcomes(state)[index]
    last = index == len(state.reads) - 1
    why = in_words(explain(outcome, state.rules, send_open=last and state.send_open), names)
    return joined((f"{card_name(outcome.read.card)}: {why}", counts_in_words(outcome.counts)))


def counts_in_words(counts: Pair[int]) -> str:
    """Return both counts as players say them, A's first."""
    return f"{counts[0]}–{counts[1]}"
