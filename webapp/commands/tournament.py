"""`naniwazu tournament`: draws from files of entries, and results of the club's tournaments."""

import json
import sys
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from engine.tournament.meetings import clubs, family
from engine.tournament.tree import depth, parent
from poems.chance import Seed
from webapp.bounds import SEED
from webapp.refusal import Refusal
from webapp.seeds import fresh
from webapp.tournaments.bracket_text import lines
from webapp.tournaments.draw_file import ClassDraw, by_rounds, document, drawn
from webapp.tournaments.entry_file import EntryFile, parse
from webapp.tournaments.sheet import LARGEST, SheetError
from webapp.typed import FileName, Place


@click.group()
def command() -> None:
    """Draw tournaments, and hand out their results."""


@command.command(name="draw")
@click.argument("file", type=FileName())
@click.option("--rng", type=SEED, metavar="N", help="The seed, to draw the same again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def draw_file(file: str, rng: int | None, as_json: bool) -> None:
    """Draw a single elimination for each class of the entries in FILE.

    FILE is a CSV with the columns name, kana, club, class, dan, seed_group, in any order; only the name must be there.
    Byes fall in round 1 only. Club-mates, family and seeds are kept apart as well as is possible. The same seed and
    the same people give the same draw, in whatever order the rows come.
    """
    seed = fresh() if rng is None else Seed.numbered(rng)
    entries = _entries(file)
    classes = drawn(entries, seed)
    if rng is None:
        click.echo(f"naniwazu: to draw the same again, add --rng {int(seed.hex, 16)}", err=True)
    for doubt in entries.doubts:
        click.echo(f"naniwazu: {file}: {doubt}", err=True)
    if as_json:
        click.echo(json.dumps(document(classes), ensure_ascii=False))
        return
    console = Console(highlight=False)
    for one in classes:
        console.print(_plain(_title(one)), style="bold")
        if one.draw.rounds:
            console.print(_sheet(one))
            console.print(_apart(one))


@command.command(name="export")
@click.argument("code")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["csv", "xlsx", "pdf"]),
    default="csv",
    help="A row for each player and match (csv, unless given), or for each player (xlsx), or sheets to print (pdf).",
)
@click.option("--out", type=Place(), help="Where to; standard output unless given.")
@click.option("--language", default="en", type=click.Choice(["en", "ja", "ru"]), help="Of a pdf.  [en]")
@click.option("--db", metavar="URL", help="Database; the file in the data folder unless given.")
@click.option("--data", type=Place(file_okay=False), help="Data folder.")
def export_results(
    *, code: str, kind: str, out: Path | None, language: str, db: str | None, data: Path | None
) -> None:
    """Write the results of tournament CODE.

    CODE stands in the address of the tournament's page.
    """
    if out is None and kind != "csv" and sys.stdout.isatty():
        raise Refusal(f"--format {kind}: no terminal shows that; name a file with --out FILE")
    # what the club's database needs takes longer to load than a draw takes
    from webapp.tournaments.handing_out import results_of  # noqa: PLC0415

    results = results_of(code, kind, language=language, database=db, folder=data)
    if out is None:
        click.echo(results, nl=False)
    else:
        out.write_bytes(results)


def _entries(file: str) -> EntryFile:
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(LARGEST + 1)
        return parse(data)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refusal(f"{file}: {reason[:1].lower()}{reason[1:]}") from None
    except (SheetError, ValueError) as error:
        raise Refusal(f"{file}: {error}") from None


def _sheet(one: ClassDraw) -> Table:
    """Return the bracket of a class: a line for each entrant, from the top of the sheet to the bottom."""
    leaves = one.draw.standing()
    rounds = one.draw.rounds
    tables = {match: number for row in by_rounds(one.draw)[:1] for number, match in enumerate(row, 1)}
    sheet = Table(
        Column("Table", justify="right"),
        Column("Entry", justify="right"),
        Column("Name", overflow="fold"),
        Column("Club", overflow="fold"),
        Column(f"Rounds 1 to {rounds}" if rounds > 1 else "Final", no_wrap=True),
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    for (place, entrant), line in zip(leaves.items(), lines(leaves, rounds), strict=True):
        entry = one.entry(entrant)
        sheet.add_row(
            str(tables[parent(place)]) if depth(place) == rounds else "bye",
            str(one.rows[entrant]),
            _plain(entry.name if entry.seed_group is None else f"{entry.name} [{entry.seed_group}]"),
            _plain("/".join(entry.clubs)),
            _plain(line),
        )
    return sheet


def _title(one: ClassDraw) -> str:
    name = f"Class {one.name}: " if one.name else ""
    if not one.draw.rounds:
        return f"{name}{one.entry(one.field[0].id).name} entered alone and wins.\n"
    matches, byes = len(by_rounds(one.draw)[0]), len(one.draw.byes)
    tables = "1 match" if matches == 1 else f"{matches} matches"
    free = "no bye" if not byes else "1 bye" if byes == 1 else f"{byes} byes"
    return f"{name}{len(one.field)} entries, {tables} in round 1, {free}"


def _apart(one: ClassDraw) -> Text:
    """Return how many mates could meet, by round, and that it is the fewest there can be."""
    said = [_sentence("club-mates", one.meetings(clubs))]
    if one.has_families:
        said.append(_sentence("family", one.meetings(family)))
    return _plain("\n".join(said) + "\n")


def _sentence(mates: str, counts: list[tuple[int, int]]) -> str:
    if not any(found for found, _ in counts):
        return f"No {mates} can meet at all."
    parts = [
        f"by round {by}: {found}" + ("" if found == least else f" (bound {least})")
        for by, (found, least) in enumerate(counts, 1)
    ]
    best = all(found == least for found, least in counts)
    end = (
        "No draw of these entries has fewer."
        if best
        else "The bound may be out of reach: some have several clubs."
    )
    return f"Pairs of {mates} who could meet {', '.join(parts)}. {end}"


def _plain(text: str) -> Text:
    """Return somebody else's text as it is, without markup or control characters."""
    return Text("".join(sign if sign.isprintable() or sign == "\n" else "�" for sign in text))
