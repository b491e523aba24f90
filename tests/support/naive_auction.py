"""The auctions of Napoleon and Mighty written a second time: docs/rules/napoleon.md §3, docs/rules/mighty.md §3."""

from typing import Any

Bid = tuple[int, str]


class NaiveAuction:
    """An auction as far as the bids go; what comes after it is not asked."""

    result = None

    def __init__(self, game: str, seats: int, dealer: int, **options: Any) -> None:
        self.game, self.options = game, options
        self.queue = [(dealer + step) % seats for step in range(1, seats + 1)]
        """Who is still in, the next one to speak first."""
        self.standing: Bid | None = None
        if game == "mighty":
            self.denominations, self.least = ["C", "D", "H", "S", "NT"], 13
        else:
            place = options["no_trump"]
            self.denominations = ["NT"] * (place == "low") + ["C", "D", "H", "S"] + ["NT"] * (place == "high")
            self.least = options["min_bid"]

    def over(self, bid: Bid) -> bool:
        """Say whether a bid is higher than the one that stands."""
        if self.standing is None:
            return True
        (number, name), (least, standing) = bid, self.standing
        if number != least:
            return number > least
        if self.options.get("suit_order") == "unranked":
            return name == "NT" != standing
        return self.denominations.index(name) > self.denominations.index(standing)

    def legal(self) -> list[str]:
        bids = [(number, name) for number in range(self.least, 21) for name in self.denominations]
        return ["pass", *(f"bid {number} {name}" for number, name in bids if self.over((number, name)))]

    def play(self, text: str) -> None:
        seat = self.queue.pop(0)
        if text != "pass":
            _, number, name = text.split()
            self.standing = (int(number), name)
        if text != "pass" or not self.options.get("pass_out", True):
            self.queue.append(seat)
