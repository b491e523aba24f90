"""The worked examples of docs/rules/hachinin_meri.md §14."""

from typing import NamedTuple

import pytest

from engine.core.bits import mask_of
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, Event
from engine.core.hands import ONE
from engine.core.why import IllegalAction
from engine.games.hachinin_meri import HachininMeri, MeriState
from engine.games.hachinin_meri.dragon import is_hidden
from engine.games.hachinin_meri.events import TurnedUp
from engine.games.hachinin_meri.phases import FREE, MERI, MONCHI, TRICKS
from engine.games.hachinin_meri.ranks import plain_order, trump_order, trumps
from tests.support.actions import legal, play
from tests.support.meri import hand, meri, start

SUITS = "PICOG"


class Result(NamedTuple):
    winner: int
    even: int
    odd: int
    yaku: dict[str, int]
    face_down: int
    events: tuple[Event, ...]


def trick(
    cards: str,
    trump: str,
    *,
    number: int = 1,
    leader: int = 0,
    hidden_by: int | None = None,
    **options: object,
) -> Result:
    """Play one trick, its cards from the leader on, in a state put together for it; each seat holds just its card."""
    state = position(meri(**options), trump, number=number, leader=leader, hidden_by=hidden_by)
    deck, events = state.game.deck, ()
    numbers = deck.numbers_of(cards.split())
    for place, card in enumerate(numbers):
        state.hands[(leader + place) % state.seats] += ONE[card]
    state.refresh()
    for card in numbers:
        events = state.play(card)
    found = {one.name: one.value for scored in state.yaku for one in scored.yaku}
    return Result(state.leader, state.ko[0], state.ko[1], found, len(state.face_down), events)


def position(
    game: HachininMeri, trump: str, *, number: int, leader: int, hidden_by: int | None = None
) -> MeriState:
    """Return a state at the start of a trick, hands empty; the trump dragon is declared unless `hidden_by` has it."""
    state = game.new()
    state.trumps = game.trumps[SUITS.index(trump)]
    state.oki = state.trumps.rank("5" if game.seats > 4 else "1")
    state.taker = leader
    state.declared_by = NOBODY if hidden_by is not None else leader
    state.tricks = [None] * (number - 1)  # type: ignore[list-item]  # only their number counts here
    state.phase, state.turn, state.leader = TRICKS, leader, leader
    return state


def followers(
    held: str, led: str, trump: str, *, monchi: bool = False, dealt: str = "", number: int = 2
) -> set[str]:
    """Return what seat 1 may play to a trick (the second) that seat 0 leads."""
    state = position(meri(), trump, number=number, leader=0)
    state.monchi = monchi
    state.hands[0], state.hands[1], state.dealt[1] = hand(led), hand(held), hand(dealt or held)
    state.refresh()
    state.play(state.game.deck.number(led))
    return {text.removeprefix("play ") for text in legal(state)}


def test_h01_round_trumps() -> None:
    assert " ".join(trump_order(2)) == "CX CU CS PR CR CK CH C1 C2 C3 C4 C5 C6 C7 C8 C9"


def test_h02_long_trumps() -> None:
    assert " ".join(trump_order(0)) == "PX PU PS PR PK PH P9 P8 P7 P6 P5 P4 P3 P2 P1"
    assert " ".join(trump_order(1)) == "IX IU IS PR IR IK IH I9 I8 I7 I6 I5 I4 I3 I2 I1"


def test_plain_suits() -> None:
    assert " ".join(plain_order(0)) == "PX PU PK PH PS P9 P8 P7 P6 P5 P4 P3 P2 P1"
    assert " ".join(plain_order(1)) == "IX IU IK IH IS I9 I8 I7 I6 I5 I4 I3 I2 IR I1"
    assert " ".join(plain_order(4)) == "GX GU GK GH GS GR G1 G2 G3 G4 G5 G6 G7 G8 G9"


@pytest.mark.parametrize(("players", "pack", "stock"), [(8, 75, 3), (6, 60, 6), (4, 40, 4)])
def test_h04_packs_and_stocks(players: int, pack: int, stock: int) -> None:
    game = meri(players=players)
    assert len(game.pack) == pack
    assert pack - 9 * players == stock
    for suit in range(5):
        table = trumps(suit)
        lists = [trump_order(suit), *(plain_order(other) for other in range(5) if other != suit)]
        codes = [code for one in lists for code in one]
        assert len(codes) == len(set(codes)) == 75
        assert mask_of(game.deck.numbers_of(trump_order(suit))) == table.mask


