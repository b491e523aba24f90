"""A recorded pack as a voice: its sound at the plan's moments, whatever the pace."""

import pickle
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from poems.anthology import poem
from reader.loudness import integrated
from reader.packs.document import Document, PackClip
from reader.packs.faults import PackError
from reader.packs.fitting import LEAST_TAIL, MOST_HURRY, fit, hurried
from reader.packs.hold import hold_start
from reader.packs.importing import import_pack
from reader.packs.measured import Measured
from reader.packs.shelf import Pack, Shelf
from reader.pattern import Half
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from reader.voices.bundled import BundledVoice
from reader.voices.known import Voices
from reader.voices.recorded import RecordedVoice, check_can
from tests.support.acoustics import cents, heard, pitch
from tests.support.fake_voice import FakeVoice
from tests.support.packs import both, said, write_pack

SECOND = 48_000


@cache
def chanted() -> tuple[np.ndarray, PackClip]:
    """Poem 16's lower half, four seconds with a second of hold, as a pack has it."""
    clip = BundledVoice().render(Verse(16, "shimo", 4 * SECOND, SECOND))
    sound = np.pad(clip.samples, (SECOND // 2, SECOND // 2))
    on, off = (edge + SECOND // 2 for edge in (clip.voice_start, clip.voice_end))
    hold = hold_start(sound, on, off)
    return sound, PackClip("a.flac", "x", Measured(on, off, hold, len(sound), -23, -90, -5, SECOND, 1, 0))


@pytest.mark.parametrize(("length", "hold"), [(4.0, 1.0), (7.0, 4.0), (3.2, 0.5), (2.9, 0.0)])
def test_every_pace_is_kept_to_the_sample_and_heard_so(length: float, hold: float) -> None:
    sound, clip = chanted()
    verse = Verse(16, "shimo", int(length * SECOND), int(hold * SECOND))
    made = fit(sound, clip, verse)
    assert made.voice_end - made.voice_start == verse.length
    assert made.voice_end - made.hold_start == verse.hold
    assert made.marks[0].start == made.voice_start
    assert made.marks[-1].end == made.voice_end
    first, last = heard(made.samples)
    assert abs(first - made.voice_start) < 5 * 48
    assert abs(last - made.voice_end) < 20 * 48
    assert abs(integrated(made.samples) - -23.0) < 0.1
    assert np.abs(made.samples).max() <= 10 ** (-1 / 20) + 1e-4
    assert len(made.samples) - verse.length < 0.02 * SECOND


def test_the_words_are_the_recordings_own_and_the_hold_has_no_step_in_pitch() -> None:
    sound, clip = chanted()
    made = fit(sound, clip, Verse(16, "shimo", 7 * SECOND, 3 * SECOND))
    words = clip.hold - clip.on
    ours = made.samples[made.voice_start : made.voice_start + words]
    theirs = sound[clip.on : clip.hold]
    gain = float(ours @ theirs / (theirs @ theirs))
    assert np.abs(ours - gain * theirs).max() < 1e-6 + 1e-4 * np.abs(ours).max()
    track = pitch(made.samples)
    held = (track.times > made.voice_start + words + 4_800) & (track.times < made.voice_end - 12_000)
    assert track.aperiodicity[held].max() < 0.2
    steps = np.abs(cents(track.hz[held][1:], track.hz[held][:-1]))
    assert steps.max() < 25, "a step of a quarter tone would be heard"


def test_words_that_do_not_fit_are_hurried_a_little_or_refused() -> None:
    sound, clip = chanted()
    words = clip.hold - clip.on
    length = round(words / 1.2) + LEAST_TAIL
    assert hurried(clip, length) == pytest.approx(1.2, abs=0.01)
    made = fit(sound, clip, Verse(16, "shimo", length))
    first, last = heard(made.samples)
    assert abs(first - made.voice_start) < 10 * 48
    assert abs(last - made.voice_end) < 30 * 48
    slow = PackClip(
        "a.flac", "x", replace(clip.measured, off=20 * SECOND, hold=19 * SECOND, length=21 * SECOND)
    )
    assert hurried(slow, 3 * SECOND) > MOST_HURRY
    with pytest.raises(
        PackError, match=r"poem 16: its words take 18\.\d s and cannot be read in 3 s; give the lower"
    ):
        fit(np.zeros(21 * SECOND, np.float32), slow, Verse(16, "shimo", 3 * SECOND))


def test_a_kimariji_set_by_hand_is_where_the_clip_says() -> None:
    clip = said(Half(16, "kami"))
    measured = Measured(
        clip.voice_start, clip.voice_end, clip.voice_end - 9_600, len(clip.samples), -9, -90, -3, SECOND, 1, 0
    )
    set_at = clip.voice_start + 31_000
    made = fit(
        clip.samples,
        PackClip("a.flac", "x", measured, set_at, frozenset({"kimariji"})),
        Verse(16, "kami", 3 * SECOND),
    )
    assert made.kimariji_end(poem(16).kimariji_length) - made.voice_start == pytest.approx(31_000, abs=2)
    assert all(one.end == two.start for one, two in zip(made.marks, made.marks[1:], strict=False))


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packs with one in it: poems 1 and 17 in tones."""
    folder = tmp_path_factory.mktemp("packs")
    write_pack(folder / "source", both(1, 17))
    import_pack(folder / "source", Shelf(folder / "voices"), "Mai", credit="A test")
    return folder / "voices"


def test_a_pack_is_chosen_by_name_like_any_voice(packs: Path) -> None:
    voices = Voices(packs)
    assert "pack:mai" in voices.names()
    voice = voices.make("pack:mai")
    assert (voice.name, voice.credit, voice.language, voice.precision) == (
        "pack:mai",
        "A test",
        "ja",
        "approximate",
    )
    report = {one.name: one for one in voices.survey() if one.name.startswith("pack:")}
    assert report["pack:mai"].works
    for wrong in ("pack:yui", "pack:", "pack:mai+nobody", "pack:../mai"):
        with pytest.raises(ValueError, match=r"there is no pack|is no voice"):
            voices.make(wrong)


def test_another_process_makes_the_same_clip(packs: Path) -> None:
    voice = Voices(packs).make("pack:mai")
    verse = Verse(17, "kami", 3 * SECOND)
    other = pickle.loads(pickle.dumps(voice))
    assert other.version == voice.version
    assert np.array_equal(other.render(verse).samples, voice.render(verse).samples)


def test_what_a_pack_lacks_is_refused_by_name_or_read_by_another_voice(packs: Path) -> None:
    pack = Shelf(packs).open("mai")
    lacking = [Verse(17, "kami", 3 * SECOND), Verse(3, "kami", 3 * SECOND), Verse(3, "shimo", 3 * SECOND)]
    with pytest.raises(VoiceUnavailableError, match=r"no recording of 3;.*pack:mai\+mei"):
        check_can(RecordedVoice(pack), lacking)
    with pytest.raises(VoiceUnavailableError, match=r"no recording of 3 \(lower\)"):
        RecordedVoice(pack).render(lacking[2])
    both_voices = RecordedVoice(pack, FakeVoice())
    check_can(both_voices, lacking)
    assert both_voices.name == "pack:mai+fake"
    assert both_voices.credit == "A test; Tones from a test"
    assert len(both_voices.render(lacking[1]).samples) == 3 * SECOND + 720
    check_can(FakeVoice(), lacking)


def test_a_changed_mark_changes_the_version_and_the_sound(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "voices")
    write_pack(tmp_path / "source", [Half(17, "kami")])
    pack, _ = import_pack(tmp_path / "source", shelf, "Mai")
    voice = RecordedVoice(pack)
    before, verse = voice.version, Verse(17, "kami", 3 * SECOND)
    sound = voice.render(verse).samples
    clip = pack.clips[Half(17, "kami")]
    shelf.change("mai", Half(17, "kami"), clip.marked(on=clip.on + 4_800))
    assert voice.version != before
    assert not np.array_equal(voice.render(verse).samples[:10_000], sound[:10_000])
    shelf.remove("mai")
    with pytest.raises(VoiceUnavailableError, match="gone"):
        voice.render(verse)


def test_a_pack_is_exact_only_where_every_kimariji_was_set_by_hand() -> None:
    measured = Measured(0, 90_000, 80_000, 96_000, -23, -70, -8, SECOND, 1, 0)
    clips = {
        Half(n, "kami"): PackClip("a.flac", "x", measured, 20_000, frozenset({"kimariji"}))
        for n in range(1, 101)
    }

    class Still(Pack):
        def fresh(self) -> Pack:
            return self

    pack = Still("mai", Path("nowhere"), Document("Mai", clips=clips), "")
    assert RecordedVoice(pack).precision == "exact"
    clips[Half(50, "kami")] = PackClip("a.flac", "x", measured)
    assert RecordedVoice(pack).precision == "approximate"
