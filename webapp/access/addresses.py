"""Under which addresses this server is reached."""

import contextlib
import ipaddress
import socket
from dataclasses import dataclass

from webapp.access.hosts import host_name, is_loopback

PROBES = ("10.255.255.255", "192.168.255.255", "172.31.255.255", "203.0.113.1")
"""Destinations that show which of this machine's addresses faces them; nothing is sent."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address to open, and whether phones on the same network reach it."""

    url: str
    network: bool


def addresses(host: str, header: str) -> list[Address]:
    """Return where the server that listens on `host` is reached; `header` (a Host header) tells the port."""
    name = host_name(header) or ""
    port = header.rpartition(":")[2] if ":" in header.removeprefix(f"[{name}]").removeprefix(name) else "80"
    return addresses_at(host, int(port))


def addresses_at(host: str, port: int) -> list[Address]:
    """Return this machine's address first, then those of the network, if `host` lets the network in."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - only compared
        here = [Address(url("127.0.0.1", port), network=False)]
        return here + [Address(url(found, port), network=True) for found in network_addresses()]
    return [Address(url(host, port), network=not (is_loopback(host) or host == "localhost"))]


def url(host: str, port: int) -> str:
    """Return the address of a host and port as a browser takes it."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def network_addresses() -> list[str]:
    """Return this machine's IPv4 addresses on its networks, the likeliest last."""
    found: set[str] = set()
    for probe in PROBES:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect((probe, 9))
            found.add(asking.getsockname()[0])
    with contextlib.suppress(OSError):
        found.update(
            str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        )
    usable = [ipaddress.IPv4Address(text) for text in found]
    usable = [each for each in usable if not (each.is_loopback or each.is_unspecified or each.is_link_local)]
    return [str(each) for each in sorted(usable, key=lambda each: (_home(each), each))]


def _home(address: ipaddress.IPv4Address) -> bool:
    return address in ipaddress.IPv4Network("192.168.0.0/16")
