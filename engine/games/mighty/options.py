"""The options of Mighty: docs/rules/mighty.md §8."""

from dataclasses import dataclass

from engine.core.options import Options, choice, count, flag


@dataclass(frozen=True, slots=True)
class MightyOptions(Options):
    """How a table plays Mighty."""

    suit_order: str = choice("ranked", "unranked")
    """Whether a suit can be overbid by a higher one, or only no trumps by the same number."""
    mighty_alt: str = choice("D", "C")
    """The suit of the ace that is mighty when spades are trumps."""
    trump_lead_first: bool = flag(False)
    """Whether the declarer may lead a trump to the first trick."""
    buried: str = choice("opponents", "declarer")
    """For whom discarded point cards count; for the opponents they lie face up."""
    next_dealer: str = choice("rotate", "friend")
    """Who deals next: the next seat, or the friend (the declarer who was alone)."""
    hands: int = count(5, 1)
    max_redeals: int | None = count(None, 0)
