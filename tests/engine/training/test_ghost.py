"""Ghosts: drawn as stated, refereed by the rules, and a whole match against one."""

from math import log, sqrt
from statistics import NormalDist, median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.karuta.player import A, B, Player, Side
from engine.karuta.read import Touch
from engine.training.exercises.ghost_match import GhostMatch, summary
from engine.training.ghost import LEVELS, MISSES, Ghost, Hand, Source, ghost_of, hand, read_of
from engine.training.layout import realistic, suggested
from engine.training.trial import ErrorKind, Exercise
from poems.chance import Seed
from tests.engine.training.makers import trial

SEED = Seed.numbered(3)


def test_a_ghost_does_what_is_stated_of_it() -> None:
    ghost = Ghost("g", 600, 0.22, 0.05, 0.03)
    hands = [hand(ghost, Side.A, B, SEED.stream(f"{n}")) for n in range(3000)]
    times = [one.at_ms for one in hands if one.at_ms is not None]
    assert median(times) == pytest.approx(600, abs=20)
    assert 1 - len(times) / 3000 == pytest.approx(0.03, abs=0.012)
    assert sum(bool(one.wrongly) for one in hands) / 3000 == pytest.approx(0.05, abs=0.015)
    scores = sorted((log(at + 400) - log(1000)) / 0.22 for at in times)
    curve = [NormalDist().cdf(score) for score in scores]
    away = max(
        max(abs(at / len(curve) - share), abs((at + 1) / len(curve) - share))
        for at, share in enumerate(curve)
    )
    assert away * sqrt(len(curve)) < 1.36, "Kolmogorov and Smirnov at 5 %: a spread is of log(RT + 400 ms)"
    dead = [hand(ghost, Side.DEAD, B, SEED.stream(f"{n}")) for n in range(100)]
    assert all(one.at_ms is None for one in dead)


def test_the_player_changes_nothing_that_a_ghost_does() -> None:
    one, other = (hand(LEVELS["dan"], Side.B, B, SEED.stream("ghost 5")) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("side", "hands", "took", "touched"),
    [
        (Side.A, (Hand(300), Hand(400)), A, (Touch.NONE, Touch.NONE)),
        (Side.A, (Hand(500), Hand(400)), B, (Touch.NONE, Touch.NONE)),
        (Side.A, (Hand(400), Hand(400)), A, (Touch.NONE, Touch.NONE)),
        (Side.B, (Hand(400), Hand(400)), B, (Touch.NONE, Touch.NONE)),
        (Side.A, (Hand(None, (Side.B,)), Hand()), None, (Touch.OPP, Touch.NONE)),
        (Side.DEAD, (Hand(None, (Side.A,)), Hand(None, (Side.A, Side.B))), None, (Touch.OWN, Touch.BOTH)),
    ],
)
def test_two_hands_make_a_read(
    side: Side, hands: tuple[Hand, Hand], took: Player | None, touched: tuple[Touch, Touch]
) -> None:
    read = read_of(17, side, hands)
    assert (read.took, read.touched) == (took, touched)


def test_a_ghost_of_trials_needs_twenty_of_them() -> None:
    trials = [trial(n, 1 + n, rt_ms=500.0 + n, exercise=Exercise.FULL_MAT) for n in range(19)]
    assert ghost_of("me", trials) is None
    slip = trial(20, 50, exercise=Exercise.GHOST, correct=False, chosen=15, error_kind=ErrorKind.KARAFUDA)
    drill = trial(21, 50, exercise=Exercise.SOUND, rt_ms=9.0)
    found = ghost_of(
        "me", [*trials, trial(19, 20, rt_ms=519.0, exercise=Exercise.GHOST), slip, drill], Source.CLUB_MATE
    )
    assert found is not None
    assert (found.n, found.median_ms, found.source) == (20, 509.5, Source.CLUB_MATE)
    assert found.faults == pytest.approx(1 / 21)
    assert found.misses == 0


