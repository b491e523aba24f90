"""Jūdan and mekuri written down a second time: docs/rules/judan.md and docs/rules/mekuri.md, with lists of codes."""

from collections.abc import Sequence
from typing import Any

JUDAN_WORTH = {"P": (1, 1, 5, 5), "I": (2, 2, 10, 10)}
MEKURI_YAKU = ("P1 P2 P10", "P1 I2 P10", "P7 P8 P9", "I7 I8 I9", "P1 P2 P3", "P10 P11 P12")
BLOMHOFF = {
    "P": (5, 3, 0, 4, 5, 6, 2, 2, 2, 5, 3, 3),
    "I": (5, 1, 1, 1, 1, 1, 1, 1, 1, 5, 3, 3),
    "O": (5, 5, 0, 0, 0, 0, 0, 0, 0, 5, 3, 3),
    "C": (1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1),
}


def number(code: str) -> str:
    return code[1:]


def runs(suit: str) -> list[set[str]]:
    return [{f"{suit}{first + step}" for step in range(3)} for first in (1, 4, 7, 10)]


class NaiveFishing:
    """A position in play: who plays in which order, and what lies where."""

    def __init__(
        self, game: str, hands: Sequence[list[str]], field: list[str], pile: list[str], **more: Any
    ) -> None:
        self.game, self.hands, self.field, self.pile = (
            game,
            [list(hand) for hand in hands],
            list(field),
            list(pile),
        )
        self.caught: list[list[str]] = [list(cards) for cards in more["caught"]]
        self.order: list[int] = list(more["order"])
        """The seats that play, the one to play first."""
        self.options: dict[str, Any] = more["options"]
        self.turned: str | None = more["turned"]
        self.result: list[int] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "NaiveFishing":
        new = object.__new__(NaiveFishing)
        new.__dict__ |= self.__dict__
        new.hands, new.caught = [hand[:] for hand in self.hands], [cards[:] for cards in self.caught]
        new.field, new.pile, new.order = self.field[:], self.pile[:], self.order[:]
        return new

    def alike(self, card: str) -> list[str]:
        return [other for other in self.field if number(other) == number(card)]

    def legal(self) -> list[str]:
        if self.turned is not None:
            return [f"take {other}" for other in self.alike(self.turned)]
        texts = []
        for card in self.hands[self.order[0]]:
            alike = self.alike(card)
            texts += [f"play {card} take {other}" for other in alike] if len(alike) == 2 else [f"play {card}"]
        return texts

    def play(self, text: str) -> None:
        words = text.split()
        seat = self.order[0]
        if words[0] == "take":
            assert self.turned is not None
            self.catch(self.turned, words[1])
            self.turned = None
        else:
            self.hands[seat].remove(words[1])
            self.catch(words[1], words[3] if len(words) > 2 else None)
            top = self.pile.pop(0)
            if len(self.alike(top)) == 2:
                self.turned = top
                return
            self.catch(top, None)
        self.order.append(self.order.pop(0))
        if not any(self.hands):
            self.result = self.scores()

    def catch(self, card: str, choice: str | None) -> None:
        alike = self.alike(card) if choice is None else [choice]
        if not alike:
            self.field.append(card)
            return
        for other in alike:
            self.field.remove(other)
        self.caught[self.order[0]] += [card, *alike]

    def scores(self) -> list[int]:
        if self.game == "judan":
            first, second = map(self.judan, self.caught)
            return [first - second, second - first]
        scores = [0] * len(self.caught)
        for seat in self.order:
            scores[seat] += self.points(self.caught[seat])
            paid = self.yaku(set(self.caught[seat])) * self.options["yaku_value"]
            for other in self.order:
                scores[other] += paid * (len(self.order) - 1) if other == seat else -paid
        return scores

    def judan(self, caught: list[str]) -> int:
        return sum(
            worth
            for suit, worths in JUDAN_WORTH.items()
            for worth, run in zip(worths, runs(suit), strict=True)
            if run <= set(caught)
        )

    def points(self, caught: list[str]) -> int:
        if self.options["scoring"] == "blomhoff":
            return sum(BLOMHOFF[card[0]][int(number(card)) - 1] for card in caught)
        return sum(self.par(card) for card in caught) - 240

    def par(self, card: str) -> int:
        if card == "P6":
            return 60
        if card in ("P7", "P8"):
            return 20
        return 50 if card[0] == "P" or card == "O2" else 10 if card[0] == "I" else 0

    def yaku(self, caught: set[str]) -> int:
        if self.options["scoring"] == "blomhoff":
            return sum(3 if f"{suit}10" in run else 2 for suit in "PI" for run in runs(suit) if run <= caught)
        return sum(set(codes.split()) <= caught for codes in MEKURI_YAKU)
