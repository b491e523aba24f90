"""Positions of Kakkuri made by hand."""

from collections.abc import Mapping

from engine.core.bits import mask_of
from engine.games import make
from engine.games.kakkuri import Kakkuri, KakkuriState
from engine.games.mechanics.shedding import top_of
from tests.support.hands import filled

SANSOKU_HAND = "P4 I4 C5 O5 P9 C9"


def kakkuri(**options: object) -> Kakkuri:
    game = make("kakkuri", options)
    assert isinstance(game, Kakkuri)
    return game


def mask(game: Kakkuri, text: str) -> int:
    return mask_of(game.deck.numbers_of(text.split()))


def pack(game: Kakkuri, hands: Mapping[int, str], box: str = "", dealer: int = 0) -> tuple[int, ...]:
    """Return a pack that deals these cards to these seats, and to the box in this order; the others anyhow."""
    lying = list(map(game.deck.number, box.split()))
    held, rest = filled(game, hands, 6, dealer, lying)
    dealt = [card for half in (slice(0, 3), slice(3, 6)) for hand in held for card in hand[half]]
    return (*dealt, *lying, *rest)


def opened(hands: Mapping[int, str], box: str = "", dealer: int = 0, **options: object) -> KakkuriState:
    """Return a session with a round in play, the first box card turned up. There are no swaps."""
    game = kakkuri(swap_phase=False, **options)
    state = game.new(dealer)
    state.deal(pack(game, hands, box, dealer))
    return state


def position(hand: str, top: str, **options: object) -> KakkuriState:
    """Return a session in which seat 0 is to play this hand on this card."""
    state = opened({}, **options)
    game = state.game
    state.hands[0] = mask(game, hand)
    state.sizes[0] = len(hand.split())
    state.top = top_of(game.deck.number(top))
    state.refresh()
    return state


def legal(state: KakkuriState) -> set[str]:
    return {state.game.text(action) for action in state.legal_actions()}
