"""The loudspeakers of this machine, by the names under which people know them.

PortAudio numbers its devices anew whenever one is plugged in, so a device is remembered by its name. Where a sound
server runs (PulseAudio, or PipeWire's stand-in for it), PortAudio sees no more than the server as a whole; its outputs
are then asked for by `pactl`, which also knows whether they are muted.
"""

from dataclasses import dataclass
from typing import Any, Final

from reader.outputs import sound_server
from reader.outputs.library import load, no_device
from reader.outputs.sink import SpeakersUnavailableError

SYSTEM: Final = ("pulse", "pipewire", "default")
"""What ALSA calls the way into a sound server, the surest first."""

QUIET: Final = 0.25
"""The share of its scale below which a device's volume is worth a warning."""


@dataclass(frozen=True, slots=True)
class Device:
    """One output. `muted` and `volume` (0 to 1, more where it is amplified) are None where nobody can tell.

    `index` is PortAudio's number, good until the next device is plugged in; `sink` the sound server's own name.
    Devices that are `sleepy`, on Bluetooth or USB, sleep in silence and swallow the first sound.
    """

    name: str
    index: int
    default: bool = False
    sink: str = ""
    sleepy: bool = False
    muted: bool | None = None
    volume: float | None = None

    @property
    def too_quiet(self) -> bool:
        """Whether the volume is known and low."""
        return self.volume is not None and self.volume < QUIET


def devices() -> tuple[Device, ...]:
    """Return the outputs, the default one first. Raises SpeakersUnavailableError where there are none."""
    sounddevice = load()
    try:
        found = list(sounddevice.query_devices())
        default = sounddevice.query_devices(None, "output")
    except (sounddevice.PortAudioError, ValueError) as error:
        raise no_device(error) from error
    outputs = [one for one in found if one["max_output_channels"] > 0]
    listed = _of_sound_server(outputs) or _of_portaudio(outputs, default)
    return tuple(sorted(listed, key=lambda device: not device.default))


def named(name: str | None) -> Device:
    """Return the output of this name, or the default one. Raises SpeakersUnavailableError that names those there are.

    A part of the name will do where it fits one output only; small and capital letters are the same.
    """
    known = devices()
    if not name:
        return known[0]
    wanted = name.casefold()
    exact = [device for device in known if device.name.casefold() == wanted]
    alike = exact or [device for device in known if wanted in device.name.casefold()]
    if len(alike) == 1:
        return alike[0]
    there = ", ".join(device.name for device in known)
    if alike:
        raise SpeakersUnavailableError(f"{name!r} may be any of {', '.join(one.name for one in alike)}")
    raise SpeakersUnavailableError(f"there is no loudspeaker {name!r} now; there is {there}")


def _of_sound_server(outputs: list[dict[str, Any]]) -> list[Device]:
    """Return the sound server's outputs, none where PortAudio cannot reach it or nobody can ask it."""
    way = next((one for name in SYSTEM for one in outputs if one["name"] == name), None)
    if way is None:
        return []
    sinks = sound_server.sinks()
    names = [sink.description for sink in sinks]
    return [
        Device(
            name=sink.description
            if names.count(sink.description) == 1
            else f"{sink.description} ({sink.name})",
            index=int(way["index"]),
            default=sink.default,
            sink=sink.name,
            sleepy=sink.sleepy,
            muted=sink.muted,
            volume=sink.volume,
        )
        for sink in sinks
    ]


def _of_portaudio(outputs: list[dict[str, Any]], default: dict[str, Any]) -> list[Device]:
    """Return the outputs of the default device's system: on Windows each device is there once for every one of four."""
    state = sound_server.default_state()
    out = []
    for one in outputs:
        if one["hostapi"] != default["hostapi"]:
            continue
        is_default = one["index"] == default["index"]
        muted, volume = state if is_default else (None, None)
        words = str(one["name"]).casefold()
        sleepy = any(word in words for word in ("bluetooth", "bluez", "airpods", "usb"))
        out.append(Device(str(one["name"]), int(one["index"]), is_default, "", sleepy, muted, volume))
    return out
