"""A server's application for tests: its settings, and clients that behave like a page of it."""

import re
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import IntegerConverter, Rule
from werkzeug.test import EnvironBuilder, TestResponse
from werkzeug.wrappers import Request as BaseRequest

from webapp.access.roles import Role
from webapp.access.sessions import COOKIE
from webapp.config import Config
from webapp.services import EXTENSION, Services

PHONE = "192.168.1.23"
HOST = "192.168.1.5:8100"


def config_in(folder: Path, **changes: Any) -> Config:
    """Return settings for a server of its own in `folder`."""
    settings: dict[str, Any] = {
        "folder": folder,
        "database_url": f"sqlite:///{folder / 'club.sqlite3'}",
        "secret_key": "k" * 64,
        "port": 0,
        "testing": True,
    }
    return Config(**(settings | changes))


def services_of(app: Flask) -> Services:
    found = app.extensions[EXTENSION]
    assert isinstance(found, Services)
    return found


class PageClient(FlaskClient):
    """A client that calls the server by `host`, and sends the token of its pages as forms and scripts do."""

    host = "localhost:8100"

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        if not isinstance(args[0] if args else None, (EnvironBuilder, BaseRequest)):
            kwargs.setdefault("base_url", f"http://{self.host}")
        kwargs.setdefault("buffered", True)
        return super().open(*args, **kwargs)

    def token(self) -> str:
        """Return the CSRF token of a page that everybody may see."""
        page = self.get("/credits").text
        found = re.search(r'<meta name="csrf-token" content="([^"]+)">', page)
        assert found is not None, page
        return found[1]

    def form(self, url: str, **fields: str) -> TestResponse:
        """Post a form."""
        return self.post(url, data={"csrf_token": self.token(), **fields})

    def script(self, url: str, value: object, **options: Any) -> TestResponse:
        """Post JSON as a page's script does."""
        headers = {"X-CSRFToken": self.token(), "Accept": "application/json"}
        return self.post(url, json=value, headers=headers, **options)


def client_at(app: Flask, address: str, host: str) -> PageClient:
    """Return a client whose requests come from `address` and are made to `host`."""
    app.test_client_class = PageClient
    client = app.test_client()
    assert isinstance(client, PageClient)
    client.environ_base["REMOTE_ADDR"] = address
    client.host = host
    return client


def enter(app: Flask, client: FlaskClient, role: Role) -> FlaskClient:
    """Give a client the cookie of a session with `role`; a guest gets none."""
    if role > Role.GUEST:
        token = services_of(app).sessions.start(role, PHONE, "Mozilla/5.0 (Linux; Android 15) Chrome/140.0")
        client.set_cookie(COOKIE, token, domain=HOST.partition(":")[0])
    return client


def any_values(rule: Rule) -> dict[str, int | str]:
    """Return values for the variable parts of an address that name nothing in particular."""
    converters = rule._converters
    return {name: 1 if isinstance(converters[name], IntegerConverter) else "x" for name in rule.arguments}
