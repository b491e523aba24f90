"""The options of Napoleon: docs/rules/napoleon.md §9."""

from dataclasses import dataclass

from engine.core.options import Options, choice, count, flag


@dataclass(frozen=True, slots=True)
class NapoleonOptions(Options):
    """How a table plays Napoleon."""

    players: int = choice(5, 2, 3, 4, 6)
    min_bid: int = choice(11, 12, 13)
    no_trump: str = choice("off", "high", "low")
    pass_out: bool = flag(True)
    """Whether a player who passed is out of the auction."""
    all_pass: str = choice("redeal", "mighty_must_bid", "kitty_jack")
    first_trick_trumps: bool = flag(False)
    same_two_from: int = choice(2, 1, 0)
    """The first trick in which a same-two counts; 0 for never."""
    siberia: bool = flag(True)
    """Whether all 20 points without a bid of 20 lose."""
    yoromeki: bool = flag(False)
    joker: str | None = choice(None, "strong", "weak")
    joker_rank: int = choice(4, 2)
    joker_may_lead_first: bool = flag(True)
    joker_hunter: bool = flag(False)
    same_two_joker: str = choice("blocks", "ignores")
    hands: int | None = count(None, 1)
    """Hands in a session; None is one for each player."""
    max_redeals: int | None = count(None, 0)
