"""The options of Bōzu-mekuri: docs/rules/bozu_mekuri.md §4."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from engine.core.options import Options, choice, count, flag
from engine.decks.pictures import WITH_RANKS

_MAY_BE_NONE: Final = ("dan", "yumi")


@dataclass(frozen=True, slots=True)
class BozuMekuriOptions(Options):
    """The rules of a house."""

    players: int = choice(4, 2, 3, 5, 6, 7, 8, 9, 10)
    picture_set: str = choice(*WITH_RANKS)
    """The printing of the pack: who sits on a dais, who holds a bow."""
    semimaru: str = choice("bozu", "all_lose", "others_lose", "take_all", "disqualified", "skip")
    dan: str | None = choice(None, "draw_again", "take_pot", "take_all_hands", "take_from_max", "blind10")
    yumi: str | None = choice(None, "reverse", "rotate_hands")
    hime_empty_again: bool = flag(False)
    hime_again: bool = flag(False)
    stacks: int = count(1, 1, 100)
    bozu_loss: str = choice("all", "five")
    nyudo_as_bozu: bool = flag(False)
    """Whether the two lay monks count as monks."""

    @classmethod
    def read(cls, given: Mapping[str, object]) -> Self:
        """Return the options with these values; "none" may be written for null. Raises OptionError."""
        plain = {
            name: None if name in _MAY_BE_NONE and value == "none" else value for name, value in given.items()
        }
        return super(BozuMekuriOptions, cls).read(plain)
