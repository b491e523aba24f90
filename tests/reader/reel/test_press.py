"""A reel as a file: every byte where the plan says, and the sound that is in it."""

import io

import numpy as np
import pytest
import soundfile

from reader.clip import Clip
from reader.outputs.file import Label
from reader.pace import Pace
from reader.pattern import NAMED, Pattern
from reader.programme import Programme
from reader.reel.coding import CODINGS
from reader.reel.press import Press
from reader.reel.reel import FRAME, wind
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.yomite import decide
from reader.yomite_commands import Jump
from reader.yomite_facts import Opened
from reader.yomite_state import Reading, evolve, fold
from tests.support.fake_voice import FakeVoice

LABEL = Label("Hyakunin Isshu", "Naniwazu", "Tones from a test, ©")
PAUSE = SAMPLE_RATE


def opened(*cards: int) -> Reading:
    pace = Pace.parse("2-0-0.5-2")
    return fold([Opened(0.0, Programme(cards, Pattern.parse(NAMED["competition"]), pace, 0, PAUSE, ""))])


def pressed(state: Reading, coding: str, voice: FakeVoice | None = None) -> Press:
    voice = voice or FakeVoice()

    def clip(verse: Verse) -> Clip:
        return voice.render(verse)

    made = CODINGS[coding]
    return Press(wind(state, PAUSE, made.delay), state.programme, made, LABEL, clip)


def whole(press: Press) -> bytes:
    """Read the file as a player does that asks for pieces."""
    out = b""
    while piece := press.read(len(out), 50_000):
        out += piece
    return out


@pytest.mark.parametrize("coding", CODINGS)
def test_the_voices_sound_where_the_marks_say(coding: str) -> None:
    press = pressed(opened(5, 9, 12), coding)
    data = whole(press)
    assert len(data) == press.size
    samples, rate = soundfile.read(io.BytesIO(data), dtype="float32")
    assert rate == SAMPLE_RATE
    assert abs(len(samples) - press.reel.frames * FRAME) <= 2 * FRAME
    loud = np.abs(samples) > 0.05
    # a tone's zero crossings are no silence
    heard = np.convolve(loud, np.ones(200), "same") > 0
    edges = np.flatnonzero(np.diff(heard.astype(np.int8)))
    marks = [
        mark for mark in press.reel.marks(press.deciding) if type(mark.told).__name__ in ("Began", "Ended")
    ]
    assert len(edges) == len(marks) == 12
    for edge, mark in zip(edges, marks, strict=True):
        assert abs(edge - mark.sample) < 0.006 * SAMPLE_RATE, mark


def test_the_file_says_whose_voice_it_is() -> None:
    for coding, name in (("mp3", b"TCOP"), ("wav", b"ICOP")):
        head = pressed(opened(5), coding).head
        assert name in head
        assert "Tones from a test, ©".encode() in head
    data = whole(pressed(opened(5), "wav"))
    with soundfile.SoundFile(io.BytesIO(data)) as file:
        assert (file.title, file.artist, file.copyright) == (LABEL.title, LABEL.artist, LABEL.credit)


def test_any_bytes_can_be_asked_for_and_only_their_stretch_is_made() -> None:
    voice = FakeVoice()
    press = pressed(opened(5, 9, 12), "mp3", voice)
    last = press.reel.stretches[2]
    at = len(press.head) + last.start // FRAME * press.coding.frame_bytes + 7
    piece = press.read(at, 1000)
    assert {verse.poem for verse in voice.asked} == {9, 12}
    assert press.made == 1
    data = whole(press)
    assert data[at : at + 1000] == piece
    assert press.read(press.size, 10) == b""
    assert press.whole


def test_the_deciding_mark_is_known_once_the_stretch_is_made() -> None:
    press = pressed(opened(5), "wav")
    assert "Deciding" not in {type(mark.told).__name__ for mark in press.reel.marks(press.deciding)}
    press.make(0)
    names = [type(mark.told).__name__ for mark in press.reel.marks(press.deciding)]
    assert names[:5] == ["Next", "Began", "Deciding", "Ended", "Over"]


def test_a_reel_wound_anew_takes_over_what_is_still_right() -> None:
    state = opened(5, 9, 12, 33)
    old = pressed(state, "mp3")
    whole(old)
    facts = decide(state, Jump(3), 0.0)
    assert isinstance(facts, tuple)
    voice = FakeVoice()
    new = pressed(evolve(state, facts[0]), "mp3", voice)
    new.adopt(old)
    assert new.made >= 1
    data = whole(new)
    assert data == whole(pressed(evolve(state, facts[0]), "mp3"))
