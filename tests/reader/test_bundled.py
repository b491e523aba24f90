"""The bundled voice: which way it takes, what it says of itself, and its fallback when the exact way is gone."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from reader.cache import ClipCache
from reader.chant import hts_engine, plain_engine, selfcheck
from reader.chant.contour import pitch as planned_pitch
from reader.chant.hts_engine import EngineError
from reader.chant.selfcheck import Check
from reader.chant.style import DEFAULT, Contour, Style
from reader.loudness import integrated
from reader.pace import Pace
from reader.verse import Verse
from reader.voices import Voice, VoiceUnavailableError
from reader.voices.bundled import BundledVoice
from tests.support.acoustics import cents, heard, pitch, true_peak_db

PACE = Pace.parse("4-3-1-5")
MILLISECOND = 48


@pytest.fixture
def no_symbols(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel whose library no longer exports one of the functions."""
    missing = {**hts_engine._SIGNATURES, "no_longer_exported": (None, hts_engine._P)}
    monkeypatch.setattr(hts_engine, "_SIGNATURES", missing)


def test_here_the_exact_way_is_active() -> None:
    voice: Voice = BundledVoice()
    assert isinstance(voice, BundledVoice)
    assert (voice.check.way, voice.check.reason, voice.precision) == ("parametric", "", "exact")
    assert (voice.name, voice.language) == ("mei", "ja")


def test_the_credit_names_the_makers_and_the_licence() -> None:
    for word in ("HTS Voice Mei", "Nagoya Institute of Technology", "MMDAgent Project Team", "CC BY 3.0"):
        assert word in BundledVoice().credit


def test_the_version_names_its_makings_and_changes_with_style() -> None:
    usual, higher = BundledVoice(), BundledVoice(Style(contour=Contour(base_hz=250)))
    assert usual.version == BundledVoice().version != higher.version
    assert usual.version.startswith("pyopenjtalk-plus 0.4.1.post10 numpy ")
    assert "parametric" in usual.version


def test_the_version_changes_with_the_way(no_symbols: None) -> None:
    assert "grains" in BundledVoice().version


def test_a_voice_can_be_sent_to_another_process() -> None:
    voice = BundledVoice(Style(hold_fade_db=3))
    assert voice.check.way == "parametric"
    sent = pickle.loads(pickle.dumps(voice))
    assert sent.version == voice.version


def test_another_style_sounds_as_it_says() -> None:
    style = Style(
        contour=Contour(base_hz=260, onset_cents=0, arch_cents=0, vibrato_cents=0, fall_cents=0), formants=1.1
    )
    verse = Verse.at_pace(17, "shimo", PACE)
    clip = BundledVoice(style).render(verse)
    track = pitch(clip.samples)
    held = (track.times > clip.hold_start + 4800) & (track.times < clip.voice_end - 9600)
    assert np.abs(cents(track.hz[held], np.full(held.sum(), 260.0))).max() < 5


@pytest.mark.parametrize("part", ["kami", "shimo"])
@pytest.mark.parametrize("poem", [0, 17, 77, 96])
def test_without_the_functions_it_still_chants_in_time(no_symbols: None, poem: int, part: str) -> None:
    voice = BundledVoice()
    assert voice.check.reason.startswith("the engine's functions cannot be reached")
    assert voice.precision == "approximate"
    verse = Verse.at_pace(poem, "kami" if part == "kami" else "shimo", PACE)
    clip = voice.render(verse)
    start, end = heard(clip.samples)
    assert abs(start - clip.voice_start) <= 2 * MILLISECOND
    assert abs(end - start - verse.length) <= 10 * MILLISECOND
    assert integrated(clip.samples) == pytest.approx(-23, abs=0.5)
    assert true_peak_db(clip.samples) <= -1
    track = pitch(clip.samples)
    steady = track.aperiodicity < 0.1
    wanted = planned_pitch(DEFAULT.contour, track.times - clip.voice_start, verse.words, verse.hold)
    off = np.abs(cents(track.hz, wanted))[steady]
    assert steady.mean() > 0.6
    assert np.percentile(off, 95) <= 20
    assert [mark.kana for mark in clip.marks] == list(verse.morae)


def test_the_fallback_says_the_same_twice_and_is_cached_apart(no_symbols: None, tmp_path: Path) -> None:
    verse = Verse.at_pace(1, "kami", PACE)
    cache = ClipCache(tmp_path)
    clip = cache.clip(BundledVoice(), verse)
    assert np.array_equal(clip.samples, BundledVoice().render(verse).samples)
    document = json.loads(cache.path(BundledVoice(), verse).with_suffix(".json").read_text(encoding="utf-8"))
    assert document["precision"] == "approximate"


@pytest.mark.parametrize(
    ("stream", "reason"),
    [
        ("lengths", "other lengths"),
        ("cepstrum", "parameters are not those"),
        ("low_pass", "parameters are not those"),
    ],
)
def test_another_voice_than_the_one_it_was_made_for_is_noticed(
    monkeypatch: pytest.MonkeyPatch, stream: str, reason: str
) -> None:
    original = selfcheck.golden_values

    def altered(*args: object) -> dict[str, object]:
        values = original(*args)  # type: ignore[arg-type]
        values[stream] = (np.array(values[stream]) + 1).tolist()
        return values

    monkeypatch.setattr(selfcheck, "golden_values", altered)
    found = selfcheck.check()
    assert found.way == "grains"
    assert reason in found.reason


def test_without_any_engine_the_voice_says_what_to_install(
    no_symbols: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise EngineError("pyopenjtalk-plus is not installed; run: pip install pyopenjtalk-plus")

    monkeypatch.setattr(selfcheck, "PlainEngine", broken)
    with pytest.raises(VoiceUnavailableError, match="pip install pyopenjtalk-plus"):
        BundledVoice().render(Verse.at_pace(1, "kami", PACE))


def test_the_plain_engine_refuses_a_voice_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(plain_engine, "voice_path", lambda: tmp_path / "none.htsvoice")
    with pytest.raises(EngineError, match="does not work here"):
        plain_engine.PlainEngine()


def test_a_failing_engine_is_reported_as_an_unavailable_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    voice = BundledVoice()
    assert isinstance(voice.check, Check)

    def fail(*_: object) -> None:
        raise EngineError("the engine refused to generate parameters")

    monkeypatch.setattr("reader.chant.parametric.chant", fail)
    with pytest.raises(VoiceUnavailableError, match="refused"):
        voice.render(Verse.at_pace(1, "kami", PACE))
