"""Clips made in a process of their own, so that pages, sound and boards never wait for the arithmetic."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Final, Self
from weakref import WeakSet

from reader.cache import ClipCache
from reader.clip import Clip
from reader.undisturbed import undisturbed
from reader.verse import Verse
from reader.voices import Voice

Progress = Callable[[int, int], None]
"""Called with how many verses are ready and how many there are."""

_ENDING: Final = 10.0
"""Seconds for a prefetch to end the verse it is at: a program that ends under a thread in foreign code crashes."""


class RendererClosedError(RuntimeError):
    """A clip was asked of a renderer that has ended."""


class Renderer:
    """Renders into a cache with one voice, one clip at a time, in a process that starts with the first need.

    Safe to share between threads. A clip that is asked for goes before whatever is being prepared. `close` it, or use
    it as a context, when done; the worker also ends when this process does.
    """

    def __init__(self, cache: ClipCache, voice: Voice) -> None:
        self.cache = cache
        self.voice = voice
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._running: dict[Verse, Future[Clip]] = {}
        self._jobs: WeakSet[Prefetch] = WeakSet()
        self._closed = False

    def clip(self, verse: Verse) -> Clip:
        """Return the clip, waiting for it where it must be rendered first. Raises `VoiceUnavailableError`."""
        if self.cache.has(self.voice, verse):
            return self.cache.clip(self.voice, verse)
        try:
            return self._submit(verse).result()
        except BrokenProcessPool:
            if self._closed:
                raise RendererClosedError("the renderer is closed") from None
            # the worker was killed: the next one starts with the next clip, this one is made here
            return self.cache.clip(self.voice, verse)

    def prepare(self, verse: Verse) -> None:
        """See that the clip is in the cache, waiting for it. Raises `VoiceUnavailableError`."""
        if not self.cache.has(self.voice, verse):
            self.clip(verse)

    def prefetch(self, verses: Iterable[Verse], progress: Progress | None = None) -> "Prefetch":
        """Prepare clips in the background, in order and without repeats; returns at once."""
        job = Prefetch(self, list(dict.fromkeys(verses)), progress)
        with undisturbed(), self._lock:
            job.start()
            self._jobs.add(job)
        return job

    def close(self) -> None:
        """End the worker after the clip it is at, and every prefetch."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
            jobs = tuple(self._jobs)
        for job in jobs:
            job.cancel()
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)
        for job in jobs:
            job.join(_ENDING)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _submit(self, verse: Verse) -> Future[Clip]:
        """Hand a verse to the worker; whoever asks for one already on its way shares it."""
        with self._lock:
            if self._closed:
                raise RendererClosedError("the renderer is closed")
            if verse in self._running:
                return self._running[verse]
            future = self._submit_to_pool(verse)
            self._running[verse] = future
        future.add_done_callback(lambda _: self._forget(verse))
        return future

    def _submit_to_pool(self, verse: Verse) -> Future[Clip]:
        for _ in range(2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    max_workers=1,
                    mp_context=get_context(
                        "spawn"
                    ),  # a fork would copy the server's threads and locks half-way
                    initializer=_start_worker,
                    initargs=(self.cache.folder, self.cache.cap, self.voice),
                )
            try:
                # a worker that went while it hands a clip over would leave the pool waiting for the rest for ever
                with undisturbed():
                    return self._pool.submit(_render, verse)
            except BrokenProcessPool:
                self._pool = None
        raise BrokenProcessPool("the rendering process does not start")

    def _forget(self, verse: Verse) -> None:
        with self._lock:
            self._running.pop(verse, None)


class Prefetch:
    """Verses being prepared: how far they are, and a way to wait for them or to stop."""

    def __init__(self, renderer: Renderer, verses: list[Verse], progress: Progress | None) -> None:
        self._renderer = renderer
        self._verses = verses
        self._progress = progress
        self._done = 0
        self._stopped = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="prefetch", daemon=True)

    @property
    def done(self) -> int:
        """How many verses are ready."""
        return self._done

    @property
    def total(self) -> int:
        """How many verses were asked for."""
        return len(self._verses)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def cancel(self) -> None:
        """Stop after the verse being rendered."""
        self._stopped.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until all is ready or stopped; False when the time is over first. Raises what a verse raised."""
        self._thread.join(timeout)
        if self._thread.is_alive():
            return False
        if self._error is not None:
            raise self._error
        return True

    def join(self, timeout: float) -> None:
        """Wait until nothing is done any more, however it ended; its own thread does not wait for itself."""
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout)

    def _run(self) -> None:
        try:
            for verse in self._verses:
                if self._stopped.is_set():
                    return
                self._renderer.prepare(
                    verse
                )  # one at a time: a clip that is wanted now waits for one at most
                self._done += 1
                if self._progress:
                    self._progress(self._done, self.total)
        except (CancelledError, RendererClosedError):
            self._stopped.set()
        except Exception as error:  # noqa: BLE001 - handed to whoever waits
            self._error = error


_worker_cache: ClipCache
_worker_voice: Voice


def _start_worker(folder: Path, cap: int, voice: Voice) -> None:
    global _worker_cache, _worker_voice
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where signals cannot be blocked
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker_cache, _worker_voice = ClipCache(folder, cap), voice


def _end_with_parent() -> None:
    """Leave when the parent is gone, however it went; a pool's worker would wait for ever."""
    parent = parent_process()
    if parent is not None:
        with contextlib.suppress(OSError):
            parent.join()
        os._exit(0)


def _render(verse: Verse) -> Clip:
    return _worker_cache.clip(_worker_voice, verse)
