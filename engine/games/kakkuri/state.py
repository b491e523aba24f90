"""A session of Kakkuri in play: the blind swaps, then turns until somebody is out. docs/rules/kakkuri.md §2 to §8."""

from typing import TYPE_CHECKING, Final, Self

from engine.core.bits import cards, mask_of
from engine.core.events import NOBODY, Dealt, Event, HandScored, Passed, Reshuffled
from engine.core.why import Why
from engine.games.kakkuri.actions import DROP, KEEP, SANSOKU, SWAP, TURN_BOX
from engine.games.kakkuri.events import (
    BoxTurned,
    Declared,
    HandKept,
    HandsSeen,
    HandSwapped,
    LeftRound,
    RoundWon,
    SatOut,
)
from engine.games.kakkuri.ranks import BLACK_TONGS, HAND, PACKET, SEQUENCE, UTAZU
from engine.games.kakkuri.reasons import why
from engine.games.kakkuri.scoring import settle
from engine.games.kakkuri.view import BOX, DEAL, OVER, PLAY, SWAPS, KakkuriView, look
from engine.games.mechanics.shedding import (
    ANY,
    END,
    NEXT,
    PAIR0,
    Laid,
    Move,
    SheddingState,
    TurnEnded,
    end_moves,
    ended_table,
    laid_table,
    laying,
    paired,
    sets,
    top_of,
    tripled,
)

if TYPE_CHECKING:
    from engine.games.kakkuri.game import Kakkuri

_LAID: Final = laid_table(8)
_ENDED: Final = ended_table(8)
_END_MOVES: Final = end_moves(8)
_SINGLES: Final = SEQUENCE.singles
_NUMBERS: Final = SEQUENCE.numbers
_SWAP_LEGAL: Final = 1 << KEEP | 1 << SWAP


