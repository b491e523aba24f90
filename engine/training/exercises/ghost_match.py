"""E13: a match against a ghost, by the rules of the mat; the record is an ordinary match's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.karuta.commands import Forgo, Open, Send, Settle
from engine.karuta.deal import deal
from engine.karuta.events import Opened
from engine.karuta.match import decide, fold
from engine.karuta.player import A, B, Player, Side
from engine.karuta.state import MatchState
from engine.training.endgame import Position, sends
from engine.training.ghost import Ghost, Hand, hand, read_of
from engine.training.layout import HomeLayout
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Seed, shuffled
from poems.kimariji import current

FULL: Final = 25
SMALL: Final = 4


@dataclass(frozen=True, slots=True)
class GhostMatch:
    """A match that goes on: the player is A, the ghost B. A frozen value; each step gives the next."""

    ghost: Ghost
    seed: Seed
    state: MatchState
    before: int = 0
    """Reads that were over as it began: those of a whole deal that a small match leaves out."""

    @classmethod
    def begun(
        cls, ghost: Ghost, seed: Seed, mine: HomeLayout, theirs: HomeLayout, *, each: int = FULL
    ) -> "GhostMatch":
        """Deal and lay out a match; with fewer than 25 cards each the rest of a whole deal has been read."""
        cards = deal(seed)
        opened = Opened(
            deal=cards,
            names=(None, ghost.name),
            layout=(mine.laid(cards[A]), theirs.laid(cards[B])),
            commitment=seed.commitment(),
        )
        state = fold(decide(None, Open(opened)))
        match = cls(ghost, seed, state)
        for player in (A, B):
            for card in cards[player][each:]:
                match = match._settled(card, (Hand(0.0), Hand()) if player is A else (Hand(), Hand(0.0)))
        return replace(match, before=len(match.state.reads))

    @property
    def next_card(self) -> int | None:
        """The poem that is read next; None when the match is decided, or a send is owed."""
        if self.state.result is not None or self.state.pending is not None:
            return None
        left = shuffled(numbers(ALL_CARDS), self.seed.stream("reading"))
        return next((card for card in left if self.state.unread >> card & 1), None)

    def played(self, mine: Hand) -> "GhostMatch":
        """Return the match after the next poem, in which the player's hand did this; the ghost sends at once.

        Raises ValueError when nothing is to be read.
        """
        card = self.next_card
        if card is None:
            raise ValueError("nothing is to be read now")
        match = self._settled(card, (mine, self.ghosts_hand(card)))
        pending = match.state.pending
        if pending is not None and pending.sender is Player.B:
            return match._sent(match.ghost_sends(pending.count))
        return match

    def ghosts_hand(self, card: int) -> Hand:
        """Return what the ghost does when a card is read now."""
        return hand(self.ghost, self.state.side(card), Player.B, self.seed.stream(f"ghost {card}"))

    def touched(self, touches: Sequence[tuple[int, float]]) -> Hand:
        """Return the hand that touched these cards at these times (ms from the decision point) in the next read.

        What came after the card was gone counts no more, and a touch on the side of the read card is no foul. Raises
        ValueError when nothing is to be read.
        """
        card = self.next_card
        if card is None:
            raise ValueError("nothing is to be read now")
        gone = self.ghosts_hand(card).at_ms
        in_time = [(one, at) for one, at in touches if gone is None or at <= gone]
        took = next(
            (at for one, at in in_time if one == card and self.state.side(card) is not Side.DEAD), None
        )
        here = self.state.side(card)
        wrong = [one for one, at in in_time if one != card and (took is None or at <= took)]
        fouls = [one for one in wrong if self.state.side(one) not in (here, Side.DEAD)]
        sides = dict.fromkeys(self.state.side(one) for one in fouls)
        return Hand(took, tuple(sides), mask(fouls))

    def sent(self, cards: tuple[int, ...]) -> "GhostMatch":
        """Return the match after the player sent what is owed. Raises `Refused` as the referee does."""
        return self._sent(cards)

    def forgone(self) -> "GhostMatch":
        """Return the match after the player sent nothing."""
        return self._with(decide(self.state, Forgo()))

    def ghost_sends(self, count: int) -> tuple[int, ...]:
        """Return the cards that the ghost sends: those that leave its own side the easiest to keep."""
        position = Position(self.state.held[B], self.state.held[A], self.state.read)
        return tuple(one.card for one in sends(position)[:count])

    def _settled(self, card: int, hands: tuple[Hand, Hand]) -> "GhostMatch":
        return self._with(decide(self.state, Settle(read_of(card, self.state.side(card), hands))))

    def _sent(self, cards: tuple[int, ...]) -> "GhostMatch":
        return self._with(decide(self.state, Send(cards)))

    def _with(self, events: tuple[object, ...]) -> "GhostMatch":
        return replace(self, state=fold(events, self.state))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Summary:
    """A match's result. `margin` is the cards that the loser held; `by_length` the player's takes by kana needed."""

    won: bool | None
    margin: int | None
    own_side: int
    their_side: int
    faults: int
    by_length: Mapping[int, int]


def summary(match: GhostMatch) -> Summary:
    """Return what a match shows."""
    state = match.state
    takes = {Side.A: 0, Side.B: 0}
    lengths: dict[int, int] = {}
    read = 0
    for index, (one, settlement) in enumerate(zip(state.reads, state.settlements, strict=True)):
        if one.took is A and index >= match.before:
            takes[settlement.side] += 1
            length = len(current(one.card, read))
            lengths[length] = lengths.get(length, 0) + 1
        read |= mask([one.card])
    faults = sum(settlement.fouls[A] for settlement in state.settlements)
    result = state.result
    return Summary(
        None if result is None else result.winner is A,
        None if result is None else result.margin,
        takes[Side.A],
        takes[Side.B],
        faults,
        lengths,
    )
