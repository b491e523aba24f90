"""Where morae are heard in a recording: found, in sounds that know it by themselves, and put right by hand."""

import pickle
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from poems.anthology import poem
from reader.chant.settings import SETTINGS
from reader.clip import Clip, MoraMark, Samples
from reader.packs import phones
from reader.packs.aligning import aligned
from reader.packs.document import PackClip
from reader.packs.importing import import_pack
from reader.packs.measured import Measured
from reader.packs.shelf import Shelf
from reader.pattern import Half
from reader.verse import Verse
from reader.voices.bundled import BundledVoice
from reader.voices.labelled import LabelledVoice, by_hand, estimated, labelled
from reader.voices.recorded import RecordedVoice
from tests.support.fake_voice import FakeVoice
from tests.support.packs import both, write_pack

MS = 48
STYLES = {one.name: one.style for one in SETTINGS}


@cache
def chanted(name: str, card: int, seconds: float = 5.0) -> Clip:
    return BundledVoice(STYLES[name], name).render(Verse(card, "kami", round(seconds * 48_000)))


def unlabelled(clip: Clip) -> Clip:
    """Return a clip as a recording is: in a room, and without marks."""
    noise = np.random.default_rng(5).standard_normal(len(clip.samples)) * 10 ** (-60 / 20)
    return replace(clip, samples=(clip.samples + noise).astype(np.float32), marks=())


@pytest.mark.parametrize("card", [16, 26, 31, 86])
def test_where_morae_are_heard_is_found(card: int) -> None:
    truth = chanted("mei-low", card, 4.5)
    marks, spreads = aligned(unlabelled(truth), verse_of(truth, card))
    length = poem(card).kimariji_length
    for found, real in zip(marks[:length], truth.marks[:length], strict=True):
        assert found.kana == real.kana
        # the voice's own mark is where a sound has nearly come, which is up to 28 ms after its first trace
        assert -40 * MS < found.audible - real.audible < 15 * MS
        assert -40 * MS < found.vowel - real.vowel < 15 * MS
    assert all(10 * MS <= one < 50 * MS for one in spreads[:length])
    edges = [at for mark in marks for at in (mark.start, mark.audible, mark.vowel, mark.end)]
    assert edges == sorted(edges)
    assert all(one.end == other.start for one, other in pairwise(marks))


def verse_of(clip: Clip, card: int) -> Verse:
    return Verse(card, "kami", clip.voice_end - clip.voice_start)


def hurried_speaker(card: int) -> Clip:
    """Words in two and a half seconds, the last vowel held for as long: plain speech that is drawn out at its end."""
    return BundledVoice(STYLES["mei-level"], "mei-level").render(Verse(card, "kami", 264_000, 144_000))


def halting_speaker(card: int) -> Clip:
    """A pause of 0.4 s after the first line."""
    truth = chanted("mei-level", card)
    at = truth.marks[len(poem(card).morae[0])].start
    before, after = truth.samples[:at].copy(), truth.samples[at:]
    before[-960:] *= np.linspace(1, 0, 960, dtype=np.float32)
    gap = 19_200
    marks = [moved(mark, gap) if mark.start >= at else mark for mark in truth.marks]
    samples = np.concatenate([before, np.zeros(gap, np.float32), after])
    return replace(truth, samples=samples, marks=tuple(marks), voice_end=truth.voice_end + gap)


def false_starter(card: int) -> Clip:
    """Begins with a hum of 0.15 s, then stops, then speaks."""
    truth = chanted("mei-level", card)
    hum = 0.05 * np.sin(2 * np.pi * 180 * np.arange(7_200) / 48_000) * np.hanning(7_200)
    before = np.concatenate([hum, np.zeros(7_200)]).astype(np.float32)
    marks = tuple(moved(mark, len(before)) for mark in truth.marks)
    samples = np.concatenate([before, truth.samples])
    return replace(truth, samples=samples, marks=marks, voice_end=truth.voice_end + len(before))


def moved(mark: MoraMark, by: int) -> MoraMark:
    return MoraMark(mark.kana, mark.start + by, mark.audible + by, mark.vowel + by, mark.end + by)


@pytest.mark.parametrize(
    ("speaker", "card"),
    [(hurried_speaker, 50), (hurried_speaker, 19), (halting_speaker, 50), (false_starter, 19)],
)
def test_who_hurries_halts_or_begins_twice_is_found(speaker: Callable[[int], Clip], card: int) -> None:
    truth = speaker(card)
    hold = truth.marks[-1].vowel if speaker is hurried_speaker else None
    marks = estimated(unlabelled(truth), Verse(card, "kami", 288_000), hold).marks
    length = poem(card).kimariji_length
    for found, real in zip(marks[:length], truth.marks[:length], strict=True):
        assert -40 * MS < found.vowel - real.vowel < 15 * MS, (found, real)


