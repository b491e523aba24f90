"""The worked examples of docs/rules/napoleon.md §12."""

import pytest

from engine.core.events import NOBODY
from engine.core.hands import listed
from engine.core.why import IllegalAction
from engine.games.napoleon import Napoleon, NapoleonState
from engine.games.napoleon.ranks import tables, winner
from engine.games.napoleon.scoring import made, payments
from tests.support.actions import legal, play
from tests.support.napoleon import mask, napoleon, pack

SUITS = {"S": 0, "H": 1, "D": 2, "C": 3, "NT": 4}
JOKER_3 = {"joker": "strong"}


def trick(text: str, trump: str, number: int, **options: object) -> int:
    """Return the seat that wins a trick of seats 0, 1, 2, ... in order."""
    game = napoleon(**options)
    return winner(game.options, list(game.deck.numbers_of(text.split())), SUITS[trump], number)


def followers(hand: str, led: str, trump: str = "C", **options: object) -> set[str]:
    """Return what a hand may follow with."""
    game = napoleon(**options)
    duty = tables(game.options).duty[SUITS[trump]][game.deck.number(led)]
    return set(map(game.deck.code, duty.legal(listed(mask(game, hand)))))


def auction(game: Napoleon, *said: str, dealer: int = 0) -> NapoleonState:
    state = game.new(dealer)
    state.deal(game.pack)
    play(state, *said)
    return state


def bids(state: NapoleonState) -> list[str]:
    return [text.removeprefix("bid ") for text in legal(state) if text.startswith("bid")]


def test_n01_bids_rank_by_number_and_then_by_suit() -> None:
    game = napoleon()
    opening = bids(auction(game))
    assert len(opening) == 40
    assert (opening[0], opening[-1]) == ("11 C", "20 S")
    assert bids(auction(game, "bid 13 S"))[0] == "14 C"
    assert bids(auction(game, "bid 19 H")) == ["19 S", "20 C", "20 D", "20 H", "20 S"]


def test_n02_no_trumps_rank_highest_or_lowest() -> None:
    high, low = napoleon(no_trump="high"), napoleon(no_trump="low")
    assert bids(auction(high))[-1] == "20 NT"
    assert bids(auction(high, "bid 13 S"))[0] == "13 NT"
    assert bids(auction(low))[0] == "11 NT"
    assert bids(auction(low, "bid 13 S"))[0] == "14 NT"
    assert len(bids(auction(high))) == len(bids(auction(low))) == 50


def test_n04_the_trump_jack_wins() -> None:
    assert trick("C5 HJ DJ HA CA", "H", 4) == 1


def test_n05_the_ura_jack_beats_the_ace_of_trumps_and_another_jack_does_not() -> None:
    assert trick("CK DJ HA C2 C3", "H", 4) == 1
    assert trick("CK CJ HA C2 C3", "H", 4) == 2


def test_n07_the_mighty_follows_its_suit_and_no_other() -> None:
    assert followers("SA H2", "S5") == {"SA"}
    assert followers("SA H2", "H5") == {"H2"}


def test_n08_same_two_yields_to_a_jack() -> None:
    assert trick("D5 DK D2 D9 DA", "C", 3) == 2
    assert trick("D5 DJ D2 D9 DA", "H", 3) == 1


def test_n10_same_two_in_trumps_broken_and_against_the_mighty() -> None:
    assert trick("D5 DK D2 D9 DA", "D", 3) == 2
    assert trick("D5 DK D2 D9 C3", "H", 3) == 1
    assert trick("S5 SK S2 SA S9", "H", 3) == 3


def test_n11_yoromeki() -> None:
    assert trick("SA HQ S3 S4 S5", "C", 5, yoromeki=True) == 1
    assert trick("SA HQ S3 S4 S5", "C", 5) == 0
    assert trick("SA HQ CJ S4 S5", "C", 5, yoromeki=True) == 1
    assert trick("SA HQ SK S4 S5", "C", 1, yoromeki=True) == 0
    assert trick("S2 HQ SK S4 SA", "C", 1, yoromeki=True) == 4


