"""The system's own voice: chosen by language, never waited for too long, made to keep the pace."""

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from reader.pace import Pace
from reader.programme import Programme
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from reader.voices.system import SystemVoice
from reader.voices.system_choice import japanese
from reader.voices.system_fit import UnusableSoundError, fit, resampled, stretched, trimmed
from reader.yomite_commands import Start, Stop
from reader.yomite_facts import Decided, Held, HoldReason
from reader.yomite_state import Phase
from tests.support.acoustics import heard
from tests.support.stage import Stage
from tests.support.stub_engine import Stub

PACE = Pace.parse("5-3-1-6")
KAMI = Verse.at_pace(17, "kami", PACE)
SHIMO = Verse.at_pace(17, "shimo", PACE)

PATIENCE = 60.0
"""Seconds that an engine which answers may take on a busy machine."""


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Stub:
    return Stub(monkeypatch, tmp_path)


# -- which voice -----------------------------------------------------------------------------------------------------


@dataclass
class _Info:
    id: str
    name: str = ""
    languages: list[Any] = field(default_factory=list)


@pytest.mark.parametrize(
    "voice",
    [
        _Info("x", languages=["ja"]),
        _Info("x", languages=["ja-JP"]),
        _Info("x", languages=["ja_JP"]),
        _Info("x", languages=["JA"]),
        _Info("x", languages=[b"\x05ja"]),
        _Info("x", languages=["\x05ja"]),
        _Info("x", languages=["en", "ja-jp"]),
        _Info("HKEY\\TTS_MS_JA-JP_HARUKA_11.0", "Microsoft Haruka Desktop"),
        _Info("com.apple.voice.compact.ja-JP.Kyoko"),
        _Info("jpx/ja", "Japanese", ["Unknown"]),
    ],
)
def test_a_japanese_voice_is_found_wherever_it_stands(voice: _Info) -> None:
    others = [
        _Info("en", "English", ["en"]),
        _Info("jv", "Javanese", ["jv"]),
        _Info("jam", "Jamaican", ["jam"]),
    ]
    for place in range(4):
        assert japanese([*others[:place], voice, *others[place:]]) is voice


def test_a_language_goes_before_a_name() -> None:
    named, speaking = _Info("jpx/ja"), _Info("x", languages=["ja"])
    assert japanese([named, speaking]) is speaking


@pytest.mark.parametrize(
    "voices",
    [[], [_Info("en", "English", ["en-GB"])], [_Info("jav", languages=["jav"]), _Info("x", languages=[])]],
)
def test_no_other_voice_stands_in(voices: list[_Info]) -> None:
    assert japanese(voices) is None


# -- the engine misbehaves -------------------------------------------------------------------------------------------


def test_lines_are_sent_in_kana_with_the_japanese_voice(stub: Stub) -> None:
    stub.behave("well")
    clip = SystemVoice(PATIENCE, PATIENCE).render(KAMI)
    assert stub.said == ["ja チハヤブル", "ja カミヨモキカズ", "ja タツタガワ"]
    assert clip.voice_end - clip.voice_start == KAMI.length


def test_an_engine_whose_second_call_never_returns_is_asked_line_by_line(stub: Stub) -> None:
    stub.behave("hang-second")
    clip = SystemVoice(limit=60.0, first_limit=1.5).render(SHIMO)
    assert clip.voice_end - clip.voice_start == SHIMO.length


def test_an_engine_that_never_returns_is_given_up_within_the_limit(stub: Stub) -> None:
    stub.behave("hang")
    with pytest.raises(VoiceUnavailableError, match="did not answer within 1 s"):
        SystemVoice(limit=1.0).render(KAMI)


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("english", "none of the system's 2 voices speaks Japanese; install one"),
        ("no-engine", "no speech engine is installed"),
        ("crash", r"broke down \(exit status 7\)"),
        ("raise", "run loop already started"),
        ("no-file", "wrote no sound"),
        ("silent", "nothing that can be heard"),
        ("empty", "wrote no sound"),
        ("snippet", "only 0.10 s of sound"),
    ],
)
def test_what_goes_wrong_is_said(stub: Stub, mode: str, reason: str) -> None:
    stub.behave(mode)
    with pytest.raises(VoiceUnavailableError, match=reason):
        SystemVoice(PATIENCE, PATIENCE).render(KAMI)