def test_where_the_answers_differ_nothing_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    def hesitant(sound: Samples, names: Sequence[str], pace: float) -> list[float]:
        at = begins(sound, names, pace)
        return at if pace == 1 else [one + 120 * MS * (3 <= place < 6) for place, one in enumerate(at)]

    truth = chanted("mei-low", 16, 4.5)
    begins = phones.begins
    monkeypatch.setattr(phones, "begins", hesitant)
    _, spreads = aligned(unlabelled(truth), verse_of(truth, 16))
    assert spreads[0] < 50 * MS < min(spreads[1:3])


def test_a_consonant_that_is_squeezed_in_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    def squeezing(sound: Samples, names: Sequence[str], pace: float) -> list[float]:
        at = begins(sound, names, pace)
        return [at[5] - 15 * MS if place == 4 else one for place, one in enumerate(at)]

    truth = chanted("mei-low", 16, 4.5)
    begins = phones.begins
    monkeypatch.setattr(phones, "begins", squeezing)
    _, spreads = aligned(unlabelled(truth), verse_of(truth, 16))
    assert spreads[1] < 50 * MS < spreads[2]


def test_a_sound_that_only_goes_on_has_no_sure_place() -> None:
    """The う of ゆう prolongs the vowel before it: nobody can say where it begins."""
    truth = chanted("mei-low", 71)
    _, spreads = aligned(unlabelled(truth), verse_of(truth, 71))
    assert spreads[1] > 50 * MS >= spreads[0]


def test_what_is_too_short_for_its_words_or_looked_at_by_nobody_may_be_off_by_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    truth = chanted("mei-low", 16)
    brief = replace(unlabelled(truth), samples=truth.samples[:9_600], voice_end=9_600, marks=truth.marks)
    with pytest.raises(ValueError, match="too short"):
        aligned(brief, verse_of(truth, 16))
    assert estimated(brief, verse_of(truth, 16)).spreads == (9_600,) * len(truth.marks)
    phones._model.cache_clear()
    monkeypatch.setitem(sys.modules, "pydomino", None)
    found = estimated(truth, verse_of(truth, 16))
    assert found.marks == truth.marks
    assert min(found.spreads) == len(truth.samples)
    with pytest.raises(phones.NoModelError, match="pydomino"):
        phones.try_out()


def test_what_a_person_marked_stays_where_they_put_it() -> None:
    clip = chanted("mei", 16)
    estimated = replace(clip, spreads=(20 * MS,) * len(clip.marks))
    recording = PackClip(
        "a.flac", "x", Measured(1_000, 241_000, 230_000, 250_000, -23, -70, -3, 48_000, 1, 0)
    )
    length = poem(16).kimariji_length
    last = clip.marks[length - 1]
    moved = last.audible - clip.voice_start + 1_000 + 30 * MS
    found = by_hand(estimated, recording.marked(decision=moved), Verse(16, "kami", 240_000))
    assert found.marks[length - 1].audible == found.marks[length - 1].vowel == last.audible + 30 * MS
    assert found.spreads[length - 1] == 0
    assert found.spreads[length] == 20 * MS
    assert by_hand(estimated, recording, Verse(16, "kami", 240_000)) is not None


def test_only_voices_that_do_not_know_are_aligned() -> None:
    assert isinstance(labelled(FakeVoice(precision="approximate")), LabelledVoice)
    exact = FakeVoice()
    assert labelled(exact) is exact
    bundled = BundledVoice()
    assert labelled(bundled) is bundled


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A shelf with a pack of one poem, in tones."""
    folder = tmp_path_factory.mktemp("packs")
    write_pack(folder / "source", both(17))
    import_pack(folder / "source", Shelf(folder / "kept"), "mai")
    return Shelf(folder / "kept")


def test_a_pack_has_estimates_a_persons_marks_and_another_voice_where_it_lacks(shelf: Shelf) -> None:
    half = Half(17, "kami")
    voice = labelled(RecordedVoice(shelf.open("mai"), FakeVoice()))
    assert isinstance(voice, LabelledVoice)
    tones = LabelledVoice(voice.inner)
    assert pickle.loads(pickle.dumps(voice)).name == "pack:mai+fake"
    verse = Verse(17, "kami", 240_000)
    estimated = tones.render(verse)
    assert len(estimated.marks) == len(estimated.spreads) == len(verse.morae)
    assert all(spread >= 10 * MS for spread in estimated.spreads)
    before = tones.version
    clip = shelf.open("mai").clips[half]
    shelf.change("mai", half, clip.marked(decision=clip.on + 12_000))
    assert tones.version != before
    marked = tones.render(verse)
    place = poem(17).kimariji_length - 1
    assert marked.marks[place].audible - marked.voice_start == 12_000
    assert marked.spreads[place] == 0
    # what another voice reads is known to the sample
    assert set(tones.render(Verse(16, "kami", 240_000)).spreads) == {0}
    assert tones.render(Verse(17, "shimo", 240_000)).spreads == ()
