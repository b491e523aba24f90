"""What can be known beforehand of how loud a reading will be."""

from reader.outputs.devices import Device
from reader.outputs.tuning import Tuning


def volume_doubt(device: Device, tuning: Tuning) -> str:
    """Return why a loudspeaker may not be heard, empty where nothing speaks against it or nobody can tell."""
    if device.muted:
        return f"Muted: {device.name}. Nothing will be heard before the sound is switched on in the system."
    if device.too_quiet and device.volume is not None:
        return f"Low volume: {device.name} stands at {device.volume:.0%}. Turn it up in the system."
    if tuning.too_soft:
        return f"Low level: {device.name} is set to {tuning.trim:g} dB. The page of a reading has it under Sound."
    return ""
