"""How often a wrong code may be typed: few enough that guessing is hopeless, and nobody's guessing locks others out.

Every try is counted before the code is looked at, and taken back when it was right, so many tries at the same moment
are no way past the limits. A guesser who uses up what all share stops only addresses that have guessed already: the
first few wrong codes of an address are counted apart.

What it comes to. In `hours` hours there are at most

    240 · hours                  that all addresses share, and
    600 · ceil(hours / 24)       that are the first three of an address

wrong tries, whatever the number of addresses: 5,400 in the 20 hours after which a code is replaced. Every try is
a guess at all codes in force. So of N = 10^6 spectators' codes a guesser finds the right one in an evening with
a chance of 5,400 / 10^6 = 0.54 %, of 10^8 helpers' codes with 0.0054 %, of 10^10 organisers' codes with 0.000054 %.
To shut newcomers out as well it takes 200 addresses that guess, and then for a day at most.
"""

import ipaddress
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 86_400.0

OF_ADDRESS: Final = ((6, MINUTE), (40, HOUR))
"""Wrong tries of one address in so many seconds."""
SHARED: Final = ((40, MINUTE), (240, HOUR))
"""Wrong tries of all addresses together, but for the first ones of each."""
FIRST: Final = 3
"""Wrong tries of an address in a day that are not counted among the shared ones."""
FIRST_OF_ALL: Final = 600
"""First tries of all addresses together in a day; what goes beyond is shared."""


@dataclass(frozen=True, slots=True, eq=False)
class Try:
    """A typed code: when, from where, and whether it is counted among the first ones."""

    at: float
    who: str
    first: bool


Account: TypeAlias = deque[Try]
"""Tries in the order of their time, none older than a day."""


class Guesses:
    """The wrong tries of the last day; safe to use from several threads. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._all = Account()
        self._first = Account()
        self._shared = Account()
        self._of: defaultdict[str, Account] = defaultdict(Account)

    def begin(self, address: str) -> Try | None:
        """Count a try and return it; None where this address has to wait."""
        who = group(address)
        with self._lock:
            now = self._clock()
            self._forget(now)
            mine = self._of.get(who, ())
            if _full(mine, OF_ADDRESS, now):
                return None
            first = len(mine) < FIRST and len(self._first) < FIRST_OF_ALL
            if not first and _full(self._shared, SHARED, now):
                return None
            one = Try(now, who, first)
            for account in self._accounts(one):
                account.append(one)
            return one

    def was_right(self, one: Try) -> None:
        """Take a try back: it was no guess."""
        with self._lock:
            if one in self._all:
                self._drop(one)

    def _forget(self, now: float) -> None:
        while self._all and now - self._all[0].at >= DAY:
            self._drop(self._all[0])

    def _drop(self, one: Try) -> None:
        for account in self._accounts(one):
            account.remove(one)
        if not self._of[one.who]:
            del self._of[one.who]

    def _accounts(self, one: Try) -> tuple[Account, ...]:
        return (self._all, self._first if one.first else self._shared, self._of[one.who])


def _full(account: Sequence[Try], limits: tuple[tuple[int, float], ...], now: float) -> bool:
    """Whether as many tries as a limit allows are younger than its time."""
    return any(len(account) >= most and now - account[-most].at < seconds for most, seconds in limits)


def group(address: str) -> str:
    """Return whose tries are counted together: an IPv4 address, or the 64 bits of an IPv6 network one device fills."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))
