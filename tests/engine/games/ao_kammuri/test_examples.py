"""The worked examples of docs/rules/ao_kammuri.md §9, and every variant."""

import random

import pytest

from engine.core.why import IllegalAction
from engine.games.ao_kammuri.kinds import NAMES, can_receive
from engine.games.mechanics.shedding_attack import PASS
from poems.chance import shuffled
from tests.support.actions import legal, play
from tests.support.ao_kammuri import ao_kammuri, pack, position
from tests.support.games import Playout

MANY = "hime hime hime bozu bozu bozu kammuri kammuri"


def test_a01_who_receives_an_attack_with_a_woman() -> None:
    assert [can_receive("hime", card) for card in ("hime", "jito", "tenchi", "bozu")] == [
        True,
        True,
        True,
        False,
    ]


def test_a02_only_tenchi_receives_jito() -> None:
    assert [name for name in NAMES if can_receive("jito", name)] == ["tenchi"]


def test_nobody_receives_tenchi() -> None:
    assert not any(can_receive("tenchi", name) for name in NAMES)


@pytest.mark.parametrize("kind", NAMES[2:])
def test_every_other_kind_is_received_by_its_like_and_by_the_emperors(kind: str) -> None:
    assert [name for name in NAMES if can_receive(kind, name)] == ["tenchi", "jito", kind]


def test_a04_who_receives_attacks_at_once() -> None:
    state = position({0: MANY, 1: "hime hime bozu"}, 0)
    play(state, "attack hime")
    assert (state.turn, legal(state)) == (1, ["receive hime", "pass"])
    play(state, "receive hime")
    assert (state.turn, legal(state)) == (1, ["attack hime", "attack bozu"])


def test_a05_after_a_pass_the_attack_is_gone_and_the_next_attacks() -> None:
    state = position({0: MANY, 1: "hime hime bozu", 2: "hime bozu yoko"}, 0)
    play(state, "attack hime", "pass")
    view = state.view(None)
    assert (view.to_act, view.attack, view.attacker, view.phase) == (2, None, -1, "attack")
    assert legal(state) == ["attack hime", "attack bozu", "attack yoko"]


def test_a07_who_receives_with_the_last_card_wins_at_once() -> None:
    state = position({2: "bozu bozu", 3: "bozu"}, 2)
    play(state, "attack bozu", "receive bozu")
    assert state.hand_scores == [(0, 1, 0, 1)]
    assert state.to_act() is None
    assert state.view(None).plays[-1] == (3, "receive", "bozu")


def test_a08_who_attacks_with_the_last_card_wins_at_once() -> None:
    state = position({0: "yoko", 1: "yoko bozu"}, 0)
    play(state, "attack yoko")
    assert state.hand_scores == [(1, 0, 1, 0)]


def test_a10_a_real_game() -> None:
    state = position(
        {0: "yoko", 1: "yagoro bozu bozu", 2: "yagoro kammuri hime", 3: "tenchi jito kammuri"}, 3
    )
    play(state, "attack jito", "pass", "attack yagoro", "receive yagoro", "attack kammuri")
    assert legal(state) == ["receive tenchi", "receive kammuri", "pass"]
    play(state, "pass", "attack yoko")
    assert state.hand_scores == [(1, 0, 1, 0)]


@pytest.mark.parametrize(("scoring", "points"), [("win", 1), ("remaining", 8)])
def test_a11_two_ways_to_score(scoring: str, points: int) -> None:
    hands = {0: "yoko", 1: "hime hime hime bozu bozu", 3: "kammuri kammuri kammuri"}
    state = position(hands, 0, scoring=scoring)
    play(state, "attack yoko")
    assert state.hand_scores == [(points, 0, points, 0)]


def test_a13_equal_cards_are_one_action() -> None:
    state = position({0: "kammuri kammuri kammuri kammuri kammuri"}, 0)
    assert legal(state) == ["attack kammuri"]


def test_in_a_goita_chain_the_others_may_still_receive() -> None:
    hands = {0: MANY, 1: "hime bozu", 2: "hime bozu", 3: "hime bozu"}
    state = position(hands, 0, goita_chain=True)
    play(state, "attack hime", "pass")
    assert (state.turn, legal(state)) == (2, ["receive hime", "pass"])
    play(state, "pass", "receive hime")
    assert (state.turn, legal(state)) == (3, ["attack bozu"])


def test_in_a_goita_chain_an_attack_that_nobody_receives_comes_back() -> None:
    state = position({0: MANY}, 0, goita_chain=True)
    play(state, "attack hime", "pass", "pass", "pass")
    view = state.view(None)
    assert (view.to_act, view.attack, view.phase) == (0, None, "attack")
    assert legal(state) == ["attack hime", "attack bozu", "attack kammuri"]