def test_n13_the_strong_joker_led() -> None:
    assert trick("JK HA H5 C2 D3", "H", 4, **JOKER_3) == 0
    assert trick("JK HA DJ C2 D3", "H", 4, **JOKER_3) == 2
    assert trick("JK HJ DJ H2 D3", "H", 4, **JOKER_3) == 1
    assert trick("JK HJ DJ H2 D3", "H", 4, joker_rank=2, **JOKER_3) == 0
    assert trick("JK HJ SA H2 D3", "H", 4, joker_rank=2, **JOKER_3) == 2


def test_n14_the_strong_joker_asks_for_trumps() -> None:
    assert followers("H3 SA DJ C4", "JK", "H", **JOKER_3) == {"H3"}
    assert followers("SA DJ C4", "JK", "H", **JOKER_3) == {"SA", "DJ", "C4"}
    assert followers("S4 SA C4", "JK", "S", **JOKER_3) == {"S4", "SA"}


def test_n16_the_weak_joker_asks_for_trumps_and_then_for_point_cards() -> None:
    assert followers("HA DK C3", "JK", "H", joker="weak") == {"HA"}
    assert followers("DK C3 C4", "JK", "H", joker="weak") == {"DK"}
    assert followers("D9 C3", "JK", "H", joker="weak") == {"D9", "C3"}


def test_n17_the_weak_joker_is_the_lowest_trump() -> None:
    assert trick("JK DK CA C3 D9", "H", 4, joker="weak") == 0
    assert trick("JK DK CA H2 D9", "H", 4, joker="weak") == 3
    assert trick("JK DJ CA C3 D9", "H", 4, joker="weak") == 1


def at_first_lead(**options: object) -> NapoleonState:
    """Seat 1 is the Napoleon in hearts, holds JK, S9 and H2 and is to lead."""
    game = napoleon(joker="strong", **options)
    state = game.new()
    state.deal(pack(game, {1: "JK S9 H2 H3 H4 H5 H6 H7 H8 H9"}, "C2 C3 C4"))
    play(state, "bid 13 H", "pass", "pass", "pass", "pass", "call SA", "discard C2 C3 C4")
    return state


def test_n19_the_joker_and_the_first_trick() -> None:
    assert "play JK" in legal(at_first_lead())
    barred = at_first_lead(joker_may_lead_first=False)
    assert {"play S9", "play H2"} <= set(legal(barred))
    assert "play JK" not in legal(barred)
    with pytest.raises(IllegalAction, match="joker lead the first trick"):
        play(barred, "play JK")
    assert trick("JK HA HJ H2 SA", "H", 1, **JOKER_3) == 0


PAID = [  # seats, adjutant, bid, taken, what every seat gets; the Napoleon is seat 0
    (5, 2, 13, 15, (2, -1, 1, -1, -1)),
    (5, 2, 13, 12, (-2, 1, -1, 1, 1)),
    (5, 2, 13, 20, (-2, 1, -1, 1, 1)),
    (5, 2, 20, 20, (4, -2, 2, -2, -2)),
    (5, 2, 20, 19, (-4, 2, -2, 2, 2)),
    (5, NOBODY, 13, 13, (4, -1, -1, -1, -1)),
    (5, NOBODY, 20, 19, (-8, 2, 2, 2, 2)),
    (4, 2, 12, 12, (1, -1, 1, -1)),
    (6, 2, 12, 12, (3, -1, 1, -1, -1, -1)),
    (3, NOBODY, 12, 11, (-2, 1, 1)),
    (2, NOBODY, 12, 12, (1, -1)),
]


@pytest.mark.parametrize(("seats", "adjutant", "bid", "taken", "paid"), PAID)
def test_n20_n22_payments(seats: int, adjutant: int, bid: int, taken: int, paid: tuple[int, ...]) -> None:
    won = made(napoleon().options, bid, taken)
    assert payments(seats, 0, adjutant, bid, won=won) == paid


def test_n20_siberia_is_an_option() -> None:
    assert made(napoleon(siberia=False).options, 13, 20)


