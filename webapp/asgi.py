"""One process for everything: Flask in eight threads, and live streams beside it without a thread for each."""

from asyncio import to_thread
from collections.abc import Awaitable, Callable
from typing import Any

from a2wsgi import WSGIMiddleware

from webapp.app import create_app
from webapp.config import Config
from webapp.live.stream import Receive, Scope, Send, serve_stream
from webapp.patience import Patient
from webapp.services import Services, open_services

THREADS = 8
STREAM = "/stream"

Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]


class Site:
    """The ASGI application; live delivery begins with the server's event loop and ends with it."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.flask = create_app(services.config, services)
        flask: Any = self.flask.wsgi_app
        threads: Any = WSGIMiddleware(flask, workers=THREADS)
        self._pages = Patient(threads)

    def let_go(self) -> None:
        """Hold no connection open any more: the server stops."""
        self.services.hub.close()
        self._pages.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"] == STREAM:
            await serve_stream(self.services, scope, receive, send)
        elif scope["type"] == "http" and not scope["query_string"].isascii():
            await send({"type": "http.response.start", "status": 400, "headers": []})
            await send({"type": "http.response.body", "body": b"the address is not ASCII\n"})
        else:
            await self._pages(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.services.hub.attach()
            else:
                self.services.hub.close()
                await to_thread(self.services.close)
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return


def build(config: Config) -> Site:
    """Open the services and return the application for a server."""
    return Site(open_services(config))
