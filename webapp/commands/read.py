"""`naniwazu read`: reads poems aloud, or into a file."""

import json
from typing import Any

import click
from rich.console import Console

from reader.cache import ClipCache
from reader.order import Order
from reader.outputs.sink import SpeakersUnavailableError
from reader.pattern import NAMED
from reader.voices import VoiceUnavailableError
from reader.voices.known import Voices
from webapp import loudspeakers
from webapp.aloud.named_sets import of_the_club
from webapp.aloud.order_slip import Options, OrderSlip, understand
from webapp.aloud.report import laid_lines, voice_failed
from webapp.aloud.to_file import check_files, read_into, summary
from webapp.aloud.to_speakers import Recital
from webapp.aloud.volume import volume_doubt
from webapp.config import VOICES, data_folder
from webapp.refusal import Refusal
from webapp.typed import Place


@click.command
@click.option(
    "--set", "sets", multiple=True, metavar="NAME", help="Read a set: third-a, goshiki-blue, あさ, 21..30 …"
)
@click.option("--cards", multiple=True, metavar="1,5,10-20", help="Read these poems.  [all hundred]")
@click.option("--order", default="shuffle", metavar="ORDER", help=f"{', '.join(Order)}.  [shuffle]")
@click.option(
    "--rng", default="", metavar="N", help="Draw the order from this seed, so that it can be drawn again."
)
@click.option("--dead", default="0", metavar="N", help="Read N poems from outside the set as well.  [0]")
@click.option(
    "--look-alike",
    default="0",
    metavar="0-1",
    help="Choose dead cards that sound like the set: 0 any, 1 most.  [0]",
)
@click.option(
    "--absent",
    multiple=True,
    metavar="CARDS",
    help="Cards that are not there: never read, not as dead ones.",
)
@click.option(
    "--laid", multiple=True, metavar="CARDS", help="Cards on the mats: say whether they will be read."
)
@click.option(
    "--rounds", default="1", metavar="N", help="Read all of it N times, each in an order of its own.  [1]"
)
@click.option("--most", default="0", metavar="N", help="End after N cards.  [all]")
@click.option("--minutes", default="0", metavar="N", help="End after N minutes, between two cards.  [never]")
@click.option(
    "--joka", default="2", metavar="0-2", help="How often the opener's lower half is read; 0: no opener.  [2]"
)
@click.option(
    "--joka-upper",
    default="",
    metavar="0-2",
    help="How often the opener's upper half is read.  [1; 0 with --joka 0]",
)
@click.option(
    "--pattern",
    default="competition",
    metavar="NAME",
    help=f"{', '.join(NAMED)}, or CUR2 NEXT1 …  [competition]",
)
@click.option(
    "--pace",
    default="5-3-1-6",
    metavar="L-H-G-U",
    help="Seconds: lower half, its hold, gap, upper half.  [5-3-1-6]",
)
@click.option(
    "--play-pause",
    default="",
    metavar="S",
    help="Seconds in which cards are taken.  [3, or until n is pressed]",
)
@click.option(
    "--half-gap", default="", metavar="S", help="Seconds between two halves of one poem.  [the pace's gap]"
)
@click.option(
    "--poem-gap",
    default="",
    metavar="S",
    help="Seconds between the last poem's half and the next one's.  [the pace's gap]",
)
@click.option("--lead", default="", metavar="S", help="Seconds of silence before the first sound.  [0.02]")
@click.option("--tail", default="", metavar="S", help="Seconds of silence after the last sound.  [0.02]")
@click.option("--voice", default="mei", metavar="NAME", help=f"{', '.join(Voices().names())} …  [mei]")
@click.option(
    "--device", default="", metavar="NAME", help="Loudspeaker, or a part of its name.  [the system's]"
)
@click.option(
    "--out",
    type=Place(),
    metavar="FILE",
    help="Write .wav, .flac or .ogg instead of sounding.",
)
@click.option(
    "--timings",
    type=Place(),
    metavar="FILE",
    help="With --out: say what sounds when, as JSON.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(*, as_json: bool, **typed: Any) -> None:
    """Read poems aloud through the loudspeakers, or write the reading to a file.

    --set, --cards, --absent and --laid may be repeated; what they name adds up.

    While it sounds: space holds and goes on, n calls the next card, r repeats the last lower half, b takes a card
    back, s leaves one out, j chooses which comes next, q quits.
    """
    options = Options(**typed)
    if options.out is not None:
        if options.device:
            raise Refusal("--device: a file has no loudspeaker; leave --device or --out away")
        check_files(options.out, options.timings)
    elif options.timings is not None:
        raise Refusal("--timings: they tell of a file's samples; give the file with --out FILE")
    slip = understand(options, Voices(data_folder() / VOICES), of_the_club)
    answer = _read(slip, options, as_json=as_json)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    else:
        _say(slip, answer)


def _read(slip: OrderSlip, options: Options, *, as_json: bool) -> dict[str, Any]:
    cache = ClipCache(data_folder() / "clips")
    try:
        if options.out is not None:
            return read_into(slip, options.out, options.timings, cache, Console(stderr=True))
        return _aloud(slip, options.device, cache, None if as_json else Console())
    except VoiceUnavailableError as error:
        raise Refusal(voice_failed(slip, error)) from None


def _aloud(slip: OrderSlip, device: str, cache: ClipCache, console: Console | None) -> dict[str, Any]:
    try:
        found = loudspeakers.find(device)
    except SpeakersUnavailableError as error:
        raise Refusal(f"--device: {error}" if device else str(error)) from None
    tuning_of = loudspeakers.tunings(data_folder()).of
    if doubt := volume_doubt(found, tuning_of(found)):
        click.echo(doubt, err=True)
    open_sink = loudspeakers.opener(found.name, tuning_of)
    return Recital(slip, cache, console, open_sink=open_sink, device=found.name).run(loudspeakers.claims())


def _say(slip: OrderSlip, answer: dict[str, Any]) -> None:
    if "out" in answer:
        for line in laid_lines(slip):
            click.echo(line)
        click.echo(summary(answer))
    else:
        click.echo(f"Read {len(answer['read'])} of {len(answer['cards'])} poems.")
    if slip.by_chance:
        click.echo(f"The order was drawn with --rng {int(slip.seed.hex, 16)}.")
