"""What the rules of thumb of the trick games share: the cheapest card that wins, the card one misses least."""

from collections.abc import Iterable, Sequence


def cheapest_winner(cards: Iterable[int], power: Sequence[int], over: int) -> int | None:
    """Return the weakest of the cards that is stronger than `over`; None if none is."""
    winners = [card for card in cards if power[card] > over]
    return min(winners, key=lambda card: power[card]) if winners else None


def boss(card: int, power: Sequence[int], unseen: int) -> bool:
    """Say whether no unseen card beats a card, by these strengths."""
    strength = power[card]
    while unseen:
        lowest = unseen & -unseen
        if power[lowest.bit_length() - 1] > strength:
            return False
        unseen ^= lowest
    return True
