"""`naniwazu bench`: how fast the parts are on this machine."""

import dataclasses
import importlib
import json
import os
import platform

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from webapp.bench.figure import Figure

AREAS = {
    "poems": ("poems",),
    "reader": ("reader",),
    "engine": ("karuta", "decks"),
    "web": ("web",),
    "draw": ("draw",),
}
"""What can be measured, and the modules of `webapp.bench` that do it."""

LONG = {"soak": ("soak",), "moves": ("moves",), "drills": ("drills",), "labels": ("labels",)}
"""What takes minutes, and is measured only when it is named: two hours of reading at twenty times the speed, some
hundred moves of every card game, hundreds of simulated players who practise, and the decision points of recordings."""


@click.command
@click.argument("area", required=False, type=click.Choice((*AREAS, *LONG)))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(*, area: str | None, as_json: bool) -> None:
    """Run the benchmark suite, or one area of it. `soak`, `moves`, `drills`, `labels` take minutes: only when named."""
    results = {name: measured(name) for name in (AREAS if area is None else (area,))}
    if as_json:
        click.echo(json.dumps(document(results), ensure_ascii=False, indent=1))
    else:
        show(results)


def measured(area: str) -> list[Figure]:
    """Return the figures of one area."""
    click.echo(f"measuring {area} …", err=True)
    modules = (importlib.import_module(f"webapp.bench.{name}") for name in (AREAS | LONG)[area])
    return [figure for module in modules for figure in module.run()]


def document(results: dict[str, list[Figure]]) -> dict[str, object]:
    """Return the figures, and the machine that they are true for."""
    machine = {
        "processors": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }
    areas = {name: [dataclasses.asdict(figure) for figure in figures] for name, figures in results.items()}
    return {"machine": machine, "areas": areas}


def show(results: dict[str, list[Figure]]) -> None:
    """Print the figures as a table."""
    table = Table("area", "figure", "value", "unit", "note", box=None, pad_edge=False)
    for name, figures in results.items():
        for figure in figures:
            cells = (name, figure.name, f"{figure.value:,.4g}", figure.unit, figure.note)
            table.add_row(*map(escape, cells))
    Console().print(table)