def test_two_requests_at_once_take_turns(stub: Stub) -> None:
    """Engines cannot be entered twice; the stub fails if two of its processes speak at the same time."""
    stub.behave("exclusive")
    voice = SystemVoice(PATIENCE, PATIENCE)
    clips: list[object] = []
    threads = [threading.Thread(target=lambda: clips.append(voice.render(SHIMO))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(clips) == 3
    assert len(stub.said) == 6, "nobody had to be asked again"


def test_a_reading_with_a_voice_that_hangs_says_so_counts_nothing_and_can_be_stopped(stub: Stub) -> None:
    stub.behave("hang")
    programme = Programme((17, 3, 50), joka=0)
    with Stage(programme, clips=SystemVoice(limit=0.6).render, stop_time_for_voice=False) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        held = stage.run_to(Held)
        assert isinstance(held, Held)
        assert held.reason is HoldReason.VOICE
        assert "did not answer" in held.message
        assert stage.state.read == ()
        assert not any(isinstance(fact, Decided) for fact in stage.facts)
        stage.performance.tell(Stop())
        assert stage.state.phase is Phase.STOPPED


def test_an_engine_that_is_not_there_is_not_looked_for_at_every_question(stub: Stub) -> None:
    """The page asks for a clip's name often, and each look takes up to ten seconds."""
    stub.behave("no-engine")
    voice = SystemVoice(PATIENCE, PATIENCE)
    with pytest.raises(VoiceUnavailableError, match="no speech engine"):
        assert voice.version
    stub.behave("well")
    with pytest.raises(VoiceUnavailableError, match="no speech engine"):
        assert voice.version
    assert SystemVoice(PATIENCE, PATIENCE).version


# -- fitting ---------------------------------------------------------------------------------------------------------


def _tone(seconds: float, hz: float = 110.0) -> NDArray[np.float32]:
    time_ = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    harmonics = sum(np.sin(2 * np.pi * hz * k * time_) / k for k in range(1, 6))
    return np.asarray(0.3 * harmonics, np.float32)


def _pitch(sound: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the pitch every 50 ms by autocorrelation; knows nothing of pieces and hops."""
    out = []
    lags = np.arange(SAMPLE_RATE // 250, SAMPLE_RATE // 70)
    for at in range(0, len(sound) - 4_096, 2_400):
        window = sound[at : at + 4_096].astype(np.float64) * np.hanning(4_096)
        power = np.fft.irfft(np.abs(np.fft.rfft(window, 8_192)) ** 2)
        out.append(SAMPLE_RATE / lags[np.argmax(power[lags])])
    return np.array(out)


@pytest.mark.parametrize("factor", [0.6, 1.0, 1.7, 3.0])
def test_stretching_changes_the_length_and_not_the_pitch(factor: float) -> None:
    sound = _tone(0.8)
    length = round(len(sound) * factor)
    out = stretched(sound, [0, len(sound)], [0, length])
    assert len(out) == length
    assert np.abs(_pitch(out) - 110.0).max() < 2.0
    level = np.sqrt(np.convolve(out.astype(np.float64) ** 2, np.ones(2_400) / 2_400, "valid"))
    assert level.min() > 0.7 * level.max(), "and leaves no holes"


def test_a_line_lands_at_its_border() -> None:
    """Three lines of different pitch: the pitch changes where the plan has the lines' borders."""
    lines = [_tone(0.7, 110.0), _tone(1.0, 150.0), _tone(0.7, 110.0)]
    clip = fit(lines, KAMI)
    borders = [clip.marks[5].start, clip.marks[12].start]
    for border, below, above in zip(borders, (110, 150), (150, 110), strict=True):
        before = np.median(_pitch(clip.samples[border - 12_000 : border - 2_000]))
        after = np.median(_pitch(clip.samples[border + 2_000 : border + 12_000]))
        assert (before, after) == pytest.approx((below, above), abs=3)


def test_the_last_vowel_is_held_without_a_change_of_pitch() -> None:
    clip = fit([_tone(1.0), _tone(1.0)], SHIMO)
    hold = clip.samples[clip.hold_start : clip.voice_end - 12_000]
    assert len(clip.samples) == SHIMO.length
    assert clip.voice_end - clip.hold_start == SHIMO.hold
    assert np.abs(_pitch(hold) - 110.0).max() < 2.0
    assert np.abs(clip.samples[-24:]).max() < 0.01, "and dies away at its end"


def test_marks_cover_the_half_mora_by_mora() -> None:
    clip = fit([_tone(0.7), _tone(1.0), _tone(0.7)], KAMI)
    assert tuple(mark.kana for mark in clip.marks) == KAMI.morae
    assert (clip.marks[0].start, clip.marks[-1].end) == (0, KAMI.length)


def test_trimming_takes_the_silence_and_leaves_the_voice() -> None:
    sound = np.concatenate([np.zeros(9_000, np.float32), _tone(0.5), np.zeros(12_000, np.float32)])
    assert len(trimmed(sound)) == pytest.approx(24_000, abs=480)


@pytest.mark.parametrize("sound", [np.zeros(48_000, np.float32), _tone(0.1)])
def test_silence_and_snippets_are_no_voice(sound: NDArray[np.float32]) -> None:
    with pytest.raises(UnusableSoundError):
        trimmed(sound)


def test_resampling_keeps_pitch_and_length() -> None:
    slow = np.asarray(0.5 * np.sin(2 * np.pi * 150 * np.arange(22_050) / 22_050), np.float32)
    out = resampled(slow, 22_050)
    assert len(out) == 48_000
    assert np.median(_pitch(out)) == pytest.approx(150, abs=1)
    assert resampled(out, 48_000) is out


# -- espeak-ng, as the wheel brings it -------------------------------------------------------------------------------


@pytest.mark.parametrize(("poem", "part"), [(17, "kami"), (17, "shimo"), (71, "kami"), (0, "shimo")])
def test_espeak_keeps_the_pace(poem: int, part: Any) -> None:
    verse = Verse.at_pace(poem, part, PACE)
    clip = SystemVoice(PATIENCE, PATIENCE).render(verse)
    start, end = heard(clip.samples)
    assert clip.voice_start <= start <= clip.voice_start + SAMPLE_RATE // 100
    assert abs(end - clip.voice_end) <= SAMPLE_RATE // 50
    assert len(clip.samples) == verse.length
    assert np.abs(clip.samples).max() <= 10 ** (-1 / 20)
    assert tuple(mark.kana for mark in clip.marks) == verse.morae


def test_espeak_is_named_in_the_version() -> None:
    voice = SystemVoice()
    assert voice.engine.driver in ("espeak", "sapi5", "nsss")
    assert voice.version.startswith(f"{voice.engine.driver} {voice.engine.voice} ")
