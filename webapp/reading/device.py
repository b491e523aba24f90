"""Where the sound of a reading is, in words: "Chrome, Windows, 192.168.1.23"."""

from webapp.access.devices import device_words
from webapp.access.hosts import is_loopback


def device_name(agent: str, address: str) -> str:
    """Return browser, system and address; the address is left out for the server's own machine."""
    parts = (device_words(agent), "" if is_loopback(address) else address)
    return ", ".join(filter(None, parts)) or address
