"""The loudspeakers of this machine as the whole program shares them: who has them, and how each is tuned."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import platformdirs

from reader.outputs.devices import Device, devices, named
from reader.outputs.library import look_again
from reader.outputs.portaudio import open_portaudio
from reader.outputs.sink import OpenSink
from reader.outputs.tuning import Tuning, TuningBook

TUNINGS = "speakers.json"


def claims() -> Path:
    """Return the folder in which a loudspeaker is claimed: one for all programs of this user on this machine."""
    return platformdirs.user_state_path("naniwazu")


def tunings(data_folder: Path) -> TuningBook:
    """Return what is known of each loudspeaker."""
    return TuningBook(data_folder / TUNINGS)


def listed() -> tuple[Device, ...]:
    """Return the loudspeakers of this machine, looked for anew. Raises SpeakersUnavailableError."""
    look_again()
    return devices()


def find(name: str | None) -> Device:
    """Return the loudspeaker of this name, or the default one. Raises SpeakersUnavailableError."""
    return named(name)


def opener(device: str, tuning: Callable[[Device], Tuning]) -> OpenSink:
    """Return what opens this loudspeaker with its settings as they are at that moment."""
    return partial(open_portaudio, device, tuning)
