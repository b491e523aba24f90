"""Whatever is sent to a club in full swing, the answer is no fault of the server's.

Where nothing exists a request ends at the first question, so these go to tournaments, tables, readings and people that
there are. Routes and fields come from the app itself: a new one is tried as soon as a page leads to it.
"""

import random
from collections import defaultdict
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import IntegerConverter, Rule

from tests.support.club import PageClient
from tests.support.explorer import Explorer, Form
from tests.support.sound_page import order
from tests.support.tournament import club_tournament, drawn, play, ready
from webapp.demo import fill_if_empty
from webapp.services import Services

ODD = [
    "",
    "0",
    "-1",
    "9" * 40,
    "9" * 5000,
    "1e9",
    "nan",
    "①",
    "十二",
    "１２",
    "1.5",
    "a\0b",
    "\r\nSet-Cookie: x=y",
    "x" * 70_000,
    "あ" * 300,
    "葛󠄀\u202e👨‍👩‍👧",
    "[]",
    "{}",
    "null",
    "../../x",
    "%ff",
    "2026-02-30",
    "9999-12-31",
    "1-100",
    "<script>",
    "2147483648",
    "9223372036854775808",
]
QUERIES = ("page", "q", "by", "since", "until", "kind", "cards", "back", "code", "name", "number", "words")
ODD_JSON: list[Any] = [None, [], {}, "x", 0, -1, 2**63, 1.5, True, [[]], {"command": None}, {"a": {"b": []}}]
RAW = [
    (b"\xff\xfe\x00", "application/json"),
    (b"a=%ff&b=%00&=", "application/x-www-form-urlencoded"),
    (b"--x\r\n", "multipart/form-data; boundary=x"),
    (b"--x", "multipart/form-data"),
    (b"PK\x03\x04", "application/zip"),
    (b"x", "text/plain"),
    (b"", ""),
]
HEADERS = [
    {"Accept-Language": "zz;q=9,*"},
    {"If-None-Match": "x"},
    {"If-Modified-Since": "Mon, 99 Foo"},
    {"Range": "bytes=9-1"},
    {"Last-Event-ID": "9" * 50},
    {"Cookie": "language=xx; session=zz; entry=\\377"},
    {"Referer": "//"},
    {"X-Forwarded-For": "a, b"},
]
LAST = ("forget", "remove", "delete", "leave", "stop", "finish", "drop", "out")
"""Words in the addresses of what ends something."""


@pytest.fixture
def explored(services: Services, app: Flask, client: PageClient) -> Explorer:
    """A club with a finished match, a tournament under way, a practice and a reading, and what leads where in it."""
    fill_if_empty(services)
    found = drawn(services, club_tournament(services, ["小野小町", "在原業平", "紀貫之", "清少納言"]))
    first = ready(found)[0]
    assert first.pair is not None
    play(services, found, first.key, first.pair[0])
    order(client)
    client.form("/practice/new", day="2026-11-29", rounds="3", reading="odd", divided="yes")
    found_there = Explorer(app, client)
    found_there.walk()
    return found_there


class Nuisance:
    """Asks for everything in every odd way, and wants an answer that is no fault."""

    def __init__(self, app: Flask, client: PageClient, explored: Explorer) -> None:
        self._app = app
        self._client = client
        self._token = client.token()
        self._luck = random.Random(20)
        self._known: dict[str, list[str | int]] = defaultdict(list)
        for name, value in explored.values():
            self._known[name].append(value)
        assert {"code", "number", "member", "key", "reading", "spot"} <= set(self._known)

    def question(self, rule: Rule) -> None:
        """Ask for a page with odd questions and headers."""
        odd = {name: self._luck.choice(ODD) for name in self._luck.sample(QUERIES, 2)}
        self._ask("GET", self._address(rule), query_string=odd, headers=self._luck.choice(HEADERS))

    def other_method(self, rule: Rule) -> None:
        """Ask in a way that no page has."""
        self._ask(self._luck.choice(["PUT", "DELETE", "TRACE"]), self._address(rule))

    def body(self, rule: Rule) -> None:
        """Send JSON of a wrong shape, and what is no body."""
        headers = {"X-CSRFToken": self._token}
        self._ask("POST", self._address(rule), json=self._luck.choice(ODD_JSON), headers=headers)
        data, kind = self._luck.choice(RAW)
        self._ask("POST", self._address(rule), data=data, headers=headers | {"Content-Type": kind})

    def fill_in(self, form: Form) -> None:
        """Send a form as it stands, each time with something odd in one of its fields."""
        names = sorted(form.fields.keys() - {"csrf_token"})
        tried = 1 if form.action.endswith(".pdf") else 12  # to print takes long
        for name in self._luck.sample(names, min(len(names), tried)):
            filled = form.fields | {name: self._luck.choice(ODD)}
            if form.method == "GET":
                self._ask("GET", form.action, query_string=filled)
            else:
                self._ask("POST", form.action, data=filled | {"csrf_token": self._token})

    def _address(self, rule: Rule) -> str:
        """Return an address of a route, of something that there is where anything of that name is known."""
        values: dict[str, Any] = {}
        for name in rule.arguments:
            number = isinstance(rule._converters[name], IntegerConverter)
            fitting = [one for one in self._known[name] if isinstance(one, int) == number]
            values[name] = fitting[0] if fitting else 1 if number else "x"
        method = "GET" if "GET" in (rule.methods or ()) else "POST"
        return self._app.url_map.bind("localhost").build(rule.endpoint, values, method=method)

    def _ask(self, method: str, address: str, **sent: Any) -> None:
        try:
            status = self._client.open(address, method=method, **sent).status_code
        except Exception as error:
            error.add_note(f"{method} {address} {str(sent)[:500]}")
            raise
        assert status < 500, (method, address, str(sent)[:500])


def test_no_request_breaks_a_club_in_full_swing(app: Flask, client: PageClient, explored: Explorer) -> None:
    nameless = {where for where, one in explored.documents.items() if "format" not in one}
    assert (len(explored.documents) >= 2, nameless) == (True, set()), "files name their format"
    nuisance = Nuisance(app, client, explored)
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: (ends(rule.rule), rule.rule))
    for rule in rules:
        if "GET" in (rule.methods or ()):
            nuisance.question(rule)
        nuisance.other_method(rule)
    for form in sorted(explored.forms.values(), key=lambda one: (ends(one.action), one.action)):
        nuisance.fill_in(form)
    for rule in rules:
        if "POST" in (rule.methods or ()) and rule.rule != "/join":  # its limit answers long before
            nuisance.body(rule)


def ends(address: str) -> bool:
    """Return whether something ends there; that comes after all else."""
    return any(word in address for word in LAST)
