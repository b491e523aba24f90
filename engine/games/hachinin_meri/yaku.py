"""Yaku, the bonus captures: docs/rules/hachinin_meri.md §9."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.core.bits import cards, mask_of
from engine.decks.unsun import LONG, SUITS
from engine.games.hachinin_meri.options import MeriOptions
from engine.games.hachinin_meri.ranks import TENKA, Trumps

LAST_TRICK: Final = 9
USUAL, RAISED = 2, 5


class Yaku(NamedTuple):
    """A yaku and what it is worth."""

    name: str
    value: int


class Catch(NamedTuple):
    """A card yaku: its name, and the trumps one of which the winner has to catch from an enemy."""

    name: str
    caught: int


def yaku(
    options: MeriOptions,
    trumps: Trumps,
    played: Sequence[int],
    winner: int,
    *,
    catch: Catch | None,
    trick: int,
    hidden: bool,
) -> tuple[Yaku, ...]:
    """Return the yaku of a trick that is no meri: its cards from the leader on, and the place of the winning trump.

    `catch` is what the winner can make (`catches`), `trick` counts from 1, and `hidden` says whether somebody holds, or
    held, the trump dragon without declaring it.
    """
    raised = trick == LAST_TRICK or (hidden and options.hidden_dragon_scope == "all_yaku")
    found = []
    if _run(options.run_yaku, trumps.mask, played, winner):
        found.append(Yaku("run", RAISED if raised else USUAL))
    caught = mask_of(played[1 - winner % 2 :: 2]) & catch.caught if catch else 0
    if catch and caught:
        dragons = 1 << played[winner] if catch.name == "dragon>king" else caught
        raised = raised or (hidden and bool(dragons >> trumps.dragon & 1))
        found.append(Yaku(catch.name, RAISED if raised else USUAL))
    return tuple(found)


def _run(rule: str, mask: int, played: Sequence[int], winner: int) -> bool:
    """Say whether three seats in succession played trumps, and the winner stands as the table's rule asks."""
    laid = 0
    for place, card in enumerate(played):
        laid |= (mask >> card & 1) << place
    thirds = laid & laid << 1 & laid << 2
    if rule == "any":
        return thirds != 0
    if rule == "in_run":
        thirds |= thirds >> 1 | thirds >> 2
    return bool(thirds >> winner & 1)


def catches(options: MeriOptions, trumps: Trumps) -> dict[int, Catch]:
    """Return the card yaku of a trump suit by the trump that makes them."""
    dragons = 1 << trumps.dragon | (1 << TENKA if options.tenka_is_dragon else 0)
    low, lowest = ("2", "1") if SUITS[trumps.suit] in LONG else ("8", "9")
    sun, un, sota, king = map(trumps.rank, "XUSK")
    chain = {
        sun: Catch("sun>un", 1 << un),
        un: Catch("un>sota", 1 << sota),
        sota: Catch("sota>dragon", dragons),
        trumps.rank(low): Catch(f"{low}>{lowest}", 1 << trumps.rank(lowest)),
    }
    return chain | {dragon: Catch("dragon>king", 1 << king) for dragon in cards(dragons)}
