"""Positions of Napoleon made by hand: deals that give seats what a test says, and auctions in a line."""

from collections.abc import Mapping

from engine.core.bits import mask_of
from engine.games import make
from engine.games.napoleon import Napoleon
from tests.support.hands import filled


def napoleon(**options: object) -> Napoleon:
    game = make("napoleon", options)
    assert isinstance(game, Napoleon)
    return game


def codes(text: str) -> list[str]:
    return text.split()


def mask(game: Napoleon, text: str) -> int:
    return mask_of(game.deck.numbers_of(text.split()))


def pack(game: Napoleon, hands: Mapping[int, str], kitty: str = "", dealer: int = 0) -> tuple[int, ...]:
    """Return a pack that deals these cards to these seats (and to the kitty, in order), the others anyhow."""
    lying = list(map(game.deck.number, kitty.split()))
    order, rest = filled(game, hands, game.hand_size, dealer, lying)
    dealt = [order[at % game.seats][at // game.seats] for at in range(game.seats * game.hand_size)]
    return (*dealt, *lying, *rest)
