"""Blunders that everybody at the table sees: what no player of the machine may do.

A search now and then finds nothing wrong with beating a trick that one's partner was sure of, or sees the same score
whether it goes out now or later. People at the table do, so the bots are kept from it (`engine.bots.sensible`), and
`engine.bots.blunders.count` counts what is left.
"""

from engine.bots.blunders.kinds import Blunder, Found
from engine.bots.blunders.watch import NOTHING, Watch, watch

__all__ = ["NOTHING", "Blunder", "Found", "Watch", "watch"]
