"""A session of Ao-kammuri in play: docs/rules/ao_kammuri.md §2 to §5."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Self

from engine.core.bits import mask_of
from engine.core.events import NOBODY, Dealt, Event, HandScored, Passed
from engine.core.why import Why
from engine.games.ao_kammuri.events import RoundWon
from engine.games.ao_kammuri.kinds import NAMES, RECEIVERS
from engine.games.ao_kammuri.reasons import why
from engine.games.ao_kammuri.view import AoKammuriView, look
from engine.games.mechanics.shedding_attack import (
    NO_ATTACK,
    PASS,
    RECEIVE0,
    Attacked,
    AttackState,
    Play,
    Received,
    counted,
    event_table,
    play_table,
    rest_of,
)

if TYPE_CHECKING:
    from engine.games.ao_kammuri.game import AoKammuri

SEATS: Final = 4
HAND: Final = 25
_HAPPENED: Final = event_table(SEATS, NAMES)
_PLAYS: Final = play_table(SEATS, NAMES)


class AoKammuriState(AttackState[AoKammuriView]):
    """A session; between two rounds it still shows the finished one."""

    __slots__ = ()

    game: "AoKammuri"

    def __init__(self, game: "AoKammuri", dealer: int) -> None:
        self.game = game
        self.dealer = dealer
        self.hand_scores = []
        self._clear()

    def _clear(self) -> None:
        """Put everything to where there are no cards."""
        self.dealt, self.counts, self.kinds = [0] * SEATS, [0] * SEATS, [0] * SEATS
        self.sizes = [0] * SEATS
        self.attack, self.attacker, self.turn = NO_ATTACK, NOBODY, NOBODY
        self.legal = 0
        self.plays = []

    @property
    def phase(self) -> str:
        """What the seat to act does, or what is done where nobody is to act."""
        if self.turn >= 0:
            return "attack" if self.attack == NO_ATTACK else "receive"
        return "deal" if self._is_deal() else "over"

    def _is_deal(self) -> bool:
        return self.turn < 0 and len(self.hand_scores) < self.game.options.rounds

    @property
    def receivers(self) -> Sequence[int]:
        """By the kind of an attack, the kinds that receive it."""
        return RECEIVERS

    @property
    def table(self) -> Sequence[Sequence[Play]]:
        """What actions look like, by seat and action."""
        return _PLAYS

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a round is to be dealt."""
        return self.game.pack if self._is_deal() else None

    def _why(self, action: int) -> Why:
        return why(self, action)

    # doing it

    def play(self, action: int) -> tuple[Event, ...]:
        """Play an action and return what happened. Raises IllegalAction."""
        if action < 0 or not self.legal >> action & 1:
            raise self.refusal(action)
        return self.advance(action)

    def advance(self, action: int) -> tuple[Event, ...]:
        """Play a legal action without checking it."""
        seat = self.turn
        self.step(action, chain=self.game.options.goita_chain)
        if self.sizes[seat]:
            return _HAPPENED[seat][action]
        self._won()
        scores = self.game.payments(seat, self.sizes)
        self._score(scores)
        return (*_HAPPENED[seat][action], RoundWon(seat), HandScored(scores))

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        self._take(self.dealer, pack)
        return (Dealt(self.dealer, pack),)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        chain = self.game.options.goita_chain
        match event:
            case Attacked():
                self.step(NAMES.index(event.kind), chain=chain)
            case Received():
                self.step(RECEIVE0 + NAMES.index(event.kind), chain=chain)
            case Passed():
                self.step(PASS, chain=chain)
            case RoundWon():
                self._won()
            case HandScored():
                self._score(event.scores)
            case Dealt():
                self._take(event.dealer, event.pack)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of Ao-kammuri")

    # the steps, the same in play and in the fold

    def _take(self, dealer: int, pack: tuple[int, ...]) -> None:
        self._clear()
        for place in range(SEATS):
            seat = (dealer + 1 + place) % SEATS
            self.dealt[seat] = mask_of(pack[HAND * place : HAND * (place + 1)])
            self.hold(seat, counted(self.dealt[seat], self.game.kinds.masks))
        self.sizes = [HAND] * SEATS
        self.turn = dealer
        self.refresh()

    def _won(self) -> None:
        self.turn = NOBODY
        self.legal = 0

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        winner = self.plays[-1].seat
        self.dealer = winner if self.game.options.next_dealer == "winner" else (self.dealer + 1) % SEATS

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: the hands, and what was played."""
        masks = self.game.kinds.masks
        hands = [rest_of(dealt, counts, masks) for dealt, counts in zip(self.dealt, self.counts, strict=True)]
        return (*hands, sum(self.dealt) & ~sum(hands))

    def view(self, seat: int | None) -> AoKammuriView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        new.game, new.dealer, new.turn = self.game, self.dealer, self.turn
        new.hand_scores, new.legal, new.plays = self.hand_scores[:], self.legal, self.plays[:]
        new.dealt, new.counts, new.kinds = self.dealt[:], self.counts[:], self.kinds[:]
        new.sizes, new.attack, new.attacker = self.sizes[:], self.attack, self.attacker
        return new
