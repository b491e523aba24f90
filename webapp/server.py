"""Runs the site: finds a port, tells followers when it stops, and stops within seconds."""

import contextlib
import errno
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from webapp.asgi import Site
from webapp.refusal import Refusal

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

FILES = 8192
"""Open files to ask for."""
TRIES = 20
"""Ports looked at when the wanted one is taken."""
GRACE = 2
"""Seconds that open requests have to finish when the server stops."""


def bind(host: str, port: int, *, tries: int = TRIES) -> socket.socket:
    """Return a socket that listens on `host`, at the first free one of `tries` ports from `port` on (0: any).

    Raises Refusal when the host is not this machine's or no port is free.
    """
    for candidate in [0] if port == 0 else range(port, min(port + tries, 65536)):
        try:
            return _bind(host, candidate)
        except PermissionError:
            continue
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise Refusal(f"cannot listen on {host}: {error.strerror or error}") from error
    if tries == 1:
        raise Refusal(f"port {port} is taken on {host}, or not allowed; give another with --port, or none")
    raise Refusal(f"no free port from {port} to {port + tries - 1} on {host}; choose one with --port")


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        # without this a restart waits for the kernel to forget the old connections (on Windows it means another thing)
        if hasattr(socket, "SO_REUSEPORT"):
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(2048)
    except OSError:
        bound.close()
        raise
    return bound


class Server(uvicorn.Server):
    """uvicorn, which would wait for open streams for ever; these are told to come back first."""

    def __init__(self, config: uvicorn.Config, site: Site, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._site = site
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the followers go, then stop."""
        self._site.let_go()
        await super().shutdown(sockets)


def allow_connections() -> None:
    """Raise this process's limit of open files as far as the system lets it: a full hall needs a thousand."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, FILES)), hard))


def run(site: Site, bound: socket.socket, started: Callable[[], None] = lambda: None) -> None:
    """Serve until the process is told to stop; `started` is called once pages can be opened."""
    allow_connections()
    options: dict[str, Any] = {
        "http": "httptools",
        "ws": "none",
        "lifespan": "on",
        "log_level": "warning",
        "access_log": False,
        "proxy_headers": False,
        "server_header": False,
        "timeout_graceful_shutdown": GRACE,
    }
    server = Server(uvicorn.Config(site, **options), site, started)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[bound])
