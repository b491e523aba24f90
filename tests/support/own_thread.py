"""Work in a thread of its own.

The browser tests keep an event loop running in a worker's main thread, so what starts a loop there would pass or
fail by the tests that ran before it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 30
"""Seconds after which a coroutine that hangs is given up."""


def in_own_thread(work: Callable[[], T]) -> T:
    """Answer what `work` answers, or raise what it raises."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def in_a_loop(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine to its end in a loop of its own."""
    return in_own_thread(lambda: asyncio.run(asyncio.wait_for(work(), PATIENCE)))
