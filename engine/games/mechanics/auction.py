"""An auction of ranked bids: every bid is higher than the last, and who passes is out (or may come back).

Bids are ints that rise in rank; what they mean is the game's own matter. Who is asked depends on public facts alone,
and nobody passes without being asked, also where only a pass is left.
"""

from dataclasses import dataclass
from typing import Final

NO_BID: Final = -1


@dataclass(slots=True)
class Auction:
    """An auction in progress, `turn` to be asked next. With `pass_out` who passed never bids again."""

    seats: int
    turn: int
    pass_out: bool
    bid: int = NO_BID
    bidder: int = NO_BID
    passed: int = 0
    """Who is out, as a bit mask of seats."""
    in_a_row: int = 0
    """Passes since the last bid."""

    def say(self, bid: int) -> bool:
        """Take a bid, or NO_BID for a pass, from the seat that is asked; return whether the auction is won by it.

        It is won when a bid stands and nobody else is left to be asked.
        """
        seat, seats = self.turn, self.seats
        if bid < 0:
            self.in_a_row += 1
            if self.pass_out:
                self.passed |= 1 << seat
        else:
            self.bid, self.bidder, self.in_a_row = bid, seat, 0
        out, asked = self.passed, seat + 1
        while out >> asked % seats & 1 and asked < seat + seats:
            asked += 1
        self.turn = asked % seats
        return self.turn == self.bidder

    @property
    def all_passed(self) -> bool:
        """Whether everybody passed and nobody bid."""
        return self.bidder < 0 and self.in_a_row == self.seats

    def clone(self) -> "Auction":
        """Return an independent copy."""
        return Auction(
            self.seats, self.turn, self.pass_out, self.bid, self.bidder, self.passed, self.in_a_row
        )
