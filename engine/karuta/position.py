"""The cards of a match at one moment: who holds which, where they lie, what was read. Mutable and private to a fold."""

from collections.abc import Iterable

from engine.karuta.events import Opened
from engine.karuta.field import Layout, Slot
from engine.karuta.player import A, B, Pair, Player, Side
from engine.karuta.read import Move, Read, Touch
from engine.karuta.rulesets import Ruleset
from engine.karuta.settlement import Settlement, SettlementTable, table_for
from poems.cards import mask


class Position:
    """Cards held, taken and read, as masks, and the slot of each card on the field where it is known."""

    __slots__ = ("held", "read", "rules", "slots", "table", "taken")

    def __init__(self, rules: Ruleset, held: Pair[int], slots: dict[int, Slot]) -> None:
        self.rules = rules
        self.table: SettlementTable = table_for(rules)
        self.held = list(held)
        self.taken = [0, 0]
        self.read = 0
        self.slots = slots

    @classmethod
    def at_start(cls, opened: Opened, layout: Pair[Layout]) -> "Position":
        """Return the cards as dealt and laid out. Raises `Refused` for an unknown ruleset or option."""
        slots = {card: slot for side in layout for card, slot in side}
        held = (mask(opened.deal[A]), mask(opened.deal[B]))
        return cls(Ruleset.named(opened.ruleset, opened.options), held, slots)

    def side(self, card: int) -> int:
        """Return where a card lies, as the number of a `Side`."""
        bit = 1 << card
        held = self.held
        return 0 if held[0] & bit else 1 if held[1] & bit else 2

    def settlement(self, read: Read) -> Settlement:
        """Return what follows from a read, and change nothing."""
        side = self.side(read.card)
        return VOID[side] if read.void is not None else self.table[read.facts_key << 2 | side]

    def settle(self, read: Read) -> Settlement:
        """Take the read card off the field if somebody took it; return what follows."""
        bit = 1 << read.card
        held = self.held
        side = 0 if held[0] & bit else 1 if held[1] & bit else 2
        if read.void is not None:
            return VOID[side]
        self.read |= bit
        if read.took is not None:
            held[side] ^= bit
            self.taken[read.took] |= bit
            self.slots.pop(read.card, None)
        return self.table[read.facts_key << 2 | side]

    def send(self, sender: Player, cards: Iterable[int]) -> None:
        """Hand cards over; their slots on the other side are not known yet."""
        for card in cards:
            bit = 1 << card
            self.held[sender] ^= bit
            self.held[1 - sender] ^= bit
            self.slots.pop(card, None)

    def place(self, moves: Iterable[Move]) -> None:
        """Lay cards into slots."""
        for move in moves:
            self.slots[move.card] = move.slot

    def play(self, read: Read) -> Settlement:
        """Settle a whole read, its sends and its moves too."""
        settlement = self.settle(read)
        if read.void is None:
            _, sender = debt(read, settlement)
            if sender is not None and read.sent:
                self.send(sender, read.sent)
            self.place(read.moved)
        return settlement

    @property
    def emptied(self) -> Player | None:
        """The player who holds no card; both cannot (§4.4)."""
        return None if self.held[0] and self.held[1] else B if self.held[0] else A

    def layouts(self) -> Pair[Layout]:
        """Return the slots of both players' cards."""
        ordered = sorted(self.slots.items())
        a = self.held[0]
        mine = tuple(pair for pair in ordered if a >> pair[0] & 1)
        theirs = tuple(pair for pair in ordered if not a >> pair[0] & 1)
        return Layout(mine), Layout(theirs)


def debt(read: Read, settlement: Settlement) -> tuple[int, Player | None]:
    """Return how many cards are owed and who sends them: the referee's ruling, else what follows from the rules."""
    if read.override is not None and read.void is None:
        return read.override.net, read.override.sender
    return settlement.owed, settlement.sender


VOID = tuple(
    Settlement(
        side=side,
        took=None,
        touched=(Touch.NONE, Touch.NONE),
        pushed_across=False,
        fouls=(0, 0),
        claims=(0, 0),
        owed=0,
        sender=None,
        labels=(),
    )
    for side in Side
)
"""What follows from a void read, by the side of its card."""
