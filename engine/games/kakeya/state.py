"""A session of kakeya-torampu in play: docs/rules/kakeya.md §2 to §5."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.core.events import NOBODY, Dealt, Event, HandScored, Played
from engine.core.hands import NONE
from engine.core.why import NO_TURN, Why
from engine.decks.french import JOKER, SUITS, french
from engine.games.kakeya.events import TrumpNamed
from engine.games.kakeya.ranks import SPADES, duty, level_loss, power, rensho, stones
from engine.games.kakeya.view import DEAL, HAND, OPENING, OVER, TRICKS, TRUMP, KakeyaView, look
from engine.games.mechanics.dealing import one_by_one
from engine.games.mechanics.following import PICTURES
from engine.games.mechanics.opening import WORDS, OpeningSaid
from engine.games.mechanics.tricks import TrickState, TrickTaken, played
from engine.games.mechanics.unfolding import UnfoldingState

if TYPE_CHECKING:
    from engine.games.kakeya.game import Kakeya

SEATS: Final = 4
OPENING0: Final = JOKER
"""The action that says `iku`; the next one says `koi`."""
TRUMP0: Final = OPENING0 + len(WORDS)
ACTIONS: Final = TRUMP0 + len(SUITS)


class KakeyaState(TrickState[KakeyaView], UnfoldingState[KakeyaView]):
    """A session; between two hands it still shows the finished one."""

    __slots__ = ("phase", "pictures", "stones", "trump")

    game: "Kakeya"
    phase: str
    trump: int
    pictures: list[int]
    stones: list[int]
    """By pair, the seat's number modulo 2."""

    def __init__(self, game: "Kakeya", dealer: int) -> None:
        self.game = game
        self.seats = SEATS
        self.dealer = dealer
        self.hand_scores = []
        self.hands, self.pictures = [NONE] * SEATS, [0] * SEATS
        self.stones = [game.options.stones] * 2
        self.trump = SPADES if game.options.trump == "losers" else SUITS.index(game.options.trump)
        self.clear_tricks(NOBODY)
        self.phase, self.turn = DEAL, NOBODY

    # what to do next

    def wants(self) -> tuple[int, ...] | None:
        """Return the pack where a hand is to be dealt."""
        return self.game.pack if self.phase == DEAL else None

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        if self.phase == TRICKS:
            return tuple(self.legal)
        if self.phase == OPENING:
            return tuple(range(OPENING0, TRUMP0))
        return tuple(range(TRUMP0, ACTIONS)) if self.phase == TRUMP else ()

    def _why(self, action: int) -> Why:
        if self.turn < 0:
            return NO_TURN
        if self.phase == TRUMP:
            return Why("name the trump suit now")
        if self.phase == OPENING:
            return Why("say iku to lead, or koi to let your partner lead")
        if not 0 <= action < JOKER:
            return Why("a card must be played now")
        if action not in self.hands[self.turn]:
            return Why("{card} is not in your hand", card=french().code(action))
        return Why("you must follow suit ({suit})", suit=SUITS[self.table[0] // 13])

    # what happens

    def _dealt(self, pack: tuple[int, ...]) -> Iterator[Event]:
        yield Dealt(self.dealer, pack)

    def _decided(self, action: int) -> Iterator[Event]:
        seat = self.turn
        if self.phase == TRUMP:
            yield TrumpNamed(seat, SUITS[action - TRUMP0])
        elif self.phase == OPENING:
            yield OpeningSaid(seat, (seat + 2 * (action - OPENING0)) % SEATS)
        else:
            yield Played(seat, action)
            if self.turn == NOBODY:
                yield TrickTaken(self.best)
            if len(self.tricks) == HAND:
                yield HandScored(self._won())

    def _won(self) -> tuple[int, ...]:
        """Return the stones that each pair gains, written for each of its seats."""
        gain = stones(self.pictures[0] + self.pictures[2])
        if not gain:
            pair = self._rensho_pair()
            loss = level_loss(self._captured(pair), self.trump)
            gain = loss if pair else -loss
        loser = 1 if gain > 0 else 0
        paid = min(abs(gain), self.stones[loser])
        return tuple(-paid if seat % 2 == loser else paid for seat in range(SEATS))

    def _rensho_pair(self) -> int:
        """Return the pair that was dealt the rensho, which has played it by now."""
        wanted = rensho(self.trump)
        trick = next(trick for trick in self.tricks if wanted in trick.cards)
        return (trick.leader + trick.cards.index(wanted)) % 2

    def _captured(self, pair: int) -> int:
        return played(trick for trick in self.tricks if trick.winner % 2 == pair)

    # the fold

    def apply(self, event: Event) -> None:
        """Change the state as the event says."""
        match event:
            case Played():
                self.show(event.card)
            case TrickTaken():
                self.gather(event.winner)
            case TrumpNamed():
                self.trump = SUITS.index(event.suit)
                self.phase, self.turn = DEAL, NOBODY
            case OpeningSaid():
                self.turn = self.leader = self.last = event.leader
                self.phase = TRICKS
                self.refresh()
            case Dealt():
                self._lay_out(event.dealer, event.pack)
            case HandScored():
                self._score(event.scores)
            case _:
                raise TypeError(f"{type(event).__name__} is no event of kakeya-torampu")

    def _lay_out(self, dealer: int, pack: tuple[int, ...]) -> None:
        self.dealer = dealer
        self.hands = one_by_one(pack, dealer, SEATS, HAND)
        self.pictures = [0] * SEATS
        self.clear_tricks((dealer + 1) % SEATS)
        self.phase = OPENING

    def _score(self, scores: tuple[int, ...]) -> None:
        self.hand_scores.append(scores)
        self.stones = [held + scores[pair] for pair, held in enumerate(self.stones)]
        losers = [(self.dealer + step) % SEATS for step in range(1, SEATS + 1)]
        self.dealer = next(seat for seat in losers if scores[seat] < 0)
        self.turn = NOBODY
        self.phase = DEAL if all(self.stones) else OVER
        if self.phase == DEAL and self.game.options.trump == "losers":
            self.phase, self.turn = TRUMP, self.dealer

    # the tricks

    def lead(self, card: int) -> None:
        """Look up strengths and duty for the trick that this card leads."""
        self.power = power(self.trump, card // 13)
        self.duty = duty(self.trump, card // 13, anytime=self.game.options.rensho_anytime)

    def gather(self, winner: int) -> None:
        """Give the trick to its winner and count its pictures."""
        self.pictures[winner] += (self.trick_mask & PICTURES).bit_count()
        TrickState.gather(self, winner)

    def refresh(self) -> None:
        """Work `legal` out anew."""
        if self.phase == TRICKS and not self.table:
            self.legal = self.hands[self.turn]
        else:
            TrickState.refresh(self)

    # what it looks like

    def view(self, seat: int | None) -> KakeyaView:
        """Return what a seat knows, or a spectator for None."""
        return look(self, NOBODY if seat is None else seat)
