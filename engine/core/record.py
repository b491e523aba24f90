"""The game record `naniwazu-game/1`: parsed strictly, written back plainly.

A record is a deal and the decisions; everything else follows. It names cards and actions by text, and this module does
not know what they mean: `engine.games` finds the game, `engine.core.replay` plays it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from engine.core.document import Json, Node, loads

FORMAT = "naniwazu-game/1"
KEYS = ("format", "game", "options", "dealer", "deck", "decks", "rng", "actions")
MAX_RNG = (1 << 128) - 1


@dataclass(frozen=True, slots=True)
class Record:
    """A game record as written. `deck` and `decks` hold card codes; `rng` deals where they end."""

    game: str
    options: Mapping[str, Json] = field(default_factory=dict)
    dealer: int = 0
    deck: tuple[str, ...] | None = None
    decks: tuple[tuple[str, ...], ...] = ()
    rng: int | None = None
    actions: tuple[str, ...] = ()


def parse(data: bytes) -> Record:
    """Read a record in UTF-8. Raises DocumentError with the place of the first fault; unknown keys are ignored."""
    root = Node(loads(data))
    root.need("format").choice(FORMAT)
    game = root.need("game").text()
    options, dealer, deck = root.get("options"), root.get("dealer"), root.get("deck")
    decks, rng = root.get("decks"), root.get("rng")
    record = Record(
        game=game,
        options={} if options is None else options.fields(),
        dealer=0 if dealer is None else dealer.whole(0, 99, "a seat"),
        deck=None if deck is None else _texts(deck),
        decks=() if decks is None else tuple(_texts(one) for one in decks.items()),
        rng=None if rng is None else rng.whole(0, MAX_RNG),
        actions=_texts(root.need("actions")),
    )
    if record.deck is None and record.rng is None and not record.decks:
        root.fail("has no deck: give the pack in dealing order as deck, or an rng to deal with")
    return record


def document(record: Record) -> dict[str, Json]:
    """Return a record as a JSON object that `parse` reads back; what is at its default is left out."""
    out: dict[str, Json] = {"format": FORMAT, "game": record.game, "options": dict(record.options)}
    out["dealer"] = record.dealer
    if record.deck is not None:
        out["deck"] = list(record.deck)
    if record.decks:
        out["decks"] = [list(deck) for deck in record.decks]
    if record.rng is not None:
        out["rng"] = record.rng
    out["actions"] = list(record.actions)
    return out


def dump(record: Record) -> str:
    """Return a record as JSON text, the same for the same record."""
    return json.dumps(document(record), ensure_ascii=False) + "\n"


def _texts(node: Node) -> tuple[str, ...]:
    """Return the list of texts that must be here; only where something else is in it are its items looked at singly."""
    value = node.value
    if isinstance(value, list) and set(map(type, value)) <= {str}:
        return tuple(cast("list[str]", value))
    return tuple(item.text() for item in node.items())
