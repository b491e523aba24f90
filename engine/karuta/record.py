"""Match records, `naniwazu-match/1`: the file in which a club keeps a match, read, checked and written."""

import json
from dataclasses import dataclass, replace
from typing import Final

from engine.core.document import DocumentError, Json, Node, loads, show
from engine.karuta import afterword
from engine.karuta import read_json as rj
from engine.karuta.checks import check_opened, check_reads
from engine.karuta.events import Forgone, Opened, Settled
from engine.karuta.field import Layout
from engine.karuta.flaws import RecordFlaw
from engine.karuta.fold import fold
from engine.karuta.player import PLAYERS
from engine.karuta.read import Read
from engine.karuta.refused import Refused
from engine.karuta.rulesets import Overrides, overrides_from_json, overrides_to_json
from engine.karuta.sentences import sentence
from engine.karuta.state import MatchState

FORMAT: Final = "naniwazu-match/1"
_KEYS: Final = frozenset(("format", "ruleset", "options", "players", "deal", "layout", "reads"))


@dataclass(frozen=True, slots=True)
class Record:
    """A match record as written."""

    opened: Opened
    reads: tuple[Read, ...]


class RecordError(DocumentError):
    """A record that cannot be used. `refused` is the rule it breaks, where it is one of the game's."""

    def __init__(self, place: str, reason: str, refused: Refused | None = None) -> None:
        super().__init__(place, reason)
        self.refused = refused


def parse(data: bytes) -> Record:
    """Read a record from the bytes of its file. Raises `DocumentError`; the rules are checked by `replay`."""
    return from_json(loads(data))


def from_json(document: Json) -> Record:
    """Read a record from its JSON document. Raises `DocumentError` naming the place of what is wrong."""
    node = Node(document)
    _check_format(node.need("format"))
    ruleset = node.need("ruleset").text()
    options = _options(node.get("options"))
    deal = node.need("deal")
    opened = Opened(
        deal=(rj.cards(deal.need("A")), rj.cards(deal.need("B"))),
        ruleset=ruleset,
        options=options,
        names=rj.pair(node.get("players"), _name, None),
        layout=rj.pair(node.get("layout"), rj.layout, Layout()),
        extra=rj.strangers(node, _KEYS),
    )
    try:
        check_opened(opened)
    except Refused as refused:
        raise RecordError(refused.place, sentence(refused), refused) from None
    reads = tuple(rj.read_from_json(item) for item in node.need("reads").items())
    return Record(opened, reads)


def to_json(record: Record) -> dict[str, Json]:
    """Return the JSON document of a record, its keys in the order of the format."""
    opened = record.opened
    out: dict[str, Json] = {"format": FORMAT, "ruleset": opened.ruleset}
    if opened.options:
        out["options"] = overrides_to_json(opened.options)
    if any(name is not None for name in opened.names):
        out["players"] = {
            player.name: {"name": opened.names[player]}
            for player in PLAYERS
            if opened.names[player] is not None
        }
    out["deal"] = {player.name: list(opened.deal[player]) for player in PLAYERS}
    if any(opened.layout):
        out["layout"] = {player.name: rj.layout_to_json(opened.layout[player]) for player in PLAYERS}
    out["reads"] = [rj.read_to_json(read) for read in record.reads]
    return rj.with_extra(out, opened.extra)


def dumps(record: Record) -> str:
    """Return the text of a record's file: one line a key, one line a read."""
    lines = []
    for key, value in to_json(record).items():
        text = _one_a_line(value) if key == "reads" and isinstance(value, list) else _line(value)
        lines.append(f"{_line(key)}: {text}")
    return "{" + ",\n ".join(lines) + "}\n"


def _one_a_line(reads: list[Json]) -> str:
    return "[\n  " + ",\n  ".join(map(_line, reads)) + "\n ]" if reads else "[]"


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def replay(record: Record) -> MatchState:
    """Return the match that a record tells. Raises `RecordError` at the first read that cannot have happened."""
    try:
        check_opened(record.opened)
        check_reads(record.opened, record.opened.layout, record.reads)
    except Refused as refused:
        raise RecordError(_place(refused), sentence(refused), refused) from None
    ended = (Forgone(),) if record.reads else ()
    return fold((record.opened, *map(Settled, record.reads), *ended))


def to_record(state: MatchState) -> Record:
    """Return the record of a match as it stands. How it was given up stands under a key beside the format's own."""
    extra = afterword.put(state.opened.extra, state)
    opened = replace(state.opened, layout=state.start_layout, commitment=None, extra=extra)
    return Record(opened, state.reads)


def _check_format(node: Node) -> None:
    name = node.text()
    if name == FORMAT:
        return
    kind, slash, _ = name.partition("/")
    if kind == FORMAT.partition("/")[0] and slash:
        node.fail(RecordFlaw.OTHER_VERSION, name=show(name), known=FORMAT)
    node.fail(RecordFlaw.OTHER_FORMAT, name=show(name), known=FORMAT)


def _options(node: Node | None) -> Overrides:
    if node is None:
        return ()
    try:
        return overrides_from_json(node.fields())
    except Refused as refused:
        raise RecordError(refused.place, sentence(refused), refused) from None


def _name(node: Node) -> str | None:
    name = node.get("name")
    return None if name is None else name.text()


def _place(refused: Refused) -> str:
    if refused.read_index is None:
        return refused.place
    return f"reads[{refused.read_index}]" + (f".{refused.place}" if refused.place else "")
