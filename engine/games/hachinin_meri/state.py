"""A match of Hachinin-meri in play: poll, opening lead, tricks. docs/rules/hachinin_meri.md §4 to §10."""

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Self

from engine.core.bits import BITS, mask_of
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, Dealt, Event, HandScored, Passed, Played
from engine.core.hands import NONE, ONE, UNPACK, hand_of
from engine.core.why import Why
from engine.decks.unsun import SUIT_SIZE
from engine.games.hachinin_meri import dragon
from engine.games.hachinin_meri.actions import DISCARD0, LEAD0, PASS, ROBATTA
from engine.games.hachinin_meri.events import (
    Buried,
    LaidFaceDown,
    OkiTaken,
    OpeningLed,
    Robatta,
    TurnedUp,
    YakuScored,
)
from engine.games.hachinin_meri.notes import FOLLOWED, PASSED, PLAYED, TAKEN
from engine.games.hachinin_meri.phases import BURY, DEAL, FREE, LEAD, MERI, MONCHI, OVER, POLL, TRICKS
from engine.games.hachinin_meri.ranks import Trumps
from engine.games.hachinin_meri.reasons import why
from engine.games.hachinin_meri.standing import START, Standing
from engine.games.hachinin_meri.view import FaceDown, MeriView, ScoredYaku, look
from engine.games.hachinin_meri.yaku import LAST_TRICK, Yaku, yaku
from engine.games.mechanics.partner import holder
from engine.games.mechanics.tricks import TrickState, TrickTaken

if TYPE_CHECKING:
    from engine.games.hachinin_meri.game import HachininMeri

_MAY_PASS, _MAY_DECLARE = (PASS,), (PASS, ROBATTA)