def test_to_be_beaten_and_to_leave_a_dead_card_is_not_to_let_pass() -> None:
    takes = [trial(n, 1 + n, rt_ms=500.0, exercise=Exercise.FULL_MAT) for n in range(20)]
    missed = [
        trial(20 + n, 50, exercise=Exercise.FULL_MAT, correct=False, error_kind=ErrorKind.MISSED)
        for n in range(5)
    ]
    dead = [trial(30 + n, 60, exercise=Exercise.FULL_MAT, skill=None, chosen=0) for n in range(25)]
    beaten = [
        trial(60 + n, 50, exercise=Exercise.GHOST, correct=False, error_kind=ErrorKind.MISSED)
        for n in range(30)
    ]
    found = ghost_of("me", [*takes, *missed, *dead, *beaten])
    assert found is not None
    assert (found.misses, found.faults) == (5 / 25, 0)
    won = [trial(n, 1 + n, rt_ms=500.0, exercise=Exercise.GHOST) for n in range(20)]
    alone = ghost_of("me", [*won, *beaten])
    assert alone is not None
    assert alone.misses == MISSES


def test_every_wrong_touch_in_a_match_is_a_fault_of_the_ghost() -> None:
    takes = [trial(n, 1 + n, rt_ms=500.0, exercise=Exercise.GHOST) for n in range(20)]
    alike = trial(
        20, 50, exercise=Exercise.GHOST, correct=False, chosen=15, error_kind=ErrorKind.LOOK_ALIKE_SOUND
    )
    touched = trial(21, 50, exercise=Exercise.GHOST, touched=(15,), rt_ms=500.0)
    found = ghost_of("me", [*takes, alike, touched])
    assert found is not None
    assert found.faults == pytest.approx(2 / 22)


@pytest.mark.parametrize("wrong", [(600, 0.2, 1.5), (600, -0.2, 0.1), (-400, 0.2, 0.1)])
def test_what_nobody_is_is_refused(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match=r"a ghost.s|nobody"):
        Ghost("g", *wrong)


def played(ghost: Ghost, my_ms: float, seed: Seed, each: int) -> GhostMatch:
    match = GhostMatch.begun(ghost, seed, suggested(), realistic(seed), each=each)
    assert match.state.counts == (each, each)
    for _ in range(300):
        if match.state.result is not None:
            break
        pending = match.state.pending
        if pending is not None:
            held = [card for card in range(1, 101) if match.state.held[A] >> card & 1]
            match = match.sent(tuple(held[: pending.count]))
            continue
        card = match.next_card
        if card is None:
            break
        side = match.state.side(card)
        match = match.played(Hand(None if side is Side.DEAD else my_ms))
    return match


def test_a_faster_hand_wins_and_a_slower_one_loses() -> None:
    quick = [summary(played(LEVELS["dan"], 50.0, Seed.numbered(n), 4)).won for n in range(6)]
    steady = Ghost("steady", 420, 0.18, faults=0, misses=0)
    slow = [summary(played(steady, 4900.0, Seed.numbered(n), 4)).won for n in range(6)]
    assert quick.count(True) >= 5
    assert slow == [False] * 6


@settings(max_examples=6)
@given(st.integers(0, 200), st.sampled_from(sorted(LEVELS)))
def test_a_match_keeps_all_cards_and_ends(number: int, level: str) -> None:
    match = played(LEVELS[level], 600.0, Seed.numbered(number), 25)
    state = match.state
    assert state.result is not None or match.next_card is None
    taken = state.taken[A].bit_count() + state.taken[B].bit_count()
    assert sum(state.counts) + taken == 50
    found = summary(match)
    assert sum(found.by_length.values()) == found.own_side + found.their_side == state.taken[A].bit_count()
    with pytest.raises(ValueError, match="nothing is to be read"):
        match.played(Hand())


def test_the_same_seed_plays_the_same_match() -> None:
    one, other = (played(LEVELS["kyu"], 700.0, SEED, 4).state.log for _ in range(2))
    assert one == other
