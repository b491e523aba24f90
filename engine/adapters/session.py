"""A session as searchers of game trees want it: chance card by card, quick copies, an end that is sure to come.

Nothing here knows another library. A session is its moves, cards drawn and actions alike: it is pickled as these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from engine.core.codec import dumps, encode, encode_event
from engine.core.game import Game, View
from engine.core.options import OptionValue
from engine.games import make

if TYPE_CHECKING:
    from engine.core.events import Event

PACKS = 8
"""How many packs a hand may take, with redeals and boxes that are shuffled in between; then it ends as it stands."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A game, who deals first, and after how many hands we stop (sooner where the session is over)."""

    game: Game[Any]
    dealer: int = 0
    hands: int = 1

    @property
    def packs(self) -> int:
        """The most packs that are shuffled; a hand that wants one more is given up."""
        return PACKS * self.hands

    @property
    def longest(self) -> int:
        """The most moves from the first card drawn to the end."""
        return (self.packs + 1) * (self.game.max_decisions + len(self.game.pack))

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest total of a seat."""
        low, high = self.game.hand_bounds
        return min(low * self.hands, 0), max(high * self.hands, 0)


class Session:
    """One session in play. Where `chance` is true the next move is a card of the pack, else an action of `seat`."""

    __slots__ = (
        "_alike",
        "_drawn",
        "_feeds",
        "_left",
        "_packs",
        "events",
        "moves",
        "over",
        "setting",
        "state",
    )

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.state = setting.game.new(setting.dealer)
        self.events: list[Event] = []
        self.moves: list[int] = []
        self._packs = 0
        self._drawn: list[int] = []
        self._feeds: dict[int | None, tuple[int, str]] = {}
        self._prepare()

    @property
    def chance(self) -> bool:
        """Whether a card is to be drawn."""
        return bool(self._left)

    @property
    def seat(self) -> int | None:
        """The seat to act, or None."""
        return None if self.over else self.state.to_act()

    def _prepare(self) -> None:
        """See what is wanted next."""
        finished = len(self.state.hand_scores) >= self.setting.hands
        wanted = None if finished else self.state.wants()
        given_up = wanted is not None and self._packs == self.setting.packs
        self.over = finished or given_up or self.state.is_over()
        self._left = sorted(wanted) if wanted is not None and not given_up else []
        self._alike = len(set(map(self.setting.game.deck.code, self._left))) < len(self._left)

    # moves

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may be drawn, each with its chance. Of cards alike the lowest stands for all."""
        chance = 1 / len(self._left)
        if not self._alike:
            return [(card, chance) for card in self._left]
        code = self.setting.game.deck.code
        alike: dict[str, list[int]] = {}
        for card in self._left:
            alike.setdefault(code(card), []).append(card)
        return [(cards[0], len(cards) * chance) for cards in alike.values()]

    def legal(self) -> Sequence[int]:
        """Return the legal actions of the seat to act."""
        return () if self.over else self.state.legal_actions()

    def move(self, move: int) -> None:
        """Draw a card, or play an action. Raises ValueError for a card that is not there, IllegalAction."""
        if self.chance:
            self._draw(move)
        else:
            self.events.extend(self.state.play(move))
            self._prepare()
        self.moves.append(move)

    def _draw(self, card: int) -> None:
        if card not in self._left:
            raise ValueError(f"card {card} is not among those to be drawn")
        self._left.remove(card)
        self._drawn.append(card)
        if not self._left:
            self._packs += 1
            self.events.extend(self.state.deal(self._drawn))
            self._drawn = []
            self._prepare()

    def said(self, move: int, *, chance: bool) -> str:
        """Return a move in words."""
        game = self.setting.game
        return f"draw {game.deck.code(move)}" if chance else game.text(move)

    # what it looks like

    def feed(self, seat: int | None) -> str:
        """Return all that a seat (None: a spectator) was told so far, an event a line."""
        game = self.setting.game
        told, text = self._feeds.get(seat, (0, ""))
        if told < len(self.events):
            fresh = [encode_event(game.redact(event, seat), game.deck) for event in self.events[told:]]
            text += "".join(dumps(line) + "\n" for line in fresh)
            self._feeds[seat] = len(self.events), text
        return text

    def view(self, seat: int | None) -> View:
        """Return what a seat sees now."""
        view: View = self.state.view(seat)
        return view

    def seen(self, seat: int | None) -> str:
        """Return the same as JSON."""
        return dumps(encode(self.state.view(seat), self.setting.game.deck))

    def private(self, seat: int) -> str:
        """Return what of it a spectator does not see."""
        deck = self.setting.game.deck
        public, own = (encode(self.state.view(one), deck) for one in (None, seat))
        return dumps({name: value for name, value in own.items() if value != public[name]})

    def __str__(self) -> str:
        code = self.setting.game.deck.code
        return f"moves {self.moves} drawn {[code(card) for card in self._drawn]} scores {self.state.scores()}"

    # copies

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        new.setting, new.state, new.over = self.setting, self.state.clone(), self.over
        new.events, new.moves = self.events[:], self.moves[:]
        new._packs, new._drawn, new._left = self._packs, self._drawn[:], self._left[:]
        new._alike, new._feeds = self._alike, dict(self._feeds)
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        setting = self.setting
        changed = setting.game.options.changed()
        return replayed, (setting.game.id, changed, setting.dealer, setting.hands, tuple(self.moves))


def replayed(
    game: str, options: Mapping[str, OptionValue], dealer: int, hands: int, moves: Sequence[int]
) -> Session:
    """Return the session that these moves lead to."""
    session = Session(Setting(make(game, options), dealer, hands))
    for move in moves:
        session.move(move)
    return session
