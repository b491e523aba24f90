"""Kakkuri written down a second time, slowly and with nothing of the engine: card codes, lists, loops."""

from itertools import combinations
from typing import Any

WILD = ("P1", "O2")


def face(card: str) -> int:
    return int(card[1:])


class NaiveKakkuri:
    """One round. `deck` holds codes; of eight, `box` is the order of the six cards of the seat that sits out."""

    def __init__(self, deck: list[str], dealer: int, box: list[str] | None = None, **options: Any) -> None:
        self.options: dict[str, Any] = {
            "players": 7,
            "pass_penalty": 1,
            "drop_out": False,
            "box_choice": False,
            "swap_phase": True,
            "utazu_shares": 3,
            "guri_shares": 2,
        } | options
        self.n = self.options["players"]
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        cards = list(deck)
        for _ in range(2):
            for j in range(self.n):
                self.hands[(dealer + 1 + j) % self.n] += [cards.pop(0) for _ in range(3)]
        self.box = cards
        self.inside = set(range(self.n))
        self.paid = [0] * self.n
        self.declared: set[int] = set()
        self.untouched = set(range(self.n))
        self.dealer = dealer
        if self.n == 8:
            self.sit_out(box)
        self.result: list[int] | None = None
        self.asked = [seat for seat in self.order(self.dealer) if seat != self.dealer]
        self.swapping = self.options["swap_phase"]
        if not self.swapping:
            self.look()

    def sit_out(self, box: list[str] | None) -> None:
        loser = next(seat for seat in range(8) if "P3" in self.hands[seat])
        assert box is not None
        assert sorted(box) == sorted(self.hands[loser])
        self.box, self.hands[loser] = list(box), []
        self.inside.remove(loser)
        if loser == self.dealer:
            self.dealer = (loser + 1) % 8

    def order(self, after: int) -> list[int]:
        return [seat for step in range(1, self.n + 1) if (seat := (after + step) % self.n) in self.inside]

    def look(self) -> None:
        self.swapping = False
        for seat in sorted(self.inside):
            if {"I1", "O1", "C1"} <= set(self.hands[seat]):
                self.pay(seat, self.options["utazu_shares"])
                return
        self.follow = self.after(self.box.pop(0))
        self.last = self.seat = self.dealer
        self.start(self.dealer, fresh=True)

    def after(self, card: str) -> set[int]:
        """Return the numbers that may follow a card by its number."""
        number = face(card)
        if number == 12:
            return set(range(1, 13))
        return {number, number + 1} if number in (1, 2) else {number + 1}

    def start(self, seat: int, *, fresh: bool = False) -> None:
        self.seat, self.played, self.choosing, self.forced = seat, 0, False, False
        if seat == self.last and not fresh:
            if not self.box:
                self.follow, self.forced = set(range(1, 13)), True
            elif self.options["box_choice"]:
                self.choosing = True
            else:
                self.follow = self.after(self.box.pop(0))

    def actor(self) -> int | None:
        if self.result is not None:
            return None
        return self.asked[0] if self.swapping else self.seat

    def legal(self) -> set[str]:
        if self.result is not None:
            return set()
        if self.swapping:
            return {"swap", "keep"}
        hand = self.hands[self.seat]
        out = set()
        for size in (1, 2, 3):
            for cards in combinations(hand, size):
                if len({face(card) for card in cards}) == 1 and self.may_lay(cards):
                    out.add("play " + " ".join(sorted(cards, key=lambda card: "PICO".index(card[0]))))
        if self.played == 0 and self.seat not in self.declared and self.three_pairs(hand):
            out.add("sansoku")
        if self.options["drop_out"] and self.seat in self.untouched:
            out.add("drop")
        if self.choosing:
            out.add("turn_box")
        elif not self.forced:
            out.add("end")
        return out

    def may_lay(self, cards: tuple[str, ...]) -> bool:
        if (self.seat in self.declared) != (len(cards) == 2):
            return False
        return face(cards[0]) in self.follow or (len(cards) == 1 and cards[0] in WILD)

    def three_pairs(self, hand: list[str]) -> bool:
        numbers = sorted(face(card) for card in hand)
        return len(hand) == 6 and numbers[::2] == numbers[1::2] and len(set(numbers)) == 3

    def play(self, text: str) -> None:
        verb, *cards = text.split()
        if self.swapping:
            self.answer(verb)
        elif verb == "play":
            self.lay(cards)
        elif verb == "sansoku":
            self.declared.add(self.seat)
        elif verb == "turn_box":
            self.follow, self.choosing = self.after(self.box.pop(0)), False
        elif verb == "drop":
            self.drop()
        else:
            if self.played == 0:
                self.paid[self.seat] += self.options["pass_penalty"]
            self.start(self.order(self.seat)[0])

    def answer(self, verb: str) -> None:
        seat = self.asked.pop(0)
        if verb == "swap":
            self.hands[seat], self.hands[self.dealer] = self.hands[self.dealer], self.hands[seat]
        if not self.asked:
            self.look()

    def lay(self, cards: list[str]) -> None:
        for card in cards:
            self.hands[self.seat].remove(card)
        self.untouched.discard(self.seat)
        self.played += len(cards)
        self.choosing = self.forced = False
        self.last = self.seat
        wild = len(cards) == 1 and cards[0] in WILD
        self.follow = set(range(1, 13)) if wild else self.after(cards[0])
        if not self.hands[self.seat]:
            self.pay(self.seat, self.options["guri_shares"] if self.played == 6 else 1)

    def drop(self) -> None:
        leaver = self.seat
        self.paid[leaver] += 1
        self.inside.remove(leaver)
        heir = self.order(leaver)[0]
        if len(self.inside) == 1:
            self.pay(heir, 0)
        elif leaver == self.last:
            self.last = heir
            self.start(heir, fresh=True)
        else:
            self.start(heir)

    def pay(self, winner: int, share: int) -> None:
        self.result = [-paid for paid in self.paid]
        self.result[winner] += sum(self.paid)
        for seat in self.inside - {winner}:
            self.result[seat] -= share
            self.result[winner] += share
