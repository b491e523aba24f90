"""Sessions as tree searchers see them: chance card by card, copies, moves that rebuild them, an end."""

import copy
import pickle
import random
from typing import Any

import pytest

from engine.adapters.features import features, pieces
from engine.adapters.session import PACKS, Session, Setting
from engine.core.game import Game
from engine.core.log import Log
from engine.core.why import IllegalAction
from engine.games import make
from tests.support.games import GAMES, grid, name_of

SAMPLE = [game for name in GAMES for game in list(grid(name, extra=1))[::5]]


def played(session: Session, rng: random.Random, moves: int = 10**6) -> None:
    while not session.over and moves:
        if session.chance:
            cards, chances = zip(*session.outcomes(), strict=True)
            session.move(rng.choices(cards, chances)[0])
        else:
            legal = session.legal()
            session.move(legal[rng.randrange(len(legal))])
        moves -= 1


@pytest.mark.parametrize("game", SAMPLE, ids=name_of)
def test_a_session_ends_within_its_bounds_and_its_events_are_the_log(game: Game[Any]) -> None:
    setting = Setting(game, dealer=1)
    session = Session(setting)
    played(session, random.Random(1))
    assert session.over
    assert session.seat is None
    assert list(session.legal()) == []
    assert len(session.moves) <= setting.longest
    assert len(session.state.hand_scores) == 1
    low, high = setting.bounds
    assert all(low <= score <= high for score in session.state.scores())
    assert game.fold(session.events, dealer=1) == session.state
    for seat in (0, game.seats - 1, None):
        lines = Log(game, 1, tuple(session.events)).feed(seat).lines().splitlines(keepends=True)
        assert session.feed(seat) == "".join(lines[1:])


@pytest.mark.parametrize("game", SAMPLE[::3], ids=name_of)
def test_copies_are_independent_and_moves_rebuild_a_session(game: Game[Any]) -> None:
    rng, session = random.Random(2), Session(Setting(game))
    played(session, rng, len(game.pack) // 2)
    for _ in range(4):
        copied, rebuilt = copy.deepcopy(session), pickle.loads(pickle.dumps(session))
        for other in (copied, rebuilt):
            assert str(other) == str(session)
            assert other.state == session.state
            assert other.events == session.events
            assert other.outcomes() == session.outcomes() if session.chance else True
        before = str(session)
        played(copied, random.Random(3), 3)
        assert (str(copied) != before) != session.over
        assert str(session) == before
        played(session, rng, 30)


def test_cards_alike_are_one_outcome_with_the_chance_of_all() -> None:
    game = make("oicho_kabu")
    session = Session(Setting(game))
    for left, cards in ((4, 40), (3, 39), (2, 38), (1, 37)):
        chances = {game.deck.code(card): chance for card, chance in session.outcomes()}
        assert chances["2"] == pytest.approx(left / cards)
        assert chances["1"] == pytest.approx(3 / cards)
        assert chances["1*"] == pytest.approx(1 / cards)
        assert sum(chances.values()) == pytest.approx(1)
        session.move(next(card for card, _ in session.outcomes() if game.deck.code(card) == "2"))
    assert "2" not in {game.deck.code(card) for card, _ in session.outcomes()}


def test_a_card_that_is_gone_and_an_action_that_is_not_legal_are_refused() -> None:
    session = Session(Setting(make("judan")))
    session.move(0)
    with pytest.raises(ValueError, match="card 0 is not among those to be drawn"):
        session.move(0)
    while session.chance:
        session.move(session.outcomes()[0][0])
    before = str(session)
    with pytest.raises(IllegalAction):
        session.move(287)
    assert str(session) == before


def test_a_hand_that_is_thrown_in_too_often_ends_as_it_stands() -> None:
    """All pass, again and again."""
    session = Session(Setting(make("napoleon")))
    while not session.over:
        session.move(session.outcomes()[0][0] if session.chance else session.legal()[0])
    assert session.state.wants() is not None
    assert session.state.scores() == (0,) * 5
    assert len([move for move in session.events if type(move).__name__ == "Dealt"]) == PACKS


def test_more_hands_are_played_where_they_are_asked_for() -> None:
    session = Session(Setting(make("yomi"), hands=3))
    played(session, random.Random(4))
    assert sum(session.state.scores()) == 3


@pytest.mark.parametrize("name", GAMES)
def test_a_view_gives_always_as_many_numbers_and_shows_the_hand(name: str) -> None:
    game = make(name)
    session, rng = Session(Setting(game)), random.Random(5)
    wanted = sum(piece.size for piece in pieces(game))
    while not session.over:
        played(session, rng, 1 + len(game.pack) // 3)
        for seat in (0, game.seats - 1, None):
            view: Any = session.view(seat)
            numbers = features(game, view)
            assert len(numbers) == wanted
            at = 0
            for piece in pieces(game):
                if piece.name == "hand":
                    shown = {card for card, one in enumerate(numbers[at : at + piece.size]) if one}
                    assert sum(1 << card for card in shown) == view.hand
                at += piece.size
        assert {piece.name for piece in pieces(game)} >= {"viewer", "to_act", "phase"}