def test_n23_a_buried_point_card_lies_face_up_and_counts_for_the_opponents() -> None:
    game = napoleon()
    state = game.new()
    state.deal(pack(game, {1: "DA"}, "H3 S9"))
    play(state, "bid 20 D", "pass", "pass", "pass", "pass", "call SA", "discard H3 DA")
    for seat in (0, 2, None):
        view = state.view(seat)
        assert game.deck.codes(view.face_up) == game.deck.codes(view.discards) == ("DA",)
        assert sum(view.points) == 0
    assert game.deck.codes(state.view(1).discards) == ("H3", "DA")
    while state.turn >= 0:
        state.play(state.legal_actions()[0])
    assert sum(state.points) == 19
    assert state.scores()[1] < 0


PASSES = ("pass",) * 5


def test_n25_the_holder_of_the_mighty_must_bid() -> None:
    game = napoleon(all_pass="mighty_must_bid")
    state = game.new()
    state.deal(pack(game, {3: "SA"}))
    play(state, *PASSES)
    assert state.to_act() == 3
    assert len(bids(state)) == len(legal(state)) == 40
    with pytest.raises(IllegalAction, match="holder of SA must bid"):
        play(state, "pass")
    play(state, "bid 11 C")
    view = state.view(0)
    assert (view.phase, view.napoleon, view.number, view.denomination) == ("call", 3, 11, "C")


def test_n25_without_a_holder_the_same_dealer_deals_again() -> None:
    game = napoleon(all_pass="mighty_must_bid")
    state = game.new(dealer=2)
    state.deal(pack(game, {}, "SA C2", dealer=2))
    play(state, *PASSES)
    assert state.wants() == game.pack
    assert (state.dealer, len(state.hand_scores), state.view(None).thrown_in) == (2, 0, 1)


def test_n26_the_jack_of_the_turned_suit_must_bid() -> None:
    game = napoleon(all_pass="kitty_jack")
    state = game.new()
    state.deal(pack(game, {2: "DJ"}, "D7 C2"))
    play(state, *PASSES)
    view = state.view(0)
    assert view.turned == game.deck.number("D7")
    assert state.to_act() == view.must_bid == 2
    assert len(legal(state)) == 40


@pytest.mark.parametrize("kitty", ["DJ C2", "D7 DJ"])
def test_n26_a_jack_in_no_hand_forces_nobody(kitty: str) -> None:
    game = napoleon(all_pass="kitty_jack")
    state = game.new()
    state.deal(pack(game, {}, kitty))
    play(state, *PASSES)
    assert state.wants() == game.pack
    assert state.view(None).turned == game.deck.number(kitty[:2])


@pytest.mark.parametrize(
    ("players", "joker", "index"), [(5, None, 0), (5, "strong", 1), (4, None, 1), (4, "weak", 2)]
)
def test_n26_the_middle_card_of_the_kitty_is_turned(players: int, joker: str | None, index: int) -> None:
    game = napoleon(all_pass="kitty_jack", players=players, joker=joker)
    state = game.new()
    state.deal(game.pack)
    lying = state.kitty
    play(state, *["pass"] * players)
    assert state.view(None).turned == lying[index]


def test_n26_a_turned_joker_forces_nobody() -> None:
    game = napoleon(all_pass="kitty_jack", joker="strong")
    state = game.new()
    state.deal(pack(game, {}, "C2 JK C3"))
    play(state, *PASSES)
    assert state.wants() == game.pack


def test_n28_the_last_one_left_is_the_napoleon() -> None:
    said = ("pass", "bid 12 D", "pass", "bid 12 H", "pass", "bid 13 D", "pass")
    state = auction(napoleon(), *said)
    view = state.view(None)
    assert (view.phase, view.to_act, view.napoleon, view.number, view.denomination) == ("call", 2, 2, 13, "D")


def test_n29_the_last_player_may_still_bid_or_pass() -> None:
    game = napoleon()
    state = auction(game, "pass", "pass", "pass", "pass")
    assert state.to_act() == 0
    assert len(bids(state)) == 40
    assert legal(state)[0] == "pass"
    play(state, "pass")
    assert state.wants() == game.pack
    assert state.dealer == 0


