"""The two players of a match. Values for both are pairs, indexed by the player."""

from enum import IntEnum
from typing import TypeAlias, TypeVar

Item = TypeVar("Item")
Pair: TypeAlias = tuple[Item, Item]
"""A's and B's: `pair[Player.A]`, `pair[Player.B]`."""


class Player(IntEnum):
    """A player; `name` is the letter of the files."""

    A = 0
    B = 1

    @property
    def other(self) -> "Player":
        """The player across the field."""
        return Player.A if self else Player.B


A, B = PLAYERS = (Player.A, Player.B)


def with_entry(pair: Pair[Item], player: Player, item: Item) -> Pair[Item]:
    """Return the pair with one player's entry replaced."""
    return (pair[0], item) if player else (item, pair[1])


class Side(IntEnum):
    """Where the read card lies: in a player's territory, or nowhere on the field (karafuda, a dead card)."""

    A = 0
    B = 1
    DEAD = 2

    @property
    def label(self) -> str:
        """The word of the files: `A`, `B` or `dead`."""
        return "dead" if self is Side.DEAD else self.name

    @property
    def owner(self) -> Player | None:
        """The player whose territory it is."""
        return None if self is Side.DEAD else PLAYERS[self]
