"""A view as numbers, always as many: for learners that take an array. What a view is made of decides, not which game.

Each field gives a piece: the cards that it names, at any depth, as one number a card; a seat, or the phase, as one
number for each there is; a count as whether it is known and how much; a row of counts as the first of them, as many as
there are seats. Text, longer rows and the order in which cards came are left out: those are in the view's JSON.
"""

import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from engine.core.bits import cards
from engine.core.game import Game, View

Mask = Callable[[Any], int]
Fill = Callable[[Any], list[float]]


@dataclass(frozen=True, slots=True)
class Piece:
    """The numbers that one field of a view gives."""

    name: str
    size: int
    fill: Fill


@cache
def pieces(game: Game[Any]) -> tuple[Piece, ...]:
    """Return the pieces of a game's views, in the order of their fields."""
    cls = type(game.new().view(None))
    hints = get_type_hints(cls, include_extras=True)
    made = (_piece(one.name, hints[one.name], game) for one in fields(cls))
    return tuple(piece for piece in made if piece is not None)


def features(game: Game[Any], view: View) -> list[float]:
    """Return the numbers of all pieces, one piece after another."""
    numbers: list[float] = []
    for piece in pieces(game):
        numbers += piece.fill(getattr(view, piece.name))
    return numbers


def _piece(name: str, hint: Any, game: Game[Any]) -> Piece | None:
    plain, seats = _without_none(hint), game.seats
    mask = _mask(hint)
    if mask is not None:
        size = game.deck.mask.bit_length()  # the yomifuda begin with 1
        return Piece(name, size, lambda value: _ones(size, cards(mask(value))))
    if _mark(plain) == "seat":
        return Piece(name, seats, lambda value: _ones(seats, () if value is None or value < 0 else (value,)))
    if name == "phase":
        phases = game.phases
        return Piece(name, len(phases), lambda value: _ones(len(phases), (phases.index(value),)))
    if plain in (int, bool):
        return Piece(name, 2, lambda value: [float(value is not None), float(value or 0)])
    if get_origin(plain) is tuple and set(get_args(plain)) <= {int, bool, ...}:
        return Piece(name, seats, lambda value: _by_seat(value, seats))
    return None


def _ones(size: int, places: tuple[int, ...]) -> list[float]:
    out = [0.0] * size
    for place in places:
        out[place] = 1.0
    return out


def _by_seat(value: tuple[int, ...] | None, seats: int) -> list[float]:
    numbers = [float(one) for one in (value or ())[:seats]]
    return numbers + [0.0] * (seats - len(numbers))


def _mask(hint: Any) -> Mask | None:
    """Return what gathers the cards of a value of this type as a mask; None where it can hold none."""
    hint = _without_none(hint)
    if _mark(hint) == "card":
        return lambda card: 0 if card is None or card < 0 else 1 << card
    if _mark(hint) == "cards":
        return lambda mask: mask or 0
    if get_origin(hint) is tuple and get_args(hint)[-1] is ...:
        inner = _mask(get_args(hint)[0])
        return None if inner is None else lambda value: _union(map(inner, value or ()))
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _mask_of_fields(hint)
    return None


def _mask_of_fields(cls: Any) -> Mask | None:
    masks = {
        name: mask for name, one in get_type_hints(cls, include_extras=True).items() if (mask := _mask(one))
    }
    if not masks:
        return None
    return lambda value: (
        0 if value is None else _union(mask(getattr(value, name)) for name, mask in masks.items())
    )


def _union(masks: Iterable[int]) -> int:
    out = 0
    for mask in masks:
        out |= mask
    return out


def _mark(hint: Any) -> str | None:
    return get_args(hint)[1] if get_origin(hint) is Annotated else None


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return next(one for one in get_args(hint) if one is not type(None))
    return hint
