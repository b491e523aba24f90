"""How often the players of a level blunder, over seeded deals."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.bots.blunders.kinds import Blunder
from engine.bots.blunders.watch import Watch, watch
from engine.bots.bot import AnyBot, Budget
from engine.bots.duplicate import play_hand
from engine.core.game import Game, View
from poems.chance import Bits, Seed


@dataclass(slots=True)
class Tally:
    """What was counted: `chances` are the decisions in which a blunder of a kind was legal, `made` those that were."""

    hands: int = 0
    decisions: int = 0
    """Those with more than one legal action."""
    chances: Counter[Blunder] = field(default_factory=Counter)
    made: Counter[Blunder] = field(default_factory=Counter)


def blunders(game: Game[Any], bot: AnyBot, seeds: Iterable[Seed], budget: Budget) -> Tally:
    """Let a player play all seats of a hand from each seed, and count its blunders."""
    tally = Tally()
    seats = [_Counted(bot, watch(game), tally)] * game.seats
    for number, seed in enumerate(seeds):
        play_hand(game, seats, seed, number % game.seats, budget)
        tally.hands += 1
    return tally


class _Counted:
    """A player whose decisions are counted."""

    def __init__(self, bot: AnyBot, look: Watch, tally: Tally) -> None:
        self._bot, self._look, self._tally = bot, look, tally

    def choose(self, view: View, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return what the player chooses."""
        action, found, tally = (
            self._bot.choose(view, legal, bits, budget),
            self._look(view, legal),
            self._tally,
        )
        tally.decisions += len(legal) > 1
        tally.chances.update(set(found.values()))
        if action in found:
            tally.made[found[action]] += 1
        return action
