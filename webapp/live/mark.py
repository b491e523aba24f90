"""A follower's mark: which history it follows and how far it has come in each topic."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from webapp.db.store import Stream

_EPOCH = re.compile("[0-9a-f]{1,32}")


@dataclass(frozen=True, slots=True)
class Mark:
    """Written `epoch,match:ab=12,reading:r1=7`; it is each message's `id:` and comes back as Last-Event-ID."""

    epoch: str
    seen: Mapping[Stream, int]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a mark; ValueError when it is none."""
        epoch, *parts = text.split(",")
        if not _EPOCH.fullmatch(epoch):
            raise ValueError(f"{text[:200]!r} is no mark")
        seen = {}
        for part in parts:
            name, _, number = part.partition("=")
            if not (number.isascii() and number.isdigit() and len(number) < 16):
                raise ValueError(f"{text[:200]!r} is no mark")
            seen[Stream.parse(name)] = int(number)
        return cls(epoch, seen)

    def __str__(self) -> str:
        return ",".join([self.epoch, *(f"{topic}={seq}" for topic, seq in sorted(self.seen.items()))])


def furthest(marks: Iterable[Mark], epoch: str) -> dict[Stream, int]:
    """Return the highest number seen by topic, from the marks of this epoch."""
    seen: dict[Stream, int] = {}
    for mark in marks:
        if mark.epoch == epoch:
            for topic, seq in mark.seen.items():
                seen[topic] = max(seq, seen.get(topic, 0))
    return seen
