"""A read as JSON, as records and the event log hold it (docs/rules/karuta.md §3 to §5; keys of `naniwazu-match/1`)."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from engine.core.document import Json, Node, show
from engine.karuta.field import Layout, Slot
from engine.karuta.flaws import RecordFlaw
from engine.karuta.player import PLAYERS, A, B, Pair, Player
from engine.karuta.read import Breach, Move, Override, Read, Touch
from poems.cards import mask, numbers, parse_number

Item = TypeVar("Item")

TOUCHES: Final = {"own": Touch.OWN, "opp": Touch.OPP}
BREACHES: Final = {
    "wrong_hand": Breach.WRONG_HAND,
    "early_touch": Breach.EARLY_TOUCH,
    "pre_read_touch": Breach.PRE_READ_TOUCH,
    "breach": Breach.BREACH,
}
_KEYS: Final = frozenset(
    ("card", "took", "touched", "cards_touched", *BREACHES, "contact", "sent", "moved", "override", "void")
)


def read_from_json(node: Node) -> Read:
    """Read the object of one read. Raises `DocumentError` for a wrong type, an unknown player, territory or slot.

    In a void read only `card` and `sent` are looked at; the rest is kept as it is.
    """
    card = poem(node.need("card"))
    sent = cards(node.get("sent"))
    void = _given(node.get("void"))
    if void is not None:
        reason = void.text()
        if not reason.strip():
            void.fail(RecordFlaw.VOID_WITHOUT_REASON)
        return Read(card, sent=sent, void=reason, extra=strangers(node, {"card", "sent", "void"}))
    ruling = _given(node.get("override"))
    return Read(
        card,
        took=_player_or_nobody(node.get("took")),
        touched=pair(node.get("touched"), _touch, Touch.NONE),
        cards_touched=pair(node.get("cards_touched"), _card_mask, 0),
        breaches=_breaches(node),
        contact_by=_contact(node.get("contact")),
        sent=sent,
        moved=_moves(node.get("moved")),
        override=override(ruling) if ruling is not None else None,
        extra=strangers(node, _KEYS),
    )


def read_to_json(read: Read) -> dict[str, Json]:
    """Return the object of one read, without the keys that say nothing."""
    out: dict[str, Json] = {"card": read.card}
    if read.took is not None:
        out["took"] = read.took.name
    if any(read.touched):
        out["touched"] = {player.name: _territories(read.touched[player]) for player in PLAYERS}
    if any(read.cards_touched):
        out["cards_touched"] = {
            player.name: list(numbers(read.cards_touched[player]))
            for player in PLAYERS
            if read.cards_touched[player]
        }
    for key, breach in BREACHES.items():
        who: list[Json] = [player.name for player in PLAYERS if breach in read.breaches[player]]
        if who:
            out[key] = who
    if read.contact_by:
        out["contact"] = [{"by": player.name, "on": player.other.name} for player in read.contact_by]
    if read.sent:
        out["sent"] = list(read.sent)
    if read.moved:
        out["moved"] = moves_to_json(read.moved)
    if read.override is not None:
        out["override"] = override_to_json(read.override)
    if read.void is not None:
        out["void"] = read.void
    return with_extra(out, read.extra)


def poem(node: Node) -> int:
    """Return the poem number, 1 to 100, that must be here."""
    return node.whole(1, 100, "a poem number")


def cards(node: Node | None) -> tuple[int, ...]:
    """Return the poem numbers of a list that may be left out."""
    return tuple(poem(item) for item in node.items()) if node else ()


def player_named(node: Node) -> Player:
    """Return the player whose letter must be here."""
    return Player[node.choice("A", "B")]


def pair(node: Node | None, parse: Callable[[Node], Item], missing: Item) -> Pair[Item]:
    """Return what an object holds for A and for B, either of which may be left out."""
    if node is None:
        return missing, missing
    found = dict.fromkeys(PLAYERS, missing)
    for key, value in node.entries():
        if key in ("A", "B"):
            found[Player[key]] = parse(value)
        elif key.strip().upper() in ("A", "B", "Ａ", "Ｂ"):
            value.fail(RecordFlaw.NO_PLAYER)  # any other key is somebody else's, and kept
    return found[A], found[B]


def slots(node: Node) -> dict[int, Slot]:
    """Return the slots of an object from poem numbers to slots."""
    out: dict[int, Slot] = {}
    for key, value in node.entries():
        try:
            card = parse_number(key)
        except ValueError as error:
            value.fail(RecordFlaw.NO_CARD_KEY, key=show(key), fault=str(error))
        if card in out:
            value.fail(RecordFlaw.CARD_AGAIN, card=card)
        out[card] = slot(value)
    return out


def slot(node: Node) -> Slot:
    """Return the slot that must be here."""
    text = node.text()
    try:
        return Slot.parse(text)
    except ValueError:
        node.fail(RecordFlaw.NO_SLOT, slot=repr(text[:20]))


def layout(node: Node) -> Layout:
    """Return a layout. Raises `DocumentError` where two cards share a slot."""
    found = slots(node)
    taken: dict[Slot, int] = {}
    for card, where in sorted(found.items()):
        first = taken.setdefault(where, card)
        if first != card:
            node.fail(RecordFlaw.SLOT_SHARED, slot=str(where), card=first, other=card)
    return Layout.of(found)


def layout_to_json(of: Layout) -> dict[str, Json]:
    """Return the object of a layout."""
    return {str(card): str(where) for card, where in of}


def moves_to_json(moves: Iterable[Move]) -> dict[str, Json]:
    """Return the object of some moves."""
    out: dict[str, dict[str, Json]] = {}
    for move in moves:
        out.setdefault(move.player.name, {})[str(move.card)] = str(move.slot)
    return dict(out)


def override_to_json(ruling: Override) -> dict[str, Json]:
    """Return the object of a ruling."""
    sender = None if ruling.sender is None else ruling.sender.name
    out: dict[str, Json] = {"net": ruling.net, "sender": sender, "reason": ruling.reason}
    return with_extra(out, ruling.extra)


def strangers(node: Node, known: Iterable[str]) -> str:
    """Return the JSON text of the keys that are not known, to be kept."""
    ours = frozenset(known)
    rest = {key: value for key, value in node.fields().items() if key not in ours}
    within = {key: _within(key, value) for key, value in node.fields().items() if key in ours}
    rest |= {key: value for key, value in within.items() if value}
    return json.dumps(rest, ensure_ascii=False) if rest else ""


def with_extra(out: dict[str, Json], kept: str) -> dict[str, Json]:
    """Put kept keys back beside ours."""
    return _merged(json.loads(kept), out) if kept else out


def _merged(kept: dict[str, Json], ours: dict[str, Json]) -> dict[str, Json]:
    out = dict(ours)
    for key, value in kept.items():
        here = ours.get(key)
        if isinstance(value, dict) and isinstance(here, dict):
            out[key] = _merged(value, here)
        elif isinstance(value, dict) and isinstance(here, list):  # notes on contacts, by player
            out[key] = [_merged(_object(value.get(str(item["by"]))), item) for item in map(_object, here)]
        else:
            out.setdefault(key, value)
    return out


def _object(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _within(key: str, value: Json) -> Json:
    """Return the keys that stand beside ours in an object of the two players, or in the list of contacts."""
    if key == "contact" and isinstance(value, list):
        return _filled({str(item.get("by")): _beside(item, ("by", "on")) for item in map(_object, value)})
    if key == "players" and isinstance(value, dict):
        seats: dict[str, dict[str, Json]] = {
            name: _beside(_object(value[name]), ("name",)) for name in ("A", "B") if name in value
        }
        return _beside(value, ("A", "B")) | _filled(seats)
    if isinstance(value, dict) and key not in ("override", "options"):
        return _beside(value, ("A", "B"))
    return None


def _beside(value: dict[str, Json], ours: tuple[str, ...]) -> dict[str, Json]:
    return {name: item for name, item in value.items() if name not in ours}


def _filled(notes: Mapping[str, dict[str, Json]]) -> dict[str, Json]:
    return {name: note for name, note in notes.items() if note}


def _given(node: Node | None) -> Node | None:
    """Return a value, None where it was left out or says null, which is the same."""
    return None if node is None or node.value is None else node


def _player_or_nobody(node: Node | None) -> Player | None:
    return None if node is None or node.value is None else player_named(node)


def _touch(node: Node) -> Touch:
    out = Touch.NONE
    for item in node.items():
        touch = TOUCHES[item.choice(*TOUCHES)]
        if touch in out:
            item.fail(RecordFlaw.TWICE)
        out |= touch
    return out


def _card_mask(node: Node) -> int:
    found = cards(node)
    if len(set(found)) < len(found):
        node.fail(RecordFlaw.CARD_TWICE)
    return mask(found)


def _territories(touch: Touch) -> list[Json]:
    return [name for name, flag in TOUCHES.items() if flag in touch]


def _breaches(node: Node) -> Pair[Breach]:
    out = dict.fromkeys(PLAYERS, Breach.NONE)
    for key, breach in BREACHES.items():
        for player in _players(node.get(key)):
            out[player] |= breach
    return out[A], out[B]


def _players(node: Node | None) -> tuple[Player, ...]:
    found = tuple(player_named(item) for item in node.items()) if node else ()
    if node and len(set(found)) < len(found):
        node.fail(RecordFlaw.PLAYER_TWICE)
    return found


def _contact(node: Node | None) -> tuple[Player, ...]:
    out: set[Player] = set()
    for item in node.items() if node else ():
        by = player_named(item.need("by"))
        on = item.need("on")
        if player_named(on) is by:
            on.fail(RecordFlaw.OWN_HAND)
        out.add(by)
    return tuple(sorted(out))


def _moves(node: Node | None) -> tuple[Move, ...]:
    none: dict[int, Slot] = {}
    by_player = pair(node, slots, none)
    return tuple(
        Move(player, card, where) for player in PLAYERS for card, where in sorted(by_player[player].items())
    )


def override(node: Node) -> Override:
    """Return the ruling that must be here."""
    net = node.need("net").whole(0, 4, "a number of cards")
    sender = _player_or_nobody(node.get("sender"))
    if (sender is None) != (net == 0):
        where = node.get("sender") or node
        where.fail(RecordFlaw.NOBODY_SENDS_NONE if net == 0 else RecordFlaw.WHO_SENDS, net=net)
    reason = node.get("reason")
    text = reason.text() if reason is not None else ""
    return Override(net, sender, text, strangers(node, ("net", "sender", "reason")))
