"""The log of a session: a header and its events, as JSON lines of always the same bytes; and a seat's feed of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.core.codec import decode_event, dumps, encode_event, kinds
from engine.core.document import DocumentError, Json, Node, loads
from engine.core.events import Dealt, Event, Reshuffled
from engine.core.game import Game, State
from engine.core.record import Record

FORMAT = "naniwazu-game-log/1"


@dataclass(frozen=True, slots=True)
class Log:
    """A session of one game: enough, with the game's rules, to rebuild its state.

    `commitment` binds whoever holds the seed of its deals; it is made before the first one.
    """

    game: Game[Any]
    dealer: int = 0
    events: tuple[Event, ...] = ()
    commitment: str | None = None

    def fold(self) -> State[Any]:
        """Return the state that the events lead to."""
        return self.game.fold(self.events, self.dealer)

    def feed(self, seat: int | None) -> "Log":
        """Return the log as a seat may see it, or a spectator for None."""
        return replace(self, events=tuple(self.game.redact(event, seat) for event in self.events))

    def lines(self) -> str:
        """Return the log as JSON, the header and then one event a line."""
        return "".join(dumps(line) + "\n" for line in (self._header(), *map(self._event, self.events)))

    def _event(self, event: Event) -> Json:
        return encode_event(event, self.game.deck)

    def _header(self) -> Json:
        return {
            "format": FORMAT,
            "game": self.game.id,
            "rules": self.game.rules,
            "options": dict(self.game.options.changed()),
            "dealer": self.dealer,
            "commitment": self.commitment,
        }

    def record(self) -> Record:
        """Return the record of a full log: its packs and its decisions.

        A record says where its packs come from, so one without any says `rng` 0.
        """
        game = self.game
        packs = [
            tuple(map(game.deck.code, event.pack))
            for event in self.events
            if isinstance(event, Dealt | Reshuffled)
        ]
        actions = [action for event in self.events if (action := game.action_of(event)) is not None]
        return Record(
            game=game.id,
            options=game.options.changed(),
            dealer=self.dealer,
            deck=packs[0] if packs else None,
            decks=tuple(packs[1:]),
            rng=None if packs else 0,
            actions=tuple(map(game.text, actions)),
        )


Maker = Callable[[str, Mapping[str, Json]], Game[Any]]
"""Finds a game by its id and options, as `engine.games.make` does; ValueError where there is none."""


def read(data: bytes, make: Maker) -> Log:
    """Read a log, or a seat's feed, that `Log.lines` wrote. Raises DocumentError with the place of the first fault."""
    first, *rest = data.splitlines() or [b""]
    header = Node(loads(first), "header")
    header.need("format").choice(FORMAT)
    try:
        game = make(header.need("game").text(), header.need("options").fields())
    except ValueError as error:
        raise DocumentError("header", str(error)) from None
    rules = header.need("rules")
    if rules.whole(0, 10**6) != game.rules:
        rules.fail(f"this log was played by rules {rules.value} of {game.id}; here are rules {game.rules}")
    commitment = header.get("commitment")
    return Log(
        game=game,
        dealer=header.need("dealer").whole(0, game.seats - 1, "a seat"),
        events=read_events(rest, game),
        commitment=None if commitment is None or commitment.value is None else commitment.text(),
    )


def read_events(lines: Iterable[bytes], game: Game[Any]) -> tuple[Event, ...]:
    """Read the event lines of a log. Raises DocumentError with the line, counted from 0 after the header."""
    by_name = kinds(game.event_types)
    return tuple(
        decode_event(Node(loads(line), f"events[{index}]"), by_name, game.deck)
        for index, line in enumerate(lines)
    )
