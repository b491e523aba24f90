"""`naniwazu voices`: which voices work on this machine, and what to install for the rest."""

import json
from dataclasses import asdict
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Column, Table

from reader.outputs.portaudio import device_name
from reader.outputs.sink import SpeakersUnavailableError
from reader.voices.known import VoiceReport, Voices
from webapp.config import VOICES, data_folder


@click.command
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(*, as_json: bool) -> None:
    """Show the voices, whether each works here, and what to install for the rest."""
    voices = Voices(data_folder() / VOICES).survey()
    speakers = _speakers()
    if as_json:
        click.echo(
            json.dumps({"voices": [asdict(one) for one in voices], "speakers": speakers}, ensure_ascii=False)
        )
        return
    console = Console(highlight=False)
    console.print(_table(voices))
    said = f"Loudspeakers: {speakers['device']}" if speakers["works"] else speakers["reason"].capitalize()
    console.print(said, soft_wrap=True)


def _table(voices: tuple[VoiceReport, ...]) -> Table:
    table = Table(
        "Voice",
        Column("What it is", overflow="fold"),
        "Works",
        "Language",
        "Times",
        Column("Credit, or what is missing", overflow="fold"),
        box=box.SIMPLE_HEAD,
    )
    credited: dict[str, str] = {}
    for one in voices:
        note = _credit(one, credited) if one.works else one.reason
        table.add_row(
            one.name, one.title, "yes" if one.works else "no", one.language, one.precision or "", note
        )
    return table


def _credit(one: VoiceReport, credited: dict[str, str]) -> str:
    """Return a voice's credit, in full where it comes first in the table."""
    if not one.credit:
        return "no credit asked for"
    first = credited.setdefault(one.credit, one.name)
    return one.credit if first == one.name else f"as {first}"


def _speakers() -> dict[str, Any]:
    try:
        return {"works": True, "device": device_name(), "reason": ""}
    except SpeakersUnavailableError as error:
        return {"works": False, "device": "", "reason": str(error)}
