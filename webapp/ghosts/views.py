"""What the pages of ghost matches show: ghosts with what is stated of them, and a match as it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import NormalDist
from typing import Any, Final

from flask_babel import gettext as _
from flask_babel import ngettext

from engine.karuta.player import A, B, Player, Side
from engine.karuta.state import MatchState
from engine.training.exercises.ghost_match import GhostMatch, summary
from engine.training.ghost import Ghost, Source
from engine.training.layout import HomeLayout
from engine.training.times import SHIFT_MS, unscaled
from poems.cards import mask, numbers
from poems.kimariji import full
from webapp.drills.kinds import mats
from webapp.drills.kinds.full_mat import read_json
from webapp.hearing.views import item_json, sound_words
from webapp.i18n import decimal

_QUARTILE: Final = NormalDist().inv_cdf(0.75)


@dataclass(frozen=True, slots=True)
class Shown:
    """A ghost on the start page: what chooses it, its name, and what is stated of it."""

    value: str
    name: str
    told: str


def shown(value: str, ghost: Ghost) -> Shown:
    """Return a ghost with its parameters in words."""
    middle = log(ghost.median_ms + SHIFT_MS)
    low, high = (unscaled(middle + sign * _QUARTILE * ghost.spread) / 1000 for sign in (-1, 1))
    texts = [
        _seconds(ghost.median_ms / 1000, low, high),
        str(_("faults in %(share)s of the reads", share=_percent(ghost.faults))),
        str(_("lets %(share)s pass", share=_percent(ghost.misses))),
    ]
    if ghost.n:
        texts.append(str(ngettext("from %(num)s take", "from %(num)s takes", ghost.n)))
    return Shown(value, name_of(ghost), "; ".join(texts))


def _seconds(middle: float, low: float, high: float) -> str:
    values = {name: decimal(value, 2) for name, value in (("middle", middle), ("low", low), ("high", high))}
    return str(_("%(middle)s s, half of them between %(low)s and %(high)s", **values))


def _percent(share: float) -> str:
    return f"{share:.0%}"


def name_of(ghost: Ghost) -> str:
    """Return what a ghost is called."""
    levels = {
        "beginner": _("Beginner"),
        "kyu": _("Kyū player"),
        "dan": _("Dan player"),
        "a_class": _("Class A player"),
    }
    if ghost.source is Source.LEVEL:
        return str(levels.get(ghost.name, ghost.name))
    if ghost.source is Source.OWN_PAST:
        return str(_("Myself until now"))
    return ghost.name


def match_json(
    match: GhostMatch, homes: tuple[HomeLayout, HomeLayout], voices: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a match as it stands, for the script: the field, what is owed, what is read next, or its end."""
    state = match.state
    pending = state.pending
    card = match.next_card
    return {
        "reads": len(state.reads) - match.before,
        "counts": {"A": state.counts[A], "B": state.counts[B]},
        "sides": {player.name: _side(state, player, homes[player]) for player in (A, B)},
        "said": _last(match),
        "owed": pending.count if pending is not None and pending.sender is A else 0,
        "next": None if card is None else _next(match, card, voices),
        "result": None if state.result is None else {"lines": _lines(match)},
    }


def _side(state: MatchState, player: Player, home: HomeLayout) -> list[dict[str, Any]]:
    """Return the cards of a side; those that were sent lie innermost at the end of the row where they are at home."""
    layout = state.layout[player]
    for card in numbers(state.unplaced[player]):
        row, end = home.corner(card)
        layout = layout.placed([(card, layout.next_free(row, end))])
    return mats.told(layout, Side.A if player is A else Side.B)


def _next(match: GhostMatch, card: int, voices: Sequence[str]) -> dict[str, Any]:
    theirs = match.ghosts_hand(card)
    voice = voices[card % len(voices)] if voices else ""
    return {
        **({"heard": item_json(card, voice, match.state.unread)} if voices else {}),
        **read_json(card, match.state.unread),
        "card": card,
        "side": match.state.side(card).label,
        "ghost": {"at": theirs.at_ms, "fault": bool(theirs.wrongly)},
    }


def _last(match: GhostMatch) -> str:
    """Return the last read in words."""
    state = match.state
    if len(state.reads) <= match.before:
        return ""
    one, settlement = state.reads[-1], state.settlements[-1]
    name = full(one.card)
    parts = []
    if settlement.side is Side.DEAD:
        parts.append(_("%(card)s: a dead card.", card=name))
    elif one.took is A:
        parts.append(_("%(card)s: yours.", card=name))
    elif one.took is B:
        parts.append(_("%(card)s: the ghost's.", card=name))
    else:
        parts.append(_("%(card)s: nobody took it.", card=name))
    if settlement.fouls[A]:
        parts.append(_("Your fault."))
    if settlement.fouls[B]:
        parts.append(_("The ghost's fault."))
    if one.sent and state.pending is None:
        mine = mask(one.sent) & state.held[A]
        cards = " · ".join(map(full, one.sent))
        parts.append(
            _("Sent to you: %(cards)s.", cards=cards) if mine else _("You sent %(cards)s.", cards=cards)
        )
    return " ".join(map(str, parts))


def _lines(match: GhostMatch) -> list[list[str]]:
    found = summary(match)
    won = (
        _("You won by %(cards)s.", cards=found.margin)
        if found.won
        else _("You lost by %(cards)s.", cards=found.margin)
    )
    lengths = [
        str(_("%(kana)s kana: %(count)s", kana=length, count=count))
        for length, count in sorted(found.by_length.items())
    ]
    lines: list[tuple[object, object]] = [
        (_("Result"), won),
        (_("Taken on my side"), found.own_side),
        (_("Taken on the ghost's side"), found.their_side),
        (_("My faults"), found.faults),
        (_("Taken by kana needed"), ", ".join(lengths) or "–"),
        (_("Ghost"), f"{name_of(match.ghost)}: {shown('', match.ghost).told}"),
    ]
    return [[str(head), str(text)] for head, text in lines]


def heard_before(voices: Sequence[str]) -> list[dict[str, Any]]:
    """Return every sound that may come in a match, so that all are there before it begins."""
    if not voices:
        return []
    return [{"heard": item_json(card, voices[card % len(voices)])} for card in range(1, 101)]


def words() -> Mapping[str, str]:
    """Return the sentences of the script."""
    return (
        mats.words()
        | sound_words()
        | {
            "listen": str(_("Touch the card before the ghost does.")),
            "counts": str(_("I have {a}, the ghost {b}. Read {reads}.")),
            "send": str(_("Choose what you send: {count}")),
            "send_now": str(_("Send")),
            "begin": str(_("Start")),
            "pass": str(_("Dead card, or too late: go on")),
            "wrong": str(_("Fault")),
            "ghost_fault": str(_("The ghost touches wrongly.")),
            "taken": str(_("{time} s")),
            "ghost_took": str(_("The ghost was faster: {time} s")),
            "offline": str(_("No connection. The match goes on as soon as it is back.")),
            "again": str(_("Another match")),
            "home": str(_("Back to the drills")),
            "over": str(_("The match is over")),
            "pause": str(_("Pause")),
            "go_on": str(_("Go on")),
        }
    )
