"""`naniwazu match`: match records, settled by the rules."""

import json
from pathlib import Path
from typing import Final

import click
from rich import box
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from engine.core.document import DocumentError
from engine.karuta.afterword import follows
from engine.karuta.fold import fold
from engine.karuta.outcome import Flag, Outcome, outcomes
from engine.karuta.player import PLAYERS, A, B, Player
from engine.karuta.record import parse, replay
from engine.karuta.replay import answer
from engine.karuta.settlement import Call, Label
from engine.karuta.state import Ending, MatchState
from webapp.given_file import contents
from webapp.refusal import Refusal
from webapp.typed import FileName

LARGEST: Final = 8_000_000
"""Bytes of a record; a real one has a few thousand."""

CALLS: Final = {
    Call.KATA_OTE: "single foul",
    Call.TOMO_OTE: "both fouled",
    Call.KARA_DABU: "double foul on a dead card",
    Call.DABU: "double: lost the card and fouled",
    Call.SEMI_DABU: "fouled while the other kept a card",
    Call.TORI_ZON: "took the card but fouled",
}
ENDINGS: Final = {
    Ending.CONCESSION: "gave up",
    Ending.FORFEIT: "did not go on",
    Ending.DISQUALIFICATION: "was ruled out",
}
FLAGS: Final = {
    Flag.FORGOTTEN_SEND: "forgot to send",
    Flag.CROSS_TERRITORY_PUSH: "pushed out from the other side",
    Flag.OVERRIDE: "ruled by the referee",
    Flag.VOID: "void",
}


@click.group()
def command() -> None:
    """Settle match records."""


@command.command(name="replay")
@click.argument("file", type=FileName())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def replay_record(file: str, as_json: bool) -> None:
    """Settle the match record FILE, read by read.

    A record that is not right, or a read that cannot have happened, ends with exit status 2 and one line that names
    the place, such as reads[3].card (counted from 0).
    """
    state = _replayed(file)
    if as_json:
        click.echo(json.dumps(answer(state)))
        return
    console = Console(highlight=False)
    console.print(_table(state, Path(file).name))
    console.print(_plain(_result(state)))


def _replayed(file: str) -> MatchState:
    try:
        return replay(parse(contents(file, LARGEST, "match record")))
    except DocumentError as error:
        raise Refusal(f"{file}: {error}") from None


def _table(state: MatchState, title: str) -> Table:
    table = Table(
        Column("#", justify="right"),
        Column("Poem", justify="right"),
        "Side",
        "Took",
        "Fouls",
        "Sent",
        Column("A", justify="right"),
        Column("B", justify="right"),
        Column("Notes", overflow="fold"),
        title=_plain(f"{title}: {_name(state, A)} against {_name(state, B)}, {state.opened.ruleset} rules"),
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    table.add_row("", "", "", "", "", "", *map(str, map(len, state.opened.deal)), "")
    for outcome in outcomes(state):
        table.add_row(*_row(outcome))
    return table


def _row(outcome: Outcome) -> tuple[str, ...]:
    read, settlement = outcome.read, outcome.settlement
    return (
        str(outcome.index + 1),
        str(read.card),
        settlement.side.label,
        "-" if settlement.took is None else settlement.took.name,
        _fouls(outcome),
        _sends(outcome),
        str(outcome.counts[A]),
        str(outcome.counts[B]),
        ", ".join([*map(_label, settlement.labels), *(FLAGS[flag] for flag in outcome.flags)]),
    )


def _fouls(outcome: Outcome) -> str:
    fouls = outcome.settlement.fouls
    return " ".join(f"{player.name}:{fouls[player]}" for player in PLAYERS if fouls[player]) or "-"


def _sends(outcome: Outcome) -> str:
    if outcome.sender is None:
        return "-"
    cards = " ".join(map(str, outcome.read.sent)) or "none"
    short = f" of {outcome.owed}" if len(outcome.read.sent) < outcome.owed else ""
    return f"{outcome.sender.name}→{outcome.sender.other.name} {cards}{short}"


def _label(label: Label) -> str:
    return CALLS[label.call] if label.player is None else f"{label.player.name}: {CALLS[label.call]}"


def _name(state: MatchState, player: Player) -> str:
    name = (state.opened.names[player] or "").strip()
    return f"{player.name} {name}" if name else player.name


def _plain(text: str) -> Text:
    """Return somebody else's text as it is, without markup or control characters."""
    return Text("".join(sign if sign.isprintable() else "�" for sign in text))


def _result(state: MatchState) -> str:
    state = fold(follows(state, state.opened.extra), state)
    result = state.result
    if result is None:
        return f"The match goes on at {state.counts[A]}-{state.counts[B]}."
    if state.forfeited is not None:
        reason = f" ({state.forfeited.reason})" if state.forfeited.reason else ""
        how = ENDINGS[result.ending]
        score = f"{state.counts[A]}-{state.counts[B]}"
        return f"{_name(state, result.winner)} wins: {_name(state, result.winner.other)} {how} at {score}{reason}."
    cards = "1 card" if result.margin == 1 else f"{result.margin} cards"
    return f"{_name(state, result.winner)} wins by {cards}."