def test_iro_are_the_men_on_a_dais() -> None:
    together, apart = ao_kammuri().kinds, ao_kammuri(separate_iro=True).kinds
    counts = {name: mask.bit_count() for name, mask in zip(together.names, together.masks, strict=True)}
    assert counts == {
        "tenchi": 1,
        "jito": 1,
        "hime": 20,
        "bozu": 13,
        "yagoro": 7,
        "tate": 8,
        "yoko": 12,
        "kammuri": 38,
    }
    assert apart.masks[:7] == together.masks[:7]
    assert apart.masks[8] == sum(1 << n for n in (13, 15, 20, 68, 77, 99, 100))
    assert apart.masks[7] | apart.masks[8] == together.masks[7]


def test_iro_receive_iro_and_not_kammuri() -> None:
    state = position({0: "iro iro", 1: "iro kammuri jito"}, 0, separate_iro=True)
    play(state, "attack iro")
    assert legal(state) == ["receive jito", "receive iro", "pass"]
    state = position({0: "iro kammuri", 1: "iro hime"}, 0, separate_iro=True)
    play(state, "attack kammuri")
    assert legal(state) == ["pass"]


def test_who_receives_with_an_emperor_must_still_be_asked() -> None:
    state = position({0: "hime hime", 1: "bozu bozu"}, 0)
    play(state, "attack hime")
    assert legal(state) == ["pass"]


@pytest.mark.parametrize(("next_dealer", "dealers"), [("rotate", [0, 1, 2, 3, 0]), ("winner", None)])
def test_who_deals_next(next_dealer: str, dealers: list[int] | None) -> None:
    playout = Playout(ao_kammuri(next_dealer=next_dealer, rounds=5), random.Random(3))
    state = playout.state
    met, winners = [], [0]
    for _ in playout.steps(5):
        if state.to_act() is not None and not state.view(None).plays:
            met.append(state.dealer)
        elif state.to_act() is None:
            winners.append(state.view(None).plays[-1].seat)
    assert met == (dealers or winners[:-1])
    assert state.is_over()


def test_a_match_is_twelve_rounds_by_default() -> None:
    playout = Playout(ao_kammuri(), random.Random(4))
    for _ in playout.steps(100):
        pass
    assert playout.state.is_over()
    scores = playout.state.scores()
    assert len(playout.state.hand_scores) == 12
    assert scores[0] + scores[1] == 12
    assert scores[:2] == scores[2:]


def test_the_pack_is_dealt_in_four_blocks_from_the_dealers_right() -> None:
    game = ao_kammuri()
    state = game.new(2)
    state.deal(game.pack)
    assert [min(n for n in game.pack if state.dealt[seat] >> n & 1) for seat in (3, 0, 1, 2)] == [
        1,
        26,
        51,
        76,
    ]
    assert state.turn == 2


@pytest.mark.parametrize(
    ("after", "action", "reason"),
    [
        ([], "pass", "no attack stands, so you must attack"),
        ([], "receive hime", "no attack stands"),
        ([], "attack tate", "you hold no tate"),
        ([], "attack iro", "iro is no kind of its own at this table"),
        (["attack hime"], "attack bozu", "an attack with hime stands"),
        (["attack hime"], "receive bozu", "bozu does not receive hime"),
        (["attack hime"], "receive tenchi", "you hold no tenchi"),
    ],
)
def test_what_is_refused_is_refused_with_a_reason(after: list[str], action: str, reason: str) -> None:
    state = position({0: MANY, 1: "hime bozu"}, 0)
    play(state, *after)
    with pytest.raises(IllegalAction, match=reason):
        play(state, action)


def test_what_a_hand_gives_up_is_told_by_kind_only() -> None:
    game = ao_kammuri()
    state = game.new()
    state.deal(pack(game, {0: MANY, 1: MANY}))
    play(state, "attack hime", "receive hime")
    for seat in range(4):
        shown = repr(state.view(seat).plays)
        assert shown.count("hime") == 2
        assert "#" not in shown
    assert state.view(0).hand.bit_count() == 24
    assert state.view(0).dealt == state.dealt[0]
    assert state.view(1).dealt == state.dealt[1]


def test_how_long_a_round_is_when_all_receive_what_they_can() -> None:
    """Against figures measured with another program: 101 to 112 decisions, and 7 to 9 cards left with the losers."""
    game, rng, rounds = ao_kammuri(rounds=1), random.Random(1), 300
    decisions = left = 0
    for _ in range(rounds):
        state = game.new()
        state.deal(shuffled(game.pack, rng))
        while state.turn >= 0:
            legal_ = state.legal_actions()
            able = [action for action in legal_ if action != PASS]
            state.play(rng.choice(able or list(legal_)))
            decisions += 1
        winner = state.plays[-1].seat
        left += sum(size for seat, size in enumerate(state.sizes) if (seat - winner) % 2)
    assert 101 < decisions / rounds < 112
    assert 7 < left / rounds < 9
