"""What a seat sees of the game, drawn from its view alone.

Every view is drawn by the same few rules: what is a row for each seat goes into one table, marked seats become roles in
it, sets of cards get their names, and what is left is a line of facts. So a game needs no drawing of its own.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final, get_args

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Column, Table
from rich.text import Text

from engine.core.bits import cards, mask_of
from engine.core.codec import encode
from engine.core.deck import HIDDEN
from engine.core.document import Json
from engine.core.events import NOBODY
from engine.core.game import Game, State, View
from engine.games import ENTRIES
from webapp.table.marks import hints_of, marks_of
from webapp.table.names import Names

BY_SEAT: Final = {
    "hand_sizes": "cards",
    "points": "points",
    "pictures": "pictures",
    "captured": "captured",
    "holdings": "holding",
    "bets": "bets",
    "hands": "hand",
    "placed": "placed",
    "paid": "paid",
    "inside": "in",
    "joined": "in",
    "pairs_only": "pairs only",
    "missing": "misses",
    "done": "ready",
}
"""The fields of views that have one value a seat, and the heads of their columns."""
ELSEWHERE: Final = frozenset(
    {"viewer", "to_act", "phase", "hand", "dealt", "tricks", "table", "leader", "hand_scores", "scores"}
    | {"moves", "plays", "calls", "face_down", "out", "asks", "drawn"}
)
"""What is drawn apart, or was told when it happened."""
USUAL: Final[Mapping[str, Json]] = {"inside": True, "joined": True, "pairs_only": False}
"""Columns that are left out while every seat has this."""
ROLES: Final = {
    "declared_by": "declared robatta",
    "hidden_by": "hid the dragon",
    "last_actor": "moved last",
    "must_bid": "must bid",
}
"""What the marked seats are called, where the name of the field would not do."""
SUITED: Final = frozenset({"french", "unsun", "mekuri"})
"""Decks whose codes begin with the suit."""
MANY: Final = 12
"""Cards of a hand in the table of seats, of which the last are shown."""


class Board:
    """Draws the views of one game."""

    __slots__ = ("_game", "_names")

    def __init__(self, game: Game[Any], names: Names) -> None:
        self._game = game
        self._names = names

    def draw(self, console: Console, state: State[Any], seat: int, who: dict[int, str]) -> None:
        """Print what a seat sees; `who` says what sits at each seat."""
        view = state.view(seat)
        console.print(Group(*self._parts(view, state.scores(), who)))

    def tricks(self, view: View) -> RenderableType:
        """Return all tricks taken so far."""
        taken = getattr(view, "tricks", ())
        lines = [self._trick(number, trick) for number, trick in enumerate(taken, start=1)]
        return Group(*lines) if lines else Text("no trick has been taken")

    def _parts(self, view: View, scores: tuple[int, ...], who: dict[int, str]) -> Iterator[RenderableType]:
        entry, hands = ENTRIES[self._game.id], len(getattr(view, "hand_scores", ()))
        title = f"{entry.english} {entry.japanese} · hand {hands + 1} · {view.phase}"
        yield Rule(Text(title, style="bold"))
        yield self._seats(view, scores, who)
        tricks = getattr(view, "tricks", ())
        if tricks:
            yield self._trick(len(tricks), tricks[-1])
        yield from self._facts(view)
        hand = getattr(view, "hand", None)
        if hand is not None:
            yield Text("Your hand", style="bold")
            yield from self._hand(hand)

    # the seats

    def _seats(self, view: View, scores: tuple[int, ...], who: dict[int, str]) -> Table:
        """Return the table with a row for each seat."""
        seen = encode(view, self._game.deck)
        columns = {name: head for name, head in BY_SEAT.items() if name in seen and _tells(name, seen[name])}
        played = self._on_the_table(view)
        heads: list[str | Column] = [Column("Seat", no_wrap=True), *columns.values()]
        if played is not None:
            heads.append("plays")
        table = Table(*heads, Column("total", justify="right"), "", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for seat in range(self._game.seats):
            mark = "▶" if seat == view.to_act else " "
            row = [f"{mark} {seat} {who[seat]}"]
            row += [_cell(_at(seen[name], seat)) for name in columns]
            if played is not None:
                row.append(played.get(seat, ""))
            style = "bold" if seat == view.viewer else None
            table.add_row(*row, str(scores[seat]), ", ".join(self._roles(view, seat)), style=style)
        return table

    def _on_the_table(self, view: View) -> dict[int, str] | None:
        """Return what each seat has played to the trick, by seat; None in games without tricks."""
        table, leader = getattr(view, "table", None), getattr(view, "leader", NOBODY)
        if table is None:
            return None
        order = getattr(view, "order", None) or tuple(range(self._game.seats))
        first = order.index(leader) if leader in order else 0
        return {
            order[(first + place) % len(order)]: self._names.card(card) for place, card in enumerate(table)
        }

    def _roles(self, view: View, seat: int) -> Iterator[str]:
        for name, mark in marks_of(view).items():
            if mark == "seat" and name not in ELSEWHERE and getattr(view, name) == seat:
                yield ROLES.get(name, name.replace("_", " "))

    # tricks, facts, hand

    def _trick(self, number: int, trick: Any) -> Text:
        codes = " ".join("?" if card == HIDDEN else self._names.parts(card)[0] for card in trick.cards)
        return Text(f"Trick {number}: seat {trick.leader} led {codes}, seat {trick.winner} took it")

    def _facts(self, view: View) -> Iterator[RenderableType]:
        """Yield sets of cards with their names, and then the line of everything else."""
        seen, plain = encode(view, self._game.deck), []
        marks, hints = marks_of(view), hints_of(view)
        number, denomination = seen.pop("number", None), seen.pop("denomination", None)
        if number is not None:
            plain.append(f"bid {_cell(number)} {_cell(denomination)}")
        for name, value in seen.items():
            if name in ELSEWHERE or name in BY_SEAT or value in (None, [], "", False):
                continue
            head = name.replace("_", " ")
            if marks.get(name) in ("card", "cards", "list"):
                yield Text.assemble((f"{head}: ", "bold"), self._cards(marks[name], getattr(view, name)))
            elif marks.get(name) != "seat":
                fact = _fact(value, getattr(view, name), hints[name])
                plain += [f"{head} {fact}".removesuffix(" yes")] if fact else []
        if plain:
            yield Text(" · ".join(plain))

    def _cards(self, mark: str, value: Any) -> str:
        if mark == "cards":
            return self._names.set(value)
        return self._names.card(value) if mark == "card" else self._names.list(value)

    def _hand(self, hand: int) -> Iterator[RenderableType]:
        """Yield the cards of a hand with their names, by kinds where the game has them."""
        kinds = getattr(self._game, "kinds", None)
        if kinds is None:
            yield from self._by_suit(hand) if hand else (Text("no cards"),)
            return
        for name, mask in zip(kinds.names, kinds.masks, strict=True):
            if hand & mask:
                held = hand & mask
                count = held.bit_count()
                yield Text(f"{count:>2} {name}: ", style="bold").append(
                    self._names.set(held), style="not bold"
                )

    def _by_suit(self, hand: int) -> Iterator[RenderableType]:
        """Yield the cards of a hand, those of a suit on a line of their own where the deck has suits."""
        if self._game.deck.id not in SUITED:
            yield self._listed(hand)
            return
        for _, suit in groupby(cards(hand), key=lambda card: self._names.parts(card)[0][0]):
            yield self._listed(mask_of(suit))

    def _listed(self, hand: int) -> Columns:
        parts = (self._names.parts(card) for card in cards(hand))
        return Columns([Text.assemble((code, "bold"), f" {name}") for code, name in parts], padding=(0, 2))


def _at(values: Json, seat: int) -> Json:
    return values[seat] if isinstance(values, list) and seat < len(values) else None


def _tells(name: str, values: Json) -> bool:
    """Say whether a column tells anything: not where all seats have what is usual."""
    return name not in USUAL or not isinstance(values, list) or any(one != USUAL[name] for one in values)


def _fact(seen: Json, value: object, hint: Any) -> str:
    """Return a value of the line of facts, as JSON and as it is, by its type.

    A pair, which is one of two teams or sides, is `2 : 1`; of a list of flags the places are told that are set.
    """
    match seen:
        case [one, other] if get_args(hint) == (int, int):
            return f"{_cell(one)} : {_cell(other)}"
        case [bool(), *_]:
            return " ".join(str(at) for at, one in enumerate(seen) if one)
        case dict():
            inner = hints_of(value)
            return ", ".join(
                f"{key.replace('_', ' ')} {_fact(one, getattr(value, key), inner[key])}"
                for key, one in seen.items()
            )
        case _:
            return _cell(seen)


def _cell(value: Json) -> str:
    """Return a value of a view as a few words."""
    match value:
        case None:
            return "?"
        case bool():
            return "yes" if value else ""
        case list():
            shown = value[-MANY:]
            more = f"{len(value) - len(shown)} and " if len(shown) < len(value) else ""
            apart = " | " if any(isinstance(one, (list, dict)) for one in value) else " "
            return more + apart.join(map(_cell, shown))
        case dict():
            return " ".join(f"{key} {_cell(one)}" for key, one in value.items())
        case _:
            return str(value)
