"""`naniwazu pack`: recorded packs, checked, taken in, listed, handed on and removed."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from reader.packs.checking import Cell, Check, Note, Spread, check, suiting
from reader.packs.exporting import export
from reader.packs.faults import PackError
from reader.packs.halves import HALVES, key, listed
from reader.packs.importing import check_source, import_pack
from reader.packs.shelf import Pack, Shelf
from reader.voices.recorded import INSTEAD, PREFIX
from webapp.config import VOICES, data_folder
from webapp.refusal import Refusal
from webapp.typed import Place

NOTES = {
    Note.MISSING: "not there",
    Note.UNDECODABLE: "cannot be decoded",
    Note.SILENT: "silent",
    Note.TOO_SHORT: "too short for its words",
    Note.TOO_LONG: "too long for its words",
    Note.CUT_GUESSED: "cut by guess: look at it",
    Note.CLIPPED: "clipped",
    Note.NOISY: "noisy",
    Note.FAINT: "faint",
    Note.NO_LEAD: "begins at once: its first sound may be cut",
}
INCOMPLETE = 1
"""The exit status where a poem's half is missing."""
PLACE = Place()


@click.group()
def command() -> None:
    """Recorded packs: a person's reading as a voice.

    A pack is a folder or zip with a sound file for each half of the hundred poems, such as reader_017_1.ogg.
    """


