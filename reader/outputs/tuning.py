"""What is known of a loudspeaker beyond its name: its delay, its level, and how it is kept awake."""

import contextlib
import json
import os
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from reader.outputs.devices import Device

FORMAT: Final = "naniwazu-speakers/1"

LONGEST_DELAY: Final = 2.0
LOWEST_TRIM: Final = -30.0
HIGHEST_TRIM: Final = 6.0
SOFT_TRIM: Final = -20.0
"""dB below which somebody should be asked whether that is meant."""
LONGEST_LEAD_IN: Final = 10.0
STORES: Final = (0.1, 0.4)
"""Seconds of sound that the device may keep in store: quick to fall silent at a hold, or safe on a busy machine."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """One loudspeaker's settings. Raises ValueError for what no loudspeaker can have.

    `delay` is in seconds, on top of what the device itself reports: radio, television sets and amplifiers add what no
    system knows. `trim` is in dB. `awake` lets noise that nobody hears run on, `lead_in` is the silence in seconds
    before a stream's first sound. `store` is one of `STORES`. `heard` says that somebody has heard the trial verse.
    """

    delay: float = 0.0
    trim: float = 0.0
    awake: bool = False
    lead_in: float = 1.0
    store: float = 0.4
    heard: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.delay <= LONGEST_DELAY:
            raise ValueError(f"a delay is 0 to {LONGEST_DELAY:.0f} seconds")
        if not LOWEST_TRIM <= self.trim <= HIGHEST_TRIM:
            raise ValueError(f"a level is {LOWEST_TRIM:.0f} to +{HIGHEST_TRIM:.0f} dB")
        if not 0 <= self.lead_in <= LONGEST_LEAD_IN:
            raise ValueError(f"a lead-in is 0 to {LONGEST_LEAD_IN:.0f} seconds")
        if self.store not in STORES:
            raise ValueError(f"a store is {' or '.join(map(str, STORES))} seconds")

    @property
    def too_soft(self) -> bool:
        """Whether the level that was set is low."""
        return self.trim < SOFT_TRIM


SLEEPY: Final = Tuning(awake=True, lead_in=2.0)
"""Where a loudspeaker on Bluetooth or USB begins: it falls asleep in silence, and is slow to wake."""


class TuningBook:
    """Keeps the settings of each loudspeaker, by its name, in one file; threads may share it.

    A file that cannot be read is as if there were none: a reading goes on with the defaults.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()

    def of(self, device: Device) -> Tuning:
        """Return a device's settings, or where it begins."""
        known = self._load()["devices"].get(device.name)
        usual = SLEEPY if device.sleepy else Tuning()
        try:
            return usual if known is None else replace(usual, **known)
        except (TypeError, ValueError):
            return usual

    def put(self, device: str, tuning: Tuning) -> None:
        """Keep a device's settings. Raises OSError."""
        with self._lock:
            book = self._load()
            book["devices"][device] = asdict(tuning)
            self._store(book)

    @property
    def chosen(self) -> str:
        """The device that was chosen last, empty for the system's default."""
        return str(self._load()["chosen"])

    def choose(self, device: str) -> None:
        """Remember a device as the one chosen last. Raises OSError."""
        with self._lock:
            book = self._load()
            book["chosen"] = device
            self._store(book)

    def _load(self) -> dict[str, Any]:
        book: dict[str, Any] = {"format": FORMAT, "chosen": "", "devices": {}}
        with contextlib.suppress(OSError, ValueError):
            found = json.loads(self._file.read_text(encoding="utf-8"))
            if isinstance(found, Mapping) and found.get("format") == FORMAT:
                devices = found.get("devices")
                book["devices"] = dict(devices) if isinstance(devices, Mapping) else {}
                book["chosen"] = str(found.get("chosen", ""))
        return book

    def _store(self, book: Mapping[str, Any]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._file.with_name(f".{self._file.name}.{os.getpid()}.part")
        unfinished.write_text(json.dumps(book, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        unfinished.replace(self._file)
