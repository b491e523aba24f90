"""Yomi written down a second time: docs/rules/yomi.md, with lists of codes."""

from collections.abc import Sequence
from typing import Any


class NaiveYomi:
    """A round from any position; `top` is the number that was laid last, None where anything follows."""

    def __init__(self, hands: Sequence[list[str]], seat: int, **more: Any) -> None:
        self.hands, self.seat = [list(hand) for hand in hands], seat
        self.top: int | None = more["top"]
        self.laid_last: int = more["laid_last"]
        self.leading: bool = more["leading"]
        self.options: dict[str, Any] = more["options"]
        three = self.options["players"] == 3
        self.wild = {"A": "", "A_wild": "I2" if three else "E1", "B": ""}[self.options["rules"]]
        self.highest = 12 if self.options["rules"] == "B" else 10
        self.result: list[int] | None = None

    def legal(self) -> list[str]:
        hand = self.hands[self.seat]
        plain = [card for card in hand if card != self.wild]
        if not self.leading and self.top is not None:
            plain = [card for card in plain if int(card[1:]) == self.top % self.highest + 1]
        texts = [f"play {card}" for card in plain] + [f"play {card}" for card in hand if card == self.wild]
        must = self.leading or (plain and self.options["must_play"])
        return texts if must else [*texts, "end"]

    def play(self, text: str) -> None:
        if text == "end":
            self.seat = (self.seat + 1) % len(self.hands)
            self.leading = self.seat == self.laid_last
            return
        card = text.split()[1]
        self.hands[self.seat].remove(card)
        self.top = None if card == self.wild else int(card[1:])
        self.laid_last, self.leading = self.seat, False
        if not self.hands[self.seat]:
            self.result = [int(seat == self.seat) for seat in range(len(self.hands))]
