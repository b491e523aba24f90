"""Which names a browser may call this server by, so that no other site's name can lead to it (DNS rebinding)."""

import ipaddress
import socket
from collections.abc import Iterable


def host_name(header: str) -> str | None:
    """Return the host of a Host header without its port, lower case; None when it cannot be one."""
    text = header.strip().lower()
    if text.startswith("["):
        name, bracket, port = text[1:].partition("]")
        if not bracket or (port and not port.startswith(":")):
            return None
        port = port[1:]
    else:
        name, _, port = text.partition(":")
    if not name or (port and not (port.isascii() and port.isdigit())):
        return None
    return name.removesuffix(".")


def is_ours(header: str, names: Iterable[str] = ()) -> bool:
    """Whether a Host header names this server: an IP address, this machine's own name, or one of `names`.

    An IP address is always right: another site can point its *name* at this machine, not an address.
    """
    name = host_name(header)
    if name is None:
        return False
    if is_address(name):
        return True
    own = socket.gethostname().lower()
    return name in {"localhost", own, f"{own.split('.')[0]}.local", *(known.lower() for known in names)}


def is_address(text: str) -> bool:
    """Whether `text` is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Whether a peer's address is this machine itself."""
    try:
        peer = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(peer, "ipv4_mapped", None)
    return bool((mapped or peer).is_loopback)