def test_h04_the_strengths_follow_the_lists() -> None:
    game = meri()
    for suit in range(5):
        for led in range(5):
            power = trumps(suit).power[led]
            order = list(trump_order(suit)) + ([] if led == suit else list(plain_order(led)))
            strengths = [power[card] for card in game.deck.numbers_of(order)]
            assert strengths == sorted(strengths, reverse=True)
            assert len(set(strengths)) == len(order)
            rest = [card for card in game.pack if game.deck.code(card) not in order]
            assert not any(power[card] for card in rest)


def test_h05_a_lone_trump_wins_and_stays_face_down() -> None:
    result = trick("I9 IK IX O5 G9 IU P3 C1", "G")
    assert (result.winner, result.even, result.odd, result.face_down) == (4, 1, 0, 1)
    assert not any(isinstance(event, TurnedUp) for event in result.events)
    shown = trick("I9 IK IX O5 G9 IU P3 C1", "G", reveal_lone_trump=True)
    assert (shown.winner, shown.face_down) == (4, 0)


def test_h07_h08_plain_tricks() -> None:
    assert trick("O9 O1 OR OS OH O2 I1 I2", "P").winner == 4
    assert trick("G9 CX IX OX C1 O1 I9 I8", "P").winner == 0


def test_h10_following_a_meri() -> None:
    assert followers("I5 PR C1 C2", "I9", "I") == {"I5", "PR"}
    assert followers("C1 P9", "I9", "I") == {"C1", "P9"}


def test_h11_a_lone_sun_need_not_follow() -> None:
    rest = "O1 O2 O3 O4 O5 O6 O7"
    assert followers("IX C1", "I9", "I", dealt=f"IX C1 {rest}") == {"IX", "C1"}
    assert followers("IX C1", "I9", "I", dealt=f"IX I2 {rest}") == {"IX"}
    assert followers("IX C1", "I9", "I", dealt=f"IX PR {rest}") == {"IX"}
    assert followers("IX I3 C1", "I9", "I", dealt=f"IX C1 {rest}") == {"IX", "I3"}, (
        "the oki-e is a second trump"
    )


def test_h13_the_opening_lead() -> None:
    state = start(meri(), {7: "IR PR C1 C5 O2 P3 P9 G7 GX"}, "I4")
    play(state, *["pass"] * 8)
    assert state.to_act() == 7
    assert {text.removeprefix("lead ") for text in legal(state)} == {"C1", "C5", "O2", "P3", "P9", "G7", "GX"}
    with pytest.raises(IllegalAction, match="I4 is a trump"):
        play(state, "lead I4")
    play(state, "lead C5")
    discards = {text.removeprefix("discard ") for text in legal(state)}
    assert len(discards) == 9
    assert {"I4", "IR", "PR"} <= discards


@pytest.mark.parametrize(("oki", "trump"), [("IR", "I"), ("PR", "P")])
def test_h14_a_turned_up_dragon_cannot_be_declared(oki: str, trump: str) -> None:
    state = start(meri(), {}, oki, dealer=2)
    view = state.view(5)
    assert (view.trump, view.taker, view.to_act, view.phase) == (trump, 2, 2, "lead")
    assert not is_hidden(state)


def test_the_poll_asks_everybody_and_stops_at_a_declaration() -> None:
    game = meri()
    state = start(game, {3: "CR"}, "C1")
    for seat in range(3):
        assert (state.to_act(), legal(state)) == (seat, ["pass"])
        play(state, "pass")
    assert legal(state) == ["pass", "robatta"]
    play(state, "robatta")
    view = state.view(0)
    assert (view.taker, view.declared_by, view.to_act, view.hand_sizes[3]) == (3, 3, 3, 10)


def test_a_dragon_in_the_stock_is_asked_for_all_the_same() -> None:
    state = start(meri(), {}, "C1 CR")
    for seat in range(8):
        assert (state.to_act(), legal(state)) == (seat, ["pass"])
        play(state, "pass")
    assert (state.taker, is_hidden(state)) == (7, False)


def test_the_dealer_may_hide_the_dragon_and_takes_the_card() -> None:
    state = start(meri(), {7: "CR"}, "C1")
    play(state, *["pass"] * 8)
    assert (state.taker, is_hidden(state)) == (7, True)
    assert state.view(7).i_hide_dragon
    assert not state.view(0).i_hide_dragon


def test_tenka_gives_no_right_where_another_suit_is_trump() -> None:
    state = start(meri(), {0: "PR"}, "C1")
    assert legal(state) == ["pass"]


