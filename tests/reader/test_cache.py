"""Clips on disk: the same as fresh, whole or not there at all, shared, and kept under the cap."""

import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from reader.cache import ClipCache
from reader.clip import Clip, on_grid
from reader.pace import Pace
from reader.verse import Verse
from tests.support.fake_voice import FakeVoice

PACE = Pace.parse("2-0.5-1-2")
KAMI, SHIMO = Verse.at_pace(17, "kami", PACE), Verse.at_pace(17, "shimo", PACE)


def same(one: Clip, other: Clip) -> bool:
    """Tell whether two clips are equal to the bit."""
    return (
        np.array_equal(one.samples, other.samples)
        and one.samples.dtype == other.samples.dtype == np.float32
        and (one.voice_start, one.voice_end, one.hold_start)
        == (other.voice_start, other.voice_end, other.hold_start)
        and one.marks == other.marks
    )


@pytest.fixture
def cache(tmp_path: Path) -> ClipCache:
    return ClipCache(tmp_path / "clips")


def test_a_clip_is_rendered_once_and_read_back_to_the_bit(cache: ClipCache) -> None:
    voice = FakeVoice()
    fresh = cache.clip(voice, SHIMO)
    again = ClipCache(cache.folder).clip(voice, SHIMO)
    assert voice.asked == [SHIMO]
    assert same(fresh, again)
    assert np.array_equal(fresh.samples, on_grid(voice.render(SHIMO).samples))


def test_the_file_is_16_bit_flac_that_carries_the_voice_s_credit(cache: ClipCache) -> None:
    voice = FakeVoice()
    assert not cache.has(voice, KAMI)
    cache.clip(voice, KAMI)
    assert cache.has(voice, KAMI)
    with soundfile.SoundFile(cache.path(voice, KAMI)) as file:
        assert (file.format, file.subtype, file.samplerate, file.channels) == ("FLAC", "PCM_16", 48_000, 1)
        assert file.copyright == voice.credit
    document = json.loads(cache.path(voice, KAMI).with_suffix(".json").read_text(encoding="utf-8"))
    assert document["credit"] == voice.credit
    assert len(document["marks"]) == len(KAMI.morae)


def test_whatever_decides_the_sound_decides_the_name(cache: ClipCache) -> None:
    opener = Verse.at_pace(0, "shimo", PACE)
    cases = [
        (FakeVoice(), SHIMO),
        (FakeVoice(name="other"), SHIMO),
        (FakeVoice(version="2"), SHIMO),
        (FakeVoice(), KAMI),
        (FakeVoice(), replace(SHIMO, poem=18)),
        (FakeVoice(), replace(SHIMO, length=SHIMO.length + 1)),
        (FakeVoice(), replace(SHIMO, hold=SHIMO.hold - 1)),
        (FakeVoice(), opener),
        (FakeVoice(), replace(opener, wording="kokin_kanajo")),
    ]
    assert len({cache.key(voice, verse) for voice, verse in cases}) == len(cases)
    assert cache.key(FakeVoice(), opener) == cache.key(FakeVoice(), replace(opener, wording="ajka"))


def truncate_sound(cache: ClipCache, path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty_sound(cache: ClipCache, path: Path) -> None:
    path.write_bytes(b"")


def lose_sound(cache: ClipCache, path: Path) -> None:
    path.unlink()


def swap_sound(cache: ClipCache, path: Path) -> None:
    cache.clip(FakeVoice(), KAMI)
    path.write_bytes(cache.path(FakeVoice(), KAMI).read_bytes())


def flip_one_bit(cache: ClipCache, path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def truncate_marks(cache: ClipCache, path: Path) -> None:
    marks = path.with_suffix(".json")
    marks.write_bytes(marks.read_bytes()[:100])


def lose_marks(cache: ClipCache, path: Path) -> None:
    path.with_suffix(".json").unlink()


def other_format(cache: ClipCache, path: Path) -> None:
    marks = path.with_suffix(".json")
    marks.write_text(
        marks.read_text(encoding="utf-8").replace("naniwazu-clip/1", "naniwazu-clip/2"), encoding="utf-8"
    )


def no_object(cache: ClipCache, path: Path) -> None:
    path.with_suffix(".json").write_text("[1, 2]")


@pytest.mark.parametrize(
    "damage",
    [
        truncate_sound,
        empty_sound,
        lose_sound,
        swap_sound,
        flip_one_bit,
        truncate_marks,
        lose_marks,
        other_format,
        no_object,
    ],
)
def test_a_clip_that_is_not_whole_is_noticed_and_made_again(
    cache: ClipCache, damage: Callable[[ClipCache, Path], None]
) -> None:
    voice = FakeVoice()
    fresh = cache.clip(voice, SHIMO)
    damage(cache, cache.path(voice, SHIMO))
    assert same(cache.clip(voice, SHIMO), fresh)
    assert same(cache.clip(voice, SHIMO), fresh)
    assert voice.asked == [SHIMO, SHIMO]


KILLED = """
import os, signal, sys
from pathlib import Path
import reader.cache as cache_module
from tests.reader.test_cache import SHIMO
from tests.support.fake_voice import FakeVoice

moment = sys.argv[2]
def die(*_): os.kill(os.getpid(), signal.SIGKILL)

if moment == "while writing sound":
    def half(path, clip, credit):
        path.write_bytes(b"fLaC" + bytes(1000))
        die()
    cache_module._write_flac = half
elif moment == "before sound is in place":
    Path.replace = die
elif moment == "between sound and marks":
    move = Path.replace
    def once(self, target):
        move(self, target)
        die()
    Path.replace = once
elif moment == "while writing marks":
    def half(self, text, encoding=None):
        with open(self, "w") as file:
            file.write(text[:50])
            file.flush()
            die()
    Path.write_text = half
cache_module.ClipCache(Path(sys.argv[1])).clip(FakeVoice(), SHIMO)
"""


@pytest.mark.parametrize(
    "moment",
    ["while writing sound", "before sound is in place", "between sound and marks", "while writing marks"],
)
def test_a_kill_at_any_moment_leaves_no_half_clip(cache: ClipCache, moment: str) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(cache.folder), moment], check=False)
    assert killed.returncode == -9
    voice = FakeVoice()
    assert not cache.has(voice, SHIMO)
    assert same(cache.clip(voice, SHIMO), cache.clip(voice, SHIMO))
    assert voice.asked == [SHIMO]
    clean = FakeVoice().render(SHIMO)
    assert np.array_equal(cache.clip(voice, SHIMO).samples, on_grid(clean.samples))


