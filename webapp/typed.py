"""What is typed on the command line: lists add up, and a file's name is never blank.

Of an option that takes one value the last one counts, as everywhere; of one that takes a list nothing is dropped.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from webapp.refusal import Refusal


class Place(click.Path):
    """A path; a blank text is none, although Python takes it for the folder that one is in."""

    def __init__(self, *, file_okay: bool = True) -> None:
        super().__init__(path_type=Path, file_okay=file_okay)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises Refusal for a blank one."""
        return super().convert(_named(value, param), param, ctx)


class FileName(click.ParamType[str]):
    """A file's name as it is typed, for messages that show it so."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name. Raises Refusal for a blank one."""
        return str(_named(value, param))


def together(lists: Iterable[str]) -> str:
    """Return the lists of cards that were given to one option as one list."""
    return ",".join(text for text in lists if text.strip())


def _named(value: Any, param: click.Parameter | None) -> Any:
    if not str(value).strip():
        raise Refusal(f"{_label(param)}: no name is given")
    return value


def _label(param: click.Parameter | None) -> str:
    """Return what a parameter is called in its command's help: `--out`, `FILE`."""
    if param is None:
        return "FILE"
    return param.opts[-1] if isinstance(param, click.Option) else param.human_readable_name
