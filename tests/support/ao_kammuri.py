"""Positions of Ao-kammuri made by hand, by kinds."""

from collections.abc import Mapping

from engine.core.bits import cards
from engine.games import make
from engine.games.ao_kammuri import AoKammuri, AoKammuriState
from engine.games.mechanics.shedding_attack import counted


def ao_kammuri(**options: object) -> AoKammuri:
    game = make("ao_kammuri", options)
    assert isinstance(game, AoKammuri)
    return game


def pack(game: AoKammuri, hands: Mapping[int, str], dealer: int = 0) -> tuple[int, ...]:
    """Return a pack that deals cards of these kinds to these seats, and the others anyhow."""
    free = {name: list(cards(mask)) for name, mask in zip(game.kinds.names, game.kinds.masks, strict=True)}
    given = {seat: [free[name].pop(0) for name in text.split()] for seat, text in hands.items()}
    rest = [card for kind in free.values() for card in kind]
    order = []
    for place in range(4):
        hand = given.get((dealer + 1 + place) % 4, [])
        order.append([*hand, *(rest.pop() for _ in range(25 - len(hand)))])
    return tuple(card for hand in order for card in hand)


def position(hands: Mapping[int, str], turn: int, **options: object) -> AoKammuriState:
    """Return a session in which some seats hold just these cards; the others keep what they were dealt."""
    game = ao_kammuri(**options)
    state = game.new(turn)
    state.deal(pack(game, hands, turn))
    names = game.kinds.names
    for seat, text in hands.items():
        kept, want = 0, text.split()
        for name in set(want):
            of_kind = cards(state.dealt[seat] & game.kinds.masks[names.index(name)])
            kept |= sum(1 << card for card in of_kind[-want.count(name) :])
        state.hold(seat, counted(kept, game.kinds.masks))
        state.sizes[seat] = len(want)
    state.refresh()
    return state
