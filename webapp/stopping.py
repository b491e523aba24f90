"""A command that is told to stop: what is half done is cleared away, and one line says so."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from webapp.refusal import Refusal

SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What ends a command beside Ctrl+C: `kill`, a system that shuts down, a terminal that is closed."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Let every signal that ends a command end it as Ctrl+C does, with 128 and the signal's number for a status.

    Whoever is interrupted may raise KeyboardInterrupt again with a word on what is left undone.
    """
    if threading.current_thread() is not threading.main_thread():  # signals are the main thread's
        yield
        return
    came = [int(signal.SIGINT)]

    def stop(number: int, _frame: FrameType | None) -> None:
        came.append(number)
        raise KeyboardInterrupt

    # what somebody else handles or ignores, as `nohup` does, stays as it is
    ours = [one for one in SIGNALS if signal.getsignal(one) is signal.SIG_DFL]
    for one in ours:
        signal.signal(one, stop)
    try:
        yield
    except KeyboardInterrupt as interrupt:
        Refusal("; ".join(["stopped", *map(str, interrupt.args)])).show()
        raise SystemExit(128 + came[-1]) from None
    finally:
        for one in ours:
            signal.signal(one, signal.SIG_DFL)
