"""The phases of a hand and the three regimes of following. docs/rules/hachinin_meri.md §5 to §7."""

from typing import Final

PHASES: Final = ("deal", "poll", "lead", "bury", "tricks", "over")
DEAL, POLL, LEAD, BURY, TRICKS, OVER = range(6)
REGIMES: Final = ("free", "meri", "monchi")
FREE, MERI, MONCHI = range(3)
