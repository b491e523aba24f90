"""Whatever stands in an address, the answer is no fault of the server's."""

import pytest
from flask import Flask

from tests.support.club import PageClient, any_values

ODD = [
    "a" * 300,
    "a" * 300 + ".flac",
    "a" * 5000,
    "..",
    "a\0b",
    "あ",
    "\U0001f600.wav",
    "-1",
    "9" * 40,
    "%ff",
    "a\nb",
    "*",
]
NUMBERS = [0, 2**31, 2**63, 10**40]


@pytest.mark.parametrize("script", [False, True])
def test_no_part_of_an_address_breaks_a_page(app: Flask, client: PageClient, script: bool) -> None:
    adapter = app.url_map.bind("localhost")
    headers = {"Accept": "application/json"} if script else {}
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        for name in rule.arguments:
            parts = any_values(rule)
            for odd in NUMBERS if isinstance(parts[name], int) else ODD:
                address = adapter.build(rule.endpoint, {**parts, name: odd})
                assert client.get(address, headers=headers).status_code < 500, (rule.rule, odd)
