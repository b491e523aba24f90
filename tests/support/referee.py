"""A referee who enters one thing after another, chosen by hypothesis or by a seeded generator."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from engine.karuta import commands as ask
from engine.karuta.deal import deal
from engine.karuta.events import Forfeit, Opened
from engine.karuta.field import End, Layout, Row, Slot, spread
from engine.karuta.match import decide, fold
from engine.karuta.player import PLAYERS, A, B, Pair, Player, Side, with_entry
from engine.karuta.read import Breach, Move, Override, Read, Touch
from engine.karuta.refused import Refused
from engine.karuta.settlement import territory
from engine.karuta.state import MatchState
from poems.cards import numbers
from poems.chance import Seed

T = TypeVar("T")


class Choose(Protocol):
    """Picks one of several."""

    def __call__(self, options: Sequence[T]) -> T: ...


TOUCHES = tuple(map(Touch, range(4)))
BREACHES = tuple(map(Breach, range(16)))
SEED = Seed(bytes(range(16)))


def opened(ruleset: str = "official", *, laid_out: bool = True, seed: Seed = SEED, **more: Any) -> Opened:
    """A match about to begin."""
    cards = deal(seed)
    layout = (spread(cards[A]), spread(cards[B])) if laid_out else (Layout(), Layout())
    return Opened(cards, ruleset=ruleset, layout=layout, commitment=seed.commitment(), **more)


def begin(ruleset: str = "official", **more: Any) -> MatchState:
    return fold(decide(None, ask.Open(opened(ruleset, **more))))


def nearly_over(state: MatchState) -> MatchState:
    """The match when A has two cards left."""
    return after(state, *(ask.Settle(Read(card, took=A)) for card in state.opened.deal[A][2:]))


def after(state: MatchState, *commands: ask.Command) -> MatchState:
    """The state after these commands, all of which must be accepted."""
    for command in commands:
        state = fold(decide(state, command), state)
    return state


def a_slot(choose: Choose) -> Slot:
    return Slot(choose(tuple(End)), choose(tuple(Row)), choose(range(1, 8)))


def a_read(state: MatchState, choose: Choose, card: int | None = None) -> Read:
    """A read that can have happened: mostly ordinary, sometimes anything at all."""
    if card is None:
        other = choose(_likely_cards(state, choose))
        card = choose((*(state.called or other,) * 9, other))
    side = state.side(card)
    took = None if side is Side.DEAD else choose((A, B, A, B, None))
    touched = (choose(TOUCHES), choose(TOUCHES))
    if took is not None and choose((True, True, True, False)):
        touched = with_entry(touched, took, territory(side, took))
    breaches = (Breach.NONE, Breach.NONE)
    if choose((False, False, False, True)):
        breaches = (choose(BREACHES), choose(BREACHES))
    contact: tuple[Player, ...] = choose(((), (), (), (A,), (B,), (A, B)))
    void = choose((None,) * 9 + ("the reader slipped",))
    if void is not None:
        return Read(card, void=void)
    return Read(
        card,
        took=took,
        touched=touched,
        breaches=breaches,
        contact_by=contact,
        override=choose((None,) * 9 + (an_override(choose),)),
        cards_touched=_cards_touched(state, choose, card, took, touched),
    )


def an_override(choose: Choose) -> Override:
    net = choose(range(5))
    return Override(net, choose(PLAYERS) if net else None, choose(("", "as seen by both")))


def _likely_cards(state: MatchState, choose: Choose) -> tuple[int, ...]:
    field = numbers((state.held[A] | state.held[B]) & state.unread)
    return choose((field, field, numbers(state.unread))) or (1,)


def _cards_touched(
    state: MatchState, choose: Choose, card: int, took: Player | None, touched: Pair[Touch]
) -> Pair[int]:
    if choose((True, True, False)):
        return (0, 0)
    out = [0, 0]
    for player in PLAYERS:
        sides = touched[player]
        if took is player:
            sides |= territory(state.side(card), player)
        for side, owner in ((Touch.OWN, player), (Touch.OPP, player.other)):
            held = numbers(state.held[owner])
            if side in sides and held:
                out[player] |= 1 << choose(held)
    return out[0], out[1]


def _send(state: MatchState, choose: Choose) -> ask.Command:
    pending = state.pending
    if pending is None:
        return ask.Send((choose(range(1, 101)),))
    held = list(numbers(state.held[pending.sender]))
    count = min(choose((1, pending.count, pending.count, 3)), len(held))
    cards = [held.pop(choose(range(len(held)))) for _ in range(count)]
    slots = tuple(a_slot(choose) for _ in cards) if choose((True, False)) else ()
    return ask.Send(tuple(cards), slots)


def _lay(state: MatchState, choose: Choose) -> ask.Command:
    player = choose(PLAYERS)
    held = numbers(state.held[player]) or (1,)
    first, second = choose(held), choose(held)
    swap = [state.layout[player].slot_of(card) for card in (second, first)]
    if first != second and None not in swap and choose((True, False)):
        return ask.Lay(
            tuple(Move(player, card, slot) for card, slot in zip((first, second), swap, strict=True) if slot)
        )
    return ask.Lay((Move(player, first, a_slot(choose)),))


def _an_index(state: MatchState, choose: Choose) -> int:
    return choose(range(len(state.reads) + 1))


def _correct(state: MatchState, choose: Choose) -> ask.Command:
    index = _an_index(state, choose)
    if index == len(state.reads):
        return ask.Correct(index, Read(1))
    read = state.reads[index]
    if choose((True, False)):
        other = choose((None, A, B))
        return ask.Correct(index, replace(read, took=other, touched=(choose(TOUCHES), Touch.NONE)))
    if choose((True, False)):
        return ask.Correct(index, replace(read, sent=read.sent[:-1]))
    if read.sent and choose((True, False)):
        held = {move.card: move.player for move in read.moved}
        receiver = held.get(read.sent[0], state.side(read.sent[0]).owner or A)
        laid = tuple(Move(receiver, card, a_slot(choose)) for card in read.sent)
        others = tuple(move for move in read.moved if move.card not in read.sent)
        return ask.Correct(index, replace(read, moved=(*others, *laid)))
    return ask.Correct(
        index, a_read(state, choose, choose((read.card, state.called or 1, choose(range(1, 101)))))
    )


MAKERS: dict[str, Callable[[MatchState, Choose], ask.Command]] = {
    "call": lambda state, choose: ask.Call(choose(numbers(state.unread) or (1,))),
    "withdraw": lambda state, choose: ask.Withdraw(state.called or 1),
    "settle": lambda state, choose: ask.Settle(a_read(state, choose)),
    "settle_late": lambda state, choose: ask.Settle(
        a_read(state, choose, state.reads[choose(sorted(state.assumed))].card if state.assumed else None)
    ),
    "send": _send,
    "forgo": lambda state, choose: ask.Forgo(),
    "lay": _lay,
    "raise": lambda state, choose: ask.RaiseHand(choose(PLAYERS)),
    "lower": lambda state, choose: ask.LowerHand(choose(PLAYERS)),
    "correct": _correct,
    "void": lambda state, choose: ask.Void(_an_index(state, choose), "the reader slipped"),
    "rule": lambda state, choose: ask.Rule(_an_index(state, choose), choose((None, an_override(choose)))),
    "contact": lambda state, choose: ask.RuleContact(
        _an_index(state, choose), choose(((), (A,), (B,), (A, B)))
    ),
    "give_up": lambda state, choose: ask.GiveUp(choose(PLAYERS), choose(tuple(Forfeit)), ""),
    "reveal": lambda state, choose: ask.RevealSeed(SEED.hex),
    "undo": lambda state, choose: ask.Undo(choose((1, 1, 1, 2, 3))),
    "redo": lambda state, choose: ask.Redo(choose((1, 1, 2))),
}
"""How to make each command; what it makes is often accepted, and sometimes not."""

USUAL = ("call", "settle", "settle", "settle", "send", "send", "lay", "raise", "lower")
ORDINARY = (*USUAL * 4, *MAKERS)


def a_command(state: MatchState, choose: Choose, kinds: Sequence[str] = ORDINARY) -> ask.Command:
    return MAKERS[choose(kinds)](state, choose)


def attempt(state: MatchState, command: ask.Command) -> MatchState:
    """The state after a command; the same one where it is refused."""
    try:
        return fold(decide(state, command), state)
    except Refused:
        return state


def play(state: MatchState, choose: Choose, steps: int, kinds: Sequence[str] = ORDINARY) -> MatchState:
    for _ in range(steps):
        state = attempt(state, a_command(state, choose, kinds))
    return state
