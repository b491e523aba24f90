"""The tables against the rules as they are told, one `if` after another, on random tricks and whole hands."""

import random

import pytest

from engine.games.napoleon import Napoleon
from engine.games.napoleon.ranks import tables, winner
from engine.games.napoleon.state import NapoleonState
from tests.support.games import Playout, grid, name_of
from tests.support.told_napoleon import SUITS, ToldTrick, told_followers, told_payment, told_winner

GRID = [game for game in grid("napoleon", extra=40) if isinstance(game, Napoleon)]


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_random_tricks_and_hands(game: Napoleon) -> None:
    rng, deck = random.Random(1), game.deck
    for _ in range(400):
        trump = rng.choice([*SUITS, None] if game.options.no_trump != "off" else list(SUITS))
        suits = [rng.choice([trump or "S", "S", "H"]), rng.choice(SUITS)]
        likely = [deck.code(card) for card in game.pack if deck.code(card)[0] in (*suits, "J")]
        cards = rng.sample(likely, game.seats)
        trick = rng.randint(1, 3)
        index = 4 if trump is None else SUITS.index(trump)
        numbers = list(deck.numbers_of(cards))
        assert cards[winner(game.options, numbers, index, trick)] == told_winner(
            game.options, cards, trump, trick
        )
        hand, led = cards[1:], cards[0]
        duty = tables(game.options).duty[index][numbers[0]]
        legal = duty.legal(bytes(sorted(numbers[1:])))
        assert set(map(deck.code, legal)) == set(told_followers(game.options, hand, led, trump))


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_whole_hands(game: Napoleon) -> None:
    """Every legal list, every trick and the payment of random hands."""
    o = game.options
    for seed in range(6):
        playout = Playout(game, random.Random(seed), dealer=seed % game.seats)
        tricks = 0
        for _ in playout.steps():
            state = playout.state
            assert isinstance(state, NapoleonState)
            if state.phase == 4 and state.table and state.turn >= 0:
                check_followers(state)
            if len(state.tricks) > tricks:
                tricks = len(state.tricks)
                check_trick(state)
        if state.napoleon >= 0:
            assert state.hand_scores[-1] == told_payment(
                o, told_tricks(state), state.napoleon, 11 + state.auction.bid // 6, called_code(state)
            )


def trump_of(state: NapoleonState) -> str | None:
    return None if state.trump == 4 else SUITS[state.trump]


def check_followers(state: NapoleonState) -> None:
    deck = state.game.deck
    hand = list(map(deck.code, state.hands[state.turn]))
    told = told_followers(state.game.options, hand, deck.code(state.table[0]), trump_of(state))
    assert [state.game.text(action) for action in state.legal_actions()] == [f"play {card}" for card in told]


def check_trick(state: NapoleonState) -> None:
    last = state.tricks[-1]
    cards = [state.game.deck.code(card) for card in last.cards]
    won = told_winner(state.game.options, cards, trump_of(state), len(state.tricks))
    assert last.winner == (last.leader + cards.index(won)) % state.seats


def told_tricks(state: NapoleonState) -> list[ToldTrick]:
    code = state.game.deck.code
    return [(trick.leader, list(map(code, trick.cards)), trick.winner) for trick in state.tricks]


def called_code(state: NapoleonState) -> str | None:
    return state.game.deck.code(state.called) if state.called >= 0 else None