def test_what_a_crash_left_behind_is_cleared_away_in_time(cache: ClipCache) -> None:
    cache.folder.mkdir()
    old, young = cache.folder / "a.flac.x.tmp", cache.folder / "b.flac.y.tmp"
    old.write_bytes(b"x")
    young.write_bytes(b"y")
    os.utime(old, (time.time() - 7200,) * 2)
    cache.clip(FakeVoice(), KAMI)
    assert not old.exists()
    assert young.exists()  # another process may still be writing it


def test_an_exception_while_storing_leaves_nothing_behind(
    cache: ClipCache, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("reader.cache._write_flac", full)
    with caplog.at_level(logging.WARNING, "reader.cache"):
        clip = cache.clip(FakeVoice(), KAMI)
    assert np.array_equal(clip.samples, on_grid(FakeVoice().render(KAMI).samples))
    assert "No space left" in caplog.text
    assert list(cache.folder.iterdir()) == []


def test_a_folder_that_cannot_be_made_does_not_silence_the_reader(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    clip = ClipCache(tmp_path / "file" / "clips").clip(FakeVoice(), KAMI)
    assert clip.voice_end - clip.voice_start == KAMI.length


def test_threads_that_want_the_same_clip_have_it_rendered_once(cache: ClipCache) -> None:
    voice = FakeVoice()
    clips: list[Clip] = []
    threads = [threading.Thread(target=lambda: clips.append(cache.clip(voice, SHIMO))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert voice.asked == [SHIMO]
    assert all(same(clip, clips[0]) for clip in clips)


BUSY = """
import sys
from pathlib import Path
from reader.cache import ClipCache
from reader.verse import Verse
from tests.support.fake_voice import FakeVoice
cache = ClipCache(Path(sys.argv[1]), cap=400_000)
for round in range(3):
    for poem in range(1, 9):
        verse = Verse(poem, "kami", 96_000)
        clip = cache.clip(FakeVoice(), verse)
        assert clip.voice_end - clip.voice_start == 96_000, poem
        assert len(clip.samples) == 96_720, poem
"""


def test_processes_share_a_folder_even_while_it_overflows(cache: ClipCache) -> None:
    workers = [
        subprocess.Popen([sys.executable, "-c", BUSY, str(cache.folder)], stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    for worker in workers:
        _, complaint = worker.communicate()
        assert worker.returncode == 0, complaint.decode()


def test_the_clip_not_used_for_longest_goes_first(cache: ClipCache) -> None:
    voice = FakeVoice()
    verses = [Verse(poem, "kami", 96_000) for poem in range(1, 5)]
    for age, verse in zip((400, 300, 200), verses[:3], strict=True):
        cache.clip(voice, verse)
        for path in (cache.path(voice, verse), cache.path(voice, verse).with_suffix(".json")):
            os.utime(path, (time.time() - age,) * 2)
    cache.clip(voice, verses[0])  # used now: the second is the oldest
    size = sum(path.stat().st_size for path in cache.folder.iterdir())
    tight = ClipCache(cache.folder, cap=size)
    tight.clip(voice, verses[3])
    assert [cache.has(voice, verse) for verse in verses] == [True, False, True, True]
    assert sum(path.stat().st_size for path in cache.folder.iterdir()) <= size


def test_a_clip_larger_than_the_cap_is_kept_until_the_next(tmp_path: Path) -> None:
    cache = ClipCache(tmp_path, cap=1)
    voice = FakeVoice()
    cache.clip(voice, KAMI)
    assert cache.has(voice, KAMI)
    cache.clip(voice, SHIMO)
    assert (cache.has(voice, KAMI), cache.has(voice, SHIMO)) == (False, True)
