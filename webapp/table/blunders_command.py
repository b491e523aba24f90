"""`naniwazu game blunders`: how often a level does what everybody at the table would see to be wrong."""

import json

import click
from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Column, Table
from rich.text import Text

from engine.bots.blunders import NOTHING, watch
from engine.bots.blunders.count import Tally, blunders
from engine.bots.bot import Budget
from engine.bots.levels import DEFAULT, LEVELS, at_level
from engine.games import ENTRIES
from poems.chance import Seed
from webapp.bounds import FIRST_DEAL, Whole
from webapp.refusal import Refusal
from webapp.table.drawn_number import drawn_number
from webapp.table.duel_command import WORLDS
from webapp.table.made import made_of


@click.command(name="blunders")
@click.argument("game")
@click.option("--level", default=DEFAULT, type=click.Choice(list(LEVELS)), show_default=True)
@click.option("--deals", default=100, type=Whole(1, 1_000_000), show_default=True)
@click.option("--worlds", default=WORLDS, type=Whole(1, 10_000), show_default=True, help="For pimc.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the game.")
@click.option("--rng", type=FIRST_DEAL, help="The number of the first deal; the others follow it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def count_blunders(
    *,
    game: str,
    level: str,
    deals: int,
    worlds: int,
    options: tuple[str, ...],
    rng: int | None,
    as_json: bool,
) -> None:
    """Let a level play all seats of GAME and count its blunders: a partner's sure trick beaten, a win not taken.

    Beside each kind stands in how many decisions it could have been made.
    """
    made = made_of(game, options)
    if watch(made) is NOTHING:
        raise Refusal(f"{game}: no blunders are known that everybody at the table would see")
    number = drawn_number(rng)
    seeds = (Seed.numbered(number + deal) for deal in range(deals))
    with Progress(console=Console(stderr=True), transient=True, disable=as_json) as progress:
        watched = progress.track(seeds, total=deals, description=game)
        tally = blunders(made, at_level(level, made), watched, Budget(worlds))
    if as_json:
        click.echo(json.dumps(_document(tally, game, level, number)))
    else:
        _print(tally, game, level, number)


def _document(tally: Tally, game: str, level: str, rng: int) -> dict[str, object]:
    kinds = {
        kind.name.lower(): {"chances": chances, "made": tally.made[kind]}
        for kind, chances in sorted(tally.chances.items())
    }
    return {
        "game": game,
        "level": level,
        "rng": rng,
        "hands": tally.hands,
        "decisions": tally.decisions,
        "blunders": kinds,
    }


def _print(tally: Tally, game: str, level: str, rng: int) -> None:
    title = f"{ENTRIES[game].english}, {level}: {tally.hands} hands, {tally.decisions} decisions, --rng {rng}"
    table = Table(
        "Blunder",
        Column("could be made", justify="right"),
        Column("was made", justify="right"),
        box=box.SIMPLE_HEAD,
    )
    for kind, chances in sorted(tally.chances.items()):
        table.add_row(str(kind), str(chances), str(tally.made[kind]))
    console = Console(highlight=False)
    console.print(Text(title))
    console.print(table)
