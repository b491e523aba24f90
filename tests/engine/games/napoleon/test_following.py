"""Who may follow with what, for every trump choice, led suit and kind of joker: no case stands for another."""

from itertools import product

import pytest

from tests.support.actions import legal, play
from tests.support.napoleon import napoleon, pack

SUITS = "SHDC"
TRUMPS = (*SUITS, "NT")
JOKERS = (None, "strong", "weak")


def others(*suits: str) -> list[str]:
    return [suit for suit in SUITS if suit not in suits]


@pytest.mark.parametrize(("trump", "led", "joker"), list(product(TRUMPS, SUITS, JOKERS)))
@pytest.mark.parametrize("trick", [1, 2])
def test_following_a_led_suit(trump: str, led: str, joker: str | None, trick: int) -> None:
    """The follower, seat 2, has one card of the led suit; then none; then only trumps. The joker goes always."""
    first, second = others(led)[:2]
    hand = f"{led}8 {first}3 {first}4 {first}5 {first}6 {second}3 {second}4 {second}5"
    extra = f" JK {second}6" if joker else f" {second}6 {second}7"
    cards = set((hand + extra).split())
    always = {"JK"} if joker else set()

    assert answers(trump, f"{led}9", cards, joker, trick) == {f"{led}8"} | always
    void = cards - {f"{led}8"} | {f"{first}7"}
    assert answers(trump, f"{led}9", void, joker, trick) == void
    if trump not in (led, "NT"):
        trumps = {f"{trump}{rank}" for rank in "23456789TJ"}
        assert answers(trump, f"{led}9", trumps, joker, trick) == trumps


def answers(trump: str, led: str, hand: set[str], joker: str | None, trick: int) -> set[str]:
    """Seat 1 is the Napoleon and leads `led` to the first or the second trick; return what seat 2 may play."""
    game = napoleon(joker=joker, no_trump="high")
    state = game.new()
    state.deal(pack(game, {2: " ".join(sorted(hand)), 1: led}))
    play(state, f"bid 20 {trump}", "pass", "pass", "pass", "pass", "call SA")
    hidden = [code for code in map(game.deck.code, state.hands[1]) if code != led][: game.kitty_size]
    play(state, "discard " + " ".join(hidden))
    if trick == 2:  # the second trick starts with the same hands: the first one is as if it had been played
        state.gather(1)
    play(state, f"play {led}")
    assert state.to_act() == 2
    return {text.removeprefix("play ") for text in legal(state)}


@pytest.mark.parametrize(("trump", "joker"), list(product(TRUMPS, ("strong", "weak"))))
def test_following_a_led_joker(trump: str, joker: str) -> None:
    a, b = others(trump)[:2]
    points, low = {f"{a}A", f"{b}K"}, {f"{a}3", f"{a}4", f"{a}5", f"{b}3", f"{b}4", f"{b}5", f"{b}6"}
    without = points | low | {f"{a}6"}
    assert len(without) == 10
    asked = points if joker == "weak" else without
    assert answers(trump, "JK", without, joker, 2) == asked
    if trump != "NT":
        one = points | low | {f"{trump}2"}
        assert answers(trump, "JK", one, joker, 2) == {f"{trump}2"}
        ranks = {f"{trump}{rank}" for rank in "23456789TJ"}
        assert answers(trump, "JK", ranks, joker, 2) == ranks


@pytest.mark.parametrize("joker", ["strong", "weak"])
def test_the_joker_may_be_played_to_the_last_trick_and_never_wins_unless_led(joker: str) -> None:
    game = napoleon(joker=joker)
    state = game.new()
    state.deal(
        pack(game, {1: "SA SK SQ SJ ST S9 S8 S7 S6 S5", 2: "JK H2 H3 H4 H5 H6 H7 H8 H9 HT"}, "D2 D3 CJ")
    )
    play(state, "bid 11 S", "pass", "pass", "pass", "pass", "call SA", "discard D2 D3 CJ")
    for trick in range(10):
        state.play(state.legal_actions()[-1])
        held = [text for text in legal(state) if text != "play JK"]
        play(state, held[0] if held else "play JK")
        while state.table:
            state.play(state.legal_actions()[0])
        assert state.tricks[trick].winner == 1
    assert state.tricks[-1].cards[1] == game.deck.number("JK")
