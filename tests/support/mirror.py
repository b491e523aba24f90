"""The same match seen in a mirror: A is B and B is A."""

from dataclasses import replace

from engine.karuta import commands as ask
from engine.karuta.events import Opened
from engine.karuta.player import Pair, Player
from engine.karuta.read import Move, Override, Read


def pair(values: Pair) -> Pair:  # type: ignore[type-arg]  # whatever a pair holds
    return values[1], values[0]


def player(of: Player | None) -> Player | None:
    return None if of is None else of.other


def move(of: Move) -> Move:
    return of._replace(player=of.player.other)


def override(of: Override | None) -> Override | None:
    return None if of is None else replace(of, sender=player(of.sender))


def read(of: Read) -> Read:
    return replace(
        of,
        took=player(of.took),
        touched=pair(of.touched),
        cards_touched=pair(of.cards_touched),
        breaches=pair(of.breaches),
        contact_by=tuple(sorted(one.other for one in of.contact_by)),
        moved=tuple(sorted(map(move, of.moved))),
        override=override(of.override),
    )


def opened(of: Opened) -> Opened:
    return replace(of, deal=pair(of.deal), names=pair(of.names), layout=pair(of.layout))


def command(of: ask.Command) -> ask.Command:
    match of:
        case ask.Open():
            return ask.Open(opened(of.opened))
        case ask.Settle():
            return ask.Settle(read(of.read))
        case ask.Correct():
            return replace(of, read=read(of.read))
        case ask.Lay():
            return ask.Lay(tuple(map(move, of.moves)))
        case ask.RaiseHand() | ask.LowerHand() | ask.GiveUp():
            return replace(of, player=of.player.other)
        case ask.Rule():
            return replace(of, override=override(of.override))
        case ask.RuleContact():
            return replace(of, by=tuple(one.other for one in of.by))
        case _:
            return of
