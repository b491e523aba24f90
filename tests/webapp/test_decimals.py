"""Numbers with decimal places have the comma or the point of the language, in pages and in their scripts."""

import re
from pathlib import Path

import pytest
from flask import Flask

import webapp
from webapp.i18n import COOKIE, decimal

PROGRAM = Path(webapp.__file__).parent
STATIC = PROGRAM / "static" / "js"


@pytest.mark.parametrize(("language", "shown"), [("en", "1.60"), ("ja", "1.60"), ("ru", "1,60")])
def test_a_number_is_shown_as_the_language_writes_it(app: Flask, language: str, shown: str) -> None:
    with app.test_request_context(headers={"Cookie": f"{COOKIE}={language}"}):
        assert decimal(1.6, 2) == shown
        assert decimal(1234.5, 0) in ("1234", "1235")


def test_no_script_shows_a_number_with_a_point_in_every_language() -> None:
    found = {
        file.name: re.findall(r"toFixed\([1-9]", file.read_text("utf-8")) for file in STATIC.rglob("*.js")
    }
    assert {name for name, uses in found.items() if uses} == set()


def test_no_page_formats_a_number_with_a_point_in_every_language() -> None:
    for file in PROGRAM.rglob("*.html"):
        assert re.search(r"%\.[1-9]f", file.read_text("utf-8")) is None, file.name
    for folder in ("drills", "ghosts", "hearing", "practice", "matches"):
        for file in (PROGRAM / folder).rglob("*.py"):
            formatted = re.findall(r":\.[12]f\}", file.read_text("utf-8"))
            assert not formatted or file.name == "mat_mistakes.py", file.name
