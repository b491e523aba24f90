"""When which sample is heard, from a device's unsteady reports."""

import pytest

from reader.outputs.timeline import Timeline

RATE = 48_000


def test_nothing_is_known_before_the_first_report() -> None:
    assert Timeline().heard_at(0) is None


def test_samples_follow_each_other_evenly() -> None:
    timeline = Timeline()
    timeline.note(4_800, 10.5)
    assert timeline.heard_at(4_800) == pytest.approx(10.5)
    assert timeline.heard_at(4_800 + RATE) == pytest.approx(11.5)


def test_a_report_that_is_off_moves_nothing() -> None:
    """A sound server now and then reports a latency that is 20 ms off."""
    timeline = Timeline()
    for number in range(50):
        wrong = 0.02 if number in (20, 21, 49) else 0.0
        assert timeline.note(3_600 * number, 5.0 + 0.075 * number + wrong) == 0
    assert timeline.heard_at(3_600 * 49) == pytest.approx(5.0 + 0.075 * 49)


def test_a_hole_moves_what_comes_after_it_and_nothing_before() -> None:
    timeline = Timeline()
    for number in range(10):
        timeline.note(3_600 * number, 5.0 + 0.075 * number)
    timeline.note(36_000, 5.0 + 0.75 + 0.1, broken=True)
    timeline.note(39_600, 5.0 + 0.825 + 0.1)
    assert timeline.heard_at(35_999) == pytest.approx(5.0 + 35_999 / RATE)
    assert timeline.heard_at(36_000) == pytest.approx(5.85)


def test_a_hole_is_as_long_as_the_reports_after_it_say_and_told_once() -> None:
    """Measured with PulseAudio: the report at the hole is late by all that the device has in store, 0.4 s, too."""
    timeline = Timeline()
    for number in range(20):
        assert timeline.note(4_800 * number, 5.0 + 0.1 * number) == 0
    told = [timeline.note(96_000, 5.0 + 2.0 + 0.1 + 0.4, broken=True)]
    told += [timeline.note(4_800 * number, 5.0 + 0.1 * number + 0.1) for number in range(21, 40)]
    assert [hole for hole in told if hole] == [4_800]


def test_a_hole_that_the_device_does_not_tell_of_is_found_by_the_reports_after_it() -> None:
    """PulseAudio slips by a period on a busy machine and says nothing: the log was 100 ms off for six seconds."""
    timeline = Timeline()
    told = []
    for number in range(100):
        slip = 0.1 if number >= 60 else 0.0
        wrong = 0.02 if number in (30, 31, 70) else 0.0
        told.append(timeline.note(4_800 * number, 5.0 + 0.1 * number + slip + wrong))
    assert [(number, hole) for number, hole in enumerate(told) if hole] == [(64, 4_800)]
    assert timeline.heard_at(4_800 * 59) == pytest.approx(5.0 + 5.9)
    assert timeline.heard_at(4_800 * 60) == pytest.approx(5.0 + 6.0 + 0.1)


def test_reports_that_wander_for_a_while_are_no_hole() -> None:
    timeline = Timeline()
    for number in range(200):
        wander = 0.012 if 60 <= number < 90 else 0.0
        assert timeline.note(4_800 * number, 5.0 + 0.1 * number + wander) == 0


def test_two_holes_close_together_are_told_as_one() -> None:
    timeline = Timeline()
    for number in range(20):
        timeline.note(4_800 * number, 5.0 + 0.1 * number)
    timeline.note(96_000, 7.5, broken=True)
    timeline.note(100_800, 7.1 + 0.2)
    timeline.note(105_600, 7.9, broken=True)
    told = [timeline.note(4_800 * number, 5.0 + 0.1 * number + 0.25) for number in range(23, 40)]
    assert [hole for hole in told if hole] == [12_000]


def test_a_tremor_is_no_hole() -> None:
    timeline = Timeline()
    for number in range(20):
        timeline.note(3_600 * number, 5.0 + 0.075 * number)
    timeline.note(72_000, 6.9, broken=True)
    assert [timeline.note(3_600 * number, 5.001 + 0.075 * number) for number in range(21, 30)] == [0] * 9


def test_a_device_that_fills_its_store_is_asked_once() -> None:
    """It fetches twenty small blocks in a row: each tells the same, and would count as twenty witnesses."""
    timeline = Timeline()
    for number in range(80):
        timeline.note(3_600 * number, 5.0 + 0.075 * number)
    at = 3_600 * 80
    for number in range(40):
        timeline.note(at + 90 * number, 5.04 + (at + 90 * number) / RATE)
    assert timeline.heard_at(at) == pytest.approx(5.0 + at / RATE)


def test_a_long_evening_does_not_slow_it_down() -> None:
    timeline = Timeline()
    for number in range(2_000):
        timeline.note(3_600 * number, 0.075 * number + 0.01 * number, broken=number > 0)
    assert timeline.heard_at(3_600 * 1_999) == pytest.approx(0.085 * 1_999)
