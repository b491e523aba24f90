"""The club's pages, its live board and its commands: the only floor that knows a clock, a disk and a network."""

__version__ = "0.1.0"
