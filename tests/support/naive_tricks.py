"""The rest of a hand of each trick game, played on with lists of codes by a second writing of its rules.

What lies where is read from a position; who may play what, who wins, and what it pays is not asked there.
"""

from collections.abc import Sequence
from typing import Any

from engine.core.bits import cards
from tests.support.told_meri import ToldHand
from tests.support.told_napoleon import ToldTrick, told_followers, told_payment, told_winner
from tests.support.told_tricks import best, following, rensho, strongest, suit_of

PICTURES = "AKQJ"
POINTS = "AKQJT"


class NaiveTricks:
    """A position between two tricks."""

    def __init__(self, state: Any) -> None:
        assert not state.table
        code = state.game.deck.code
        self.game, self.options = state.game, state.game.options.all()
        self.hands = [list(map(code, hand)) for hand in state.hands]
        self.tricks: list[ToldTrick] = [
            (trick.leader, list(map(code, trick.cards)), trick.winner) for trick in state.tricks
        ]
        self.leader: int = state.turn
        self.order: tuple[int, ...] = getattr(state, "order", tuple(range(state.game.seats)))
        self.table: list[str] = []
        self.ask = ""
        self.result: Sequence[int] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "NaiveTricks":
        new = object.__new__(type(self))
        new.__dict__ |= self.__dict__
        new.hands = [hand[:] for hand in self.hands]
        new.tricks, new.table = self.tricks[:], self.table[:]
        return new

    def seat(self) -> int:
        return self.order[(self.order.index(self.leader) + len(self.table)) % len(self.order)]

    def legal(self) -> list[str]:
        hand = self.hands[self.seat()]
        return self.leads(hand) if not self.table else [f"play {card}" for card in self.follows(hand)]

    def play(self, text: str) -> None:
        _, card, *rest = text.split()
        self.hands[self.seat()].remove(card)
        if not self.table:
            self.ask = rest[-1] if rest else ""
        self.table.append(card)
        if len(self.table) == len(self.order):
            at = self.order.index(self.leader) + self.table.index(self.winner())
            winner = self.order[at % len(self.order)]
            self.tricks.append((self.leader, self.table, winner))
            self.leader, self.table, self.ask = winner, [], ""
            if not any(self.hands):
                self.result = self.scores()

    def count(self, ranks: str, *seats: int) -> int:
        """Return how many cards of these ranks the seats have won."""
        return sum(
            card != "JK" and card[1] in ranks
            for _, table, winner in self.tricks
            if winner in seats
            for card in table
        )

    def player_of(self, card: str) -> int | None:
        """Return who has played a card, from 0 in the order of seats."""
        for leader, table, _ in self.tricks:
            if card in table:
                return self.order[(self.order.index(leader) + table.index(card)) % len(self.order)]
        return None

    def leads(self, hand: list[str]) -> list[str]:
        return [f"play {card}" for card in hand]

    def follows(self, hand: list[str]) -> Sequence[str]:
        raise NotImplementedError

    def winner(self) -> str:
        raise NotImplementedError

    def scores(self) -> Sequence[int]:
        raise NotImplementedError


class NaiveFrench(NaiveTricks):
    """Mighty, kakeya-torampu or kan."""

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        view = state.view(None)
        named = view.denomination if self.game.id == "mighty" else view.trump
        self.trump: str | None = None if named == "NT" else named

    def leads(self, hand: list[str]) -> list[str]:
        plain = [f"play {card}" for card in hand if card != "JK"]
        return plain + [f"play JK as {suit}" for suit in "SHDC" if "JK" in hand]

    def follows(self, hand: list[str]) -> Sequence[str]:
        led = self.ask if self.ask in tuple("SHDC") else suit_of(self.table[0])
        return sorted(following(self.game, hand, self.trump, len(self.tricks), led, self.ask))

    def winner(self) -> str:
        led = self.ask if self.ask in tuple("SHDC") else suit_of(self.table[0])
        above = strongest(self.game, self.trump, len(self.tricks), self.ask)
        return best(self.table, led, self.trump, above)


