"""The options of Hachinin-meri: docs/rules/hachinin_meri.md §11."""

from dataclasses import dataclass

from engine.core.options import Options, choice, flag


@dataclass(frozen=True, slots=True)
class MeriOptions(Options):
    """How a table plays Hachinin-meri."""

    players: int = choice(8, 6, 4)
    removed_suit: str = choice("G", "P", "I", "C", "O")
    """The suit that six players leave out; eight and four do not ask."""
    dragon_poll: str = choice("all_seats", "holder_only")
    run_yaku: str = choice("any", "in_run", "chaser")
    tenka_is_dragon: bool = flag(True)
    reveal_lone_trump: bool = flag(False)
    hidden_dragon_scope: str = choice("dragon_yaku", "all_yaku")
    yaku_transfer: bool = flag(True)
    match_games: int = choice(3, 1)
