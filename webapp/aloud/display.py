"""What the terminal shows while a reading is heard."""

from typing import Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from poems.anthology import poem
from reader.current_kimariji import kimariji_of
from reader.jump import Found
from reader.order import Draw
from reader.yomite_commands import Why
from reader.yomite_state import Phase, Reading
from webapp.aloud.choosing import found, marked

_SPACE: Final = ("hold", "go on")
"""What the space bar does while a reading goes on, and while it is held."""
_AGAIN: Final = ("last lower half again", "from the lower half")
"""What r does while no call is held, and while one is."""

_PHASES: Final = {
    Phase.READY: "about to begin",
    Phase.SPEAKING: "reading",
    Phase.PLAY: "cards are being taken",
    Phase.HELD: "held",
    Phase.DONE: "all read",
    Phase.STOPPED: "stopped",
}

REFUSALS: Final = {
    Why.SPEAKING: "the reader is speaking: wait for the end of the upper half",
    Why.HELD: "the reading is held: space goes on",
    Why.NOTHING_TO_REPLAY: "no lower half has been read yet",
    Why.NOTHING_BEFORE: "no card has been read yet",
    Why.NOTHING_TO_COME: "no card is left to leave out",
    Why.ALREADY_READ: "that poem has been read or was learned",
    Why.NO_SUCH_CARD: "no such poem is in this reading",
    Why.NOT_TOLD: "that poem may come or not: it cannot be chosen",
}
"""Why a key did nothing, where that is not plain to see."""

_STATES: Final = {
    "to_come": "can come",
    "may_come": "may come or not; cannot be chosen",
    "left_out": "was left out; can come",
    "learned": "learned",
    "read": "has been read",
    "absent": "not in this reading",
}


def screen(
    state: Reading, draw: Draw, note: str, credit: str, *, keys: bool, typed: str | None = None
) -> RenderableType:
    """Return the whole display: where the reading stands, the poem, the keys, and whose voice it is.

    `typed` is what stands there of a poem that is to come next, None where nobody is choosing one.
    """
    where = f"{_PHASES[state.phase]}{': ' + state.message if state.message else ''}"
    lines = [Text(where, "bold"), Text(""), _poem(state, draw)]
    if typed is not None:
        lines += [Text(""), *_choosing(state, draw, typed)]
    elif keys:
        lines += [Text(""), Text(note or keys_line(state), "dim")]
    return Panel(
        Group(*lines), title=_count(state), title_align="left", subtitle=Text(credit, "dim"), padding=(1, 2)
    )


def keys_line(state: Reading) -> str:
    """Return what the keys do as the reading stands."""
    held = state.phase is Phase.HELD
    again = _AGAIN[held and state.call is not None]
    return f"space {_SPACE[held]} · n next · r {again} · b back · s leave out · j which comes next · q quit"


def one_line(state: Reading, draw: Draw) -> str:
    """Return a card that was called in one line, for where nothing can be redrawn."""
    number = state.poem if state.current is None else state.programme.cards[state.current]
    if number is None:
        return ""
    chosen = poem(number)
    halves = " ".join(chosen.kana_modern[:3]), " ".join(chosen.kana_modern[3:])
    return f"{_count(state)}  {number} {kimariji_of(draw, state, number)}  {' / '.join(halves)}"


def _choosing(state: Reading, draw: Draw, typed: str) -> list[Text]:
    """Return what has been typed of a poem that is to come next, and what it finds."""
    hits = found(state, draw, typed)
    space = _SPACE[state.phase is Phase.HELD]
    would_be = marked(hits)
    heading = "Which poem comes next? Number, kana, kanji or romaji: "
    lines = [Text.assemble((heading, "bold"), typed, ("▏", "bold"))]
    lines += [_hit(hit, here=hit is would_be) for hit in hits]
    if typed and not hits:
        lines.append(Text("No poem is found by this."))
    return [*lines, Text(f"Enter lets › come next · Esc leaves · space {space}", "dim")]


def _hit(hit: Found, *, here: bool) -> Text:
    mark = "› " if here else "  "
    return Text.assemble(
        mark,
        (f"{hit.poem}  {hit.kimariji}", "bold green" if hit.can_come else ""),
        f"  {hit.kami}  ",
        (_STATES[hit.state], "dim"),
    )


def _count(state: Reading) -> str:
    done = len(state.read) + (state.undecided is not None)
    return f"{done} of {len(state.programme.cards)}"


def _poem(state: Reading, draw: Draw) -> Text:
    if state.poem is None:
        return Text("")
    chosen = poem(state.poem)
    heading = "opener" if not state.poem else f"{state.poem}  {kimariji_of(draw, state, state.poem)}"
    text = Text.assemble((heading, "bold green"), "  ", (chosen.author.name, "dim"), "\n\n")
    for kanji, kana in zip(chosen.kanji, chosen.kana_modern, strict=True):
        text.append_text(Text.assemble(f"{kanji}  ", (kana, "dim"), "\n"))
    text.rstrip()
    return text