class KakkuriState(SheddingState[KakkuriView]):
    """A session; between two rounds it still shows the finished one."""

    __slots__ = ("box", "in_pairs", "inside", "may_turn", "must_lay", "paid", "phase", "seen")

    game: "Kakkuri"
    phase: int
    box: tuple[int, ...]
    """The face-down box, the next card first."""
    inside: int
    """Who is in the round, as a mask of seats."""
    in_pairs: int
    """Who declared sansoku, as a mask of seats."""
    paid: list[int]
    must_lay: bool
    may_turn: bool
    seen: bool
    """Whether the hands were looked at."""

    def __init__(self, game: "Kakkuri", dealer: int) -> None:
        self.game = game
        self.seats = game.seats
        self.dealer = dealer
        self.hand_scores = []
        self._clear(())
        self.phase = DEAL
        self.turn = NOBODY
        self.sizes = [0] * self.seats
        self.moves = []

    def _clear(self, pack: tuple[int, ...]) -> None:
        """Put everything to where a round starts, with these cards dealt."""
        seats, packets = self.seats, self.seats * PACKET
        self.hands = [0] * seats
        for place in range(seats):
            at, seat = place * PACKET, (self.dealer + 1 + place) % seats
            self.hands[seat] = mask_of(pack[at : at + PACKET]) | mask_of(
                pack[packets + at : packets + at + PACKET]
            )
        self.sizes = [HAND] * seats
        self.box = pack[HAND * seats :]
        self.top, self.last_actor, self.laid, self.legal = ANY, NOBODY, 0, 0
        self.moves = [Move(self.dealer, "dealt", 0)]
        self.inside = (1 << seats) - 1
        self.in_pairs = 0
        self.paid = [0] * seats
        self.must_lay = self.may_turn = self.seen = False
        self.turn = NOBODY

    @property
    def leader(self) -> int:
        """The seat that acts as dealer in this round and moves first."""
        dealer = self.moves[0].seat
        sits_out = self.moves[1:2] == [Move(dealer, "sat_out", 1 << BLACK_TONGS)]
        return (dealer + sits_out) % self.seats

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a round is to be dealt; of eight, then the cards of the seat that sits out."""
        if self.phase == DEAL:
            return self.game.pack
        return cards(self.hands[self.moves[-1].seat]) if self.phase == BOX else None

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
        if action < END or action >= PAIR0:
            self._lay(action)
            return _LAID[seat][action] if self.hands[seat] else _LAID[seat][action] + self._out(seat)
        if action == END:
            happened = _ENDED[self.laid > 0][seat]
            self._end()
            return happened if self.turn != self.last_actor else happened + self._come_round()
        if action >= KEEP:
            return self._answer(seat, swap=action == SWAP)
        if action == TURN_BOX:
            return (self._turn_up(choice=True),)
        if action == SANSOKU:
            self._declare()
            return (Declared(seat),)
        return self._drop(seat)

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        if self.phase == BOX:
            self._fill_box(pack)
            return (Reshuffled(pack), *self._open())
        self._clear(pack)
        dealt = Dealt(self.dealer, pack)
        if self.seats < 8:
            return (dealt, *self._open())
        seat = next(seat for seat in range(8) if self.hands[seat] >> BLACK_TONGS & 1)
        self._sit_out(seat)
        return (dealt, SatOut(seat))

    def _open(self) -> tuple[Event, ...]:
        """Start the swaps, or the play where there are none."""
        self._start_swaps()
        return () if self.game.options.swap_phase else self._look()

    def _answer(self, seat: int, *, swap: bool) -> tuple[Event, ...]:
        self._swap(swap=swap)
        event = HandSwapped(seat) if swap else HandKept(seat)
        return (event,) if self.turn != self.leader else (event, *self._look())

    def _look(self) -> tuple[Event, ...]:
        """Let everybody see their hand; then there is a winner at once, or the first card is turned up."""
        shown = HandsSeen(tuple(map(cards, self.hands)))
        self._see(shown.hands)
        for seat in cards(self.inside):
            if self.hands[seat] & UTAZU == UTAZU:
                return (shown, *self._win(seat, "utazu"))
        return (shown, self._turn_up(choice=False))

    def _come_round(self) -> tuple[Event, ...]:
        """Return what the table does when everybody else has passed since the seat to act moved."""
        return (self._turn_up(choice=False),) if self._box_is_due() else ()

    def _turn_up(self, *, choice: bool) -> BoxTurned:
        event = BoxTurned(self.turn, self.box[0], choice)
        self._uncover(event.card)
        return event

    def _drop(self, seat: int) -> tuple[Event, ...]:
        was_last = seat == self.last_actor
        self._leave()
        left = LeftRound(seat)
        if self.inside.bit_count() == 1:
            return (left, *self._win(self.turn, "alone"))
        return (left,) if was_last or self.turn != self.last_actor else (left, *self._come_round())

    def _out(self, seat: int) -> tuple[Event, ...]:
        return self._win(seat, "guri" if self.laid == HAND else "out")

    def _win(self, seat: int, how: str) -> tuple[Event, ...]:
        scores = settle(self.game.options, seat, how, self.inside, self.paid)
        self._won(seat, how)
        self._score(scores)
        return (RoundWon(seat, how), HandScored(scores))

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Laid():
                self._lay(laying(event.cards))
            case Passed() | TurnEnded():
                self._end()
            case BoxTurned():
                self._uncover(event.card)
            case HandSwapped() | HandKept():
                self._swap(swap=isinstance(event, HandSwapped))
            case Declared():
                self._declare()
            case LeftRound():
                self._leave()
            case RoundWon():
                self._won(event.seat, event.how)
            case HandScored():
                self._score(event.scores)
            case _:
                self._apply_deal(event)

    def _apply_deal(self, event: Event) -> None:
        """Change the state as an event before the first turn says."""
        match event:
            case HandsSeen():
                self._see(event.hands)
            case Dealt():
                self._clear(event.pack)
                if self.seats < 8:
                    self._start_swaps()
            case SatOut():
                self._sit_out(event.seat)
            case Reshuffled():
                self._fill_box(event.pack)
                self._start_swaps()
            case _:
                raise TypeError(f"{type(event).__name__} is no event of Kakkuri")

    # the steps, the same in play and in the fold

    def _sit_out(self, seat: int) -> None:
        self.inside ^= 1 << seat
        self.moves.append(Move(seat, "sat_out", 1 << BLACK_TONGS))
        self.phase = BOX

    def _fill_box(self, pack: tuple[int, ...]) -> None:
        seat = self.moves[-1].seat
        self.hands[seat] = self.sizes[seat] = 0
        self.box = pack

    def _start_swaps(self) -> None:
        self.phase = SWAPS
        self.turn = NEXT[self.inside][self.leader]
        self.legal = _SWAP_LEGAL

    def _swap(self, *, swap: bool) -> None:
        seat, leader = self.turn, self.leader
        if swap:
            self.hands[seat], self.hands[leader] = self.hands[leader], self.hands[seat]
        self.moves.append(Move(seat, "swapped" if swap else "kept", 0))
        self.turn = NEXT[self.inside][seat]

    def _see(self, hands: tuple[tuple[int, ...], ...]) -> None:
        self.hands = [mask_of(hand) for hand in hands]
        self.seen = True
        self.phase = PLAY
        self.turn = self.leader

    def _uncover(self, card: int) -> None:
        self.box = self.box[1:]
        self.top = top_of(card)
        self.moves.append(Move(self.turn, "turned", 1 << card))
        if self.last_actor == NOBODY:
            self.last_actor = self.turn
        self.may_turn = False
        self.refresh()

    def _lay(self, action: int) -> None:
        self.put(action, SEQUENCE)
        self.may_turn = self.must_lay = False
        self.refresh()

    def _declare(self) -> None:
        self.in_pairs |= 1 << self.turn
        self.moves.append(Move(self.turn, "sansoku", 0))
        self.refresh()

    def _end(self) -> None:
        seat, laid = self.turn, self.laid > 0
        if not laid:
            self.paid[seat] += self.game.options.pass_penalty
        self.moves.append(_END_MOVES[laid][seat])
        self._begin(NEXT[self.inside][seat])

    def _leave(self) -> None:
        seat = self.turn
        self.inside ^= 1 << seat
        self.paid[seat] += 1
        self.moves.append(Move(seat, "left", 0))
        heir = NEXT[self.inside][seat]
        if seat == self.last_actor:
            self.last_actor = NOBODY
            self._begin(heir)
            self.last_actor = heir
        else:
            self._begin(heir)

    def _begin(self, seat: int) -> None:
        """Start a turn; of the seat that moved last, with what is due when all others have passed."""
        self.turn = seat
        self.laid = 0
        self.may_turn = self.must_lay = False
        if seat == self.last_actor:
            if not self.box:
                self.top = ANY
                self.must_lay = True
            elif self.game.options.box_choice:
                self.may_turn = True
        self.refresh()

    def _box_is_due(self) -> bool:
        return bool(self.box) and not self.may_turn

    def refresh(self) -> None:
        """Work `legal` out anew for a turn of the play."""
        seat = self.turn
        hand = self.hands[seat]
        if self.in_pairs >> seat & 1:
            numbers = paired(hand) & _NUMBERS[self.top]
            legal = sets(hand, numbers, 2) if numbers else 0
        else:
            legal = hand & _SINGLES[self.top]
            numbers = tripled(hand) if self.sizes[seat] > 2 else 0
            if numbers:
                legal |= sets(hand, numbers & _NUMBERS[self.top], 3)
        if not self.laid and self.sizes[seat] == HAND:
            if self.game.options.drop_out:
                legal |= 1 << DROP
            if not self.in_pairs >> seat & 1 and paired(hand).bit_count() == 3:
                legal |= 1 << SANSOKU
        if self.may_turn:
            legal |= 1 << TURN_BOX
        elif not self.must_lay:
            legal |= 1 << END
        self.legal = legal

    def _won(self, seat: int, how: str) -> None:
        self.moves.append(Move(seat, how, UTAZU if how == "utazu" else 0))
        self.turn = NOBODY
        self.legal = 0
        self.may_turn = self.must_lay = False

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.dealer = self.moves[-1].seat
        self.phase = OVER if len(self.hand_scores) == self.game.options.rounds else DEAL

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: hands, box and pile."""
        pile = 0
        for move in self.moves:
            if move.did in ("laid", "turned"):
                pile |= move.cards
        return (*self.hands, mask_of(self.box), pile)

    def view(self, seat: int | None) -> KakkuriView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        self.copy_shedding(new)
        new.phase, new.box = self.phase, self.box
        new.inside, new.in_pairs, new.paid = self.inside, self.in_pairs, self.paid[:]
        new.must_lay, new.may_turn, new.seen = self.must_lay, self.may_turn, self.seen
        return new
