"""What goes into the loudspeakers' stream, sample by sample."""

import numpy as np
import pytest
from numpy.typing import NDArray

from reader.gaps import EDGE
from reader.outputs.feed import FADE, Feed
from reader.outputs.track import Track, track
from reader.pace import Pace
from reader.pattern import Half
from reader.programme import Programme
from reader.yomite_commands import Began, Deciding, Ended, Over
from reader.yomite_facts import Called
from tests.support.fake_sink import FakeSink, bursts
from tests.support.fake_voice import FakeVoice

SECOND = 48_000
SILENCE_FIRST = SECOND
PROGRAMME = Programme((17, 3), pace=Pace.parse("2-1-1-2"), joka=0)


def _track(number: int = 1, *halves: Half, position: int | None = 0) -> Track:
    call = Called(0.0, number, "card", position, halves or (Half(17, "kami"),))
    voice = FakeVoice()
    return track(PROGRAMME, call, {verse: voice.render(verse) for verse in map(PROGRAMME.verse, call.halves)})


def _take(feed: Feed, samples: int, block: int = 960) -> NDArray[np.float32]:
    return np.concatenate([feed.take(block) for _ in range(samples // block)])


def test_a_track_carries_its_reports_at_the_samples_that_they_speak_of() -> None:
    made = _track(4, Half(3, "shimo"), Half(17, "kami"))
    kami = EDGE + 3 * SECOND + SECOND
    deciding = kami + 2 * SECOND * 2 // 17
    assert [(mark.sample, mark.report) for mark in made.marks] == [
        (EDGE, Began(4, 0)),
        (EDGE + 3 * SECOND, Ended(4, 0)),
        (kami, Began(4, 1)),
        (deciding, Deciding(4)),
        (kami + 2 * SECOND, Ended(4, 1)),
        (kami + 2 * SECOND, Over(4)),
    ]


def test_where_no_upper_half_is_read_the_end_of_the_first_half_decides() -> None:
    made = _track(1, Half(17, "shimo"), Half(17, "shimo"))
    deciding = [mark.sample for mark in made.marks if isinstance(mark.report, Deciding)]
    assert deciding == [EDGE + 3 * SECOND]


def test_only_the_card_that_is_called_decides() -> None:
    made = _track(1, Half(3, "kami"), position=None)
    assert not any(isinstance(mark.report, Deciding) for mark in made.marks)


def test_a_second_of_silence_comes_before_the_first_voice() -> None:
    feed = Feed()
    feed.put(_track(), pause=0)
    ((begin, end),) = bursts(_take(feed, 4 * SECOND))
    assert begin == SILENCE_FIRST + EDGE
    assert end == pytest.approx(begin + 2 * SECOND, abs=4)


@pytest.mark.parametrize("pause", [30_000, 48_000, 123_457])
def test_a_pause_runs_from_voice_to_voice_to_the_sample(pause: int) -> None:
    feed = Feed()
    feed.put(_track(), pause=0)
    before = _take(feed, 3 * SECOND + 9_600)
    feed.put(_track(2), pause=pause)
    first, second = bursts(np.concatenate([before, _take(feed, 6 * SECOND)]))
    assert second[0] - (first[0] + 2 * SECOND) == pause


def test_a_track_that_comes_too_late_for_its_pause_begins_at_once() -> None:
    feed = Feed()
    feed.put(_track(), pause=0)
    before = _take(feed, 9 * SECOND)
    feed.put(_track(2), pause=SECOND)
    _, second = bursts(np.concatenate([before, _take(feed, 3 * SECOND)]))
    assert second[0] == 9 * SECOND + EDGE


def test_hold_and_resume_lose_and_repeat_nothing_but_the_crossfade() -> None:
    plain = Feed()
    plain.put(_track(), pause=0)
    whole = _take(plain, 4 * SECOND)
    feed = Feed()
    feed.put(_track(), pause=0)
    at = SILENCE_FIRST + 48_000
    before = _take(feed, at)
    feed.hold()
    held = _take(feed, 2 * SECOND)
    feed.resume()
    after = _take(feed, 4 * SECOND - at)
    assert np.array_equal(before, whole[:at])
    assert not held[FADE:].any(), "silence while held"
    assert np.abs(held[:FADE]).max() > 0.1, "but not with a click"
    assert np.array_equal(after[FADE:], whole[at + FADE :]), "on from the very sample"
    steps = np.abs(np.diff(np.concatenate([before[-4_800:], held, after[:4_800]])))
    assert steps.max() < 1.3 * steps[:4_000].max(), "every edge is a ramp, no steeper than the tone itself"


def test_a_hold_before_the_first_sound_waits_and_then_plays_all() -> None:
    feed = Feed()
    feed.put(_track(), pause=0)
    feed.hold()
    assert not _take(feed, 5 * SECOND).any()
    feed.resume()
    ((begin, end),) = bursts(_take(feed, 5 * SECOND))
    assert (end - begin) == pytest.approx(2 * SECOND, abs=4)


def test_hold_twice_is_hold() -> None:
    feed = Feed()
    feed.put(_track(), pause=0)
    _take(feed, 2 * SECOND)
    feed.hold()
    feed.hold()
    assert not _take(feed, 960 * 2)[960:].any()


def test_a_cut_fades_and_is_the_end_of_it() -> None:
    feed = Feed()
    feed.put(_track(), pause=0)
    _take(feed, 2 * SECOND)
    feed.cut()
    rest = _take(feed, 2 * SECOND)
    assert np.abs(rest[:FADE]).max() > 0.1
    assert not rest[FADE:].any()
    assert feed.idle


def test_reports_come_when_their_sample_is_heard_and_only_once() -> None:
    feed, sink = Feed(), FakeSink(delay=0.25)
    feed.put(_track(), pause=0)
    reports = []
    for number in range(4 * 50):
        feed.take(960)
        reports.extend(feed.due(sink, (number + 1) * 960 / SECOND))
    start = (SILENCE_FIRST + EDGE) / SECOND + 0.25
    assert [report for report, _ in reports] == [Began(1, 0), Deciding(1), Ended(1, 0), Over(1)]
    assert [at for _, at in reports] == pytest.approx([start, start + 4 / 17, start + 2, start + 2], abs=1e-4)


def test_it_rests_when_nothing_sounds_is_due_or_is_to_be_reported() -> None:
    feed, sink = Feed(), FakeSink(delay=0.25)
    assert feed.resting
    feed.put(_track(), pause=0)
    assert not feed.resting, "the silence before a voice has its length"
    while not feed.idle:
        assert not feed.resting
        feed.take(960)
        feed.due(sink, feed.written / SECOND)
    assert feed.resting


def test_it_rests_while_it_is_held_once_the_sound_is_gone() -> None:
    feed = Feed()
    feed.put(_track(), pause=0)
    _take(feed, 2 * SECOND)
    feed.hold()
    assert not feed.resting
    feed.take(960)
    assert feed.resting
    feed.resume()
    assert not feed.resting


def test_what_was_cut_is_not_reported() -> None:
    feed, sink = Feed(), FakeSink(delay=0.25)
    feed.put(_track(), pause=0)
    _take(feed, 55 * 960)
    feed.cut()
    assert feed.due(sink, 1e9) == []


def test_silence_that_the_device_put_in_is_made_up_in_the_next_silence() -> None:
    feed = Feed()
    feed.put(_track(1, Half(3, "shimo"), Half(17, "kami")), pause=0)
    before = _take(feed, SILENCE_FIRST + EDGE + 3 * SECOND + 9_600)
    feed.slipped(1_000)
    first, second = bursts(np.concatenate([before, _take(feed, 4 * SECOND)]))
    assert second[0] - (first[0] + 3 * SECOND) == SECOND - 1_000


def test_silence_put_into_a_voice_shortens_no_gap_after_it() -> None:
    feed = Feed()
    feed.put(_track(1, Half(3, "shimo"), Half(17, "kami")), pause=0)
    before = _take(feed, SILENCE_FIRST + EDGE + SECOND)
    feed.slipped(1_000)
    first, second = bursts(np.concatenate([before, _take(feed, 6 * SECOND)]))
    assert second[0] - (first[0] + 3 * SECOND) == SECOND
