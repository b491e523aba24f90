"""What may follow, against the rule as it is told: sets of cards, one request after the other."""

from hypothesis import given
from hypothesis import strategies as st

from engine.core.bits import mask_of
from engine.core.hands import hand_of
from engine.decks.french import JOKER
from engine.games.mechanics.tricks import NO_DUTY, Duty

SUITS = [set(range(13 * suit, 13 * suit + 13)) for suit in range(4)]
SOME = st.sets(st.integers(0, JOKER), max_size=9)
RUNS = st.builds(
    lambda first, size: set(range(first, min(first + size, JOKER + 1))),
    st.integers(0, JOKER),
    st.integers(0, 15),
)
REQUESTS = st.one_of(SOME, RUNS, st.sampled_from(SUITS), st.just(set()))
ALWAYS = st.one_of(st.just(set()), st.just({JOKER}), st.just({12, JOKER}), SOME)
HANDS = st.one_of(st.sets(st.integers(0, JOKER), max_size=14), SOME.map(lambda held: held | {JOKER}))


@given(HANDS, REQUESTS, REQUESTS, ALWAYS)
def test_who_holds_what_is_asked_for_must_play_it(
    hand: set[int], asked: set[int], or_else: set[int], always: set[int]
) -> None:
    duty = Duty(mask_of(asked), mask_of(or_else), mask_of(always))
    may = next((hand & (wish | always) for wish in (asked, or_else) if hand & wish), hand)
    assert list(duty.legal(hand_of(hand))) == sorted(may)


@given(HANDS)
def test_without_a_duty_the_whole_hand_may_follow(hand: set[int]) -> None:
    assert NO_DUTY.legal(hand_of(hand)) == hand_of(hand)