def test_a_passer_may_come_back_where_the_table_says_so() -> None:
    state = auction(napoleon(pass_out=False), "pass", "bid 11 C", "pass", "pass", "pass")
    assert state.to_act() == 1
    play(state, "bid 11 D", "pass", "pass", "pass", "pass")
    assert state.view(None).napoleon == 1


def test_everybody_is_asked_also_over_the_highest_bid() -> None:
    state = auction(napoleon(), "bid 20 S")
    assert state.to_act() == 2
    assert legal(state) == ["pass"]


def test_redeals_can_be_limited() -> None:
    game = napoleon(max_redeals=1, hands=2)
    state = game.new()
    state.deal(game.pack)
    play(state, *PASSES)
    assert state.hand_scores == []
    state.deal(game.pack)
    play(state, *PASSES)
    assert state.hand_scores == [(0, 0, 0, 0, 0)]
    assert state.dealer == 1
    assert not state.is_over()


def test_kitties_by_players() -> None:
    sizes = {
        (players, joker): napoleon(players=players, joker=joker).kitty_size
        for players in range(2, 7)
        for joker in (None, "strong")
    }
    assert sizes == {
        (2, None): 4, (2, "strong"): 5, (3, None): 4, (3, "strong"): 5, (4, None): 4, (4, "strong"): 5,
        (5, None): 2, (5, "strong"): 3, (6, None): 4, (6, "strong"): 5,
    }  # fmt: skip


def test_two_and_three_players_call_nobody() -> None:
    for players in (2, 3):
        state = auction(napoleon(players=players), "bid 12 C", *["pass"] * (players - 1))
        view = state.view(1)
        assert (view.phase, view.alone, view.called) == ("discard", True, None)
        assert len(state.legal_actions()) == {2: 20475, 3: 4845}[players]


def test_the_hunter_brings_the_joker_out() -> None:
    hunter = {"joker": "strong", "joker_hunter": True}
    assert followers("S4 JK H2", "S3", **hunter) == {"JK"}
    assert followers("S4 H2", "S3", **hunter) == {"S4"}
    assert followers("S4 JK H2", "S5", **hunter) == {"S4", "JK"}
    assert followers("S4 JK H2", "S3", joker="strong") == {"S4", "JK"}


def test_same_two_with_a_joker_thrown_in() -> None:
    cards = "D5 DK D2 JK DA"
    assert trick(cards, "C", 3, joker="strong") == 4
    assert trick(cards, "C", 3, joker="strong", same_two_joker="ignores") == 2
    first = {"joker": "strong", "same_two_from": 1}
    assert trick(cards, "C", 1, same_two_joker="ignores", **first) == 2
    assert trick(cards, "C", 1, **first) == 4
    assert trick("D5 DK D2 D9 DA", "C", 1, same_two_from=1) == 2
    assert trick("D5 DK D2 D9 DA", "C", 1) == 4
    assert trick("D5 DK D2 D9 DA", "C", 3, same_two_from=0) == 4
    assert trick("S5 SK S2 SA S9", "H", 1, same_two_from=1) == 2


def test_a_led_joker_is_no_part_of_a_same_two() -> None:
    ignoring = {"joker": "weak", "same_two_joker": "ignores"}
    assert trick("JK D5 D2 D9 DA", "C", 3, **ignoring) == 0


def test_no_trumps_have_no_jacks_and_only_the_mighty_beats_the_joker() -> None:
    assert trick("CK SJ HA C2 CA", "NT", 4) == 4
    assert trick("CK SA HA C2 CA", "NT", 4) == 1
    for joker in ("strong", "weak"):
        options = {"joker": joker, "no_trump": "high"}
        assert trick("JK HJ HA SA C2", "NT", 4, **options) == 3
        assert trick("JK HJ HA SK C2", "NT", 4, **options) == 0
    assert followers("HA C3", "JK", "NT", joker="strong") == {"HA", "C3"}
    assert followers("HA C3", "JK", "NT", joker="weak") == {"HA"}


def test_powers_from_the_first_trick() -> None:
    assert trick("CK DJ HA C2 C3", "H", 1) == 0
    assert trick("CK DJ HA C2 C3", "H", 1, first_trick_trumps=True) == 1
    assert trick("D5 DK D2 D9 DA", "C", 1, first_trick_trumps=True) == 4
