"""`naniwazu game`: the other card games; records replayed, hands played at random, games and duels against bots."""

import json
from typing import Any, Final

import click
from rich import box
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from engine.bots.uniform import random_hand
from engine.core.document import DocumentError, Json
from engine.core.game import Game
from engine.core.packs import seed_of
from engine.core.record import Record, document, parse
from engine.core.replay import Replayed, replay
from engine.games import ENTRIES, load, of_record
from webapp.bounds import SEED
from webapp.given_file import contents
from webapp.refusal import Refusal
from webapp.table.blunders_command import count_blunders
from webapp.table.drawn_number import drawn_number
from webapp.table.duel_command import duel
from webapp.table.made import made_of
from webapp.table.play_command import play
from webapp.typed import FileName

LARGEST: Final = 8_000_000
"""Bytes of a record; a long session has some ten thousand."""
MOST_COLUMNS: Final = 8
"""Scores side by side in a table."""


@click.group()
def command() -> None:
    """Play and replay the other card games."""


command.add_command(play)
command.add_command(duel)
command.add_command(count_blunders)


@command.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_games(as_json: bool) -> None:
    """List the games, with their players and options."""
    if as_json:
        click.echo(json.dumps([_described(game) for game in ENTRIES], ensure_ascii=False))
        return
    table = Table("Id", "Name", "名前", "Players", "Options", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for entry in ENTRIES.values():
        options = ", ".join(load(entry.id).options_type.values())
        table.add_row(entry.id, entry.english, entry.japanese, _numbers(entry.players), options)
    Console(highlight=False).print(table)


@command.command(name="replay")
@click.argument("file", type=FileName())
@click.option("--trace", is_flag=True, help="Add every decision, with what was legal.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def replay_record(file: str, trace: bool, as_json: bool) -> None:
    """Replay the game record FILE to its end and say how it stands.

    A record that is not right, or an action that is not legal, ends with exit status 2 and one line that names the
    place, such as actions[3] (counted from 0).
    """
    try:
        record = parse(contents(file, LARGEST, "game record"))
        game = of_record(record)
        answer = replay(game, record, trace=trace)
    except DocumentError as error:
        raise Refusal(f"{file}: {error}") from None
    if as_json:
        click.echo(json.dumps(answer.document(), ensure_ascii=False))
    else:
        _print_answer(game, answer)


@command.command(name="random")
@click.argument("game")
@click.option(
    "--rng", type=SEED, help="The number that deals and plays; the same number gives the same hand."
)
@click.option(
    "--option", "options", multiple=True, metavar="K=V", help="An option of the game, such as players=6."
)
@click.option("--json", "as_json", is_flag=True, help="Print the record as one JSON document.")
def random_record(game: str, rng: int | None, options: tuple[str, ...], as_json: bool) -> None:
    """Play one hand of GAME at random and print it."""
    made = made_of(game, options)
    number = drawn_number(rng)
    record = random_hand(made, seed_of(number)).record()
    if as_json:
        click.echo(json.dumps(document(record), ensure_ascii=False))
    else:
        _print_hand(made, record, number)


def _described(game: str) -> dict[str, Json]:
    entry, options = ENTRIES[game], load(game).options_type
    usual = options().all()
    return {
        "id": entry.id,
        "name": {"en": entry.english, "ja": entry.japanese, "ru": entry.russian},
        "players": list(entry.players),
        "deck": entry.deck,
        "options": {
            name: {"default": usual[name], "values": str(values)} for name, values in options.values().items()
        },
    }


def _numbers(numbers: tuple[int, ...]) -> str:
    first, last = numbers[0], numbers[-1]
    return f"{first}-{last}" if len(numbers) == last - first + 1 > 2 else ", ".join(map(str, numbers))


def _print_answer(game: Game[Any], answer: Replayed) -> None:
    console = Console(highlight=False)
    for step in answer.trace or ():
        console.print(f"seat {step.seat}: {step.action} (of {len(step.legal)})")
    console.print(_scores(game, answer))
    if answer.finished:
        console.print("The session is over.")
    elif answer.to_act is None:
        console.print("The next hand waits for its pack.")
    else:
        shown = ", ".join(answer.legal[:20])
        more = f" and {len(answer.legal) - 20} more" if len(answer.legal) > 20 else ""
        console.print(f"Seat {answer.to_act} is to act: {shown}{more}")


def _scores(game: Game[Any], answer: Replayed) -> Table:
    if game.seats > MOST_COLUMNS:
        return _scores_by_seat(game, answer)
    seats = (Column(f"Seat {seat}", justify="right") for seat in range(game.seats))
    table = Table("Hand", *seats, title=ENTRIES[game.id].english, box=box.SIMPLE_HEAD)
    for hand, row in enumerate(answer.hand_scores, start=1):
        table.add_row(str(hand), *map(str, row))
    table.add_section()
    table.add_row("Total", *map(str, answer.scores))
    return table


def _scores_by_seat(game: Game[Any], answer: Replayed) -> Table:
    """Return the scores with a row for each seat, and the last hands only, so that it fits a terminal."""
    first = max(0, len(answer.hand_scores) - MOST_COLUMNS)
    hands = (Column(f"Hand {hand + 1}", justify="right") for hand in range(first, len(answer.hand_scores)))
    title = ENTRIES[game.id].english
    table = Table("Seat", *hands, Column("Total", justify="right"), title=title, box=box.SIMPLE_HEAD)
    for seat, total in enumerate(answer.scores):
        table.add_row(str(seat), *(str(row[seat]) for row in answer.hand_scores[first:]), str(total))
    return table


def _print_hand(game: Game[Any], record: Record, rng: int) -> None:
    console = Console(highlight=False)
    console.print(Text(f"{ENTRIES[game.id].english}, a hand at random (--rng {rng})"))
    answer = replay(game, record, trace=True)
    _print_answer(game, answer)
