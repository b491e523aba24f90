"""Rendering in a process of its own: the same clips, shared, urgent ones first, and no worker left behind."""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from reader.cache import ClipCache
from reader.clip import Clip, on_grid
from reader.rendering import Renderer, RendererClosedError
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from tests.support.fake_voice import FakeVoice

VERSES = [Verse(poem, "kami", 96_000) for poem in range(1, 7)]
PATIENCE = 60.0  # seconds after which something hangs; nothing here depends on how fast it is


@dataclass
class LoggingVoice(FakeVoice):
    """Writes every verse it renders, and the process it renders in, to a file."""

    log: str = ""

    def render(self, verse: Verse) -> Clip:
        with Path(self.log).open("a", encoding="ascii") as file:
            file.write(f"{verse.poem} {os.getpid()}\n")
        return super().render(verse)


@dataclass
class MuteVoice(FakeVoice):
    """A voice that cannot speak here."""

    def render(self, verse: Verse) -> Clip:
        raise VoiceUnavailableError("no voice in this test")


@pytest.fixture
def voice(tmp_path: Path) -> LoggingVoice:
    return LoggingVoice(log=str(tmp_path / "rendered"))


@pytest.fixture
def renderer(tmp_path: Path, voice: LoggingVoice) -> Iterator[Renderer]:
    with Renderer(ClipCache(tmp_path / "clips"), voice) as renderer:
        yield renderer


def rendered(voice: LoggingVoice) -> list[tuple[int, int]]:
    """Return the poems rendered so far, each with the process that did it."""
    log = Path(voice.log)
    lines = log.read_text(encoding="ascii").splitlines() if log.exists() else []
    return [(int(poem), int(pid)) for poem, pid in map(str.split, lines)]


def test_a_clip_is_rendered_in_another_process_and_is_the_cache_s_own(
    renderer: Renderer, voice: LoggingVoice
) -> None:
    clip = renderer.clip(VERSES[0])
    assert np.array_equal(clip.samples, on_grid(FakeVoice().render(VERSES[0]).samples))
    assert np.array_equal(clip.samples, renderer.clip(VERSES[0]).samples)
    ((poem, process),) = rendered(voice)
    assert (poem, process != os.getpid()) == (1, True)


def test_nothing_is_started_for_what_the_cache_has(renderer: Renderer, voice: LoggingVoice) -> None:
    renderer.cache.clip(voice, VERSES[0])
    renderer.clip(VERSES[0])
    renderer.prefetch([VERSES[0]]).wait(PATIENCE)
    assert rendered(voice) == [(1, os.getpid())]


def test_a_prefetch_reports_its_progress_and_skips_repeats(renderer: Renderer, voice: LoggingVoice) -> None:
    seen: list[tuple[int, int]] = []
    job = renderer.prefetch([*VERSES[:3], VERSES[0]], lambda done, total: seen.append((done, total)))
    assert job.wait(PATIENCE)
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert (job.done, job.total) == (3, 3)
    assert [poem for poem, _ in rendered(voice)] == [1, 2, 3]


def test_a_clip_that_is_wanted_now_goes_before_what_is_being_prepared(
    renderer: Renderer, voice: LoggingVoice
) -> None:
    started = threading.Event()
    job = renderer.prefetch(VERSES, lambda *_: started.set())
    assert started.wait(PATIENCE)
    renderer.clip(VERSES[5])
    job.cancel()
    assert job.wait(PATIENCE)
    order = [poem for poem, _ in rendered(voice)]
    # one may have been on its way, one more may have slipped in while this thread was waking up
    assert order.index(6) <= 4


def test_a_cancelled_prefetch_stops(renderer: Renderer) -> None:
    job = renderer.prefetch(VERSES, lambda done, _: job.cancel() if done == 2 else None)
    assert job.wait(PATIENCE)
    assert job.done == 2


