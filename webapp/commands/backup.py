"""`naniwazu backup FILE`: the whole club in one file."""

from pathlib import Path

import click

from webapp.config import from_environment
from webapp.db.backup import backup
from webapp.typed import Place


@click.command
@click.argument("file", type=Place())
@click.option("--db", metavar="URL", help="Database; the file in the data folder unless given.")
@click.option("--data", type=Place(file_okay=False), help="Data folder.")
@click.option("--without-packs", is_flag=True, help="Leave the recorded packs out; each is some 70 MB.")
def command(*, file: Path, db: str | None, data: Path | None, without_packs: bool) -> None:
    """Write the whole club to FILE, recorded packs and loudspeakers' settings too; a running server may go on."""
    config = from_environment(folder=data, database=db)
    beside = backup(config.database_url, file, config.folder, packs=not without_packs)
    packs = f" Packs: {', '.join(beside.packs)}." if beside.packs else ""
    click.echo(f"{file}: {file.stat().st_size / 1e6:.1f} MB, checked.{packs}")
    for fault in beside.damaged:
        click.echo(f"Left out, as it is damaged: {fault}", err=True)
