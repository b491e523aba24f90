"""Shirinma written down a second time: docs/rules/shirinma.md, with lists of codes."""

from collections.abc import Sequence
from typing import Any

PRICES = {"1": "dragon", "10": "maid", "11": "horse", "12": "king"}


class NaiveShirinma:
    """One round, from the codes in the pack."""

    def __init__(self, pack: Sequence[str], dealer: int, **options: Any) -> None:
        self.options, self.seats = options, options["players"]
        self.field, *self.pack = pack
        self.bottom = pack[-1]
        self.seat, self.given = dealer, 0
        self.paid = [options["ante"]] * self.seats
        self.rides: list[tuple[str, int, int | None]] = []
        """Showdown cards with owner and rider."""
        self.auction: list[int] | None = None
        self.bid, self.bidder, self.passes = 0, -1, 0
        self.result: list[int] | None = None
        self.go_on()

    def legal(self) -> list[str]:
        return ["pass", *(f"bid {bid}" for bid in range(self.bid + 1, self.options["max_bid"] + 1))]

    def play(self, text: str) -> None:
        assert self.auction is not None
        seat = self.auction.pop(0)
        self.auction.append(seat)
        if text == "pass":
            self.passes += 1
        else:
            self.bid, self.bidder, self.passes = int(text.split()[1]), seat, 0
        if self.passes == len(self.auction) - (self.bid > 0):
            card, owner, _ = self.rides.pop()
            self.rides.append((card, owner, self.bidder if self.bid else None))
            if self.bid:
                self.paid[self.bidder] += self.bid
            self.auction = None
            self.go_on()

    def go_on(self) -> None:
        while self.more():
            card, owner = self.pack.pop(0), self.seat
            self.seat, self.given = (owner + 1) % self.seats, self.given + 1
            if card[1:] in PRICES:
                self.paid[owner] += self.options[PRICES[card[1:]]]
                self.rides.append((card, owner, None))
                self.auction = [(owner + step) % self.seats for step in range(1, self.seats)]
                self.bid, self.bidder, self.passes = 0, -1, 0
                return
        self.settle()

    def more(self) -> bool:
        if self.given < 2 * self.seats:
            return True
        third = self.given > 2 * self.seats or not self.rides
        return third and self.seats <= 15 and self.given < 3 * self.seats

    def settle(self) -> None:
        self.result = [-paid for paid in self.paid]
        trumps = [ride for ride in self.rides if ride[0][0] == self.bottom[0]]
        if not trumps or self.field[0] == self.bottom[0] or self.bottom[1:] in ("2", "3"):
            return
        _, owner, rider = max(trumps, key=lambda ride: int(ride[0][1:]))
        pot = sum(self.paid)
        share = 0 if rider is None else pot // 2
        self.result[owner] += pot - share
        if rider is not None:
            self.result[rider] += share
