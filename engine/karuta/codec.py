"""Events to plain JSON objects and back: `{"kind": "settled", "v": 1, "read": {…}}`.

`v` is the version of that kind; a reader refuses what it does not know by name. Keys that say nothing are left out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from engine.core.document import Json, Node
from engine.core.kinds import kind_of
from engine.karuta import events as ev
from engine.karuta import read_json as rj
from engine.karuta.field import Layout, Slot
from engine.karuta.player import PLAYERS, Player
from engine.karuta.read import Move
from engine.karuta.rulesets import Overrides, overrides_from_json, overrides_to_json

E = TypeVar("E", bound=ev.Event)
Body: TypeAlias = dict[str, Json]

VERSION: Final = 1


def to_json(event: ev.Event) -> Body:
    """Return the JSON object of an event."""
    kind = _BY_EVENT[type(event)]
    return {"kind": kind.name, "v": VERSION, **kind.body(event)}


def from_json(document: Json) -> ev.Event:
    """Return the event of a JSON object. Raises `DocumentError` naming the place of what is wrong."""
    node = Node(document)
    event: ev.Event = kind_of(node, _BY_NAME, VERSION).read(node)
    return event


def _opened_body(event: ev.Opened) -> Body:
    out: Body = {"ruleset": event.ruleset, "match_format": event.match_format}
    if event.options:
        out["options"] = overrides_to_json(event.options)
    if any(name is not None for name in event.names):
        out["names"] = {player.name: event.names[player] for player in PLAYERS}
    out["deal"] = {player.name: list(event.deal[player]) for player in PLAYERS}
    if any(event.layout):
        out["layout"] = {player.name: rj.layout_to_json(event.layout[player]) for player in PLAYERS}
    if event.commitment is not None:
        out["commitment"] = event.commitment
    if event.extra:
        out["extra"] = event.extra
    return out


def _opened(node: Node) -> ev.Opened:
    deal = node.need("deal")
    commitment, extra = node.get("commitment"), node.get("extra")
    return ev.Opened(
        deal=(rj.cards(deal.need("A")), rj.cards(deal.need("B"))),
        ruleset=node.need("ruleset").text(),
        options=options_of(node),
        names=rj.pair(node.get("names"), _name, None),
        layout=rj.pair(node.get("layout"), rj.layout, Layout()),
        match_format=node.need("match_format").text(),
        commitment=commitment.text() if commitment is not None else None,
        extra=extra.text() if extra is not None else "",
    )


def options_of(node: Node) -> Overrides:
    """Return the options of an object that may have some."""
    options = node.get("options")
    return overrides_from_json(options.fields()) if options is not None else ()


def _name(node: Node) -> str | None:
    return None if node.value is None else node.text()


def _card(node: Node) -> int:
    return rj.poem(node.need("card"))


def _index(node: Node) -> int:
    return node.need("index").whole(0, 10_000, "a read's index")


def _player(node: Node) -> Player:
    return rj.player_named(node.need("player"))


def _reason(node: Node) -> str:
    reason = node.get("reason")
    return reason.text() if reason is not None else ""


def _positions(node: Node) -> tuple[int, ...]:
    return tuple(item.whole(0, 10**9, "a position in the log") for item in node.need("positions").items())


def _sent(node: Node) -> ev.Sent:
    slots = node.get("slots")
    return ev.Sent(
        rj.cards(node.need("cards")),
        tuple(rj.slot(item) for item in slots.items()) if slots is not None else (),
    )


def _moved(node: Node) -> ev.Moved:
    none: dict[int, Slot] = {}
    by_player = rj.pair(node.need("moves"), rj.slots, none)
    return ev.Moved(
        tuple(Move(player, card, slot) for player in PLAYERS for card, slot in by_player[player].items())
    )


def _overridden(node: Node) -> ev.Overridden:
    ruling = node.need("override")
    return ev.Overridden(_index(node), None if ruling.value is None else rj.override(ruling))


def _forfeited(node: Node) -> ev.Forfeited:
    kind = node.need("how").choice(*ev.Forfeit)
    return ev.Forfeited(_player(node), ev.Forfeit(kind), _reason(node))


def _contact_ruled(node: Node) -> ev.ContactRuled:
    return ev.ContactRuled(_index(node), tuple(rj.player_named(item) for item in node.need("by").items()))


def _sent_body(event: ev.Sent) -> Body:
    slots: Body = {"slots": [str(slot) for slot in event.slots]} if event.slots else {}
    return {"cards": list(event.cards), **slots}


def _overridden_body(event: ev.Overridden) -> Body:
    ruling = event.override
    return {"index": event.index, "override": None if ruling is None else rj.override_to_json(ruling)}


def _contact_body(event: ev.ContactRuled) -> Body:
    return {"index": event.index, "by": [player.name for player in event.by]}


def _forfeited_body(event: ev.Forfeited) -> Body:
    because: Body = {"reason": event.reason} if event.reason else {}
    return {"player": event.player.name, "how": event.kind, **because}


def _player_body(event: ev.HandRaised | ev.HandLowered) -> Body:
    return {"player": event.player.name}


def _positions_body(event: ev.Undone | ev.Redone) -> Body:
    return {"positions": list(event.positions)}


@dataclass(frozen=True, slots=True)
class Kind(Generic[E]):
    """How one kind of event is stored: its name, what it says, and how that is read."""

    name: str
    event: type[E]
    body: Callable[[E], Body]
    read: Callable[[Node], E]


def _kinds(*kinds: Kind[Any]) -> tuple[Kind[Any], ...]:
    return kinds


KINDS: Final = _kinds(
    Kind("opened", ev.Opened, _opened_body, _opened),
    Kind("called", ev.Called, lambda event: {"card": event.card}, lambda node: ev.Called(_card(node))),
    Kind(
        "withdrawn", ev.Withdrawn, lambda event: {"card": event.card}, lambda node: ev.Withdrawn(_card(node))
    ),
    Kind(
        "settled",
        ev.Settled,
        lambda event: {"read": rj.read_to_json(event.read)},
        lambda node: ev.Settled(rj.read_from_json(node.need("read"))),
    ),
    Kind("sent", ev.Sent, _sent_body, _sent),
    Kind("forgone", ev.Forgone, lambda _: {}, lambda _: ev.Forgone()),
    Kind("moved", ev.Moved, lambda event: {"moves": rj.moves_to_json(event.moves)}, _moved),
    Kind("hand_raised", ev.HandRaised, _player_body, lambda node: ev.HandRaised(_player(node))),
    Kind("hand_lowered", ev.HandLowered, _player_body, lambda node: ev.HandLowered(_player(node))),
    Kind(
        "corrected",
        ev.Corrected,
        lambda event: {"index": event.index, "read": rj.read_to_json(event.read)},
        lambda node: ev.Corrected(_index(node), rj.read_from_json(node.need("read"))),
    ),
    Kind(
        "voided",
        ev.Voided,
        lambda event: {"index": event.index, "reason": event.reason},
        lambda node: ev.Voided(_index(node), _reason(node)),
    ),
    Kind("overridden", ev.Overridden, _overridden_body, _overridden),
    Kind("contact_ruled", ev.ContactRuled, _contact_body, _contact_ruled),
    Kind("forfeited", ev.Forfeited, _forfeited_body, _forfeited),
    Kind(
        "seed_revealed",
        ev.SeedRevealed,
        lambda event: {"seed": event.seed},
        lambda node: ev.SeedRevealed(node.need("seed").text()),
    ),
    Kind("undone", ev.Undone, _positions_body, lambda node: ev.Undone(_positions(node))),
    Kind("redone", ev.Redone, _positions_body, lambda node: ev.Redone(_positions(node))),
)
_BY_EVENT: Final = {kind.event: kind for kind in KINDS}
_BY_NAME: Final = {kind.name: kind for kind in KINDS}
