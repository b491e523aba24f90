"""The actions of Ao-kammuri as ints and as text: docs/rules/ao_kammuri.md §7."""

from typing import Final

from engine.games.ao_kammuri.kinds import NAMES
from engine.games.mechanics.shedding_attack import PASS
from engine.games.mechanics.wording import Wording

WORDING: Final = Wording(
    (*(f"attack {name}" for name in NAMES), *(f"receive {name}" for name in NAMES), "pass"),
    f"attack or receive with a kind ({', '.join(NAMES)}), or pass",
)
assert WORDING.actions["pass"] == PASS
