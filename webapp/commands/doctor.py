"""`naniwazu doctor`: what works on this machine, and what to install for the rest."""

import dataclasses
import json
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from webapp.checkup import Finding, examine
from webapp.config import from_environment
from webapp.refusal import Refusal
from webapp.typed import Place

SIGNS = {True: "yes", False: "no"}


@click.command
@click.option("--db", metavar="URL", help="Database; the file in the data folder unless given.")
@click.option("--data", type=Place(file_okay=False), help="Data folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(*, db: str | None, data: Path | None, as_json: bool) -> None:
    """Tell which voices, sound outputs, databases, fonts and browsers work here.

    Ends with status 1 if something is missing that an evening needs.
    """
    try:
        findings = examine(from_environment(folder=data, database=db))
    except Refusal as refusal:
        findings = [
            Finding("storage", "data folder", works=False, needed=True, detail="", cure=refusal.message)
        ]
    if as_json:
        click.echo(
            json.dumps([dataclasses.asdict(finding) for finding in findings], ensure_ascii=False, indent=1)
        )
    else:
        show(findings)
    if any(finding.needed and not finding.works for finding in findings):
        raise SystemExit(1)


def show(findings: list[Finding]) -> None:
    """Print the findings as a table."""
    table = Table("area", "what", "works", box=None, pad_edge=False)
    table.add_column("detail", overflow="fold")  # a path is broken, not cut
    for finding in findings:
        detail = finding.detail if finding.works else f"{finding.detail} {finding.cure}".strip()
        table.add_row(*map(escape, (finding.area, finding.name, SIGNS[finding.works], detail)))
    Console().print(table)
