"""How a command says no: one line on standard error and exit status 2, never a traceback."""

from typing import IO, Any

import click


class Refusal(click.ClickException):
    """A file, an option or a machine that cannot be used; the message names the place and the cure."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the one line."""
        click.echo(f"naniwazu: {self.format_message()}", file=file, err=True)

    def format_message(self) -> str:
        """Return the message on one line, whatever was put into it."""
        line = " ".join(filter(None, map(str.strip, self.message.splitlines())))
        # nor does a file's name give the terminal orders
        return "".join(sign if sign.isprintable() else "?" for sign in line)
