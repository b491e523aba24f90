"""The options of yomi: docs/rules/yomi.md §5."""

from dataclasses import dataclass

from engine.core.options import OptionError, Options, choice, count, flag


@dataclass(frozen=True, slots=True)
class YomiOptions(Options):
    """How a table plays yomi."""

    players: int = choice(4, 3)
    rules: str = choice("A", "A_wild", "B")
    """Which of the two rule sets, and whether A has its wild card."""
    must_play: bool = flag(True)
    """Whether a card that follows must be played; the wild one need not."""
    rounds: int = count(8, 1)

    def check(self) -> None:
        """Raise OptionError: rule set B is for four."""
        if self.rules == "B" and self.players != 4:
            raise OptionError("players", "rule set B is for 4 players")
