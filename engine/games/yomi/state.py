"""A session of yomi in play: docs/rules/yomi.md §2 to §4."""

from typing import TYPE_CHECKING, Final, Self

from engine.core.bits import mask_of
from engine.core.events import NOBODY, Dealt, Event, HandScored, Passed
from engine.core.why import NO_TURN, Why
from engine.decks.mekuri import CARDS
from engine.games.mechanics.shedding import (
    ANY,
    END,
    MASKS,
    OWN0,
    Laid,
    SheddingState,
    TurnEnded,
    end_moves,
    ended_table,
    laid_table,
    laying,
    move_table,
)
from engine.games.yomi.ranks import EXTRA
from engine.games.yomi.view import PHASES, YomiView, look

if TYPE_CHECKING:
    from engine.games.yomi.game import Yomi

DEAL, PLAY, OVER = PHASES
PLAY_EXTRA: Final = OWN0
"""The action that lays the extra card."""
_MASKS: Final = (*MASKS[:PLAY_EXTRA], 1 << EXTRA)
_SEATS: Final = 4
_LAID: Final = laid_table(_SEATS, _MASKS)
_MOVES: Final = move_table(_SEATS, _MASKS)
_ENDED: Final = ended_table(_SEATS)
_END_MOVES: Final = end_moves(_SEATS)
_MAY_END: Final = 1 << END


def action_laying(mask: int) -> int:
    """Return the action that lays this one card."""
    return PLAY_EXTRA if mask == 1 << EXTRA else laying(mask)


class YomiState(SheddingState[YomiView]):
    """A session; between two rounds it still shows the finished one."""

    __slots__ = ("leading", "left_over")

    game: "Yomi"
    leading: bool
    left_over: int
    """The card that was not dealt, as a mask; nobody sees it."""

    def __init__(self, game: "Yomi", dealer: int) -> None:
        self.game = game
        self.seats = game.seats
        self.dealer = dealer
        self.hand_scores = []
        self._lay_out(())
        self.turn, self.legal = NOBODY, 0

    def _lay_out(self, pack: tuple[int, ...]) -> None:
        """Put everything to where a round starts, with this pack (or none)."""
        seats, size = self.seats, self.game.hand_size if pack else 0
        places = [(seat - self.dealer - 1) % seats for seat in range(seats)]
        self.hands = [mask_of(pack[size * place : size * (place + 1)]) for place in places]
        self.sizes = [size] * seats
        self.left_over = mask_of(pack[size * seats :])
        self.top, self.laid, self.last_actor, self.moves = ANY, 0, NOBODY, []
        self.leading = bool(pack)
        self.turn = self.dealer
        self.refresh()

    def refresh(self) -> None:
        """Work `legal` out anew."""
        game, hand = self.game, self.hands[self.turn]
        legal = hand & game.sequence.singles[self.top]
        if not self.leading and not (legal and game.must_play):
            legal |= _MAY_END
        self.legal = legal | game.wild_legal if hand & game.wild else legal

    @property
    def phase(self) -> str:
        """Whether a round is to be dealt or played, or all were."""
        if self.turn >= 0:
            return PLAY
        return OVER if len(self.hand_scores) == self.game.options.rounds else DEAL

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a round is to be dealt."""
        return self.game.pack if self.phase == DEAL else None

    def _why(self, action: int) -> Why:
        if self.turn < 0:
            return NO_TURN
        if action == END:
            return (
                Why("you lead, so you must play a card")
                if self.leading
                else Why("you hold a card that follows")
            )
        card = EXTRA if action == PLAY_EXTRA else action
        if not (0 <= action < CARDS or action == PLAY_EXTRA) or card not in self.game.pack:
            return Why("play a card or end your turn")
        if not self.hands[self.turn] >> card & 1:
            return Why("{card} is not in your hand", card=self.game.deck.code(card))
        return Why("{number} follows now", number=str(self.top % self.game.highest + 1))

    # doing it

    def play(self, action: int) -> tuple[Event, ...]:
        """Play an action and return what happened. Raises IllegalAction."""
        if action < 0 or not self.legal >> action & 1:
            raise self.refusal(action)
        return self.advance(action)

    def advance(self, action: int) -> tuple[Event, ...]:
        """Play a legal action without checking it."""
        seat = self.turn
        if action == END:
            happened = _ENDED[self.laid > 0][seat]
            self._end()
            return happened
        self._lay(action)
        return _LAID[seat][action] if self.hands[seat] else _LAID[seat][action] + self._out(seat)

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        self._lay_out(pack)
        return (Dealt(self.dealer, pack),)

    def _out(self, seat: int) -> tuple[Event, ...]:
        scores = tuple(int(one == seat) for one in range(self.seats))
        self._score(scores)
        return (HandScored(scores),)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Laid():
                self._lay(action_laying(event.cards))
            case Passed() | TurnEnded():
                self._end()
            case Dealt():
                self.dealer = event.dealer
                self._lay_out(event.pack)
            case HandScored():
                self._score(event.scores)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of yomi")

    # the steps, the same in play and in the fold

    def _lay(self, action: int) -> None:
        seat = self.turn
        self.hands[seat] &= ~_MASKS[action]
        self.sizes[seat] -= 1
        self.laid += 1
        self.top = self.game.sequence.tops[action]
        self.last_actor = seat
        self.moves.append(_MOVES[seat][action])
        self.leading = False
        self.refresh()

    def _end(self) -> None:
        """Ask the next seat; when all others have passed, who laid the last card leads."""
        seat = self.turn
        self.moves.append(_END_MOVES[self.laid > 0][seat])
        self.laid = 0
        seat += 1
        self.turn = seat = 0 if seat == self.seats else seat
        if seat == self.last_actor:
            self.top, self.leading = ANY, True
        self.refresh()

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.dealer = scores.index(1)
        self.turn, self.legal, self.leading = NOBODY, 0, False

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: hands, what was not dealt, and the pile."""
        return (*self.hands, self.left_over, sum(move.cards for move in self.moves))

    def view(self, seat: int | None) -> YomiView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        self.copy_shedding(new)
        new.leading, new.left_over = self.leading, self.left_over
        return new
