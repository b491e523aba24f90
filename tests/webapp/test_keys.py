"""Single keys from a terminal, tried on a real pseudo-terminal."""

import os
import sys
from collections.abc import Iterator

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are a thing of Unix", allow_module_level=True)

import pty
import termios

from webapp.aloud.keys import has_keys, listening


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Return the far end of the terminal that standard input is."""
    far, near = pty.openpty()
    with os.fdopen(near, closefd=True) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield far
    os.close(far)


def test_keys_come_one_by_one_without_enter_and_without_echo(terminal: int) -> None:
    assert has_keys()
    with listening() as keys:
        assert keys.poll(0) == ""
        os.write(terminal, b" ")
        assert keys.poll(5) == " "
        os.write(terminal, b"n")
        assert keys.poll(5) == "n"


def test_the_terminal_is_put_back_as_it_was(terminal: int) -> None:
    before = termios.tcgetattr(sys.stdin.fileno())
    with listening():
        assert termios.tcgetattr(sys.stdin.fileno()) != before
    assert termios.tcgetattr(sys.stdin.fileno()) == before


def test_an_arrow_key_is_no_command_and_no_text(terminal: int) -> None:
    with listening() as keys:
        os.write(terminal, b"\x1b[A\x1b[1;5Cn")
        assert keys.poll(5, typing=True) == "n"
        assert keys.poll(0, typing=True) == ""
        os.write(terminal, b"\x1b")
        assert keys.poll(5) == "\x1b"


def test_text_that_comes_at_once_is_heard_letter_by_letter(terminal: int) -> None:
    """An input method hands over whole words, and a letter may be cut between two reads."""
    word = "ちはやぶる88".encode()
    with listening() as keys:
        os.write(terminal, word[:4])
        assert keys.poll(5, typing=True) == "ち"
        assert keys.poll(0, typing=True) == ""
        os.write(terminal, word[4:])
        assert "".join(keys.poll(5, typing=True) for _ in range(6)) == "はやぶる88"


def test_a_key_that_is_held_down_is_pressed_once(terminal: int) -> None:
    """Systems repeat it after a quarter to two thirds of a second, and then every thirtieth."""
    now = [0.0]
    with listening(lambda: now[0]) as keys:
        for after in (0.0, 0.66, 0.03, 0.03, 0.5):
            now[0] += after
            os.write(terminal, b" ")
            assert keys.poll(5) == ("" if after else " ")
        os.write(terminal, b"n")
        assert keys.poll(5) == "n"
        now[0] += 0.8
        os.write(terminal, b"n")
        assert keys.poll(5) == "n"


def test_without_a_terminal_nobody_presses_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull, encoding="utf-8") as nothing:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", nothing)
        assert not has_keys()
        with listening() as keys:
            assert keys.poll(0) == ""
