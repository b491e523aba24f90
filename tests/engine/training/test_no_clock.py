"""Nothing in training asks what time it is, draws of its own accord, or touches a file: all of it is passed in."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.training

FOLDER = Path(engine.training.__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
FORBIDDEN = {"now", "today", "utcnow", "time_ns", "monotonic", "perf_counter", "urandom", "getenv", "open"}
MODULES = {"random", "secrets", "os", "time", "uuid", "pathlib", "zoneinfo", "io"}


def calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield node.func.attr
            elif isinstance(node.func, ast.Name):
                yield node.func.id


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_a_module_knows_no_clock_and_no_chance_of_its_own(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert not FORBIDDEN & set(calls(tree))
    assert not MODULES & set(imported(tree))


def test_every_module_was_looked_at() -> None:
    assert len(FILES) >= 40
