"""The doors: what fits comes in, what does not is told where and why, and nothing breaks one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from flask import Blueprint, Flask, jsonify
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import Field
from werkzeug.wrappers import Response

from tests.support import tapping
from tests.support.club import PageClient, any_values, client_at, services_of
from webapp.access.roles import Role, allow
from webapp.app import create_app
from webapp.config import Config
from webapp.door import Body, Count, Line, clean, door, form

test_feature = Blueprint("test_feature", __name__)


class Card(Body):
    card: Annotated[int, Field(ge=1, le=100)]
    side: Literal["own", "opp"] = "own"


class Entry(Body):
    name: Line
    margin: Count | None = None


@test_feature.post("/test/cards")
@allow(Role.HELPER)
@door(Card)
def cards(body: Card) -> Response:
    return jsonify(card=body.card)


@test_feature.post("/test/entries")
@allow(Role.HELPER)
@form(Entry)
def entries(entry: Entry) -> Response:
    return jsonify(name=entry.name, margin=entry.margin)


@pytest.fixture
def app(config: Config) -> Iterator[Flask]:
    made = create_app(config)
    made.register_blueprint(test_feature)
    made.register_blueprint(tapping.blueprint)
    yield made
    services_of(made).close()


def test_what_fits_comes_in(client: PageClient) -> None:
    answer = client.script("/test/cards", {"card": 17})
    assert (answer.status_code, answer.get_json()) == (200, {"card": 17})


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"card": "17"}, "card"),
        ({"card": False}, "card"),
        ({"card": 17.0}, "card"),
        ({"card": 0}, "card"),
        ({"card": 101}, "card"),
        ({"card": None}, "card"),
        ({}, "card"),
        ({"card": 1, "side": "mine"}, "side"),
        ({"card": 1, "extra": 1}, "extra"),
        ([], "body"),
        ("x", "body"),
    ],
)
def test_what_does_not_fit_is_told_where_and_why(client: PageClient, body: object, place: str) -> None:
    answer = client.script("/test/cards", body)
    assert answer.status_code == 422
    told = answer.get_json()
    assert told["refused"] == "body"
    assert [fault["place"] for fault in told["faults"]] == [place]
    assert told["faults"][0]["reason"]
    assert told["message"]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"card": 1}x',
        b'{"card": NaN}',
        b"[" * 5000,
        b'{"card": 1e999}',
        b'"\\ud800"',
    ],
)
def test_what_is_no_json_is_refused(client: PageClient, raw: bytes) -> None:
    headers = {"X-CSRFToken": client.token(), "Content-Type": "application/json"}
    answer = client.post("/test/cards", data=raw, headers=headers)
    assert answer.status_code == 422
    assert answer.get_json()["faults"][0]["place"] in ("body", "card")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_another_content_type_is_refused(client: PageClient, kind: str) -> None:
    headers = {"X-CSRFToken": client.token(), "Content-Type": kind}
    assert client.post("/test/cards", data=b'{"card": 1}', headers=headers).status_code == 415


@pytest.mark.parametrize("kind", ["text/plain", "application/json", ""])
def test_what_is_no_form_is_refused_at_a_forms_door(client: PageClient, kind: str) -> None:
    headers = {"X-CSRFToken": client.token(), "Content-Type": kind}
    assert client.post("/test/entries", data=b"name=x", headers=headers).status_code == 415


def test_a_body_that_is_too_large_is_refused(client: PageClient) -> None:
    assert client.script("/test/cards", {"card": 1, "side": "x" * 70_000}).status_code == 413
    assert client.form("/test/entries", name="x" * 70_000).status_code == 413


def test_nothing_comes_in_without_the_pages_token(client: PageClient) -> None:
    assert client.post("/test/cards", json={"card": 1}).get_json()["error"] == "csrf"
    assert client.post("/test/cards", json={"card": 1}, headers={"X-CSRFToken": "x"}).status_code == 400
    assert client.post("/test/entries", data={"name": "x"}).status_code == 400
    # a token of somebody else's page
    other = client_at(client.application, "127.0.0.1", "localhost:8100")
    stolen = {"X-CSRFToken": other.token()}
    client.token()
    assert client.post("/test/cards", json={"card": 1}, headers=stolen).status_code == 400


def test_every_door_that_changes_something_asks_for_the_token(app: Flask, client: PageClient) -> None:
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            answer = client.post(
                adapter.build(rule.endpoint, any_values(rule), method="POST"), data={"a": "b"}
            )
            assert answer.status_code == 400, rule
            assert "CSRF" in answer.text, rule


@pytest.mark.parametrize("typed", ["１２", "12", " 12 ", "1２", "\u300012", "012"])
def test_numbers_are_read_as_people_type_them(client: PageClient, typed: str) -> None:
    assert client.form("/test/entries", name="x", margin=typed).get_json()["margin"] == 12


def test_zero_is_zero_and_nothing_is_nothing(client: PageClient) -> None:
    assert client.form("/test/entries", name="x", margin="0").get_json()["margin"] == 0
    assert client.form("/test/entries", name="x").get_json()["margin"] is None


@pytest.mark.parametrize(
    "typed", ["〇", "十二", "①", "1.5", "-3", "", "1 2", "12a", "９" * 30, "0x10", "1_000", "+5"]
)
def test_other_numbers_are_refused_and_named(client: PageClient, typed: str) -> None:
    answer = client.form("/test/entries", name="x", margin=typed)
    assert answer.status_code == 422
    assert "by how many cards: this is " in answer.text


@pytest.mark.parametrize(
    "name", ["𠮷野", "葛󠄀城", "か\u3099", "👨‍👩‍👧", "O'Neill <b>", "Ёлка", "می\u200cخواهم"]
)
def test_names_are_kept_as_typed(client: PageClient, name: str) -> None:
    assert client.form("/test/entries", name=f" {name} ").get_json()["name"] == name


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "a\tb", "a\x7f", "x" * 201])
def test_names_that_no_database_keeps_are_refused(client: PageClient, name: str) -> None:
    assert client.form("/test/entries", name=name).status_code == 422


def test_a_field_given_twice_is_refused(client: PageClient) -> None:
    data = {"csrf_token": client.token(), "name": ["a", "b"]}
    answer = client.post("/test/entries", data=data)
    assert answer.status_code == 422
    assert "Name: this was given twice" in answer.text


Json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
NAMES = st.sampled_from(
    [
        "client_id",
        "expected_seq",
        "command",
        "type",
        "card",
        "code",
        "next",
        "language",
        "back",
        "name",
        "by",
        "times",
    ]
)
Bodies = st.binary(max_size=200) | Json.map(lambda value: json.dumps(value).encode())
Nearly = st.dictionaries(NAMES, Json | st.just("0" * 32) | st.just({"by": "A"}), max_size=5)
Queries = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def post_doors(app: Flask) -> list[str]:
    """Return an address of every route that takes a POST."""
    adapter = app.url_map.bind("localhost")
    doors = (rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ()))
    return sorted(adapter.build(rule.endpoint, any_values(rule), method="POST") for rule in doors)


FUZZ = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(
    raw=Bodies,
    nearly=Nearly,
    kind=st.sampled_from(["application/json", "text/plain", "application/x-www-form-urlencoded"]),
)
def test_no_body_breaks_a_door(
    app: Flask, client: PageClient, raw: bytes, nearly: dict[str, Any], kind: str
) -> None:
    headers = {"X-CSRFToken": client.token(), "Content-Type": kind}
    for address in post_doors(app):
        if address.startswith("/join"):
            continue  # its limit answers long before
        for body in (raw, json.dumps(nearly).encode()):
            answer = client.post(address, data=body, headers=headers)
            assert answer.status_code < 500, (address, body)


@FUZZ
@given(fields=st.dictionaries(NAMES, st.text(max_size=40), max_size=6))
def test_no_form_breaks_a_door(app: Flask, client: PageClient, fields: dict[str, str]) -> None:
    safe = {name: text.encode("utf-8", "replace").decode() for name, text in fields.items()}
    token = client.token()
    for address in post_doors(app):
        answer = client.post(address, data={"csrf_token": token, **safe})
        assert answer.status_code < 500, (address, fields)


def test_a_command_is_answered_by_the_contract(client: PageClient) -> None:
    def tap(number: int, seen: int, **command: object) -> tuple[int, Any]:
        answer = client.script(
            "/taps/m/commands", {"client_id": f"{number:032x}", "expected_seq": seen, "command": command}
        )
        return answer.status_code, answer.get_json()

    status, first = tap(1, 0, by="A")
    assert (status, first["seq"], first["repeated"]) == (200, 1, False)
    assert first["events"][0]["payload"] == {"by": "A"}
    assert tap(1, 0, by="A") == (200, first | {"repeated": True})
    status, stale = tap(2, 0, by="B")
    assert (status, stale["conflict"], stale["seq"]) == (409, True, 1)
    assert stale["events"] == first["events"]
    assert tap(3, 1, by="A")[0] == 200
    status, refused = tap(4, 2, by="A")
    assert (status, refused["refused"]) == (422, "three-in-a-row")
    assert refused["message"]
    # a refused command leaves nothing behind: its id is free
    assert tap(4, 2, by="B")[0] == 200
    assert tap(5, 3, by="A", times=2)[1]["seq"] == 5


@pytest.mark.parametrize("name", ["", "x" * 32, "0" * 31, "A" * 32, "0" * 33])
def test_a_command_has_128_bits_of_id(client: PageClient, name: str) -> None:
    body = {"client_id": name, "expected_seq": 0, "command": {"by": "A"}}
    assert client.script("/taps/m/commands", body).status_code == 422


def test_every_view_with_a_body_has_a_door() -> None:
    """A view that reads the request by itself is a door without a lock."""
    root = Path(tapping.__file__).parents[3] / "webapp"
    faults = [
        f"{file.relative_to(root)}: {line.strip()}"
        for file in sorted(root.rglob("*.py"))
        if file.name not in ("door.py", "errors.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"request\.(json|get_json|data|get_data|values|stream)\b", line)
    ]
    assert faults == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\u202eevil", "evil"),
        (" \u2068小野\u2069 \u202a小町\u202c ", "小野 小町"),
        ("مرحبا", "مرحبا"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("\u202e", ""),
    ],
)
def test_no_name_turns_what_a_page_writes_behind_it(typed: str, kept: str) -> None:
    assert clean(typed) == kept