class NaiveKakeya(NaiveFrench):
    """docs/rules/kakeya.md §5."""

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.stones = list(state.stones)

    def scores(self) -> Sequence[int]:
        assert self.trump is not None
        pictures = self.count(PICTURES, 0, 2)
        if pictures != 8:
            gain = self.stones_for(max(pictures, 16 - pictures))
            loser = 1 if pictures > 8 else 0
        else:
            dealt = self.player_of(rensho(self.trump))
            assert dealt is not None
            loser = dealt % 2
            caught = [card for _, table, winner in self.tricks if winner % 2 == loser for card in table]
            aces = sum(f"{suit}A" in caught for suit in "SHDC")
            gain = 4 if aces == 4 else 2 if f"{self.trump}A" in caught else 1
        paid = min(gain, self.stones[loser])
        return [-paid if seat % 2 == loser else paid for seat in range(4)]

    def stones_for(self, pictures: int) -> int:
        return 4 if pictures == 16 else 2 if pictures >= 12 else 1


class NaiveKan(NaiveFrench):
    """docs/rules/kan.md §3 and §6."""

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.kankei, self.deal = state.partners, state.deal_number

    def scores(self) -> Sequence[int]:
        won = self.count(PICTURES, *self.kankei) >= (9, 8, 9)[self.deal]
        for_them = (2 if self.deal == 2 else 1) if won else -1
        return [for_them if seat in self.kankei else -1 if won else 1 for seat in range(5)]


class NaiveMighty(NaiveFrench):
    """docs/rules/mighty.md §4 to §7."""

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        view = state.view(state.declarer)
        self.declarer, self.called, self.bid = state.declarer, view.called, view.number
        self.buried = list(map(self.game.deck.code, cards(state.buried)))

    def leads(self, hand: list[str]) -> list[str]:
        ripper = "S3" if self.trump == "C" else "C3"
        calls = [f"play {ripper} call"] if ripper in hand and self.tricks else []
        return super().leads(hand) + calls

    def friend(self) -> int | None:
        if self.called == "none":
            return None
        friend = self.tricks[0][2] if self.called == "first" else self.player_of(self.called)
        return None if friend == self.declarer else friend

    def scores(self) -> Sequence[int]:
        friend = self.friend()
        side = [self.declarer] if friend is None else [self.declarer, friend]
        points = self.count(POINTS, *side)
        if self.options["buried"] == "declarer":
            points += sum(card != "JK" and card[1] in POINTS for card in self.buried)
        made = points >= self.bid
        base = 2 * (self.bid - 13) + (points - self.bid) if made else self.bid - points
        doubled = [self.called == "none", self.trump is None, points == 20 if made else 20 - points >= 11]
        base *= 2 ** sum(doubled) * (1 if made else -1)
        paid = [-base] * 5
        paid[self.declarer] = 4 * base if friend is None else 2 * base
        if friend is not None:
            paid[friend] = base
        return paid


class NaiveNapoleon(NaiveTricks):
    """docs/rules/napoleon.md §5 to §8, not the first trick."""

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        assert self.tricks
        self.told = state.game.options
        self.trump = None if state.trump == 4 else "SHDC"[state.trump]
        view = state.view(state.napoleon)
        self.napoleon, self.number = state.napoleon, view.number
        self.called = None if state.called < 0 else self.game.deck.code(state.called)

    def follows(self, hand: list[str]) -> Sequence[str]:
        return told_followers(self.told, hand, self.table[0], self.trump)

    def winner(self) -> str:
        return told_winner(self.told, self.table, self.trump, len(self.tricks) + 1)

    def scores(self) -> Sequence[int]:
        return told_payment(self.told, self.tricks, self.napoleon, self.number, self.called)


class NaiveMeri(NaiveTricks):
    """docs/rules/hachinin_meri.md §7 to §9."""

    def __init__(self, state: Any) -> None:
        super().__init__(state)
        self.hand = ToldHand(state)
        self.hand.ko, self.hand.monchi = list(state.ko), state.monchi

    def __deepcopy__(self, memo: dict[int, Any]) -> "NaiveMeri":
        new = super().__deepcopy__(memo)
        assert isinstance(new, NaiveMeri)
        new.hand = object.__new__(ToldHand)
        new.hand.__dict__ |= self.hand.__dict__ | {"ko": self.hand.ko[:]}
        return new

    def follows(self, hand: list[str]) -> Sequence[str]:
        return self.hand.may_follow(self.seat(), hand, self.table, len(self.tricks) + 1)

    def winner(self) -> str:
        winner = self.hand.take(self.leader, self.table, len(self.tricks) + 1)
        return self.table[(winner - self.leader) % len(self.order)]

    def scores(self) -> Sequence[int]:
        return self.hand.ko * (len(self.order) // 2)
