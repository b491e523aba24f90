"""`naniwazu game play`: a card game at the terminal."""

import secrets
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from engine.bots.levels import DEFAULT, LEVELS, at_level
from engine.core.document import DocumentError
from engine.core.game import Game
from engine.core.record import MAX_RNG, Record, parse
from engine.decks.names import LANGUAGES
from engine.games import ENTRIES
from webapp.bounds import SEED, Whole
from webapp.given_file import contents
from webapp.refusal import Refusal
from webapp.table.drawn_number import drawn_number
from webapp.table.keeping import keep, somewhere
from webapp.table.made import made_of
from webapp.table.session import Session
from webapp.table.table import Seating, Table
from webapp.typed import FileName

LARGEST = 8_000_000
"""Bytes of a record, as `game replay` takes them."""


class BareBots(click.Command):
    """Takes `--bots` without a level too, wherever it stands: the usual one then."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options, with the level written out."""
        following = [*args[1:], "--"]
        return super().parse_args(
            ctx,
            [
                f"--bots={DEFAULT}" if one == "--bots" and _is_no_level(after) else one
                for one, after in zip(args, following, strict=True)
            ],
        )


@click.command(name="play", cls=BareBots)
@click.argument("game")
@click.option("--bots", "level", default=DEFAULT, type=click.Choice(list(LEVELS)), show_default=True)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    type=Whole(0),
    help="Your seat, from 0; more for several people.",
)
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the game.")
@click.option("--rng", type=SEED, help="The number that deals; the same number gives the same packs.")
@click.option(
    "--save", metavar="FILE", type=FileName(), help="Keep the game in FILE after every decision of yours."
)
@click.option(
    "--resume", metavar="FILE", type=FileName(), help="Go on with the game kept in FILE, and keep it there."
)
@click.option("--language", default="en", type=click.Choice(LANGUAGES), help="Of the cards' names.")
def play(
    *,
    game: str,
    level: str,
    seats: tuple[int, ...],
    options: tuple[str, ...],
    rng: int | None,
    save: str | None,
    resume: str | None,
    language: str,
) -> None:
    """Play GAME against bots at the terminal. You see what your seat sees.

    Type help at the prompt. The game is kept when you leave, as a record that game replay reads too.
    """
    if resume is None:
        record = _new(made_of(game, options), rng)
    else:
        record = _kept(game, resume, options=bool(options) or rng is not None)
    file = save or resume
    session = _session(record, resume)
    people = _people(session.game, seats)
    if file is not None:
        keep(session.record, Path(file))
    bots = {seat: at_level(level, session.game) for seat in range(session.game.seats) if seat not in people}
    seating = Seating(bots, level, at_level(DEFAULT, session.game))
    table = Table(session, seating, Console(highlight=False), language, Path(file) if file else None)
    table.play(lambda: somewhere(game))


def _is_no_level(text: str) -> bool:
    return text.startswith("-") or text in ENTRIES


def _new(game: Game[Any], rng: int | None) -> Record:
    number = drawn_number(rng, MAX_RNG.bit_length())
    return Record(game.id, game.options.changed(), rng=number)


def _kept(game: str, file: str, *, options: bool) -> Record:
    """Return the record of a file. Raises Refusal for a bad one, one of another game, or options beside it."""
    if options:
        raise Refusal("--resume: the record has its own options and deals; leave out --option and --rng")
    try:
        record = parse(contents(file, LARGEST, "game record"))
    except DocumentError as error:
        raise Refusal(f"{file}: {error}") from None
    if record.game != game:
        raise Refusal(f"{file}: game: this is a record of {record.game[:40]}, not of {game[:40]}")
    return record


def _session(record: Record, file: str | None) -> Session:
    """Return the session; a record whose packs may end goes on with packs of its own."""
    if record.rng is None:
        record = Record(
            record.game,
            record.options,
            record.dealer,
            record.deck,
            record.decks,
            secrets.randbits(128),
            record.actions,
        )
    try:
        return Session(record)
    except DocumentError as error:
        raise Refusal(f"{file}: {error}") from None


def _people(game: Game[Any], seats: tuple[int, ...]) -> frozenset[int]:
    for seat in seats:
        if not 0 <= seat < game.seats:
            raise Refusal(f"--seat {seat}: the seats are 0 to {game.seats - 1}")
    return frozenset(seats or (_usual_seat(game),))


def _usual_seat(game: Game[Any]) -> int:
    """Return seat 0, or 1 where seat 0 begins as a banker who has nothing to decide."""
    return 1 if hasattr(game.new().view(None), "banker") else 0
