"""Walks through a club's pages as somebody would: every kind of page that a link leads to, and every form on it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from tests.support.club import PageClient

EACH: Final = 2
"""Pages of a kind that are looked at."""


@dataclass
class Form:
    """A form as it stands on a page: where it goes, and its fields as they are filled in."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)


class _Page(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.links += [value for value in given.values() if value.startswith("/")]
        if tag == "form":
            self._form = Form(given.get("action") or self.address, given.get("method", "get").upper())
            self.forms.append(self._form)
        elif tag == "select":
            self._select = given.get("name", "")
        elif self._form is not None:
            name = self._select if tag == "option" else given.get("name", "")
            chosen = tag != "option" or "selected" in given
            if name and (chosen or name not in self._form.fields):
                self._form.fields[name] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""


class Explorer:
    """What was found: by the name of each route the addresses that lead there; forms, and JSON that is handed out."""

    def __init__(self, app: Flask, client: PageClient) -> None:
        self._adapter = app.url_map.bind("localhost")
        self._client = client
        self.known: dict[str, list[str]] = {}
        self.forms: dict[tuple[str, str, frozenset[str]], Form] = {}
        self.documents: dict[str, Any] = {}

    def walk(self, start: Iterable[str] = ("/",)) -> None:
        """Follow links breadth first until every kind of page has been seen."""
        waiting = list(start)
        while waiting:
            address = waiting.pop(0)
            here = self.known.setdefault(self.route(address), [])
            if address in here or len(here) >= EACH:
                continue
            here.append(address)
            waiting += self._look(address)

    def route(self, address: str, method: str = "GET") -> str:
        """Return the name of the route that an address leads to; empty for none."""
        try:
            return str(self._adapter.match(urlsplit(address).path, method=method)[0])
        except RequestRedirect as moved:
            return self.route(moved.new_url, method)
        except HTTPException:
            return ""

    def values(self) -> Iterator[tuple[str, str | int]]:
        """Yield what the variable parts of addresses were, by their names."""
        for name, addresses in self.known.items():
            for address in addresses if name else ():
                yield from self._adapter.match(urlsplit(address).path)[1].items()

    def _look(self, address: str) -> list[str]:
        answer = self._client.get(address)
        assert answer.status_code < 500, address
        if answer.is_json and "attachment" in answer.headers.get("Content-Disposition", ""):
            self.documents[address] = answer.get_json()
        if answer.mimetype != "text/html":
            return []
        page = _Page(address)
        page.feed(answer.text)
        for one in page.forms:
            route = self.route(one.action, one.method)
            self.forms.setdefault((one.method, route, frozenset(one.fields)), one)
        return [link for link in page.links if not link.startswith(("/static", "//"))]
