"""The options of Kakkuri: docs/rules/kakkuri.md §9."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Self

from engine.core.options import OptionError, Options, OptionValue, choice, count, flag

PRESETS: Final[Mapping[str, Mapping[str, OptionValue]]] = MappingProxyType(
    {"article": {}, "yafune": {"pass_penalty": 0, "drop_out": True, "box_choice": True}}
)
"""Ways to play that go by a name: a fine for every pass, or none but the right to leave the round."""


@dataclass(frozen=True, slots=True)
class KakkuriOptions(Options):
    """How a table plays Kakkuri."""

    players: int = choice(7, 5, 6, 8)
    pass_penalty: int = count(1, 0)
    """Shares that a pass pays into the pot."""
    drop_out: bool = flag(False)
    """Whether one may pay a share and leave the round before one's first card."""
    box_choice: bool = flag(False)
    """Whether one may play instead of turning up a box card after all others passed."""
    swap_phase: bool = flag(True)
    utazu_shares: int = count(3, 0)
    guri_shares: int = count(2, 0)
    rounds: int = count(1, 1)

    @classmethod
    def read(cls, given: Mapping[str, object]) -> Self:
        """Return the options with these values; `preset` names the ones that are not given. Raises OptionError."""
        preset = given.get("preset", "article")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise OptionError(
                "preset", f"there is no preset {str(preset)[:40]!r}; there are {', '.join(PRESETS)}"
            )
        rest = {name: value for name, value in given.items() if name != "preset"}
        return super(KakkuriOptions, cls).read({**PRESETS[preset], **rest})
