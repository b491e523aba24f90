"""Ginkō and Ginkō-ya written down a second time: docs/rules/ginko.md, with the cards that its examples name."""

from collections.abc import Sequence
from typing import Any

WORTH = {2: 500, 3: 300, 6: 10, 8: 400, 9: 50, 10: 1000, 17: 150, 38: 50, 89: 500}
WOMEN, MONKS, MEN = {9, 38}, {8}, {2, 3, 6, 17}


class NaiveBank:
    """One round. `table` has the banker's card first in Ginkō, and none in Ginkō-ya."""

    def __init__(self, game: str, table: Sequence[int], seats: int, banker: int, **options: Any) -> None:
        self.ginko, self.table, self.options = game == "ginko", list(table), options
        self.banker = banker
        self.waiting = [(banker + step) % seats for step in range(1, seats)]
        self.bets: list[dict[int, int]] = [{} for _ in range(seats)]
        self.result: list[int] | None = None

    def legal(self) -> list[str]:
        mine = self.bets[self.waiting[0]]
        left = self.options["start"] - sum(mine.values())
        most = min(left, self.options["max_stake"])
        slots = [slot for slot in range(1, 5) if slot not in mine]
        return ["done", *(f"bet {slot} {stake}" for slot in slots for stake in range(1, most + 1))]

    def play(self, text: str) -> None:
        if text == "done":
            self.waiting.pop(0)
        else:
            _, slot, stake = text.split()
            self.bets[self.waiting[0]][int(slot)] = int(stake)
        if not self.waiting:
            changes = [self.change(bets) for bets in self.bets]
            changes[self.banker] = -sum(changes)
            self.result = changes

    def change(self, bets: dict[int, int]) -> int:
        won = lost = 0
        for slot, stake in bets.items():
            paid = self.paid(slot) * stake
            won += max(paid, 0)
            lost += max(-paid, 0)
        return won - min(lost, self.options["start"])

    def paid(self, slot: int) -> int:
        """Return how many stakes a bet wins."""
        if not self.ginko:
            card = self.table[slot - 1]
            if card in (10, 89):
                return -5 if card == 10 else 5
            return -1 if card in MONKS else 1 if card in WOMEN else 0
        bank, card = self.table[0], self.table[slot]
        if WORTH[card] > WORTH[bank]:
            return int(self.options["interest"])
        if WORTH[card] == WORTH[bank]:
            return 0
        if self.options["monk_multipliers"]:
            return -3 if bank in MONKS else -2 if card in MONKS else -1
        return -1