def test_the_holder_alone_is_asked_where_the_table_says_so_and_nobody_sees_whom() -> None:
    state = start(meri(dragon_poll="holder_only"), {3: "CR"}, "C1")
    assert state.to_act() == 3
    assert [state.view(seat).to_act for seat in (0, 3, 7)] == [NOBODY, 3, NOBODY]
    assert state.view(None).to_act == NOBODY
    play(state, "pass")
    assert state.taker == 7


def test_h16_beating_a_team_mates_card_is_no_yaku() -> None:
    result = trick("O1 P1 CU I1 CX O2 O3 I2", "C")
    assert (result.winner, result.even, result.odd, result.yaku) == (4, 1, 0, {})


def test_h17_the_yaku_card_must_win_the_trick() -> None:
    result = trick("I1 I2 OR OK P1 P2 OS C1", "O")
    assert (result.winner, result.even, result.odd, result.yaku) == (6, 1, 0, {})


RUNS = {"any": (2, 2), "in_run": (2, 0), "chaser": (0, 0)}


@pytest.mark.parametrize("rule", RUNS)
def test_h19_runs(rule: str) -> None:
    first = trick("C1 C2 C3 I2 I7 I5 C4 C5", "I", run_yaku=rule)
    second = trick("C1 C2 I2 I3 I4 C4 C5 IK", "I", run_yaku=rule)
    assert (first.winner, second.winner) == (4, 7)
    assert (first.yaku.get("run", 0), second.yaku.get("run", 0)) == RUNS[rule]


def test_a_chaser_wins_as_the_third_and_a_run_of_four_scores_once() -> None:
    third = trick("C1 C2 I2 I3 I9 C4 C5 C6", "I", run_yaku="chaser")
    assert (third.winner, third.yaku) == (4, {"run": 2})
    four = trick("C1 C2 I2 I3 I4 I9 C5 C6", "I")
    assert (four.winner, four.odd, four.yaku) == (5, 3, {"run": 2})


def test_h20_run_and_card_yaku_add_up() -> None:
    result = trick("C1 C2 OK OR OS C3 C4 C5", "O")
    assert (result.winner, result.even, result.odd) == (4, 5, -4)
    assert result.yaku == {"sota>dragon": 2, "run": 2}
    plain = trick("C1 C2 OK OR OS C3 C4 C5", "O", yaku_transfer=False)
    assert (plain.even, plain.odd) == (5, 0)


def test_h22_a_hidden_dragon_raises_its_yaku() -> None:
    result = trick("C1 C2 I1 I2 GS GR P1 P2", "G", hidden_by=5)
    assert (result.winner, result.even, result.odd) == (4, 6, -5)


def test_h23_the_last_trick_raises_every_yaku() -> None:
    result = trick("I1 P2 I2 I3 P1 C1 C2 C3", "P", number=9, leader=7)
    assert result.yaku == {"2>1": 5}
    assert result.events[-2].winner == 0  # type: ignore[attr-defined]
    assert (result.even, result.odd) == (6, -5)


def test_h25_a_meri_makes_no_yaku() -> None:
    result = trick("GX GU G1 G2 C3 C4 C5 C6", "G", number=2)
    assert (result.winner, result.even, result.odd, result.yaku) == (0, 1, 0, {})


def test_h26_the_trumps_of_four_players() -> None:
    game = meri(players=4)
    codes = [code for code in trump_order(1) if game.deck.number(code) in game.pack]
    assert " ".join(codes) == "IX IU IS PR IR IK IH I9 I8 I2 I1"


def test_h28_tenka_counts_as_a_dragon() -> None:
    assert trick("C1 C2 C3 I1 OS PR P1 P2", "O").yaku == {"sota>dragon": 2}
    assert trick("C1 C2 C3 I1 OS PR P1 P2", "O", tenka_is_dragon=False).yaku == {}
    assert trick("C1 C2 C3 OK PR I1 P1 P2", "O").yaku == {"dragon>king": 2}
    assert trick("C1 C2 C3 OR PR I1 P1 P2", "O").yaku == {}


def test_h29_a_beaten_tenka_is_not_the_hidden_dragon() -> None:
    assert trick("C1 C2 C3 I1 GS PR P1 P2", "G", hidden_by=3).yaku == {"sota>dragon": 2}
    everything = trick("C1 C2 C3 I1 GS PR P1 P2", "G", hidden_by=3, hidden_dragon_scope="all_yaku")
    assert everything.yaku == {"sota>dragon": 5}


