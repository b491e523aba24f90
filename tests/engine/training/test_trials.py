"""Trials and their corrections: stored and read back, added and never changed, times with their sign."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.document import DocumentError
from engine.training.codec import from_json, to_json
from engine.training.items import Skill
from engine.training.trial import (
    OLDEST,
    VERSION,
    DelaySource,
    DeviceClass,
    ErrorKind,
    Exercise,
    Grade,
    InputKind,
    LabelSource,
    Overridden,
    Relabelled,
    Row,
    Sound,
    Trial,
    Unknown,
    Voided,
    reaction,
    settled,
)
from poems.cards import ALL_CARDS, mask

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
TRIAL = Trial("t1", "u1", Exercise.SOUND, NOON, date(2026, 1, 31), poem=79, skill=Skill.SOUND, correct=True)

TIMES = st.none() | st.floats(-1e6, 1e6)
CARDS = st.integers(1, 100)
WORDS = st.text(max_size=8)
SOUNDS = st.builds(
    Sound,
    voice=WORDS,
    speed=st.floats(0.5, 2),
    file_hash=WORDS,
    decision_point_ms=TIMES,
    kimariji_end_ms=TIMES,
    label_source=st.none() | st.sampled_from(LabelSource),
    audio_clock_ms=TIMES,
    press_clock_ms=TIMES,
    output_delay_ms=st.floats(-50, 500),
    delay_source=st.sampled_from(DelaySource),
    delay_spread_ms=TIMES,
)
MOMENTS = st.integers(0, 2**42).map(lambda ms: datetime.fromtimestamp(ms / 1000, UTC))
TRIALS = st.builds(
    Trial,
    trial_id=WORDS,
    user=WORDS,
    exercise=st.sampled_from(Exercise),
    shown_at=MOMENTS,
    practice_day=st.dates(),
    version=st.integers(OLDEST, VERSION),
    seed=WORDS,
    poem=st.none() | CARDS,
    skill=st.none() | st.sampled_from(Skill),
    set_id=WORDS,
    sound=st.none() | SOUNDS,
    unread=st.none() | st.sets(CARDS).map(mask),
    layout_id=WORDS,
    turned=st.booleans(),
    options=st.lists(CARDS, max_size=4).map(tuple),
    response=WORDS,
    chosen=st.none() | st.integers(0, 100),
    touched=st.lists(CARDS, max_size=3).map(tuple),
    correct=st.none() | st.booleans(),
    self_judged=st.booleans(),
    error_kind=st.none() | st.sampled_from(ErrorKind),
    rt_ms=TIMES,
    interrupted=st.booleans(),
    hint=st.booleans(),
    device=st.sampled_from(DeviceClass),
    input_kind=st.sampled_from(InputKind),
    warmup_median_ms=TIMES,
    level=TIMES,
    confidence=st.none() | st.integers(1, 4),
    auto_grade=st.none() | st.sampled_from(Grade),
    grade_reason=WORDS,
)
ROWS: st.SearchStrategy[Row] = st.one_of(
    TRIALS,
    st.builds(Overridden, WORDS, st.sampled_from(Grade), MOMENTS),
    st.builds(Voided, WORDS, WORDS, MOMENTS),
    st.builds(Relabelled, WORDS, st.floats(0, 9e3), TIMES, st.sampled_from(LabelSource), MOMENTS),
)


@given(ROWS)
def test_a_row_comes_back_as_it_was(row: Row) -> None:
    text = json.dumps(to_json(row), allow_nan=False)
    assert from_json(json.loads(text)) == row


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"kind": "trail"}, "kind"),
        ({"v": 0}, "v"),
        ({"v": VERSION + 1}, "v"),
        ({"v": True}, "v"),
        ({"poem": 0}, "poem"),
        ({"poem": 101}, "poem"),
        ({"poem": True}, "poem"),
        ({"exercise": "e1"}, "exercise"),
        ({"shown_at": "2026-01-31T12:00:00"}, "shown_at"),
        ({"shown_at": "soon"}, "shown_at"),
        ({"practice_day": "31.1.2026"}, "practice_day"),
        ({"rt_ms": "fast"}, "rt_ms"),
        ({"correct": 1}, "correct"),
        ({"unread": [5, 200]}, "unread[1]"),
        ({"speed": 1.0}, "speed"),
        ({"sound": {"speed": 1.0}}, "sound.voice"),
        ({"sound": {"voice": "a", "pitch": 1}}, "sound.pitch"),
    ],
)
def test_faults_name_their_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(DocumentError) as caught:
        from_json({**to_json(TRIAL), **change})
    assert caught.value.place == place


@pytest.mark.parametrize("missing", ["trial_id", "user", "exercise", "shown_at", "practice_day", "kind", "v"])
def test_what_must_be_there_is_asked_for(missing: str) -> None:
    document = to_json(TRIAL)
    del document[missing]
    with pytest.raises(DocumentError) as caught:
        from_json(document)
    assert caught.value.place == missing


@pytest.mark.parametrize("delay", [0.0, 80.0, 250.0])
@pytest.mark.parametrize("late", [300.0, -120.0, -400.0, 0.0])
def test_a_reaction_counts_from_what_was_heard(delay: float, late: float) -> None:
    heard = 10_000.0 + 640.0 + delay
    sound = Sound(
        "v", decision_point_ms=640, audio_clock_ms=10_000, press_clock_ms=heard + late, output_delay_ms=delay
    )
    assert reaction(sound) == pytest.approx(late)
    assert replace(TRIAL, rt_ms=late).anticipatory is (late < 0)


def test_without_clocks_there_is_no_reaction() -> None:
    assert reaction(Sound("v", decision_point_ms=640)) is None


@pytest.mark.parametrize(
    ("change", "timed"),
    [
        ({"rt_ms": -150.0}, True),
        ({"rt_ms": -151.0}, False),
        ({"rt_ms": 5000.0}, True),
        ({"rt_ms": 5001.0}, False),
        ({"rt_ms": None}, False),
        ({"correct": False}, False),
        ({"interrupted": True}, False),
        ({"hint": True}, False),
        ({"touched": (12,)}, False),
    ],
)
def test_what_counts_in_statistics_of_speed(change: dict[str, Any], timed: bool) -> None:
    assert replace(TRIAL, **{"rt_ms": 400.0, **change}).timed is timed


def test_corrections_are_rows_of_their_own() -> None:
    trial = replace(TRIAL, auto_grade=Grade.GOOD, rt_ms=300.0)
    later = replace(trial, trial_id="t0", shown_at=NOON + timedelta(seconds=5))
    (first, second) = settled([later, trial, Overridden("t1", Grade.AGAIN, NOON)])
    assert (first.trial_id, first.grade, first.auto_grade) == ("t1", Grade.AGAIN, Grade.GOOD)
    assert second.grade is Grade.GOOD
    assert settled([trial, Voided("t1", "the bell", NOON)]) == ()


def test_a_new_label_moves_the_reaction() -> None:
    sound = Sound("v", decision_point_ms=640, audio_clock_ms=0, press_clock_ms=940)
    row = Relabelled("t1", 600.0, 800.0, LabelSource.HAND, NOON)
    (trial,) = settled([replace(TRIAL, sound=sound, rt_ms=300.0), row])
    assert trial.rt_ms == pytest.approx(340)
    assert trial.sound is not None
    assert trial.sound.label_source is LabelSource.HAND


def test_a_grade_is_put_right_once_and_of_a_trial_that_there_is() -> None:
    once = Overridden("t1", Grade.AGAIN, NOON)
    with pytest.raises(Unknown, match="already"):
        settled([TRIAL, once, once])
    with pytest.raises(Unknown, match="no trial"):
        settled([TRIAL, Overridden("t2", Grade.AGAIN, NOON)])
    with pytest.raises(Unknown, match="no sound"):
        settled([TRIAL, Relabelled("t1", 1.0, None, LabelSource.HAND, NOON)])


def test_a_trial_sent_twice_counts_once() -> None:
    assert settled([TRIAL, replace(TRIAL, correct=False)]) == (TRIAL,)


def test_the_length_is_that_of_the_moment() -> None:
    assert replace(TRIAL, poem=61).kimariji_length == 2
    assert TRIAL.kimariji_length == 3  # あきか
    assert replace(TRIAL, unread=ALL_CARDS & ~mask([1])).kimariji_length == 2  # あきの is gone
    assert replace(TRIAL, unread=ALL_CARDS & ~mask([1]), skill=Skill.FACE).kimariji_length == 3


MEASURED = Sound("v", delay_source=DelaySource.TAPPED, delay_spread_ms=25.0, label_spread_ms=50.0)


@pytest.mark.parametrize(
    ("sound", "timed"),
    [
        (MEASURED, True),
        (replace(MEASURED, delay_source=DelaySource.TYPED, delay_spread_ms=None, label_spread_ms=None), True),
        (replace(MEASURED, delay_spread_ms=26.0), False),
        (replace(MEASURED, label_spread_ms=51.0), False),
        (replace(MEASURED, delay_source=DelaySource.BROWSER), False),
        (replace(MEASURED, delay_source=DelaySource.NONE), False),
    ],
)
def test_a_sound_measures_where_its_delay_and_its_label_are_sure(sound: Sound, timed: bool) -> None:
    assert replace(TRIAL, rt_ms=400.0, sound=sound).timed is timed


def test_rows_from_before_a_field_was_there_still_decode() -> None:
    document = to_json(replace(TRIAL, sound=MEASURED))
    sound = document["sound"]
    assert isinstance(sound, dict)
    del sound["label_spread_ms"]
    old = from_json(document)
    assert isinstance(old, Trial)
    assert old.sound == replace(MEASURED, label_spread_ms=None)


@pytest.mark.parametrize("row", [TRIAL, Voided("t1", "the bell", NOON)], ids=["trial", "correction"])
def test_rows_of_the_first_version_are_read_and_handed_out_as_they_were(row: Row) -> None:
    first = {**to_json(row), "v": 1}
    old = from_json(first)
    assert old == (replace(row, version=1) if isinstance(row, Trial) else row)
    if isinstance(old, Trial):
        assert to_json(old) == first


@pytest.mark.parametrize(("version", "told"), [(1, None), (2, 300.0)])
def test_a_baseline_of_presses_is_none(version: int, told: float | None) -> None:
    assert replace(TRIAL, warmup_median_ms=300.0, version=version).baseline_ms == told
    assert replace(TRIAL, version=version).baseline_ms is None
