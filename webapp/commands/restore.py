"""`naniwazu restore FILE`: the club as it was in a backup."""

from pathlib import Path

import click

from webapp.config import from_environment
from webapp.db.backup import restore
from webapp.lock import FolderLock
from webapp.typed import Place


@click.command
@click.argument("file", type=Place())
@click.option("--db", metavar="URL", help="Database; the file in the data folder unless given.")
@click.option("--data", type=Place(file_okay=False), help="Data folder.")
def command(*, file: Path, db: str | None, data: Path | None) -> None:
    """Put the club of FILE in the place of the present one, which is kept under another name."""
    config = from_environment(folder=data, database=db)
    lock = FolderLock(config.lock_file)
    lock.acquire("restoring a backup")
    try:
        restored = restore(file, config.database_url, config.folder)
    finally:
        lock.release()
    click.echo("Restored." + (f" The club that was here is kept in {restored.kept}" if restored.kept else ""))
    if restored.beside.packs:
        click.echo(f"Recorded packs: {', '.join(restored.beside.packs)}")
    if restored.beside.aside:
        click.echo(f"Packs of the same names that differed are kept in {restored.beside.aside}")