def test_many_threads_share_one_rendering(renderer: Renderer, voice: LoggingVoice) -> None:
    clips: list[Clip] = []
    threads = [threading.Thread(target=lambda: clips.append(renderer.clip(VERSES[0]))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(clips) == 6
    assert len(rendered(voice)) == 1


def test_a_worker_that_is_killed_is_replaced(renderer: Renderer, voice: LoggingVoice) -> None:
    renderer.clip(VERSES[0])
    (_, worker) = rendered(voice)[0]
    os.kill(worker, signal.SIGKILL)
    for verse in VERSES[1:4]:
        assert renderer.clip(verse).voice_end - renderer.clip(verse).voice_start == verse.length
    assert rendered(voice)[-1][1] not in (worker, os.getpid())


def test_what_the_voice_raises_is_raised_here(tmp_path: Path) -> None:
    with Renderer(ClipCache(tmp_path), MuteVoice()) as renderer:
        with pytest.raises(VoiceUnavailableError, match="no voice in this test"):
            renderer.clip(VERSES[0])
        with pytest.raises(VoiceUnavailableError, match="no voice in this test"):
            renderer.prefetch(VERSES).wait(PATIENCE)


def test_closing_ends_prefetches_and_refuses_more(tmp_path: Path, voice: LoggingVoice) -> None:
    renderer = Renderer(ClipCache(tmp_path / "clips"), voice)
    started = threading.Event()
    job = renderer.prefetch(VERSES, lambda *_: started.set())
    assert started.wait(PATIENCE)
    renderer.close()
    # a program may end now: a thread that is still at work in foreign code would make it crash
    assert "prefetch" not in [thread.name for thread in threading.enumerate()]
    assert job.wait(PATIENCE)
    with pytest.raises(RendererClosedError):
        renderer.clip(Verse(99, "kami", 96_000))
    renderer.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process blocks")
def test_a_worker_does_not_hear_what_ends_this_process_which_goes_on_hearing_it(
    renderer: Renderer, voice: LoggingVoice
) -> None:
    renderer.clip(VERSES[0])
    ((_, worker),) = rendered(voice)
    status = dict(
        line.split(":\t", 1)
        for line in Path(f"/proc/{worker}/status").read_text(encoding="ascii").splitlines()
    )
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        assert int(status["SigBlk"], 16) >> (ending - 1) & 1
        assert ending not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


ORPHAN = """
import sys, time
from pathlib import Path
from reader.cache import ClipCache
from reader.rendering import Renderer
from tests.reader.test_rendering import VERSES, LoggingVoice
if __name__ == "__main__":
    Renderer(ClipCache(Path(sys.argv[1])), LoggingVoice(log=sys.argv[2])).clip(VERSES[0])
    print("ready", flush=True)
    time.sleep(600)
"""


def test_the_worker_ends_with_its_parent_however_that_ended(tmp_path: Path, voice: LoggingVoice) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", ORPHAN, str(tmp_path / "clips"), voice.log], stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    ((_, worker),) = rendered(voice)
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + PATIENCE
    while _alive(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _alive(worker)


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"  # a process whose parent has not fetched its status is over


def test_ctrl_c_at_any_line_is_all_that_comes_out_and_ends_what_was_begun(tmp_path: Path) -> None:
    """Everything is in the cache, so that this thread does the same at every turn; it is interrupted a line later."""
    cache = ClipCache(tmp_path / "clips")
    for verse in VERSES[:2]:
        cache.clip(FakeVoice(), verse)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for line in itertools.count(1):
            strangers = set(threading.enumerate())
            with (
                interrupted_at(line) as interruption,
                suppress(KeyboardInterrupt),
                Renderer(cache, FakeVoice()) as renderer,
            ):
                job = renderer.prefetch(VERSES[:2])
                while not job.wait(PATIENCE):
                    pass
            for thread in set(threading.enumerate()) - strangers:
                thread.join(PATIENCE)
                assert not thread.is_alive()
            if not interruption.came:
                break
    finally:
        signal.signal(signal.SIGINT, before)
    assert line > 40  # what it does with threads and signals included


@dataclass
class Interruption:
    """Ctrl+C at a line, counted in the renderer's own code and in what starts its threads."""

    left: int
    came: bool = False

    def trace(self, frame: FrameType, event: str, _arg: object) -> "Callable[..., Any] | None":
        """See `sys.settrace`."""
        if Path(frame.f_code.co_filename).name not in ("rendering.py", "undisturbed.py", "threading.py"):
            return None
        if event == "line":
            self.left -= 1
            if not self.left:
                self.came = True
                signal.raise_signal(signal.SIGINT)
        return self.trace


@contextmanager
def interrupted_at(line: int) -> Iterator[Interruption]:
    """Interrupt what this thread does within when it is at this line."""
    interruption, before = Interruption(line), sys.gettrace()
    sys.settrace(interruption.trace)
    try:
        yield interruption
    finally:
        sys.settrace(before)
