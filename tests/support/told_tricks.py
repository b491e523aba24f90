"""Who wins and what may follow in Mighty, kakeya-torampu and kan, written a second time, with lists of codes."""

from collections.abc import Sequence
from typing import Any

from engine.core.game import Game

RANKS = "23456789TJQKA"


def suit_of(code: str) -> str:
    return "" if code == "JK" else code[0]


def best(codes: Sequence[str], led: str, trump: str | None, strongest: Sequence[str]) -> str:
    """Return the first of `strongest` that is there, else the highest trump, else the highest of the led suit."""
    for code in strongest:
        if code in codes:
            return code
    for suit in (trump, led):
        of_suit = [code for code in codes if suit_of(code) == suit]
        if suit and of_suit:
            return max(of_suit, key=lambda code: RANKS.index(code[1]))
    return codes[0]


def may_follow(hand: Sequence[str], led: str, free: Sequence[str]) -> set[str]:
    """Return what follows a suit; `free` cards may always be played."""
    of_suit = [code for code in hand if suit_of(code) == led]
    return {*of_suit, *(code for code in hand if code in free)} if of_suit else set(hand)


def mighty_card(game: Game[Any], trump: str | None) -> str:
    return f"{game.options.all()['mighty_alt']}A" if trump == "S" else "SA"


def rensho(trump: str) -> str:
    return "CA" if trump == "S" else "SA"


def strongest(game: Game[Any], trump: str | None, number: int, ask: str) -> list[str]:
    """Return the cards above all trumps, in a trick counted from 0."""
    if game.id == "kakeya":
        return [rensho(trump or "")]
    if game.id == "kan":
        return ["JK"] if number < 9 else []
    has_power = 0 < number < 9 and ask != "call"
    return [mighty_card(game, trump), *(["JK"] if has_power else [])]


def following(
    game: Game[Any], hand: list[str], trump: str | None, number: int, led: str, ask: str
) -> set[str]:
    """Return the cards of a hand that may follow a led card."""
    suit = ask if ask in tuple("SHDC") else suit_of(led)
    if game.id == "kakeya":
        return may_follow(hand, suit, [rensho(trump or "")] if game.options.all()["rensho_anytime"] else [])
    if game.id == "kan":
        without = [code for code in hand if code != "JK"] if number == 0 else hand
        return may_follow(without, suit, ["JK"])
    best_card = mighty_card(game, trump)
    if ask == "call" and "JK" in hand:
        return {"JK"} | ({best_card} & set(hand))
    return may_follow(hand, suit, ["JK", best_card])
