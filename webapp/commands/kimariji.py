"""`naniwazu kimariji`: the current kimari-ji of every poem still to be read."""

import json

import click
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from poems import kimariji
from poems.anthology import poem
from poems.cards import ALL_CARDS, mask, numbers, parse_numbers
from poems.sets import MUSUME, in_musume_order
from webapp.refusal import Refusal
from webapp.typed import together


@click.command()
@click.option(
    "--read",
    "read_texts",
    multiple=True,
    metavar="1,2,10-20",
    help="Poems that have been read; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help='Print one JSON object: {"9": "はな", …}.')
def command(read_texts: tuple[str, ...], as_json: bool) -> None:
    """Show the current kimari-ji of every poem still to be read."""
    try:
        read = mask(parse_numbers(together(read_texts)))
    except ValueError as error:
        raise Refusal(f"--read: {error}") from None
    if as_json:
        click.echo(json.dumps(kimariji.current_all(read), ensure_ascii=False))
        return
    console = Console(highlight=False)
    if read == ALL_CARDS:
        console.print("Every poem has been read.")
        return
    console.print(_by_sound(read))
    if any(kimariji.why(card, read) for card in numbers(ALL_CARDS & ~read)):
        console.print(_changed(read))


def _by_sound(read: int) -> Table:
    """Return a row for each first kana that can still come, in the order of musume-fusahose."""
    left = ALL_CARDS & ~read
    poems = "1 poem" if left.bit_count() == 1 else f"{left.bit_count()} poems"
    title = f"Kimari-ji of {poems} still to be read"
    caption = "* shorter than in a full deck" if read else None
    table = Table("Sound", "Left", _wide("Poem and kimari-ji"), title=title, caption=caption)
    for kana in MUSUME:
        group = kimariji.starting_with(kana)
        if group & left:
            count = f"{(group & left).bit_count()} of {group.bit_count()}"
            table.add_row(kana, count, _cards(group & left, read))
    return table


def _cards(cards: int, read: int) -> Text:
    entries = []
    for card in in_musume_order(cards):
        changed = kimariji.why(card, read) is not None
        # no blank inside an entry, so that lines break between entries only
        entry = f"{card}:{kimariji.current(card, read)}{'*' if changed else ''}"
        entries.append(Text(entry, style="bold green" if changed else ""))
    return Text("  ").join(entries)


def _changed(read: int) -> Table:
    """Return what is shorter now, what it was, and which poems had to be read for it."""
    table = Table("Poem", "Now", "In a full deck", _wide("Because these were read"), title="Changed")
    for card in in_musume_order(ALL_CARDS & ~read):
        change = kimariji.why(card, read)
        if change:
            causes = (f"{n}:{poem(n).kimariji}" for n in in_musume_order(change.because))
            table.add_row(str(card), change.current, change.full, "  ".join(causes))
    return table


def _wide(header: str) -> Column:
    """Return a column whose text is never cut, only wrapped."""
    return Column(header, overflow="fold")
