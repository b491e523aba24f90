"""The last tricks of every trick game, in all ways to the end of the hand.

A position is what one random hand came to when so many cards were left in each hand, of which the tricks still decide
something. With n cards left and s seats there are at most (n!)^s lines: fewer where suits are followed, more where a
joker may name four of them. Two ends are different where a trick has another winner, or a seat another score.
"""

from typing import Any

import pytest

from engine.games import make
from tests.support.counting import last_cards, lines, size, told_lines
from tests.support.naive_tricks import NaiveKakeya, NaiveKan, NaiveMeri, NaiveMighty, NaiveNapoleon

NAIVE: dict[str, Any] = {
    "hachinin_meri": NaiveMeri,
    "napoleon": NaiveNapoleon,
    "mighty": NaiveMighty,
    "kakeya": NaiveKakeya,
    "kan": NaiveKan,
}


@pytest.mark.parametrize(
    ("game", "options", "seed", "left", "expected"),
    [
        ("hachinin_meri", {}, 12, 2, (136, 17)),
        ("hachinin_meri", {"players": 6, "yaku_transfer": False}, 22, 2, (34, 9)),
        ("hachinin_meri", {"players": 4, "run_yaku": "chaser"}, 8, 3, (668, 43)),
        ("hachinin_meri", {"players": 4, "hidden_dragon_scope": "all_yaku"}, 8, 3, (668, 54)),
        ("napoleon", {}, 2, 3, (384, 5)),
        ("napoleon", {"joker": "strong", "joker_rank": 2, "yoromeki": True}, 9, 3, (736, 10)),
        ("napoleon", {"players": 4, "joker": "weak", "joker_hunter": True}, 9, 3, (312, 17)),
        ("napoleon", {"players": 2, "no_trump": "high", "same_two_from": 1}, 11, 5, (3200, 18)),
        ("napoleon", {"players": 3, "joker": "strong"}, 11, 4, (1188, 19)),
        ("napoleon", {"players": 6, "joker": "weak"}, 67, 3, (1688, 30)),
        ("mighty", {}, 14, 3, (672, 67)),
        ("mighty", {"buried": "declarer", "mighty_alt": "C", "suit_order": "unranked"}, 38, 3, (1792, 27)),
        ("kakeya", {}, 39, 3, (208, 17)),
        ("kakeya", {"trump": "H", "rensho_anytime": True}, 14, 3, (192, 48)),
        ("kan", {}, 31, 3, (1856, 32)),
        ("kan", {}, 96, 2, (52, 8)),
        ("kan", {"rounds": 1}, 1, 2, (16, 7)),
    ],
)
def test_last_tricks(
    game: str, options: dict[str, Any], seed: int, left: int, expected: tuple[int, int]
) -> None:
    made = make(game, options)
    state = last_cards(made, seed, left * made.seats)
    found = lines(state, more=lambda end: [trick.winner for trick in end.tricks])
    assert found == told_lines(NAIVE[game](state), more=lambda end: [winner for *_, winner in end.tricks])
    assert size(found) == expected
