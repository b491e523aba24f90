"""Bōzu-mekuri written down a second time, with nothing of the engine but the poem numbers."""

from typing import Any

WOMEN = {2, 9, 19, 38, 53, 54, 56, 57, 58, 59, 60, 61, 62, 65, 67, 72, 80, 88, 89, 90, 92}
MONKS = {8, 10, 12, 21, 47, 66, 69, 70, 82, 85, 86, 87, 95}
DAN = {1, 2, 13, 15, 20, 68, 77, 89, 99, 100}
YUMI = {11, 17, 39, 52, 63, 75}


class NaiveBozuMekuri:
    """A game on any stack of cards, drawn from one pile."""

    def __init__(self, stack: list[int], seats: int, start: int = 0, **options: Any) -> None:
        self.stack = list(stack)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.pot: list[int] = []
        self.seat, self.step, self.out, self.skips = start, 1, set[int](), set[int]()
        self.options = {
            "semimaru": "bozu",
            "dan": None,
            "yumi": None,
            "hime_empty_again": False,
            "hime_again": False,
            "bozu_loss": "all",
            "nyudo_as_bozu": False,
        } | options
        self.monks = MONKS | {76, 96} if self.options["nyudo_as_bozu"] else MONKS

    def others(self) -> list[int]:
        seats = len(self.hands)
        around = [(self.seat + self.step * k) % seats for k in range(1, seats)]
        return [seat for seat in around if seat not in self.out]

    def drop(self, seat: int, few: bool = False) -> None:
        hand = self.hands[seat]
        keep = max(0, len(hand) - 6) if few else 0
        self.pot += hand[keep:]
        self.hands[seat] = hand[:keep]

    def grab(self, seats: list[int]) -> None:
        for other in seats:
            self.hands[self.seat] += self.hands[other]
            self.hands[other] = []

    def draw(self) -> None:
        me, card, options = self.seat, self.stack.pop(0), self.options
        self.hands[me].append(card)
        again, stop, few = False, False, options["bozu_loss"] == "five"
        if card == 10:
            self.semimaru(few)
        elif card in self.monks:
            self.drop(me, few)
        elif card in WOMEN:
            again = options["hime_again"] or (options["hime_empty_again"] and not self.pot)
            self.hands[me] += self.pot
            self.pot = []
        if card in DAN:
            again, stop = self.dais(again)
        if card in YUMI and options["yumi"] == "reverse":
            self.step = -self.step
        if card in YUMI and options["yumi"] == "rotate_hands":
            ring = [me, *self.others()]
            hands = [self.hands[seat] for seat in ring]
            for at, seat in enumerate(ring):
                self.hands[seat] = hands[at - 1]
        if again and not stop and self.stack:
            return
        self.advance()

    def semimaru(self, few: bool) -> None:
        me, rule = self.seat, self.options["semimaru"]
        if rule == "all_lose":
            for seat in [me, *self.others()]:
                self.drop(seat)
        elif rule == "others_lose":
            for seat in self.others():
                self.drop(seat)
        elif rule == "take_all":
            self.grab(self.others())
        elif rule == "disqualified":
            self.drop(me)
            self.out.add(me)
        else:
            self.drop(me, few)
            if rule == "skip":
                self.skips.add(me)

    def dais(self, again: bool) -> tuple[bool, bool]:
        me, rule = self.seat, self.options["dan"]
        if rule == "draw_again":
            return True, False
        if rule == "take_pot":
            self.hands[me] += self.pot
            self.pot = []
        elif rule == "take_all_hands":
            self.grab(self.others())
        elif rule == "take_from_max":
            most = max(len(self.hands[other]) for other in self.others()) if self.others() else 0
            if most:
                self.grab([next(other for other in self.others() if len(self.hands[other]) == most)])
        elif rule == "blind10":
            self.hands[me] += self.stack[:10]
            self.stack = self.stack[10:]
            return again, True
        return again, False

    def advance(self) -> None:
        seats = len(self.hands)
        while True:
            self.seat = (self.seat + self.step) % seats
            if self.seat in self.out:
                continue
            if self.seat in self.skips:
                self.skips.remove(self.seat)
                continue
            return
