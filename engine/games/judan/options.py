"""The options of jūdan: docs/rules/judan.md §5."""

from dataclasses import dataclass

from engine.core.options import Options, count, flag


@dataclass(frozen=True, slots=True)
class JudanOptions(Options):
    """How two play jūdan."""

    full_deal: bool = flag(False)
    """Whether hands of ten and a field of eight leave just as many cards in the pile as there are turns."""
    rounds: int = count(6, 1)
