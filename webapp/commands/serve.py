"""`naniwazu serve`: the club's pages, for this machine or for the hall."""

import logging
import webbrowser
from pathlib import Path

import click

from webapp.access.addresses import Address, addresses_at
from webapp.access.codes import grouped
from webapp.access.hosts import is_loopback
from webapp.access.qr import terminal
from webapp.access.roles import Role
from webapp.asgi import Site, build
from webapp.bounds import Whole
from webapp.config import PORT, Config, from_environment
from webapp.lock import FolderLock
from webapp.server import TRIES, bind, run
from webapp.typed import Place


@click.command
@click.option(
    "--host", metavar="H", help="Address to listen on; 0.0.0.0 lets the hall's network in.  [127.0.0.1]"
)
@click.option("--port", metavar="P", type=Whole(0, 65535), help=f"Port.  [{PORT}, or the next free one]")
@click.option("--db", metavar="URL", help="Database; a file in the data folder unless given.")
@click.option("--data", type=Place(file_okay=False), help="Data folder.")
@click.option(
    "--public", is_flag=True, default=None, help="Let anybody on the network follow without a code."
)
@click.option("--demo", is_flag=True, help="Fill an empty club with the poets of the anthology.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
def command(
    *,
    host: str | None,
    port: int | None,
    db: str | None,
    data: Path | None,
    public: bool | None,
    demo: bool,
    open_page: bool,
) -> None:
    """Run the web app until Ctrl+C."""
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    config = from_environment(folder=data, database=db, host=host, port=port, public=public)
    lock = FolderLock(config.lock_file)
    lock.acquire("starting")
    bound = bind(config.host, config.port, tries=1 if config.port_is_given else TRIES)
    used = bound.getsockname()[1]
    here = addresses_at(config.host, used)
    lock.note(here[0].url)
    site = build(config)
    if demo:
        from webapp.demo import fill_if_empty  # noqa: PLC0415 - the anthology is read for a demo only

        fill_if_empty(site.services)

    def started() -> None:
        announce(site, config, here, used)
        if open_page and not webbrowser.open(here[0].url):
            click.echo(f"No browser opened here; open {here[0].url} by hand.")

    try:
        run(site, bound, started)
    finally:
        lock.release()


def announce(site: Site, config: Config, here: list[Address], port: int) -> None:
    """Print where to go, and how phones get in."""
    if config.port not in (0, port):
        click.echo(f"Port {config.port} is taken; using {port}.")
    for address in here:
        click.echo(f"{'On the network' if address.network else 'On this machine'}: {address.url}")
    if not is_loopback(config.host) and config.host != "localhost":
        code = site.services.codes.current()[Role.SPECTATOR]
        link = f"{here[-1].url}/join#{code}"
        click.echo(f"Entry code: {grouped(code)} for spectators (those for referees: {here[0].url}/hall)")
        click.echo(terminal(link))
    click.echo("Stop with Ctrl+C.")
