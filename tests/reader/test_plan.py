"""What sounds when, counted in samples."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.chance import Seed
from reader.gaps import EDGE, NAMES, Gaps
from reader.order import Order, arrange
from reader.pace import Pace
from reader.pattern import NAMED, Pattern
from reader.plan import Plan, calls, plan, transition
from reader.programme import Programme, play_pause_samples

SECOND = 48_000

PROGRAMMES = st.builds(
    Programme,
    cards=st.lists(st.integers(1, 100), min_size=1, max_size=6).map(tuple),
    pattern=st.sampled_from(
        [*map(Pattern.parse, NAMED), Pattern.parse("CUR1 CUR2 NEXT1"), Pattern.parse("CUR2 NEXT1 NEXT2")]
    ),
    pace=st.builds(
        Pace,
        lower=st.integers(2 * SECOND, 6 * SECOND),
        hold=st.integers(0, 3 * SECOND),
        gap=st.integers(0, 2 * SECOND),
        upper=st.integers(2 * SECOND, 7 * SECOND),
    ),
    joka=st.integers(0, 2),
    play_pause=st.integers(0, 5 * SECOND),
    joka_upper=st.none() | st.integers(0, 2),
    gaps=st.builds(
        Gaps,
        half_gap=st.none() | st.integers(0, 3 * SECOND),
        poem_gap=st.none() | st.integers(0, 3 * SECOND),
        lead=st.just(EDGE) | st.integers(0, 6 * SECOND),
        tail=st.just(EDGE) | st.integers(0, 6 * SECOND),
    ),
)


def _story(laid: Plan) -> str:
    """Write a plan as `0k gap 0s play 17k`."""
    return " ".join(
        segment.part if segment.poem is None else f"{segment.poem}{segment.part[0]}"
        for segment in laid.segments
    )


def _programme(pattern: str, *cards: int, joka: int = 0) -> Programme:
    return Programme(cards, Pattern.parse(pattern), Pace.parse("5-3-1-6"), joka, 3 * SECOND)


@pytest.mark.parametrize(
    ("pattern", "joka", "story"),
    [
        ("competition", 2, "0k gap 0s gap 0s gap 5k play 5s gap 9k play 9s gap 12k play 12s"),
        ("competition", 1, "0k gap 0s gap 5k play 5s gap 9k play 9s gap 12k play 12s"),
        ("competition", 0, "5k play 5s gap 9k play 9s gap 12k play 12s"),
        ("beginner", 0, "5k play 5s gap 5s gap 9k play 9s gap 9s gap 12k play 12s"),
        ("beginner", 1, "0k gap 0s gap 5k play 5s gap 5s gap 9k play 9s gap 9s gap 12k play 12s"),
        ("full", 0, "5k gap 5s play 9k gap 9s play 12k gap 12s play"),
        ("full-twice", 0, "5k gap 5s gap 5s play 9k gap 9s gap 9s play 12k gap 12s gap 12s play"),
        ("kami", 0, "5k play 9k play 12k play"),
        ("shimo", 1, "0k gap 0s gap 5s play 9s play 12s play"),
        ("CUR2 NEXT1 NEXT2", 0, "5k gap 5s play 5s gap 9k gap 9s play 9s gap 12k gap 12s play"),
        ("CUR1 CUR2 NEXT1", 0, "5k play 5k gap 5s gap 9k play 9k gap 9s gap 12k play 12s"),
    ],
)
def test_patterns(pattern: str, joka: int, story: str) -> None:
    assert _story(plan(_programme(pattern, 5, 9, 12, joka=joka))) == story


def test_lengths_are_the_paces_to_the_sample() -> None:
    laid = plan(_programme("competition", 17, 3, joka=1))
    voiced = [(s.poem, s.part, s.voice_end - s.voice_start, s.voice_end - s.hold_start) for s in laid.voiced]
    assert voiced == [
        (0, "kami", 6 * SECOND, 0),
        (0, "shimo", 8 * SECOND, 3 * SECOND),
        (17, "kami", 6 * SECOND, 0),
        (17, "shimo", 8 * SECOND, 3 * SECOND),
        (3, "kami", 6 * SECOND, 0),
        (3, "shimo", 8 * SECOND, 3 * SECOND),
    ]
    silences = [b.voice_start - a.voice_end for a, b in zip(laid.voiced[:-1], laid.voiced[1:], strict=True)]
    assert silences == [SECOND, SECOND, 3 * SECOND, SECOND, 3 * SECOND]
    assert laid.length == (3 * 6 + 3 * 8 + 3 * 1 + 2 * 3) * SECOND + 2 * EDGE


@given(PROGRAMMES)
def test_segments_follow_each_other_without_a_break(programme: Programme) -> None:
    laid = plan(programme)
    assert laid.segments[0].start == 0
    assert [s.start for s in laid.segments[1:]] == [s.end for s in laid.segments[:-1]]
    assert laid.length == laid.segments[-1].end


def _model(programme: Programme) -> list[tuple[str, int, str]]:
    """Write down what is heard and which silence lies before it, as a reader with a list in hand would go about it."""
    uppers = programme.joka_upper
    if uppers is None:
        uppers = 1 if programme.joka else 0
    tokens = [str(token) for token in programme.pattern.tokens]
    parts = {"1": "kami", "2": "shimo"}
    current = [parts[token[-1]] for token in tokens if token.startswith("CUR")]
    coming = [parts[token[-1]] for token in tokens if token.startswith("NEXT")]
    leads = bool(current and coming)
    own = coming if leads else current or coming
    story: list[tuple[str, int, str]] = []
    for turn, card in enumerate(programme.cards):
        said: list[tuple[str, int, str]] = []
        if turn == 0:
            said += [("half_gap", 0, "kami")] * uppers + [("half_gap", 0, "shimo")] * programme.joka
        elif leads:
            said += [("half_gap", programme.cards[turn - 1], part) for part in current]
        said += [("half_gap" if place else "poem_gap", card, part) for place, part in enumerate(own)]
        story += [("play" if turn else "lead", *said[0][1:]), *said[1:]]
    if leads:
        rest = [part for part in dict.fromkeys(current) if part not in coming]
        story += [("half_gap" if place else "play", card, part) for place, part in enumerate(rest)]
    if not leads or not rest:
        story.append(("play", 0, ""))
    return story


@given(PROGRAMMES)
def test_order_repeats_and_every_silence_are_those_of_a_reader_with_a_list(programme: Programme) -> None:
    laid = plan(programme)
    story = _model(programme)
    heard = [one for one in story if one[2]]
    assert [(segment.poem, segment.part) for segment in laid.voiced] == [one[1:] for one in heard]
    gaps, usual = programme.gaps, programme.pace.gap
    lengths = {
        "half_gap": usual if gaps.half_gap is None else gaps.half_gap,
        "poem_gap": usual if gaps.poem_gap is None else gaps.poem_gap,
        "lead": gaps.lead,
        "play": programme.play_pause,
    }
    ends = [0, *(segment.voice_end for segment in laid.voiced)]
    silences = [segment.voice_start - end for segment, end in zip(laid.voiced, ends[:-1], strict=True)]
    assert silences == [lengths[one[0]] for one in heard]
    tail = gaps.tail if story[-1][2] else max(programme.play_pause, gaps.tail if gaps.tail > EDGE else 0)
    assert laid.length - ends[-1] == tail


@pytest.mark.parametrize(
    ("pattern", "given", "silences"),
    [
        ("competition", {}, [960, 48_000, 48_000, 48_000, 144_000, 48_000, 144_000, 960]),
        (
            "competition",
            {"half_gap": 24_000},
            [960, 24_000, 24_000, 48_000, 144_000, 48_000, 144_000, 960],
        ),
        (
            "competition",
            {"poem_gap": 72_000},
            [960, 48_000, 48_000, 72_000, 144_000, 72_000, 144_000, 960],
        ),
        (
            "competition",
            {"lead": 96_000},
            [96_000, 48_000, 48_000, 48_000, 144_000, 48_000, 144_000, 960],
        ),
        ("competition", {"lead": 0}, [0, 48_000, 48_000, 48_000, 144_000, 48_000, 144_000, 960]),
        (
            "competition",
            {"tail": 96_001},
            [960, 48_000, 48_000, 48_000, 144_000, 48_000, 144_000, 96_001],
        ),
        ("competition", {"tail": 1}, [960, 48_000, 48_000, 48_000, 144_000, 48_000, 144_000, 1]),
        (
            "full",
            {"half_gap": 1, "poem_gap": 2, "lead": 3, "tail": 4},
            [3, 1, 1, 2, 1, 144_000, 1, 144_000],
        ),
        ("full", {"tail": 144_001}, [960, 48_000, 48_000, 48_000, 48_000, 144_000, 48_000, 144_001]),
        ("beginner", {"half_gap": 1, "poem_gap": 2}, [960, 1, 1, 2, 144_000, 1, 2, 144_000, 960]),
        ("CUR2 NEXT2", {"half_gap": 1, "poem_gap": 2}, [960, 1, 1, 2, 144_000, 2, 144_000]),
    ],
)
def test_each_silence_has_its_own_samples(pattern: str, given: dict[str, int], silences: list[int]) -> None:
    laid = plan(replace(_programme(pattern, 5, 9, joka=2), gaps=Gaps(**given)))
    starts = [*(segment.voice_start for segment in laid.voiced), laid.length]
    ends = [0, *(segment.voice_end for segment in laid.voiced)]
    assert [start - end for start, end in zip(starts, ends, strict=True)] == silences


def test_a_poem_that_follows_itself_is_still_another_poem() -> None:
    """In an order with replacement both halves around the gap between two poems may be of one."""
    laid = plan(replace(_programme("competition", 5, 5), gaps=Gaps(half_gap=1, poem_gap=2)))
    assert [b.voice_start - a.voice_end for a, b in pairwise(laid.voiced)] == [144_000, 2, 144_000]


@given(PROGRAMMES)
def test_no_silence_changes_a_clip(programme: Programme) -> None:
    """What was voiced once serves whatever gaps are chosen later."""
    assert plan(replace(programme, gaps=Gaps())).verses == plan(programme).verses


@given(PROGRAMMES)
def test_the_lead_is_heard_once_and_every_call_has_the_gaps_of_the_plan(programme: Programme) -> None:
    """The calls of a live reading, one after the other, have the silences that the file has."""
    spoken = [halves for halves in calls(programme) if halves]
    laid = [transition(programme, halves, first=not place) for place, halves in enumerate(spoken)]
    assert laid[0].voiced[0].voice_start == programme.gaps.lead
    assert all(one.voiced[0].voice_start == EDGE for one in laid[1:])
    live = [b.voice_start - a.voice_end for one in laid for a, b in pairwise(one.voiced)]
    segments = plan(programme).segments
    between = list(zip(segments, segments[1:], segments[2:], strict=False))
    assert live == [
        gap.length for one, gap, other in between if gap.part == "gap" and one.verse and other.verse
    ]


@given(PROGRAMMES)
def test_every_card_has_one_play_pause_and_all_its_halves_are_heard(programme: Programme) -> None:
    laid = plan(programme)
    assert sum(segment.part == "play" for segment in laid.segments) == len(programme.cards)
    promised = {token.part for token in programme.pattern.tokens}
    heard = {(segment.poem, segment.part) for segment in laid.voiced}
    assert {(card, part) for card in programme.cards for part in promised} <= heard


@given(PROGRAMMES)
def test_nothing_asks_for_the_opener_when_it_is_off(programme: Programme) -> None:
    opened = any(segment.poem == 0 for segment in plan(programme).segments)
    assert opened is bool(programme.joka or programme.joka_upper)


@given(PROGRAMMES)
def test_a_plan_is_a_function_of_its_programme(programme: Programme) -> None:
    assert plan(programme) == plan(programme)
    assert plan(programme).id == plan(programme).id


def test_the_id_tells_plans_apart() -> None:
    base = _programme("competition", 5, 9, joka=1)
    others = [
        _programme("competition", 9, 5, joka=1),
        _programme("competition", 5, 9, joka=2),
        _programme("full", 5, 9, joka=1),
        Programme(base.cards, base.pattern, Pace.parse("5-3-1-6.001"), 1, base.play_pause),
        Programme(base.cards, base.pattern, Pace.parse("5.5-2.5-1-6"), 1, base.play_pause),
        Programme(base.cards, base.pattern, base.pace, 1, base.play_pause + 1),
        Programme(base.cards, base.pattern, base.pace, 1, base.play_pause, "kokin_kanajo"),
        replace(base, joka_upper=2),
        *(replace(base, gaps=Gaps(**{name: SECOND // 2})) for name in NAMES),
    ]
    assert len({plan(programme).id for programme in [base, *others]}) == 13


@given(PROGRAMMES)
def test_the_live_calls_are_the_plan_without_its_play_pauses(programme: Programme) -> None:
    """What a live reading plays call by call is what the file holds, to the sample."""
    whole = [(s.verse, s.voice_end - s.voice_start) for s in plan(programme).voiced]
    live = [
        (s.verse, s.voice_end - s.voice_start)
        for halves in calls(programme)
        for s in transition(programme, halves).voiced
    ]
    assert live == whole


def test_a_call_that_says_nothing_has_an_empty_plan() -> None:
    nothing = transition(_programme("full", 5), ())
    assert (nothing.segments, nothing.length) == ((), 0)


@pytest.mark.parametrize("order", [Order.SHUFFLE, Order.RANDOM, Order.NUMBER])
@pytest.mark.parametrize("joka", [0, 1, 2])
@pytest.mark.parametrize("size", [0, 1, 2, 100])
@pytest.mark.parametrize("pattern", NAMED)
def test_every_option_pair_plays(order: Order, joka: int, size: int, pattern: str) -> None:
    """Random mode without the opener once failed on its first press, in a grid that nobody had tried."""
    if not size:
        with pytest.raises(ValueError, match="no cards in this set"):
            arrange((), order, Seed.numbered(1))
        return
    cards = arrange(range(1, size + 1), order, Seed.numbered(1))
    read = list(calls(_programme(pattern, *cards, joka=joka)))
    assert len(read) == size + 1
    assert all(read[:-1])
    assert any(half.poem == 0 for half in read[0]) is (joka > 0)
    assert not any(half.poem == 0 for call in read[1:] for half in call)
    if not joka:
        assert read[0][0].poem == cards[0], "the first poem has no lower half before it"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"cards": ()}, "no cards in this set"),
        ({"cards": (0,)}, "0 is no card"),
        ({"cards": (101,)}, "101 is no card"),
        ({"joka": 3}, "joka 3"),
        ({"joka": -1}, "joka -1"),
        ({"joka_upper": 3}, "joka upper 3: the opener's upper half is read 0 to 2 times"),
        ({"joka_upper": -1}, "joka upper -1"),
        ({"play_pause": -1}, "play pause"),
        ({"play_pause": 601 * SECOND}, "play pause 601 s"),
        ({"wording": "mine"}, "the opener has ajka, kokin_kanajo"),
    ],
)
def test_what_cannot_be_read_is_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Programme(**{"cards": (1,), **change})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("samples", "said"), [(-1, "-2.08333e-05"), (60 * SECOND + 1, "60"), (10**9, "20833.3")]
)
def test_a_silence_that_no_reading_has_is_refused(name: str, samples: int, said: str) -> None:
    with pytest.raises(ValueError, match=f"{name.replace('_', ' ')} {said} s: it may be 0 to 60 s"):
        Gaps(**{name: samples})


@pytest.mark.parametrize("seconds", [-1.0, 601.0, float("nan"), float("inf")])
def test_a_play_pause_that_no_reading_has_is_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match="play pause"):
        play_pause_samples(seconds)


def test_a_play_pause_is_counted_in_samples() -> None:
    assert play_pause_samples(2.5) == 120_000
