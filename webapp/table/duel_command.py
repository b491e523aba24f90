"""`naniwazu game duel`: two players of the machine against each other, over the same deals from both sides."""

import json
from math import isfinite

import click
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from engine.bots.bot import Budget
from engine.bots.duplicate import Duel, differences, duel_of, visits
from engine.bots.levels import LEVELS, at_level
from poems.chance import Seed
from webapp.bounds import FIRST_DEAL, Number, Whole
from webapp.table.drawn_number import drawn_number
from webapp.table.made import made_of

WORLDS = 20
"""A number, and no clock, so that the same --rng gives the same result on every machine."""


@click.command(name="duel")
@click.argument("game")
@click.option("--a", "first", required=True, type=click.Choice(list(LEVELS)), help="One level.")
@click.option("--b", "second", required=True, type=click.Choice(list(LEVELS)), help="The other level.")
@click.option("--deals", default=100, type=Whole(2, 1_000_000), show_default=True)
@click.option("--worlds", default=WORLDS, type=Whole(1, 10_000), show_default=True, help="For pimc.")
@click.option("--until", type=Number(1, 1000), help="Stop at so many standard errors, after 20 deals.")
@click.option("--visit", is_flag=True, help="One seat of --a at a table of --b, instead of half the seats.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the game.")
@click.option("--rng", type=FIRST_DEAL, help="The number of the first deal; the others follow it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def duel(
    *,
    game: str,
    first: str,
    second: str,
    deals: int,
    worlds: int,
    until: float | None,
    visit: bool,
    options: tuple[str, ...],
    rng: int | None,
    as_json: bool,
) -> None:
    """Let two levels play the same deals of GAME, from both sides, and say who scores more.

    Each deal is one hand, played twice with the seats exchanged. The figure is how much more a seat of --a scores in a
    hand than one of --b, with its standard error. With --visit it is how much more --a makes of one seat at a table of
    --b than --b does. A match stopped by --until looks a little better than it is.
    """
    made = made_of(game, options)
    number = drawn_number(rng)
    bots = at_level(first, made), at_level(second, made)
    seeds = (Seed.numbered(number + deal) for deal in range(deals))
    found: list[float] = []
    with Progress(console=Console(stderr=True), transient=True, disable=as_json) as progress:
        task = progress.add_task(game, total=deals)
        for one in (visits if visit else differences)(made, *bots, seeds, Budget(worlds)):
            found.append(one)
            progress.advance(task)
            if until is not None and _enough(found, until):
                break
    result = duel_of(found)
    if as_json:
        click.echo(json.dumps(_document(result, game, (first, second), number, visit=visit)))
    else:
        Console(highlight=False).print(Text(_sentence(result, game, (first, second), number, visit=visit)))


def _enough(found: list[float], until: float) -> bool:
    return len(found) >= 20 and abs(duel_of(found).significance) >= until


def _document(
    result: Duel, game: str, levels: tuple[str, str], rng: int, *, visit: bool
) -> dict[str, object]:
    return {
        "game": game,
        "a": levels[0],
        "b": levels[1],
        "visit": visit,
        "rng": rng,
        "deals": result.deals,
        "mean": result.mean,
        "error": result.error,
        "significance": result.significance if isfinite(result.significance) else None,
    }


def _sentence(result: Duel, game: str, levels: tuple[str, str], rng: int, *, visit: bool) -> str:
    first, second = levels
    mean = f"{result.mean:+.3f} ± {result.error:.3f}"
    said = (
        f"{first} makes {mean} a hand more of a seat at a table of {second} than {second}"
        if visit
        else f"a seat of {first} scores {mean} a hand more than one of {second}"
    )
    errors = f"{result.significance:+.1f} standard errors"
    return f"{game}: {said} ({errors}, {result.deals} deals played twice, --rng {rng})"
