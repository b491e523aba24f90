"""Every refusal brings what its sentence speaks of: one that does not would be a fault on the page."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import engine.karuta
import webapp.matches
from engine.karuta.refused import Why
from engine.karuta.sentences import SENTENCES
from webapp.matches import refusals

FOLDERS = [Path(package.__path__[0]) for package in (engine.karuta, webapp.matches)]
GIVEN = {"place", "cause"}


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Yield where a refusal is made, its code, and what it brings; one with parameters from elsewhere is left out."""
    for path in sorted(file for folder in FOLDERS for file in folder.glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                not isinstance(call, ast.Call)
                or not isinstance(call.func, ast.Name)
                or call.func.id != "Refused"
            ):
                continue
            names = [keyword.arg for keyword in call.keywords]
            if None in names or not call.args:
                continue
            for part in ast.walk(call.args[0]):
                if isinstance(part, ast.Attribute):
                    yield f"{path.name}:{call.lineno}", part.attr, {name for name in names if name} | GIVEN


def test_every_refusal_brings_what_its_sentences_speak_of() -> None:
    found = list(raised())
    assert len(found) > 35
    for where, code, brings in found:
        english = {name for _, name, _, _ in string.Formatter().parse(SENTENCES[Why[code]]) if name}
        on_pages = set(re.findall(r"%\((\w+)\)", str(refusals._REFUSALS[Why[code]])))
        assert english | on_pages <= brings, (where, code)
