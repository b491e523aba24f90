"""What Ctrl+C must not cut in two: the beginning of a thread or a process that somebody will have to end."""

import contextlib
import signal
from collections.abc import Iterator
from typing import Final

_ENDINGS: Final = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let what ends this process wait until the block is over; what is started within never hears it.

    A thread that is interrupted while it starts can neither be used nor waited for. A process hears Ctrl+C from the
    terminal and the end of the system by itself; its owner ends it when it is done with it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
