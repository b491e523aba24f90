import pytest

from engine.games.mechanics.auction import NO_BID, Auction


def hold(auction: Auction, *said: tuple[int, int]) -> bool:
    """Say (seat, bid) one after the other; return whether the last one won it."""
    won = False
    for seat, bid in said:
        assert not won
        assert auction.turn == seat
        won = auction.say(bid)
    return won


def test_who_passed_is_out() -> None:
    auction = Auction(4, 1, pass_out=True)
    assert hold(auction, (1, NO_BID), (2, 5), (3, 7), (0, NO_BID), (2, 9), (3, NO_BID))
    assert (auction.bidder, auction.bid) == (2, 9)


def test_who_passed_may_come_back_where_the_table_says_so() -> None:
    auction = Auction(3, 0, pass_out=False)
    assert hold(auction, (0, NO_BID), (1, 2), (2, NO_BID), (0, 3), (1, NO_BID), (2, NO_BID))
    assert (auction.bidder, auction.bid) == (0, 3)


@pytest.mark.parametrize("pass_out", [True, False])
def test_all_pass(pass_out: bool) -> None:
    auction = Auction(3, 2, pass_out=pass_out)
    assert not hold(auction, (2, NO_BID), (0, NO_BID))
    assert not auction.all_passed
    assert not hold(auction, (1, NO_BID))
    assert auction.all_passed


def test_the_last_one_wins_with_the_first_bid() -> None:
    auction = Auction(3, 0, pass_out=True)
    assert hold(auction, (0, NO_BID), (1, NO_BID), (2, 4))


def test_a_copy_is_independent() -> None:
    auction = Auction(3, 0, pass_out=True)
    copy = auction.clone()
    assert copy == auction
    copy.say(3)
    assert (auction.bid, copy.bid) == (NO_BID, 3)
