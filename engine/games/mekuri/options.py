"""The options of mekuri: docs/rules/mekuri.md §6."""

from dataclasses import dataclass

from engine.core.options import OptionError, Options, choice, count


@dataclass(frozen=True, slots=True)
class MekuriOptions(Options):
    """How a table plays mekuri."""

    players: int = choice(3, 4, 2)
    """Of four, three play a round; two play by Blomhoff's account."""
    scoring: str = choice("par", "blomhoff")
    """Points against a par of 240, or the points of Blomhoff's account of 1824."""
    yaku_value: int = count(50, 0)
    """What each of the others pays for a yaku; by Blomhoff's account twice or three times as much."""
    rounds: int = count(6, 1)

    def check(self) -> None:
        """Raise OptionError: which numbers of players each way knows."""
        if (self.scoring == "par" and self.players == 2) or (
            self.scoring == "blomhoff" and self.players == 4
        ):
            raise OptionError("players", f"scoring {self.scoring!r} is not for {self.players} players")
