"""Oicho-kabu and kyō-kabu written down a second time: docs/rules/oicho_kabu.md, with numbers for cards."""

from collections.abc import Sequence
from typing import Any


def worth(cards: Sequence[int]) -> int:
    return int(str(sum(cards))[-1])


def stakes_won(game: str, bank: list[int], field: list[int], *, tie: str, either_way: bool = False) -> int:
    """Return how many stakes a bet on a field wins: §4, the first line that fits."""
    wins = {"oicho_kabu": [[4, 1], [9, 1]], "kyo_kabu": [[9, 1]] + [[1, 9]] * either_way}[game]
    if bank in wins:
        return -1
    if len(field) == 3 and len(set(field)) == 1:
        return 2
    if game == "kyo_kabu" and len(bank) == 3 and len(set(bank)) == 1 and 5 <= bank[0] <= 8:
        return -1
    if worth(field) == worth(bank):
        return -1 if tie == "banker" else 0
    return 1 if worth(field) > worth(bank) else -1


class NaiveKabu:
    """One round, from the numbers in the pack."""

    def __init__(self, game: str, pack: Sequence[int], banker: int, **options: Any) -> None:
        self.game, self.options, self.banker = game, options, banker
        self.kyo = game == "kyo_kabu"
        pile = list(pack)
        seats = options["players"]
        self.bettors = [(banker + step) % seats for step in range(1, seats)]
        if options.get("dead_cards"):
            del pile[: len(self.bettors)]
        self.fields = [[number] for number in (5, 6, 7, 8)] if self.kyo else [[pile.pop(0)] for _ in range(4)]
        self.pile = pile
        self.bets: dict[int, dict[int, int]] = {seat: {} for seat in self.bettors}
        self.betting, self.bank = list(self.bettors), list[int]()
        self.to_decide: list[int] | None = None
        self.result: list[int] | None = None

    def legal(self) -> list[str]:
        if self.betting:
            return self.legal_bets()
        if self.to_decide:
            value = worth(self.fields[self.to_decide[0] - 1])
            return ["card"] * (value <= 6) + ["stand"] * (value >= 4)
        return (
            ["card", "stand"]
            if len(self.bank) == 2
            else [f"draw_from {at}" for at in ("top", "bottom", "fourth")]
        )

    def legal_bets(self) -> list[str]:
        mine = self.bets[self.betting[0]]
        rest = self.options["max_total_bet"] - sum(sum(bets.values()) for bets in self.bets.values())
        fields = [] if self.kyo and mine else [field for field in range(1, 5) if field not in mine]
        return ["done", *(f"bet {field} {stake}" for field in fields for stake in range(1, rest + 1))]

    def play(self, text: str) -> None:
        word, *rest = text.split()
        if word == "bet":
            self.bets[self.betting[0]][int(rest[0])] = int(rest[1])
        elif word == "done":
            self.betting.pop(0)
            if not self.betting and not any(self.bets.values()):
                self.result = [0] * (len(self.bettors) + 1)
            elif not self.betting and self.kyo:
                self.first("top")
        elif word == "draw_from" and not self.bank:
            self.first(rest[0])
        elif word == "draw_from":
            self.draw(rest[0])
        elif self.to_decide:
            field = self.to_decide.pop(0)
            if word == "card":
                self.fields[field - 1].append(self.pile.pop(0))
            self.second()
        else:
            if word == "card":
                self.bank.append(self.pile.pop(0))
            self.settle()

    def draw(self, place: str) -> None:
        self.bank.append(self.pile.pop({"top": 0, "bottom": -1, "fourth": 3}[place]))

    def first(self, place: str) -> None:
        self.draw(place)
        for field in self.fields:
            field.append(self.pile.pop(0))
        self.to_decide = []
        for seat in self.bettors:
            self.to_decide += [field for field in sorted(self.bets[seat]) if field not in self.to_decide]

    def second(self) -> None:
        if not self.to_decide and self.options.get("second_draw") != "chosen":
            self.draw("top")

    def settle(self) -> None:
        rules = {"tie": self.options["tie"], "either_way": self.options.get("kuppin_any_order", False)}
        paid = [0] * (len(self.bettors) + 1)
        for seat, bets in self.bets.items():
            for field, stake in bets.items():
                paid[seat] += stake * stakes_won(self.game, self.bank, self.fields[field - 1], **rules)
        paid[self.banker] = -sum(paid)
        self.result = paid