@cache
def _by_hands(seats: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return what puts the dealt cards in the order of hands: they came in three rounds of packets of three."""
    return itemgetter(*sorted(range(9 * seats), key=lambda place: place // 3 % seats))


def _hands(pack: tuple[int, ...], seats: int) -> list[bytes]:
    """Return the hands of nine by the order in which they are dealt."""
    dealt = _by_hands(seats)(pack)
    return [hand_of(dealt[at : at + 9]) for at in range(0, 9 * seats, 9)]


class MeriState(TrickState[MeriView]):
    """A match; between two hands it still shows the finished one."""

    __slots__ = (
        "buried",
        "dealt",
        "declared_by",
        "dragon_by",
        "face_down",
        "face_down_suit",
        "ko",
        "lone_sun",
        "monchi",
        "oki",
        "opening",
        "phase",
        "regime",
        "standing",
        "stock",
        "taker",
        "trumps",
        "yaku",
    )

    game: "HachininMeri"
    phase: int
    trumps: Trumps
    oki: int
    """The turned-up card of the stock, HIDDEN before the first deal."""
    stock: tuple[int, ...]
    """The rest of the stock, which nobody ever sees."""
    dealt: list[bytes]
    """The nine cards that each seat was dealt: what a lone Sun of trumps is judged by."""
    declared_by: int
    taker: int
    opening: int
    """The opening lead while it is not shown yet, else HIDDEN."""
    buried: int
    monchi: bool
    regime: int
    face_down_suit: int
    """The trump suit where followers lay trumps face down, else HIDDEN."""
    lone_sun: bytes
    """The Sun of trumps in a meri: who has no other trump may be free; otherwise no hand."""
    face_down: list[FaceDown]
    dragon_by: int
    """Who showed the trump dragon in a finished trick, or NOBODY."""
    yaku: list[ScoredYaku]
    ko: tuple[int, int]
    standing: Standing

    def __init__(self, game: "HachininMeri", dealer: int) -> None:
        self.game = game
        self.seats = game.seats
        self.dealer = dealer
        self.hand_scores = []
        self.standing = START
        self._clear(())
        self.phase = DEAL
        self.turn = NOBODY

    def _clear(self, pack: tuple[int, ...]) -> None:
        """Put everything to where a hand starts, with these cards dealt."""
        seats, first = self.seats, self.seats - self.dealer - 1
        hands = _hands(pack, seats) if pack else [NONE] * seats
        self.hands = hands[first:] + hands[:first]
        self.dealt = self.hands[:]
        self.oki = pack[9 * seats] if pack else HIDDEN
        self.stock = pack[9 * seats + 1 :]
        self.trumps = self.game.trumps[max(self.oki, 0) // SUIT_SIZE]
        self.regime = FREE
        self.declared_by = self.taker = self.dragon_by = NOBODY
        self.opening = self.buried = HIDDEN
        self.monchi = False
        self.face_down_suit, self.lone_sun = HIDDEN, NONE
        self.face_down, self.yaku, self.ko = [], [], (0, 0)
        self.clear_tricks(NOBODY)
        self.phase = POLL
        self._ask()

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a hand is to be dealt."""
        return self.game.pack if self.phase == DEAL else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        legal = self.legal
        if legal:
            return UNPACK[len(legal)](legal)
        if self.phase == POLL:
            return _MAY_DECLARE if self.trumps.dragon in self.hands[self.turn] else _MAY_PASS
        if self.phase in (LEAD, BURY):
            first, offered = self._offered()
            return [first + card for card in offered]
        return ()

    def _offered(self) -> tuple[int, bytes]:
        """Return the first action of the taker's decision, and the cards that it may be about."""
        hand = self.hands[self.turn]
        if self.phase == LEAD:
            return LEAD0, hand.translate(None, self.trumps.listed) or hand
        return DISCARD0, hand

    def _why(self, action: int) -> Why:
        return why(self, action)

    # doing it

    def play(self, action: int) -> tuple[Event, ...]:
        """Play an action and return what happened. Raises IllegalAction."""
        try:
            playable = action in self.legal
        except ValueError:  # a number that is no byte is no action here
            raise self.refusal(action) from None
        if not playable:
            return self._prepare(action)
        # what TrickState.lay does, once more: this is where a random game spends its time
        seat, table, hands = self.turn, self.table, self.hands
        if table:
            events = FOLLOWED[self.face_down_suit][seat][action]
        else:
            events = PLAYED[seat][action]
            self.last = seat - 1 if seat else self.seats - 1
            self.lead(action)
        table.append(action)
        self.trick_mask |= BITS[action]
        hands[seat] = hands[seat].replace(ONE[action], NONE)
        power = self.power[action]
        if power > self.best_power:
            self.best_power, self.best = power, seat
        if seat == self.last:
            return self._close(events)
        seat += 1
        if seat == self.seats:
            seat = 0
        self.turn = seat
        self.legal = hand = hands[seat]
        if self.regime:
            duty = self.duty
            if hand.lstrip(duty.unasked):
                self.legal = legal = hand.translate(None, duty.unmet)
                if legal == self.lone_sun:
                    self.refresh()
        return events

    advance = play

    def _prepare(self, action: int) -> tuple[Event, ...]:
        """Do what comes before the tricks. Raises IllegalAction."""
        seat = self.turn
        if action == PASS and self.phase == POLL:
            self._pass()
            if self.turn >= 0:
                return PASSED[seat]
            self._take(self.dealer)
            return (*PASSED[seat], OkiTaken(self.dealer))
        if self.phase in (LEAD, BURY):
            first, offered = self._offered()
            if action >= first and action - first in offered:
                return self._decide(action - first)
        elif action in self.legal_actions():
            self.declared_by = seat
            self._take(seat)
            return (Robatta(seat), OkiTaken(seat))
        raise self.refusal(action)

    def _decide(self, card: int) -> tuple[Event, ...]:
        """Choose the card to lead, or bury one."""
        seat = self.turn
        if self.phase == LEAD:
            self._open(card)
            return (OpeningLed(seat, card),)
        event = Buried(seat, card, self.opening)
        self._bury(card, event.led)
        return (event,)

    def _deal(self, pack: tuple[int, ...]) -> tuple[Event, ...]:
        self._clear(pack)
        if self.turn != NOBODY:
            return (Dealt(self.dealer, pack),)
        self._take(self.dealer)
        return (Dealt(self.dealer, pack), OkiTaken(self.dealer))

    def _close(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Give the full trick to its winner; return what happened since the last card was played."""
        winner, tricks = self.best, self.tricks
        if self.regime != MERI:
            laid = self.trick_mask & self.trumps.mask
            if laid.bit_count() > 1 or (laid and self.game.options.reveal_lone_trump):
                events += self._open_trumps(laid, winner)
        self.gather(winner)
        events += TAKEN[winner]
        if len(tricks) < LAST_TRICK:
            return events
        scores = self.ko * (self.seats // 2)
        self._score(scores)
        return (*events, HandScored(scores))

    def _open_trumps(self, laid: int, winner: int) -> tuple[Event, ...]:
        """Turn the trumps up and score their yaku; most tricks have none, which is seen at once."""
        table = tuple(self.table)
        place = (winner - self.leader) % self.seats
        catch = self.game.catches[self.trumps.suit].get(table[place])
        if laid.bit_count() < 3 and not (catch and laid & catch.caught):
            return (TurnedUp(table),)
        trick, hidden = len(self.tricks) + 1, dragon.is_hidden(self)
        options, trumps = self.game.options, self.trumps
        found = yaku(options, trumps, table, place, catch=catch, trick=trick, hidden=hidden)
        if not found:
            return (TurnedUp(table),)
        self._score_yaku(winner, found)
        return (TurnedUp(table), YakuScored(winner, found))

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Played() | LaidFaceDown():
                self.show(event.card)
                self.refresh()
            case TurnedUp():
                self._turn_up(event.cards)
            case YakuScored():
                self._score_yaku(event.seat, event.yaku)
            case TrickTaken():
                self.gather(event.winner)
            case Passed():
                self._pass()
            case Robatta():
                self.declared_by = event.seat
            case OkiTaken():
                self._take(event.seat)
            case OpeningLed():
                self._open(event.card)
            case Buried():
                self._bury(event.card, event.led)
            case Dealt():
                self._clear(event.pack)
            case HandScored():
                self._score(event.scores)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of Hachinin-meri")

    # the steps, the same in play and in the fold

    def _ask(self) -> None:
        """Find whom to ask for the trump dragon; nobody where it lies turned up or all have been asked."""
        if self.oki == self.trumps.dragon or self.oki < 0:
            self.turn = NOBODY
        elif not self.game.asks_all:
            self.turn = holder(self.trumps.dragon, self.hands)
        else:
            self.turn = (self.dealer + 1) % self.seats

    def _pass(self) -> None:
        """Ask the next seat; the dealer is the last one."""
        asked = self.turn
        if asked in (NOBODY, self.dealer) or not self.game.asks_all:
            self.turn = NOBODY
        else:
            self.turn = asked + 1 if asked + 1 < self.seats else 0

    def _take(self, seat: int) -> None:
        self.taker = self.turn = self.leader = self.last = seat
        self.hands[seat] = hand_of((*self.hands[seat], self.oki))
        self.phase = LEAD

    def _lose(self, card: int) -> None:
        """Take a card, if it is known, out of the taker's hand."""
        if card >= 0:
            self.hands[self.taker] = self.hands[self.taker].replace(ONE[card], NONE)

    def _open(self, card: int) -> None:
        self.opening = card
        self._lose(card)
        self.phase = BURY

    def _bury(self, card: int, led: int) -> None:
        self.buried, self.opening = card, HIDDEN
        self._lose(card)
        self.phase = TRICKS
        self.show(led)

    def lead(self, card: int) -> None:
        """Find the regime, strengths and duty of the trick that this card leads."""
        trumps, suit = self.trumps, card // SUIT_SIZE
        if trumps.mask >> card & 1:
            suit = trumps.suit
            if self.tricks:
                self.regime, self.duty, self.lone_sun = MERI, trumps.meri, trumps.sun
            else:
                self.face_down_suit = suit
        else:
            self.face_down_suit = trumps.suit
            if self.monchi:
                self.regime, self.duty = MONCHI, trumps.monchi[suit]
        self.power = trumps.power[suit]

    def refresh(self) -> None:
        """Work `legal` out anew: a lone Sun of trumps, dealt as the only trump, need not follow a meri."""
        if self.phase != TRICKS or self.turn < 0:
            self.legal = NONE
            return
        hand = self.hands[self.turn]
        if not self.table:
            self.legal = hand
            return
        legal, sun = self.duty.legal(hand), self.trumps.sun
        if (
            self.regime == MERI
            and legal == sun
            and self.dealt[self.turn].translate(None, self.trumps.others) == sun
        ):
            legal = hand
        self.legal = legal

    def _turn_up(self, shown: tuple[int, ...]) -> None:
        """Show the cards of the trick: what a feed did not know it knows now."""
        self.table = list(shown)
        self.trick_mask = mask_of(shown)

    def _score_yaku(self, winner: int, found: tuple[Yaku, ...]) -> None:
        value = sum(one.value for one in found)
        self.yaku.append(ScoredYaku(len(self.tricks) + 1, winner, found))
        lost = value if self.game.options.yaku_transfer else 0
        even, odd = self.ko
        self.ko = (even - lost, odd + value) if winner % 2 else (even + value, odd - lost)

    def gather(self, winner: int) -> None:
        """Give the trick to its winner and count its ko; a lone face-down trump stays hidden."""
        trumps = self.trumps
        laid = self.trick_mask & trumps.mask
        if self.regime == MERI:
            self.monchi = True
            self.lone_sun = NONE
        elif laid.bit_count() < 2 and (laid or self.trick_mask.bit_count() < self.seats):
            self._keep_hidden(winner)
        if laid & trumps.dragon_bit and trumps.dragon in self.table:
            self.dragon_by = (self.leader + self.table.index(trumps.dragon)) % self.seats
        even, odd = self.ko
        self.ko = (even, odd + 1) if winner % 2 else (even + 1, odd)
        self.regime = FREE
        self.face_down_suit = HIDDEN
        TrickState.gather(self, winner)

    def _keep_hidden(self, winner: int) -> None:
        """Take the only trump of the trick, which won it, off the table unopened."""
        if winner == self.leader or self.game.options.reveal_lone_trump:
            return
        place = (winner - self.leader) % self.seats
        self.face_down.append(FaceDown(len(self.tricks) + 1, winner, self.table[place]))
        self.table[place] = HIDDEN

    def _score(self, scores: tuple[int, ...]) -> None:
        """Close the hand, and the game and the match where they end with it."""
        self.hand_scores.append(scores)
        self.dealer = (self.dealer + 1) % self.seats
        self.turn = NOBODY
        self.phase = DEAL
        self.standing = self.standing.after((scores[0], scores[1]), self.seats)
        if self.standing.decides(self.game.options.match_games):
            self.phase = OVER

    # what it looks like

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: hands, table, tricks, stock, what was buried or is about to be led."""
        single = (self.opening, self.buried, *(one.card for one in self.face_down))
        waiting = 1 << self.oki if self.oki >= 0 and self.taker < 0 else 0
        return (
            *TrickState.places(self),
            mask_of(self.stock) | waiting,
            *(mask_of((card,)) for card in single),
        )

    def view(self, seat: int | None) -> MeriView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)

    def clone(self) -> Self:
        """Return an independent copy."""
        new = type(self).__new__(type(self))
        self.copy_tricks(new)
        new.phase, new.trumps, new.dealt = self.phase, self.trumps, self.dealt[:]
        new.oki, new.stock, new.declared_by, new.taker = self.oki, self.stock, self.declared_by, self.taker
        new.opening, new.buried, new.monchi = self.opening, self.buried, self.monchi
        new.regime, new.face_down_suit, new.lone_sun = self.regime, self.face_down_suit, self.lone_sun
        new.face_down, new.dragon_by = self.face_down[:], self.dragon_by
        new.yaku, new.ko, new.standing = self.yaku[:], self.ko, self.standing
        return new
