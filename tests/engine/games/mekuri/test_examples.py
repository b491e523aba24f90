"""The worked examples of docs/rules/mekuri.md §9."""

import random

import pytest

from engine.core.events import NOBODY
from engine.core.options import OptionError
from engine.core.why import IllegalAction
from engine.games import make
from engine.games.mekuri.scoring import BLOMHOFF, PAR
from tests.support.actions import legal, play
from tests.support.fishing import mask, mekuri
from tests.support.games import Playout

ALL = (1 << 48) - 1


def test_m01_all_card_points() -> None:
    assert PAR.caught(ALL) == 720
    assert [PAR.caught(mask(codes)) for codes in ("P6", "P7 P8", "O2", "I2", "C12", "P1 P12")] == [
        60,
        40,
        50,
        10,
        0,
        100,
    ]


def test_m02_one_catches_everything() -> None:
    assert PAR.payments((ALL, 0, 0), 0) == (480, -240, -240)
    assert PAR.payments((0, ALL, 0), 50) == (-240 - 300, 480 + 600, -240 - 300)


def test_yaku() -> None:
    for codes, names in (
        ("P1 P2 P10 I2 P3", ["danjuro", "ebizo", "shimo_san"]),
        ("P7 P8 P9 I7 I8 P10 P11 P12", ["nakazo", "kami_san"]),
    ):
        assert [one.name for one in PAR.found(mask(codes))] == names


def test_m05_blomhoffs_points_and_yaku() -> None:
    assert BLOMHOFF.caught(ALL) == 40 + 24 + 21 + 4
    for codes, points in (
        ("P3", 0),
        ("P6", 6),
        ("I1 I2", 6),
        ("O2 O3 O10", 10),
        ("C12 C9", 1),
        ("P11 I12", 6),
    ):
        assert BLOMHOFF.caught(mask(codes)) == points
    assert BLOMHOFF.payments((mask("P1 P2 P3"), mask("I10 I11 I12")), 10) == (8 + 20 - 30, 11 - 20 + 30)


def test_two_play_by_blomhoffs_account_alone() -> None:
    state = mekuri(players=2, scoring="blomhoff")
    state.deal(state.game.pack)
    assert (state.sizes, state.field.bit_count(), len(state.pile)) == ([10, 10], 8, 20)
    for options in ({"players": 2}, {"players": 4, "scoring": "blomhoff"}):
        with pytest.raises(OptionError, match="is not for"):
            make("mekuri", options)


def test_m03_when_one_dropped_the_others_are_in() -> None:
    state = mekuri(players=4)
    state.deal(state.game.pack)
    assert (state.to_act(), legal(state)) == (0, ["join", "drop"])
    play(state, "join", "drop")
    wanted = state.wants()
    assert wanted is not None
    assert len(wanted) == 21
    assert state.view(1).returned == mask("P1 P2 P3 P4 P5 P6 P7")
    assert state.view(0).returned == 0
    state.deal(wanted)
    assert state.view(None).joined == (True, False, True, True)
    assert state.to_act() == 0


def test_m04_when_three_are_in_the_fourth_is_out() -> None:
    state = mekuri(players=4)
    state.deal(state.game.pack)
    play(state, "join", "join", "join")
    assert state.out == 3
    assert state.wants() is not None


def test_when_the_dealer_drops_the_next_begins() -> None:
    state = mekuri(players=4)
    state.deal(state.game.pack)
    play(state, "drop")
    state.deal(state.wants() or ())
    assert state.to_act() == 1


@pytest.mark.parametrize("players", [3, 4])
def test_every_card_is_caught_and_who_is_out_scores_nothing(players: int) -> None:
    for seed in range(10):
        playout = Playout(mekuri(players=players).game, random.Random(seed))
        for _ in playout.steps():
            pass
        state = playout.state
        assert sum(state.captured) == ALL  # type: ignore[attr-defined]
        out = state.out  # type: ignore[attr-defined]
        assert (out == NOBODY) == (players == 3)
        if players == 4:
            assert state.hand_scores[0][out] == 0
            assert state.dealer != out


def test_reasons() -> None:
    state = mekuri(players=4)
    state.deal(state.game.pack)
    with pytest.raises(IllegalAction, match="say whether you join or drop"):
        play(state, "play P1")
    other = mekuri()
    other.deal(other.game.pack)
    with pytest.raises(IllegalAction, match="who plays is settled"):
        play(other, "join")
