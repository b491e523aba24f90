"""Everything that happened in a reading, as a record that can be downloaded and checked.

What nobody may know yet is in it only when the reading is over. Who did it is told to organisers alone.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from reader.proof import Record, flaws
from reader.record import FORMAT, draw_to_dict, parse
from webapp import csv_file
from webapp.access.devices import device_words
from webapp.access.hosts import is_loopback
from webapp.db.store import StoredEvent
from webapp.reading.log import MOVED_KINDS, by_number, sealed_stream_of, stream_of
from webapp.reading.readings import Desk
from webapp.reading.settings import draw_of
from webapp.services import Services

COLUMNS: Final = ("seq", "time", "fact", "poem", "who", "device", "details")
THIS_MACHINE: Final = "this machine"
"""What records and files call the device that the server runs on."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. `who` is a role, or "server"; `device` is empty where it is not told or not known."""

    seq: int
    time: str
    fact: str
    poem: int | None
    who: str
    device: str
    details: Mapping[str, Any]


def entries(known: Services, desk: Desk, *, names: bool) -> tuple[Entry, ...]:
    """Return what happened, in order; with `names` also on which device."""
    stored = known.store.load(stream_of(desk.id))
    secrets = _secrets(known, desk) if desk.seed_shown else {}
    devices = _devices(known) if names else {}
    return tuple(_entry(event, secrets, devices, names=names) for event in stored)


def record(known: Services, desk: Desk, *, names: bool) -> dict[str, Any]:
    """Return the record of a reading, `naniwazu-reading/1`; seed and order are in it when the reading is over."""
    out: dict[str, Any] = {
        "format": FORMAT,
        "reading": desk.id,
        "draw": draw_to_dict(draw_of(desk.settings)),
        "commitment": desk.commitment,
    }
    if desk.seed_shown:
        out |= {"seed": desk.seed.hex, "cards": list(desk.state.programme.cards)}
    out["log"] = [_logged(one) for one in entries(known, desk, names=names)]
    return out


def verdict(document: Mapping[str, Any]) -> tuple[Record, frozenset[str]]:
    """Return a finished record as it reads, and the names of the flaws in it."""
    # what is written is what is checked: it goes through JSON as the downloaded file does
    found = parse(json.loads(json.dumps(document)))
    return found, frozenset(one.flaw.value for one in flaws(found))


def to_csv(listed: tuple[Entry, ...]) -> bytes:
    """Return the log for spreadsheets, in UTF-8 with the mark by which they know it."""
    return csv_file.to_csv([COLUMNS, *map(_cells, listed)])


def _cells(one: Entry) -> tuple[str, ...]:
    details = json.dumps(one.details, ensure_ascii=False, separators=(",", ":"))
    poem = "" if one.poem is None else str(one.poem)
    return str(one.seq), one.time, one.fact, poem, one.who, one.device, details


def _entry(
    event: StoredEvent, secrets: Mapping[tuple[str, int], Any], devices: Mapping[str, str], *, names: bool
) -> Entry:
    payload = dict(event.payload)
    payload |= secrets.get((event.kind, int(payload.get("number", 0))), {})
    if event.kind in MOVED_KINDS:
        payload.pop("number", None)
    role, _, name = event.actor.partition(":")
    return Entry(
        seq=event.seq,
        time=event.at.isoformat(timespec="milliseconds"),
        fact=event.kind,
        poem=_poem_of(payload),
        who=role,
        device=devices.get(name, _address(name)) if names else "",
        details=payload,
    )


def _logged(one: Entry) -> dict[str, Any]:
    who = {"who": one.who, **({"device": one.device} if one.device else {})}
    return {"seq": one.seq, "time": one.time, **who, "fact": one.fact, **one.details}


def _poem_of(payload: Mapping[str, Any]) -> int | None:
    poem = payload.get("poem")
    if poem is None and payload.get("half"):
        poem = payload["half"][0]
    return poem if isinstance(poem, int) else None


def _secrets(known: Services, desk: Desk) -> Mapping[tuple[str, int], Mapping[str, Any]]:
    """Return the sealed parts of events, by kind and number."""
    return by_number(known.store.load(sealed_stream_of(desk.id)))


def _devices(known: Services) -> Mapping[str, str]:
    """Return the devices that were ever let in, by the name that the log has for them."""
    return dict(_named(known))


def _named(known: Services) -> Iterator[tuple[str, str]]:
    for session in known.sessions.everybody():
        yield session.token_hash[:12], f"{device_words(session.device)}, {session.address}"


def _address(name: str) -> str:
    return THIS_MACHINE if is_loopback(name) else name
