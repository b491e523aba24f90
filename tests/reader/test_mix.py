"""A plan turned into samples: gaps measured from what sounds, not from what was planned."""

from itertools import pairwise

import numpy as np
import pytest

from reader.clip import Clip
from reader.gaps import EDGE
from reader.outputs.mix import Mix
from reader.pace import Pace
from reader.pattern import Pattern
from reader.plan import Plan, plan
from reader.programme import Programme
from reader.verse import Verse
from tests.support.fake_sink import bursts
from tests.support.fake_voice import FakeVoice

SECOND = 48_000
SLACK = 4
"""Samples by which the detector may miss the end of a tone that stops near nought."""


def _plan(pattern: str = "competition", joka: int = 1, pace: str = "2-1-1-2") -> Plan:
    return plan(Programme((17, 3, 50), Pattern.parse(pattern), Pace.parse(pace), joka, 2 * SECOND))


@pytest.mark.parametrize("voice", [FakeVoice(), FakeVoice(lead=0, tail=0), FakeVoice(lead=4_000, tail=9_000)])
@pytest.mark.parametrize("pattern", ["competition", "beginner", "full-twice"])
def test_what_sounds_is_where_the_plan_says(voice: FakeVoice, pattern: str) -> None:
    laid = _plan(pattern)
    sound = np.concatenate(list(Mix(laid, voice.render).blocks(10_007)))
    assert len(sound) == laid.length
    heard = bursts(sound)
    planned = [(segment.voice_start, segment.voice_end) for segment in laid.voiced]
    assert len(heard) == len(planned)
    for (begin, end), (start, stop) in zip(heard, planned, strict=True):
        assert begin == start
        assert abs(end - stop) <= SLACK


def test_gaps_are_a_second_from_voice_to_voice() -> None:
    laid = _plan(joka=2)
    heard = bursts(np.concatenate(list(Mix(laid, FakeVoice().render).blocks(SECOND))))
    silences = [after[0] - before[1] for before, after in pairwise(heard)]
    expected = [1, 1, 1, 2, 1, 2, 1, 2]
    assert len(silences) == len(expected)
    assert all(
        abs(silence - seconds * SECOND) <= SLACK for silence, seconds in zip(silences, expected, strict=True)
    )


@pytest.mark.parametrize("count", [1_000, 4_801, 48_000, 10_000_000])
def test_block_size_changes_nothing(count: int) -> None:
    laid = _plan()
    whole = Mix(laid, FakeVoice().render).read(laid.length)
    assert np.array_equal(np.concatenate(list(Mix(laid, FakeVoice().render).blocks(count))), whole)


def test_only_clips_around_the_place_read_are_kept() -> None:
    """A hundred poems must not need the memory of a hundred poems."""
    voice = FakeVoice()
    laid = plan(Programme(tuple(range(1, 21)), pace=Pace.parse("2-0-1-2"), joka=0))
    mix = Mix(laid, voice.render)
    most = 0
    for _ in mix.blocks(SECOND // 2):
        most = max(most, len(mix._placed))
    assert most <= 2
    assert len(voice.asked) == 40


def test_a_clip_is_asked_for_when_it_is_near() -> None:
    voice = FakeVoice()
    mix = Mix(_plan(), voice.render)
    mix.read(SECOND)
    assert [(verse.poem, verse.part) for verse in voice.asked] == [(0, "kami")]


def test_silence_lasts_until_the_next_voice() -> None:
    laid = _plan(joka=0)
    mix = Mix(laid, FakeVoice().render)
    assert mix.silent_until() == EDGE
    mix.position = laid.voiced[0].voice_start + 5
    assert mix.silent_until() == mix.position, "nothing is silent in a voice"
    mix.position = laid.voiced[0].voice_end
    assert mix.silent_until() == laid.voiced[1].voice_start
    mix.position = laid.voiced[-1].voice_end
    assert mix.silent_until() == laid.length


def test_a_voice_of_another_length_is_refused_and_named() -> None:
    def longer(verse: Verse) -> Clip:
        return FakeVoice().render(Verse(verse.poem, verse.part, verse.length + 480, verse.hold))

    with pytest.raises(
        ValueError, match=r"poem 17 kami: the voice takes 2\.010 s, the pace gives it 2\.000 s"
    ):
        Mix(_plan(joka=0), longer).read(SECOND)