@command.command(name="check")
@click.argument("source", metavar="FOLDER|ZIP", type=PLACE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def check_pack(context: click.Context, source: Path, as_json: bool) -> None:
    """Say whether all 202 recordings are there and sound as they should; keeps nothing.

    The exit status is 1 where a half of a poem is missing.
    """
    with _refused(), _progress() as progress:
        found = check_source(source, progress)
    _say_check(found, str(source), as_json=as_json)
    context.exit(0 if found.complete else INCOMPLETE)


@command.command(name="import")
@click.argument("source", metavar="FOLDER|ZIP", type=PLACE)
@click.option(
    "--name", required=True, metavar="NAME", help="What the pack is called; its voice is pack:NAME."
)
@click.option(
    "--credit", default="", metavar="TEXT", help="Whose reading it is; goes wherever its sound goes."
)
@click.option("--licence", default="", metavar="TEXT", help="What may be done with it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def import_one(source: Path, name: str, credit: str, licence: str, as_json: bool) -> None:
    """Take a pack in, whole or not at all. It may be incomplete; what is missing is said."""
    with _refused(), _progress() as progress:
        pack, found = import_pack(source, shelf(), name, credit=credit, licence=licence, progress=progress)
    _say_check(found, str(source), as_json=as_json, voice=PREFIX + pack.name)


@command.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_packs(as_json: bool) -> None:
    """List the packs of this machine."""
    rows = [_row(name) for name in shelf().names()]
    if as_json:
        click.echo(json.dumps({"packs": rows}, ensure_ascii=False))
        return
    if not rows:
        click.echo("There are no packs yet. Take one in with: naniwazu pack import FOLDER --name NAME")
        return
    table = Table("Voice", "Halves", "Credit", Column("Missing", overflow="fold"), box=box.SIMPLE_HEAD)
    for row in rows:
        missing = row["fault"] or row["missing"] or "nothing"
        table.add_row(
            row["voice"], f"{row['halves']} of {len(HALVES)}", row["credit"] or "none given", missing
        )
    Console(highlight=False).print(table)


@command.command()
@click.argument("name")
def remove(name: str) -> None:
    """Remove the pack NAME with all its recordings."""
    with _refused():
        shelf().remove(plain(name))
    click.echo(f"The pack {plain(name)} is removed.")


@command.command(name="export")
@click.argument("name")
@click.argument("file", type=PLACE)
def export_one(name: str, file: Path) -> None:
    """Write the pack NAME to the zip FILE, to keep it or to hand it on."""
    with _refused():
        pack = shelf().open(plain(name))
        export(pack, file)
    click.echo(f"{file}: {len(pack.clips)} halves, {file.stat().st_size / 1e6:.1f} MB.")


def shelf() -> Shelf:
    """Return the packs of this machine."""
    return Shelf(data_folder() / VOICES)


def plain(name: str) -> str:
    """Return a pack's name; it may be given as its voice's."""
    return name.removeprefix(PREFIX)


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except PackError as error:
        raise Refusal(str(error)) from None


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Listening", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _say_check(found: Check, source: str, *, as_json: bool, voice: str = "") -> None:
    if as_json:
        click.echo(json.dumps(answer(found, source, voice), ensure_ascii=False))
        return
    console = Console(highlight=False, soft_wrap=True)
    usable = sum(cell.usable for cell in found.cells)
    console.print(f"{source}: {usable} of {len(HALVES)} halves can be read.")
    for line in _lines(found):
        console.print(line)
    if voice:
        more = "" if found.complete else f"; {voice}{INSTEAD}mei reads the rest in the bundled voice"
        console.print(f"Read with it: naniwazu read --voice {voice}{more}")


def _lines(found: Check) -> Iterator[str]:
    """Yield what there is to say, the most important first."""
    if found.missing:
        yield f"Missing: {listed(found.missing)}"
    if found.opener_missing:
        yield f"Missing, and needed only for the opener: {listed(found.opener_missing)}"
    for cell in found.cells:
        if cell.why:
            yield f"  {key(cell.half)}: {cell.why}"
    for cell in found.doubtful:
        yield f"  {key(cell.half)}: {_noted(cell)} ({cell.source})"
    for reason in found.left_out:
        said = str(reason)
        yield said[0].upper() + said[1:]
    rates = ", ".join(f"{rate} Hz ({count})" for rate, count in sorted(found.rates.items()))
    if len(found.rates) > 1:
        yield f"Sample rates differ: {rates}"
    for name, spread in (
        ("Upper half", found.upper),
        ("Words of the lower half", found.words),
        ("Hold", found.hold),
    ):
        if spread:
            yield f"{name}: {spread.middle:g} s, mostly {spread.least:g} to {spread.greatest:g} s"
    if (pace := suiting(found)) is not None:
        yield f"A pace that hurries no words: {pace}"


def _noted(cell: Cell) -> str:
    return ", ".join(NOTES[note] for note in cell.notes)


def answer(found: Check, source: str, voice: str = "") -> dict[str, Any]:
    """Return a check as `--json` prints it."""
    pace = suiting(found)
    return {
        "source": source,
        "voice": voice,
        "complete": found.complete,
        "halves": sum(cell.usable for cell in found.cells),
        "expected": len(HALVES),
        "missing": [key(half) for half in (*found.opener_missing, *found.missing)],
        "doubtful": {key(cell.half): [str(note) for note in cell.notes] for cell in found.doubtful},
        "faults": {key(cell.half): str(cell.why) for cell in found.cells if cell.why},
        "unused": [*found.strangers, *found.foreign],
        "rates": {str(rate): count for rate, count in sorted(found.rates.items())},
        "words": _figures(found.words),
        "hold": _figures(found.hold),
        "upper": _figures(found.upper),
        "pace": str(pace) if pace else None,
    }


def _figures(spread: Spread | None) -> list[float] | None:
    return None if spread is None else [spread.least, spread.middle, spread.greatest]


def _row(name: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": name,
        "voice": PREFIX + name,
        "halves": 0,
        "credit": "",
        "missing": "",
        "fault": "",
    }
    try:
        pack: Pack = shelf().open(name)
    except PackError as error:
        return row | {"fault": str(error)}
    found = check(pack.clips)
    return row | {
        "halves": len(pack.clips),
        "credit": pack.document.credit,
        "missing": listed((*found.opener_missing, *found.missing)),
    }
