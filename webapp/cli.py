"""`naniwazu`: the group that every command hangs on; each command lives in `webapp.commands`."""

import errno
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import click

from webapp import __version__, commands
from webapp.refusal import Refusal
from webapp.stopping import stoppable

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What a disk answers that takes no more."""


class LazyGroup(click.Group):
    """Loads a command's module only when it is asked for, so that `kimariji` does not wait for numpy."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the modules in `webapp.commands`; a module is a command."""
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import `webapp.commands.NAME` and return its `command`, or None for an unknown name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"webapp.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the group's own options."""
        with stoppable(), mistyped(None), out_of_reach():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Read a command's options and run it."""
        with stoppable(), mistyped(ctx), out_of_reach():
            return super().invoke(ctx)


@contextmanager
def mistyped(group: click.Context | None) -> Iterator[None]:
    """Refuse what was typed wrongly in one line, as everything else is; click would take four.

    Some faults do not know their command; it is then the one that the group was asked for.
    A group without a command still shows its help.
    """
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        message = error.format_message().rstrip(".")
        asked = group.invoked_subcommand if group and not error.ctx else None
        raise Refusal(f"{message}; see {called(error.ctx, asked)} --help") from None


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Refuse what the system refuses, wherever it is first met: too long a name, a forbidden folder, a full disk."""
    try:
        yield
    except OSError as error:
        if error.errno in (None, errno.EPIPE):
            raise
        reason = lowered(error.strerror or "it cannot be used")
        if error.filename is not None:
            raise Refusal(f"{os.fsdecode(error.filename)}: {reason}") from error
        if error.errno in FULL:
            swallow_the_rest()
            raise Refusal(f"what was to be written has no place: {reason}") from error
        raise


def swallow_the_rest() -> None:
    """Let what has not been printed yet go nowhere: Python would complain of it again as it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def lowered(reason: str) -> str:
    """Return the system's words as the end of a line."""
    return reason[:1].lower() + reason[1:]


def called(ctx: click.Context | None, below: str | None = None) -> str:
    """Return a command, or what is asked for below it, as it is typed: `naniwazu match replay`."""
    names = [below] if below else []
    while ctx is not None and ctx.parent is not None:
        names.append(ctx.info_name or "")
        ctx = ctx.parent
    return " ".join(["naniwazu", *reversed(names)])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="naniwazu")
def main() -> None:
    """Run a karuta club's evenings and tournaments."""
    for stream in (sys.stdout, sys.stderr):
        speak_kana(stream)


def speak_kana(stream: object) -> None:
    """Let a stream carry kana whatever the system's encoding.

    What is piped is UTF-8, as every file of ours; a terminal that has no kana shows a sign in their place.
    """
    if isinstance(stream, io.TextIOWrapper):
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
