"""A session of a banking game in play."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from engine.core.bits import mask_of
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, Dealt, Event, HandScored
from engine.core.game import State
from engine.core.why import NO_TURN, Why
from engine.games.mechanics.banking import SECRET, BankingView, Bet, BetLaid, BetsDone, TableShown
from engine.games.mechanics.bets import DONE, legal_bets

if TYPE_CHECKING:
    from engine.games.mechanics.banking_game import BankingGame


class BankingState(State[BankingView]):
    """A session; between two rounds it still shows the finished one."""

    __slots__ = ("banker", "bets", "done", "holdings", "shown", "table")

    game: "BankingGame"
    banker: int
    holdings: list[int]
    table: tuple[int, ...]
    """The cards on the table, the banker's first where there is one."""
    shown: bool
    bets: list[list[Bet]]
    done: int
    """Who has finished betting, as a mask of seats."""

    def __init__(self, game: "BankingGame", dealer: int) -> None:
        self.game = game
        self.dealer = self.banker = dealer
        self.turn = NOBODY
        self.hand_scores = []
        self.holdings = [game.options.start] * game.seats
        self.table = ()
        self.shown = False
        self.bets = [[] for _ in range(game.seats)]
        self.done = 0

    @property
    def phase(self) -> str:
        """Whether the table is to be laid, bets are laid, or the session is over."""
        if self.turn >= 0:
            return "bet"
        return "over" if self._is_last() else "deal"

    def _is_last(self) -> bool:
        """Whether no more round is played: all were, or nobody is left to bet."""
        return len(self.hand_scores) == self.game.options.rounds or not self._bettors(self.dealer)

    def _bettors(self, banker: int) -> list[int]:
        """Return the seats that can bet against this banker, from the next one on."""
        seats = self.game.seats
        order = ((banker + step) % seats for step in range(1, seats))
        return [seat for seat in order if self.holdings[seat] > 0]

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a round is to be laid out."""
        return self.game.pack if self.phase == "deal" else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        seat, game = self.turn, self.game
        if seat < 0:
            return ()
        used = sum(1 << bet.slot - 1 for bet in self.bets[seat] if bet.slot is not None)
        return legal_bets(
            game.slots, game.options.max_stake, used, min(self._rest(seat), game.options.max_stake)
        )

    def _rest(self, seat: int) -> int:
        """Return how much a seat can still stake."""
        return self.holdings[seat] - sum(bet.stake or 0 for bet in self.bets[seat])

    def _why(self, action: int) -> Why:
        game, seat = self.game, self.turn
        if seat < 0:
            return NO_TURN
        if not 0 < action < game.action_count:
            return Why("bet on a slot or be done")
        slot, stake = game.read_bet(action)
        if any(bet.slot == slot for bet in self.bets[seat]):
            return Why("you have bet on slot {slot} already", slot=str(slot))
        return Why(
            "a stake of {stake} is more than the {rest} that you have left",
            stake=str(stake),
            rest=str(self._rest(seat)),
        )

    # doing it

    def advance(self, action: int) -> tuple[Event, ...]:
        """Play a legal action without checking it."""
        seat = self.turn
        if action != DONE:
            bet = Bet(*self.game.read_bet(action))
            self.bets[seat].append(bet)
            return (BetLaid(seat, bet.slot, bet.stake),)
        self._finish()
        if self.turn >= 0:
            return (BetsDone(seat),)
        shown = TableShown(self.table, tuple(map(tuple, self.bets)))
        self._show(shown)
        scores = self._settled()
        self._score(scores)
        return (BetsDone(seat), shown, HandScored(scores))

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        self._lay(self.dealer, pack)
        return (Dealt(self.banker, pack),)

    def _settled(self) -> tuple[int, ...]:
        """Return the change of every holding; the banker's is minus the sum of the others."""
        game, bank = self.game, self.table[0] if self.game.has_bank_card else HIDDEN
        first = self.table[1:] if game.has_bank_card else self.table
        changes = [0] * game.seats
        for seat in self._bettors(self.banker):
            results = [
                game.multiple(first[bet.slot - 1], bank) * bet.stake
                for bet in self.bets[seat]
                if bet.slot is not None and bet.stake is not None
            ]
            lost = -sum(result for result in results if result < 0)
            changes[seat] = sum(result for result in results if result > 0) - min(lost, self.holdings[seat])
        changes[self.banker] = -sum(changes)
        return tuple(changes)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case BetLaid(seat, slot, stake):
                self.bets[seat].append(Bet(slot, stake))
            case BetsDone():
                self._finish()
            case TableShown():
                self._show(event)
            case HandScored():
                self._score(event.scores)
            case Dealt():
                self._lay(event.dealer, event.pack)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of a banking game")

    # the steps, the same in play and in the fold

    def _lay(self, banker: int, pack: tuple[int, ...]) -> None:
        self.banker = banker
        self.table = tuple(pack[: self.game.slots + self.game.has_bank_card])
        self.shown = False
        self.bets = [[] for _ in range(self.game.seats)]
        self.done = 0
        self.turn = self._bettors(banker)[0]

    def _finish(self) -> None:
        self.done |= 1 << self.turn
        waiting = [seat for seat in self._bettors(self.banker) if not self.done >> seat & 1]
        self.turn = waiting[0] if waiting else NOBODY

    def _show(self, event: TableShown) -> None:
        self.table = event.cards
        self.bets = [list(bets) for bets in event.bets]
        self.shown = True

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.holdings = [held + change for held, change in zip(self.holdings, scores, strict=True)]
        if self.game.rotates:
            self.dealer = self._next_banker()

    def _next_banker(self) -> int:
        """Return the next seat against which somebody can bet: there always is one, for the units stay the same."""
        seats = self.game.seats
        order = ((self.banker + step) % seats for step in range(1, seats + 1))
        return next(seat for seat in order if self._bettors(seat))

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: each card on the table, and the rest of the pack."""
        table = mask_of(self.table)
        return (*(1 << card for card in self.table if card >= 0), self.game.deck.mask & ~table)

    def view(self, seat: int | None) -> BankingView:
        """Return what a seat knows, or a spectator for None."""
        viewer, seats = NOBODY if seat is None else seat, range(self.game.seats)
        table = self.table if self.shown else (HIDDEN,) * len(self.table)
        has_bank = self.game.has_bank_card and bool(table)
        return BankingView(
            viewer,
            self.turn,
            self.phase,
            self.dealer,
            self.banker,
            tuple(self.holdings),
            table[0] if has_bank else None,
            table[1:] if has_bank else table,
            tuple(self._bets_seen(owner, viewer) for owner in seats),
            tuple(bool(self.done >> owner & 1) for owner in seats),
            self.scores(),
            tuple(self.hand_scores),
        )

    def _bets_seen(self, owner: int, viewer: int) -> tuple[Bet, ...]:
        if self.shown or owner == viewer or not self.game.options.simultaneous:
            return tuple(self.bets[owner])
        return (SECRET,) * len(self.bets[owner])

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        new.game, new.dealer, new.banker, new.turn = self.game, self.dealer, self.banker, self.turn
        new.hand_scores, new.holdings = self.hand_scores[:], self.holdings[:]
        new.table, new.shown, new.done = self.table, self.shown, self.done
        new.bets = [bets[:] for bets in self.bets]
        return new
