"""Single keys from a terminal, where there is one."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from reader.outputs.sink import Clock

HELD_DOWN: Final = 0.75
"""Seconds within which the same key again is no second press: systems repeat a key that is held down after 0.25 to
0.66 s, and a reading that was held would go on under the finger."""


class Keys(Protocol):
    """Where key presses come from."""

    def poll(self, seconds: float, *, typing: bool = False) -> str:
        """Return the key pressed within so many seconds, empty for none.

        Where somebody is `typing`, a letter may come twice at once; otherwise a key that is held down counts once.
        """


class NoKeys:
    """No terminal: nobody presses anything."""

    def poll(self, seconds: float, *, typing: bool = False) -> str:
        """Let the time pass."""
        time.sleep(seconds)
        return ""


class Presses:
    """Tells presses from the repetitions of a key that is held down."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = ""
        self._at = 0.0

    def is_first(self, key: str) -> bool:
        """Note a key; whether it was pressed, and not only held down."""
        at = self._clock()
        again = key == self._last and at - self._at < HELD_DOWN
        self._last, self._at = key, at
        return not again


def has_keys() -> bool:
    """Whether standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


if sys.platform == "win32":  # pragma: no cover - another system
    import msvcrt

    class _ConsoleKeys:
        def __init__(self, clock: Clock) -> None:
            self._presses = Presses(clock)

        def poll(self, seconds: float, *, typing: bool = False) -> str:
            deadline = time.monotonic() + seconds
            while time.monotonic() < deadline:
                if msvcrt.kbhit():
                    key = msvcrt.getwch()
                    if key in ("\0", "\xe0"):
                        # an arrow or the like: its second half says which
                        msvcrt.getwch()
                    elif self._presses.is_first(key) or typing:
                        return key
                time.sleep(0.02)
            return ""

    @contextmanager
    def listening(clock: Clock = time.monotonic) -> Iterator[Keys]:
        """Hear single keys while the block runs."""
        yield _ConsoleKeys(clock) if has_keys() else NoKeys()

else:
    import codecs
    import os
    import re
    import select
    import termios
    import tty

    _SEQUENCE: Final = re.compile(r"\x1b[\[O][0-?]*[ -/]*[@-~]")
    """What arrows and function keys send: an escape and more at once."""

    class _TerminalKeys:
        def __init__(self, descriptor: int, clock: Clock) -> None:
            self._descriptor = descriptor
            self._letters = codecs.getincrementaldecoder("utf-8")("ignore")
            self._waiting = ""
            self._presses = Presses(clock)

        def poll(self, seconds: float, *, typing: bool = False) -> str:
            if not self._waiting:
                ready, _, _ = select.select([self._descriptor], [], [], seconds)
                if ready:
                    self._waiting = _SEQUENCE.sub("", self._letters.decode(os.read(self._descriptor, 1024)))
            key, self._waiting = self._waiting[:1], self._waiting[1:]
            return key if key and (self._presses.is_first(key) or typing) else ""

    @contextmanager
    def listening(clock: Clock = time.monotonic) -> Iterator[Keys]:
        """Hear single keys while the block runs; the terminal is put back as it was."""
        if not has_keys():
            yield NoKeys()
            return
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor)
            yield _TerminalKeys(descriptor, clock)
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