CARD_YAKU = [
    ("C1 OU OX C2 C3 C4 C5 C6", "O", {"sun>un": 2}),
    ("C1 OS OU C2 C3 C4 C5 C6", "O", {"un>sota": 2}),
    ("C1 OK OR C2 C3 C4 C5 C6", "O", {"dragon>king": 2}),
    ("C1 O9 O8 C2 C3 C4 C5 C6", "O", {"8>9": 2}),
    ("C1 O2 O1 C2 C3 C4 C5 C6", "O", {}),
    ("C1 I1 I2 C2 C3 C4 C5 C6", "I", {"2>1": 2}),
    ("C1 I8 I9 C2 C3 C4 C5 C6", "I", {}),
    ("C1 PK PR C2 C3 C4 C5 C6", "P", {"dragon>king": 2}),
    ("C1 C2 OX OU C3 C4 C5 C6", "O", {"sun>un": 2}),
    ("C1 C2 OX C3 OU C4 C5 C6", "O", {}),
    ("C1 OX C2 OS OU C4 C5 C6", "O", {"sun>un": 2}),
]


@pytest.mark.parametrize(("cards", "trump", "yaku"), CARD_YAKU)
def test_card_yaku(cards: str, trump: str, yaku: dict[str, int]) -> None:
    assert trick(cards, trump).yaku == yaku


def test_h31_nobody_else_sees_a_lone_trump() -> None:
    game = meri()
    state = start(game, {0: "I9", 4: "G9"}, "G1", dealer=0)
    play(state, *["pass"] * 8, "lead I9", legal_after_lead(state))
    deck = game.deck
    codes = ["IK", "IX", "O5", "G9", "IU", "P3", "C1"]
    state.hands = [b"", *(hand(f"{code} C{place}") for place, code in enumerate(codes, start=2))]
    state.refresh()
    for seat, code in enumerate(codes, start=1):
        play(state, f"play {code}")
        if seat == 4:
            assert state.view(2).table[-1] == HIDDEN
            assert state.view(4).table[-1] == deck.number("G9")
    assert state.tricks[0].winner == 4
    for seat in (0, 2, 5, None):
        view = state.view(seat)
        shown = [deck.code(card) for card in view.tricks[0].cards]
        assert shown == ["I9", "IK", "IX", "O5", "?", "IU", "P3", "C1"]
        assert [tuple(one) for one in view.face_down] == [(1, 4, HIDDEN)]
    assert state.view(4).face_down[0].card == deck.number("G9")


def legal_after_lead(state: MeriState) -> str:
    """Return some discard of the taker, who leads I9 here."""
    held = map(state.game.deck.code, state.hands[0])
    return f"discard {next(code for code in held if code != 'I9')}"


def test_h32_before_any_meri_nobody_has_to_follow() -> None:
    assert followers("C9 P2 G1", "C4", "G") == {"C9", "P2", "G1"}


def test_monchi_asks_for_the_led_suit_or_a_trump() -> None:
    assert followers("C9 P2 G1", "C4", "G", monchi=True) == {"C9", "G1"}
    assert followers("P2 O3 G1", "C4", "G", monchi=True) == {"P2", "O3", "G1"}
    assert followers("PR P2 O3", "P4", "G", monchi=True) == {"PR", "P2"}
    assert followers("PR O3", "P4", "G", monchi=True) == {"PR", "O3"}, "tenka is no plain club"


def test_meri_makes_monchi_of_what_follows() -> None:
    state = position(meri(), "G", number=2, leader=0)
    cards = state.game.deck.numbers_of(["GX", "GU", "G1", "G2", "C3", "C4", "C5", "C6"])
    state.hands = [ONE[card] for card in cards]
    state.refresh()
    for card in cards:
        state.play(card)
    assert state.monchi
    state.hands[0], state.hands[1] = hand("C9 G5"), hand("C7 P1")
    state.refresh()
    play(state, "play C9")
    assert state.regime == MONCHI
    assert legal(state) == ["play C7"]


def test_ten_trumps_may_open_with_one_and_it_is_no_meri() -> None:
    state = start(meri(), {7: "GX GU GS GR GK GH G2 G3 G4"}, "G1")
    play(state, *["pass"] * 7, "pass", "lead G3", "discard G4")
    view = state.view(0)
    assert (view.regime, [state.game.deck.code(card) for card in view.table]) == ("free", ["G3"])
    assert len(legal(state)) == 9
    assert state.regime == FREE != MERI
