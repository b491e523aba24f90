"""`naniwazu reading`: records of readings, checked against the order that was announced."""

import json
from typing import Any, Final

import click

from reader.proof import Choices, Flaw, Found, Record, choices, flaws
from reader.record import parse
from reader.yomite_state import fold
from webapp.given_file import contents
from webapp.refusal import Refusal
from webapp.typed import FileName

LARGEST: Final = 32_000_000
"""Bytes of a record; an evening's log has one million at most."""


@click.group()
def command() -> None:
    """Check records of readings."""


@command.command(name="verify")
@click.argument("file", type=FileName())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def verify(context: click.Context, file: str, as_json: bool) -> None:
    """Check that the reading in FILE kept to the order that was fixed before it.

    FILE is what the page of a reading offers for download, or what `naniwazu read --json` prints. Exit status 0: it
    fits; 1: it does not; 2: the file is no record.
    """
    record = _record(file)
    found = flaws(record)
    if as_json:
        click.echo(json.dumps(_answer(record, found)))
    else:
        for line in (*map(_flaw, found), *_good(record, found)):
            click.echo(line)
    context.exit(1 if found else 0)


def _record(file: str) -> Record:
    data = contents(file, LARGEST, "reading's record")
    try:
        return parse(json.loads(data.decode("utf-8-sig")))
    except (ValueError, RecursionError) as error:
        reason = "is not JSON" if isinstance(error, json.JSONDecodeError | RecursionError) else str(error)
        raise Refusal(f"{file}: {reason}") from None


def _good(record: Record, found: tuple[Found, ...]) -> list[str]:
    if found:
        return []
    draw = record.draw
    kept = "seed and draw are those whose hash was shown"
    if draw.by_chance:
        out = [f"The {kept}, and the order of the {len(record.cards)} cards comes of them."]
    else:
        out = [
            f"The {kept}; the {len(record.cards)} cards were read in the order {draw.order}, not by chance."
        ]
    if record.log:
        read = len(fold(record.log).read)
        out.append(f"The log keeps to that order: {read} read{_chosen(choices(record.log))}.")
    else:
        out.append("There is no log in it, so that what was read in the end cannot be checked.")
    return out


def _chosen(made: Choices) -> str:
    parts = {
        "taken back": made.taken_back,
        "left out": made.left_out,
        "brought forward": made.brought_forward,
        "set aside": made.set_aside,
    }
    return "".join(f", {count} {name}" for name, count in parts.items() if count)


def _flaw(found: Found) -> str:
    match found.flaw:
        case Flaw.SEED:
            return "The seed, or the draw made with it, is not the one whose hash was shown before."
        case Flaw.ORDER:
            return f"The order does not come of the seed: it differs from card {found.place + 1} on."
        case Flaw.CALLED:
            return f"A card was called out of turn, and nobody had chosen it: log[{found.place}]."
        case Flaw.POEM:
            return f"A poem was read that does not stand in the order at its place: log[{found.place}]."


def _answer(record: Record, found: tuple[Found, ...]) -> dict[str, Any]:
    made = choices(record.log)
    return {
        "fits": not found,
        "flaws": [{"flaw": one.flaw.value, "place": one.place} for one in found],
        "cards": len(record.cards),
        "log": bool(record.log),
        "taken_back": made.taken_back,
        "left_out": made.left_out,
        "brought_forward": made.brought_forward,
        "set_aside": made.set_aside,
    }
