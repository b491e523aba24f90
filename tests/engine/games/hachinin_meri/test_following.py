"""Who may follow with what, for every trump suit, led suit and regime: no case stands for another."""

from itertools import product

import pytest

from engine.games.hachinin_meri.phases import TRICKS
from tests.support.actions import legal
from tests.support.meri import hand, meri

SUITS = "PICOG"
PAIRS = [(trump, led) for trump, led in product(SUITS, SUITS) if trump != led]


def answers(
    trump: str, led: str, held: str, *, trick: int, monchi: bool = False, dealt: str = ""
) -> set[str]:
    """Seat 0 leads to the second trick or the first; return what seat 1 may play."""
    game = meri()
    state = game.new()
    state.trumps = game.trumps[SUITS.index(trump)]
    state.oki, state.phase, state.turn, state.leader = state.trumps.rank("9"), TRICKS, 0, 0
    state.tricks = [None] * (trick - 1)  # type: ignore[list-item]  # only their number counts here
    state.monchi = monchi
    state.hands[0], state.hands[1], state.dealt[1] = hand(led), hand(held), hand(dealt or held)
    state.refresh()
    state.play(game.deck.number(led))
    return {text.removeprefix("play ") for text in legal(state)}


@pytest.mark.parametrize(("trump", "led"), PAIRS)
def test_a_plain_lead_binds_nobody_before_the_first_meri(trump: str, led: str) -> None:
    other = next(suit for suit in SUITS if suit not in (trump, led))
    hand = f"{led}3 {other}4 {trump}7 PR"
    for trick in (1, 2, 5):
        assert answers(trump, f"{led}K", hand, trick=trick) == set(hand.split())


@pytest.mark.parametrize(("trump", "led"), PAIRS)
def test_monchi(trump: str, led: str) -> None:
    other = next(suit for suit in SUITS if suit not in (trump, led))
    one = f"{led}3 {other}4 {trump}7 PR"
    void = f"{other}4 {trump}7 PR"
    trumps = f"{trump}7 {trump}X PR"
    assert answers(trump, f"{led}K", one, trick=4, monchi=True) == set(one.split()) - {f"{other}4"}
    assert answers(trump, f"{led}K", void, trick=4, monchi=True) == set(void.split())
    assert answers(trump, f"{led}K", trumps, trick=4, monchi=True) == set(trumps.split())


@pytest.mark.parametrize(("trump", "led"), PAIRS)
@pytest.mark.parametrize("monchi", [False, True])
def test_meri(trump: str, led: str, monchi: bool) -> None:
    one, tenka = f"{led}3 {led}4 {trump}7", f"{led}3 {led}4 PR"
    plain, trumps = f"{led}3 {led}4", f"{trump}7 {trump}U PR"
    for meri_lead in (f"{trump}5", "PR"):
        if meri_lead == "PR":
            tenka = tenka.replace("PR", f"{trump}S")
        for held, may in (
            (one, {f"{trump}7"}),
            (tenka, set(tenka.split()) - set(plain.split())),
            (plain, set(plain.split())),
        ):
            assert answers(trump, meri_lead, held, trick=3, monchi=monchi) == may
    assert answers(trump, f"{trump}5", trumps, trick=3, monchi=monchi) == set(trumps.split())


@pytest.mark.parametrize("trump", SUITS)
def test_a_lone_sun_is_free_in_every_trump_suit(trump: str) -> None:
    plain = next(suit for suit in SUITS if suit not in (trump, "P"))
    alone = f"{trump}X {plain}3 {plain}4"
    rest = " ".join(f"{plain}{rank}" for rank in "5678")
    assert answers(trump, f"{trump}5", alone, trick=3) == set(alone.split())
    assert answers(trump, f"{trump}5", alone, trick=3, dealt=f"{alone} {trump}2 {rest}") == {f"{trump}X"}
    sun_of_another = f"{plain}X {plain}3 {trump}2"
    assert answers(trump, f"{trump}5", sun_of_another, trick=3) == {f"{trump}2"}
