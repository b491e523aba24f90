"""The record of a reading as a file, `naniwazu-reading/1`: what was announced, what was drawn, and what happened.

`naniwazu read --json` and the reading's page write it; `naniwazu reading verify` checks it.
"""

from collections.abc import Mapping
from typing import Any, Final

from poems.cards import mask, numbers
from poems.chance import Seed
from poems.lookalike import STRONGEST
from reader.order import Draw, Order
from reader.proof import Record
from reader.yomite_facts import Fact
from reader.yomite_log import FACTS, from_dict

FORMAT: Final = "naniwazu-reading/1"


class RecordError(ValueError):
    """A document is no record of a reading; the message names the place."""


def draw_to_dict(draw: Draw) -> dict[str, Any]:
    """Return a draw as JSON values."""
    return {
        "cards": list(draw.cards),
        "order": draw.order.value,
        "dead": draw.dead,
        "look_alike": draw.look_alike / STRONGEST,
        "absent": list(numbers(draw.absent)),
        "rounds": draw.rounds,
        "most": draw.most,
    }


def parse(document: object) -> Record:
    """Read a record. Raises RecordError that names the place."""
    raw = _object(document, "the file")
    if raw.get("format") != FORMAT:
        raise RecordError(f"format {raw.get('format')!r} is unknown: a reading's record says {FORMAT}")
    if not raw.get("seed"):
        raise RecordError("seed: it is missing; it is shown when the reading is over")
    cards = _cards(raw, "cards", "")
    try:
        seed = Seed.from_hex(str(raw["seed"]))
    except ValueError as error:
        raise RecordError(f"seed: {error}") from None
    commitment = raw.get("commitment")
    if not isinstance(commitment, str):
        raise RecordError("commitment: it is missing")
    return Record(_draw(raw.get("draw")), commitment, seed, cards, _log(raw.get("log", [])))


def _draw(document: object) -> Draw:
    raw = _object(document, "draw")
    look_alike = raw.get("look_alike", 0)
    if isinstance(look_alike, bool) or not isinstance(look_alike, int | float):
        raise RecordError("draw.look_alike: it is a number from 0 to 1")
    if raw.get("order") not in tuple(Order):
        raise RecordError(f"draw.order: {raw.get('order')!r} is none of {', '.join(Order)}")
    try:
        return Draw(
            cards=_cards(raw, "cards", "draw."),
            order=Order(raw["order"]),
            dead=_count(raw, "dead", 0),
            look_alike=round(look_alike * STRONGEST),
            absent=mask(_cards(raw, "absent", "draw.", missing=True)),
            rounds=_count(raw, "rounds", 1),
            most=_count(raw, "most", 0),
        )
    except (ValueError, OverflowError) as error:
        text = str(error)
        raise RecordError(text if text.startswith("draw") else f"draw: {text}") from None


def _log(document: object) -> tuple[Fact, ...]:
    if not isinstance(document, list):
        raise RecordError("log: it is a list of facts")
    out = []
    for place, one in enumerate(document):
        raw = _object(one, f"log[{place}]")
        if raw.get("fact") not in FACTS:
            continue
        try:
            out.append(
                from_dict({key: raw[key] for key in raw if key in FACTS[raw["fact"]] or key == "fact"})
            )
        except ValueError as error:
            raise RecordError(f"log[{place}]: {error}") from None
    return tuple(out)


def _cards(raw: Mapping[str, Any], key: str, place: str, *, missing: bool = False) -> tuple[int, ...]:
    found = raw.get(key, [] if missing else None)
    if not isinstance(found, list):
        raise RecordError(f"{place}{key}: it is a list of poem numbers")
    for at, card in enumerate(found):
        if isinstance(card, bool) or not isinstance(card, int) or not 1 <= card <= 100:
            raise RecordError(f"{place}{key}[{at}]: {card!r} is no poem from 1 to 100")
    return tuple(found)


def _count(raw: Mapping[str, Any], key: str, usual: int) -> int:
    found = raw.get(key, usual)
    if isinstance(found, bool) or not isinstance(found, int):
        raise RecordError(f"draw.{key}: {found!r} is no whole number")
    return found


def _object(document: object, place: str) -> Mapping[str, Any]:
    if not isinstance(document, dict):
        raise RecordError(f"{place}: a JSON object is expected")
    return document
