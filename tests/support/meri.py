"""Positions of Hachinin-meri made by hand."""

from collections.abc import Mapping

from engine.core.hands import hand_of
from engine.games import make
from engine.games.hachinin_meri import HachininMeri, MeriState


def meri(**options: object) -> HachininMeri:
    game = make("hachinin_meri", options)
    assert isinstance(game, HachininMeri)
    return game


def pack(
    game: HachininMeri, hands: Mapping[int, str], stock: str, dealer: int | None = None
) -> tuple[int, ...]:
    """Return a pack that deals these cards to these seats, the others anyhow, with this stock (its first card up)."""
    dealer = game.seats - 1 if dealer is None else dealer
    number = game.deck.number
    lying = list(map(number, stock.split()))
    given = {seat: list(map(number, text.split())) for seat, text in hands.items()}
    named = {card for cards in (*given.values(), lying) for card in cards}
    rest = [card for card in game.pack if card not in named]
    lying += [rest.pop() for _ in range(len(game.pack) - 9 * game.seats - len(lying))]
    order = []
    for place in range(game.seats):
        hand = given.get((dealer + 1 + place) % game.seats, [])
        order.append([*hand, *(rest.pop() for _ in range(9 - len(hand)))])
    packets = [order[at % game.seats][3 * (at // game.seats) :][:3] for at in range(3 * game.seats)]
    return tuple(card for packet in packets for card in packet) + tuple(lying)


def start(game: HachininMeri, hands: Mapping[int, str], stock: str, dealer: int | None = None) -> MeriState:
    """Return a state just dealt; without a word the last seat deals, so that seat 0 is asked first."""
    state = game.new(game.seats - 1 if dealer is None else dealer)
    state.deal(pack(game, hands, stock, dealer))
    return state


def hand(text: str) -> bytes:
    return hand_of(meri().deck.numbers_of(text.split()))
