"""How a match stands: hands make a game, games make the match. docs/rules/hachinin_meri.md §10."""

from typing import NamedTuple


class Standing(NamedTuple):
    """What the two teams (even seats, odd seats) have after the finished hands."""

    games_won: tuple[int, int]
    ko: tuple[int, int]
    """In the game that is being played."""
    hand: int
    """Finished hands of this game."""

    def after(self, ko: tuple[int, int], hands: int) -> "Standing":
        """Return how it stands after a hand with this result; a game has so many hands, and more while it is level."""
        even, odd = self.ko[0] + ko[0], self.ko[1] + ko[1]
        if self.hand + 1 < hands or even == odd:
            return Standing(self.games_won, (even, odd), self.hand + 1)
        won = (self.games_won[0] + (even > odd), self.games_won[1] + (odd > even))
        return Standing(won, (0, 0), 0)

    def decides(self, match_games: int) -> bool:
        """Say whether a team has won the best of so many games."""
        return max(self.games_won) > match_games // 2


START = Standing((0, 0), (0, 0), 0)
